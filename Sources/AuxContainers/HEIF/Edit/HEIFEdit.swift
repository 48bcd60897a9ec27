package import AuxImage

/// Changes to a HEIF file: auxiliary images to add and items to remove; nothing else changes.
///
/// Source: Specs/heif.md, "Writing".
package struct HEIFEdit: Sendable {
  typealias Association = ItemPropertyAssociationBox.Association

  struct NewData: Hashable, Sendable {
    var itemID: UInt32
    var bytes: [UInt8]
  }

  let file: HEIFFile
  /// The `meta` box to be.
  package var meta: MetaBox
  /// The bytes of the new items, in the order of the file.
  var newData: [NewData] = []
  /// Where the bytes of the removed items are.
  var removed: [ItemLocationBox.Entry] = []

  /// The numbers of the items that go: those that were named, and all that existed for them alone.
  package internal(set) var removedIDs: Set<UInt32> = []
  /// The highest number that is taken; nil where the tables have to be looked through.
  var highestID: UInt32?

  /// The new auxiliary images that are no gain maps.
  var newAuxiliaries: [UInt32] = []

  /// Whether boxes with a C2PA manifest go.
  package var removesManifest = false

  /// Whether what follows the boxes goes, such as a maker's data, and the boxes with the video of a motion photo.
  package var removesTrailers = false
  /// Whether the bytes after the last box go.
  var removesTrailing = false
  /// Boxes at the top of the file, by their offsets, that become other bytes, or none.
  var changedBoxes: [Int: [UInt8]] = [:]
  /// Whether bytes of media data go that no item and no track has.
  var removesUnusedBytes = false
  /// Bytes after the images that take the place of as many at an offset of the file.
  package var patches: [(position: Int, bytes: [UInt8])] = []

  /// The items whose locations count from `idat` now, wherever their bytes were said to be.
  var foundInItemData: Set<UInt32> = []

  /// Whether the brand of tone-mapped images is added where it is missing.
  package var addsToneMapBrand = false

  package init(_ file: HEIFFile) {
    self.file = file
    meta = file.meta
  }

  /// Returns the lowest number above those of all items and groups, which is then taken.
  ///
  /// Throws `limitExceeded` where no number is left.
  mutating func newItemID() throws(AuxError) -> UInt32 {
    let most: UInt32
    if let highestID {
      most = highestID
    } else {
      // All tables are looked through once, not for each new item.
      let items = file.items.map(\.id) + meta.locations.entries.map(\.itemID)
      let groups = meta.groups.flatMap { [$0.groupID] + $0.entityIDs }
      most = (items.filter { !removedIDs.contains($0) } + groups + newData.map(\.itemID)).max() ?? 0
    }
    guard most < UInt32.max - 1 else { throw AuxError(.limitExceeded, "no item number is left") }
    highestID = most + 1
    return most + 1
  }

  mutating func add(_ entry: ItemInfoEntry, _ properties: [Association], _ bytes: [UInt8]) {
    meta.itemInfo.append(entry)
    if !properties.isEmpty { appendAssociations(properties, of: entry.itemID) }
    newData.append(NewData(itemID: entry.itemID, bytes: bytes))
    place(entry.itemID, bytes.count)
  }

  /// Appends an entry to `iloc`; its offset is set when the file is composed.
  mutating func place(_ id: UInt32, _ count: Int) {
    let extent = ItemLocationBox.Extent(offset: 0, length: UInt64(count))
    meta.locations.append(ItemLocationBox.Entry(itemID: id, extents: [extent]))
    meta.locations.lengthSize = max(meta.locations.lengthSize, count > Int(UInt32.max) ? 8 : 4)
  }

  mutating func refer(_ type: FourCharacterCode, from id: UInt32, to targets: [UInt32]) {
    meta.references.append(ItemReferenceBox.Reference(type, from: id, to: targets))
  }
}

/// The properties of items.
extension HEIFEdit {
  func associations(of id: UInt32) -> [Association] {
    for box in meta.associations {
      if let entry = box.entries.first(where: { $0.itemID == id }) { return entry.associations }
    }
    return []
  }

  func property(_ association: Association) -> Box? {
    let index = Int(association.index) - 1
    return meta.properties.indices.contains(index) ? meta.properties[index] : nil
  }

  /// Gives an item that has none its properties.
  mutating func appendAssociations(_ list: [Association], of id: UInt32) {
    if meta.associations.isEmpty { meta.associations.append(ItemPropertyAssociationBox()) }
    let last = meta.associations.count - 1
    meta.associations[last].append(ItemPropertyAssociationBox.Entry(itemID: id, associations: list))
  }

  /// Gives an item other properties; throws `malformed` where it has none yet.
  mutating func replaceAssociations(of id: UInt32, with list: [Association]) throws(AuxError) {
    for (number, box) in meta.associations.enumerated() {
      guard let entry = box.entries.firstIndex(where: { $0.itemID == id }) else { continue }
      return meta.associations[number].replaceAssociations(at: entry, with: list)
    }
    throw AuxError(.malformed, "the item \(id) has no properties", place: "meta/iprp/ipma")
  }

  /// Gives an item that has properties some more, which are essential; throws `malformed` where it has none.
  mutating func associate(_ boxes: [Box], with id: UInt32) throws(AuxError) {
    let more = boxes.map { Association(shared($0), isEssential: true) }
    try replaceAssociations(of: id, with: associations(of: id) + more)
  }

  mutating func append(_ property: Box) -> Int {
    meta.properties.append(property)
    return meta.properties.count
  }

  /// Returns the number of an equal property, which is appended where it is missing.
  mutating func shared(_ property: Box) -> Int {
    let payload = property.payload
    let found = meta.properties.firstIndex {
      $0.type == property.type && $0.userType == property.userType && $0.payload == payload
    }
    return found.map { $0 + 1 } ?? append(property)
  }
}

extension Box {
  /// What an `infe` box says; nil for what cannot be read.
  var itemInfo: ItemInfoEntry? {
    var reader = reader
    return try? ItemInfoEntry(parsing: &reader)
  }
}

extension HEIFStructure {
  /// Takes the structure of a file with the `meta` box of an edit that neither adds bytes to it nor takes any out.
  ///
  /// What was just coded is described to its end this way, and composed once, with all that is added to it.
  package init(_ file: HEIFStructure, edited edit: HEIFEdit, limits: AuxLimits) {
    (source, layout, fileType, self.limits) = (file.source, file.layout, file.fileType, limits)
    let edited = MetaStructure(edit.meta.box, limits: limits)
    (meta, index) = (.success(edited), HEIFIndex(edited))
  }
}
