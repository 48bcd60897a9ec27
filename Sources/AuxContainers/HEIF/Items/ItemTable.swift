package import AuxImage

/// The items of a file, each with what the boxes of `meta` say about it; what does not fit together is a fault.
///
/// It is asked of every item again and again: an object, so that nothing of it is copied for that.
package final class ItemTable: Sendable {
  struct Fault: Sendable {
    var error: AuxError
    var isForgivable = false
  }

  package let items: [HEIFItem]
  /// The properties, numbered from 1.
  package let properties: [Box]
  package let views = PropertyViews()
  /// What is wrong, in the order in which it was met, up to the first that cannot be forgiven.
  let faults: [Fault]
  private let positions: [UInt32: Int]

  package init() { (items, properties, faults, positions) = ([], [], [], [:]) }

  /// Joins what boxes say.
  ///
  /// `boxes` are those of `iinf`, `entries` what each says.
  package init(
    _ boxes: some Sequence<Box>, _ entries: some Sequence<Result<ItemInfoEntry, AuxError>>,
    properties: [Box], associations: [ItemPropertyAssociationBox.Entry],
    references: [ItemReferenceBox.Reference], locations: [ItemLocationBox.Entry]
  ) {
    var join = ItemJoin(propertyCount: properties.count)
    for (number, (box, entry)) in zip(boxes, entries).enumerated() {
      do throws(AuxError) { try join.add(try entry.get(), box) } catch {
        let located = AuxError(error.code, error.reason, offset: error.offset ?? box.payloadOffset)
        join.note(located.within("iinf[\(number)]/\(box.type)"), isForgivable: error.code == .unsupported)
      }
    }
    join.attach(associations)
    join.attach(references)
    join.attach(locations)
    self.properties = properties
    (items, faults, positions) = (join.items, join.faults, join.positions)
  }

  package func item(_ id: UInt32) -> HEIFItem? { positions[id].map { items[$0] } }
}

/// The items while what boxes say of them is joined.
private struct ItemJoin {
  let propertyCount: Int
  private(set) var items: [HEIFItem] = []
  private(set) var faults: [ItemTable.Fault] = []
  private(set) var positions: [UInt32: Int] = [:]

  init(propertyCount: Int) { self.propertyCount = propertyCount }

  mutating func add(_ entry: ItemInfoEntry, _ box: Box) throws(AuxError) {
    items.append(HEIFItem(entry, offset: box.offset))
    let isSecond = positions[entry.itemID] != nil
    if !isSecond { positions[entry.itemID] = items.count - 1 }
    guard entry.itemID != 0 else { throw AuxError(.malformed, "the item number 0 (14496-12 8.11.6)") }
    guard !isSecond else {
      throw AuxError(.malformed, "a second item \(entry.itemID) (14496-12 8.11.6)")
    }
  }

  mutating func note(_ error: AuxError, isForgivable: Bool = false) {
    guard faults.last?.isForgivable != false else { return }
    faults.append(ItemTable.Fault(error: error, isForgivable: isForgivable))
  }

  mutating func attach(_ references: [ItemReferenceBox.Reference]) {
    for reference in references {
      if let position = positions[reference.from] { items[position].references.append(reference) }
    }
  }

  mutating func attach(_ associations: [ItemPropertyAssociationBox.Entry]) {
    func fault(_ reason: String) {
      note(AuxError(.malformed, reason, place: "iprp/ipma"))
    }
    for entry in associations {
      if let wrong = entry.associations.first(where: { $0.index > propertyCount }) {
        fault("item \(entry.itemID) has the property \(wrong.index) of \(propertyCount)")
      }
      guard let position = positions[entry.itemID] else { continue }
      if !items[position].associations.isEmpty {
        fault("a second entry of item \(entry.itemID) (14496-12 8.11.14)")
      }
      items[position].associations += entry.associations
    }
  }

  mutating func attach(_ locations: [ItemLocationBox.Entry]) {
    var located: Set<UInt32> = []
    for entry in locations {
      if !located.insert(entry.itemID).inserted {
        note(AuxError(.malformed, "a second entry of item \(entry.itemID) (14496-12 8.11.3)", place: "iloc"))
      }
      if let position = positions[entry.itemID] { items[position].location = entry }
    }
  }
}

/// What the properties of a file say, each parsed once for all items that have it.
package struct PropertyViews: Sendable {
  private struct Key: Hashable, Sendable {
    /// The number of the property in `ipco` from 1.
    var index: Int
    var view: ObjectIdentifier
  }

  private let known = OnceEach<Key, any Sendable>()

  /// Returns what `parse` makes of a property, or throws what it threw when it was asked for first.
  func view<View: Sendable>(
    _ property: HEIFItem.Property, _ parse: (inout ByteReader) throws(AuxError) -> View
  ) throws(AuxError) -> View {
    let key = Key(index: property.index, view: ObjectIdentifier(View.self))
    let made = known.value(key) { Result { () throws(AuxError) in try Self.parsed(property, parse) } }
    // The key has the type of what is kept.
    guard let result = made as? Result<View, AuxError> else { return try Self.parsed(property, parse) }
    return try result.get()
  }

  private static func parsed<View>(
    _ property: HEIFItem.Property, _ parse: (inout ByteReader) throws(AuxError) -> View
  ) throws(AuxError) -> View {
    ParseEvent.report(.property(property.box.type, at: property.box.offset))
    var reader = property.box.reader
    return try AuxError.at(property.place) { () throws(AuxError) in try parse(&reader) }
  }
}
