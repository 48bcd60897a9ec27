package import AuxImage

/// The items of a HEIF file, right or wrong, with their reverse references and the list of the auxiliary images.
///
/// Source: Specs/heif.md, "Reading".
package struct HEIFIndex: HEIFContent {
  package let table: ItemTable
  /// The number of the primary item; nil where the file does not say.
  package let primaryID: UInt32?
  /// The auxiliary images, of the primary and of others, in the order of the file.
  package private(set) var entries: [Listed<HEIFItem>] = []
  /// The positions of the metadata items (`cdsc`) of each item, in the order of the file, without Exif and XMP of no bytes.
  private var descriptions: [UInt32: [Int]] = [:]
  /// The position of the first tone-mapped image (`tmap`) that each gain map is in.
  private var toneMaps: [UInt32: Int] = [:]

  /// Joins what the children of `meta` say; what cannot be read is left out.
  init(_ meta: MetaStructure) {
    var (boxes, entries): ([Box], [Result<ItemInfoEntry, AuxError>]) = ([], [])
    var (properties, associations): ([Box], [ItemPropertyAssociationBox.Entry]) = ([], [])
    var references: [ItemReferenceBox.Reference] = []
    var locations: [ItemLocationBox.Entry] = []
    var primary: UInt32?
    for child in meta.children {
      switch child.content {
      case .primary(.success(let box)): primary = box.itemID
      case .items(.success(let list)):
        boxes += list.list.boxes
        entries += list.entries
      case .references(.success(let list)): references += list.references.compactMap { try? $0.get() }
      case .associations(let views):
        properties += child.box.boxes.lazy.filter { $0.type == "ipco" }.flatMap(\.boxes)
        associations += views.flatMap { (try? $0.get())?.entries ?? [] }
      case .locations(.success(let box)): locations = box.entries
      case .handler, .groups, .other, .primary, .items, .references, .locations: break
      }
    }
    self.init(
      ItemTable(
        boxes, entries, properties: properties, associations: associations, references: references,
        locations: locations),
      primary: primary)
  }

  /// Looks through the items of a table, which is empty without one.
  init(_ table: ItemTable = ItemTable(), primary: UInt32? = nil) {
    self.table = table
    primaryID = primary
    let bases = basesOfPrimary()
    var gainMaps: Set<UInt32> = []
    for (position, item) in items.enumerated() where !item.references.isEmpty {
      // A table of descriptions names an item once, however often a reference does.
      if item.hasBytes || !item.isKnownMetadata {
        for target in Set(item.targets("cdsc")) { descriptions[target, default: []].append(position) }
      }
      guard item.type == "tmap" else { continue }
      // The inputs are the base image and the gain map. Source: ISO/IEC 23008-12:2022/Amd 1, 6.6.2.4.
      let inputs = item.targets("dimg")
      if inputs.count > 1, toneMaps[inputs[1]] == nil { toneMaps[inputs[1]] = position }
      if inputs.count == 2, bases.contains(inputs[0]) || bases.contains(item.id) {
        gainMaps.insert(inputs[1])
      }
    }
    entries = items.compactMap { entry($0, bases, gainMaps) }
  }

  /// Returns the primary item and the images that it is derived from without being composed of several.
  private func basesOfPrimary() -> Set<UInt32> {
    var found: Set<UInt32> = []
    var next = primaryID
    // A derivation that leads back to itself ends where it meets an item again.
    while let id = next, found.insert(id).inserted {
      next = nil
      if let item = item(id), item.type == "tmap" || item.type == "iden" {
        next = item.targets("dimg").first
      }
    }
    return found
  }

  /// Returns what is listed of an item; nil where nothing makes it an auxiliary image.
  private func entry(
    _ item: HEIFItem, _ bases: Set<UInt32>, _ gainMaps: Set<UInt32>
  ) -> Listed<HEIFItem>? {
    let isInput = gainMaps.contains(item.id)
    var signs: [AuxiliaryEntry.Sign] = []
    if item.references.contains(where: { $0.type == "auxl" }) { signs.append(.auxl) }
    if property("auxC", of: item) != nil { signs.append(.auxC) }
    if isInput { signs.append(.tmap) }
    guard !signs.isEmpty else { return nil }
    let isOfPrimary = isInput || item.targets("auxl").contains(where: bases.contains)
    var kind = (try? auxiliaryType(of: item))?.kind
    // Such a gain map needs no name.
    if kind == nil, isInput, !signs.contains(.auxl) { kind = .isoGainMap }
    let entry = AuxiliaryEntry(
      name: item.place, offset: item.offset, kind: kind, signs: signs,
      relation: isOfPrimary ? .primary : .other)
    return Listed(entry: entry, place: item)
  }

  /// Returns the metadata items that describe an item (`cdsc`), in the order of the file, without Exif and XMP of no bytes.
  package func metadataItems(for id: UInt32) -> [HEIFItem] {
    (descriptions[id] ?? []).map { items[$0] }
  }

  /// Returns the first tone-mapped image that is made with a gain map.
  func toneMap(of item: HEIFItem) -> HEIFItem? { toneMaps[item.id].map { items[$0] } }
}

extension AuxiliaryTypeProperty {
  /// The kind that the URN names; metadata may say more.
  package var kind: AuxiliaryDataType {
    urn == GainMapPayload.urn ? .isoGainMap : AuxiliaryDataType(urn: urn)
  }
}

extension HEIFItem {
  /// What messages call the item.
  package var place: String { "item \(id)" }
}
