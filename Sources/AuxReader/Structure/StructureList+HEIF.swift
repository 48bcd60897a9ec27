internal import AuxContainers
internal import AuxImage

extension StructureList {
  /// Adds the boxes of a HEIF file; of `meta` what is in it as well.
  mutating func add(_ structure: HEIFStructure) {
    let layout = structure.layout
    var metaIsNext = true
    for entry in layout.all where !isFull {
      add(0, "\(entry.type)", entry.range, Self.text(of: entry, structure))
      guard entry.type == "meta", metaIsNext, let meta = structure.meta else { continue }
      metaIsNext = false
      switch meta {
      case .success(let meta): add(meta, structure)
      case .failure(let error): add(1, error)
      }
    }
    if let fault = layout.fault { add(0, fault) }
    if !layout.trailer.isEmpty { add(0, "after the boxes", layout.trailer) }
  }

  private static func text(of entry: FileLayout.Entry, _ structure: HEIFStructure) -> String {
    switch entry.type {
    case "ftyp":
      guard case .success(let brands)? = structure.fileType else { return "" }
      return "\(brands.majorBrand): " + brands.compatibleBrands.map(\.description).joined(separator: " ")
    case "mdat": return "the bytes of items"
    case "meta": return "items, their properties and references"
    default: return ""
    }
  }

  private mutating func add(_ meta: MetaStructure, _ structure: HEIFStructure) {
    let items = HEIFItemList(meta)
    for child in meta.children where !isFull {
      let box = child.box
      func range(_ box: Box) -> Range<Int> { box.offset..<box.offset + box.count }
      switch child.content {
      case .handler(let handler):
        add(1, "\(box.type)", range(box), Self.text(handler) { "\($0.handlerType)" })
      case .primary(let primary):
        add(1, "\(box.type)", range(box), Self.text(primary) { "item \($0.itemID)" })
      case .items(let list):
        add(1, "\(box.type)", range(box), Self.text(list) { "\($0.count) items" })
        add(items, structure)
      case .references(let list):
        add(1, "\(box.type)", range(box), Self.text(list) { "\($0.references.count) references" })
        if case .success(let list) = list { add(list) }
      case .associations(let associations):
        add(1, "\(box.type)", range(box))
        addProperties(of: box, associations)
      case .locations(let locations):
        add(
          1, "\(box.type)", range(box),
          Self.text(locations) { "where the bytes of \($0.entries.count) items are" })
      case .groups(let groups):
        add(1, "\(box.type)", range(box))
        for (group, box) in zip(groups, box.boxes) {
          add(
            2, "\(box.type)", range(box),
            Self.text(group) { "group \($0.groupID) of " + Self.numbers($0.entityIDs) })
        }
      case .other: add(1, "\(box.type)", range(box))
      }
    }
    if let fault = meta.box.fault { add(1, fault) }
  }

  /// Returns what a view says, or why there is none.
  private static func text<View>(_ view: Result<View, AuxError>, _ text: (View) -> String) -> String {
    switch view {
    case .success(let view): text(view)
    case .failure(let error): "error: \(error.message)"
    }
  }

  private static func numbers(_ numbers: [UInt32]) -> String {
    (numbers.count > 12 ? numbers.prefix(12).map { "\($0)" } + ["…"] : numbers.map { "\($0)" })
      .joined(separator: " ")
  }

  private mutating func add(_ items: HEIFItemList, _ structure: HEIFStructure) {
    for item in items.table.items where !isFull {
      var facts = ["\(item.type)"]
      if item.id == items.primary { facts.append("primary") }
      if item.isHidden { facts.append("hidden") }
      if !item.name.isEmpty { facts.append("named \(item.name)") }
      if let type = item.contentType { facts.append(type) }
      if let size = try? items.imageSize(of: item) { facts.append("\(size.width)x\(size.height)") }
      if let kind = try? items.auxiliaryType(of: item) { facts.append(kind.urn) }
      if !item.associations.isEmpty {
        let numbers = Self.numbers(item.associations.map { UInt32($0.index) })
        facts.append("properties \(numbers)")
      }
      let count = item.location?.extents.reduce(UInt64(0)) {
        $0.addingReportingOverflow($1.length).partialValue
      }
      if let count { facts.append("\(count) coded bytes\(items.place(of: item))") }
      add(2, "item \(item.id)", at: item.offset, facts.joined(separator: ", "))
    }
  }

  private mutating func add(_ references: ReferenceList) {
    for (reference, box) in zip(references.references, references.list.boxes) where !isFull {
      add(
        2, "\(box.type)", box.offset..<box.offset + box.count,
        Self.text(reference) { "item \($0.from) → \(Self.numbers($0.to))" })
    }
    if let fault = references.list.fault { add(2, fault) }
  }

  private mutating func addProperties(
    of box: Box, _ associations: [Result<ItemPropertyAssociationBox, AuxError>]
  ) {
    var associations = associations[...]
    for child in box.boxes where !isFull {
      let range = child.offset..<child.offset + child.count
      guard child.type != "ipma" else {
        let text = associations.popFirst().map { Self.text($0) { "of \($0.entries.count) items" } }
        add(2, "ipma", range, text ?? "")
        continue
      }
      add(2, "\(child.type)", range, child.boxes.isEmpty ? "" : "\(child.boxes.count) properties")
      for (number, property) in child.boxes.enumerated() where !isFull {
        add(
          3, "\(property.type)", property.offset..<property.offset + property.count,
          "\(number + 1): \(HEIFPropertyText.text(of: property))")
      }
      if let fault = child.fault { add(3, fault) }
    }
  }
}

/// The items of a `meta` box with what is known of them, right or wrong.
private struct HEIFItemList: HEIFContent {
  let table: ItemTable
  private(set) var primary: UInt32?

  init(_ meta: MetaStructure) {
    var (boxes, entries): ([Box], [Result<ItemInfoEntry, AuxError>]) = ([], [])
    var (properties, associations): ([Box], [ItemPropertyAssociationBox.Entry]) = ([], [])
    var locations: [ItemLocationBox.Entry] = []
    for child in meta.children {
      switch child.content {
      case .primary(.success(let box)): primary = box.itemID
      case .items(.success(let list)): (boxes, entries) = (list.list.boxes, list.entries)
      case .associations(let views):
        properties = child.box.first("ipco")?.boxes ?? []
        associations = views.flatMap { (try? $0.get())?.entries ?? [] }
      case .locations(.success(let box)): locations = box.entries
      case .handler, .references, .groups, .other, .primary, .items, .locations: break
      }
    }
    table = ItemTable(
      boxes, entries, properties: properties, associations: associations, references: [], locations: locations
    )
  }

  /// Returns where the bytes of an item are, in words; nothing where that is in several places.
  func place(of item: HEIFItem) -> String {
    guard let location = item.location, location.extents.count == 1 else { return "" }
    let start = location.baseOffset.addingReportingOverflow(location.extents[0].offset).partialValue
    return location.constructionMethod == 1 ? " in idat" : " at byte \(start)"
  }
}
