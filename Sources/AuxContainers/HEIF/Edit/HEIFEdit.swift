package import AuxImage

/// Changes to a HEIF file: auxiliary images to add and items to remove; nothing else changes.
///
/// Source: Specs/heif.md, "Writing".
package struct HEIFEdit: Sendable {
  /// Bytes of an item that is new.
  struct NewData: Hashable, Sendable {
    var itemID: UInt32
    var bytes: [UInt8]
  }

  /// The file as it was opened.
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

  /// Creates an edit without changes.
  package init(_ file: HEIFFile) {
    self.file = file
    meta = file.meta
  }

  /// Returns the lowest number above those of all items and groups, which is then taken.
  ///
  /// Throws `limitExceeded` where there is none.
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

  /// Adds an auxiliary image of the primary item and returns its number.
  ///
  /// Throws `usage` for a size of nothing, and `limitExceeded` where the file has no number left.
  @discardableResult
  package mutating func add(_ new: HEIFNewImage) throws(AuxError) -> UInt32 {
    try add(new, isAuxiliary: true)
  }

  /// Adds an image, with what makes it an auxiliary one or without.
  mutating func add(_ new: HEIFNewImage, isAuxiliary: Bool) throws(AuxError) -> UInt32 {
    guard let width = UInt32(exactly: new.width), let height = UInt32(exactly: new.height), width > 0,
      height > 0
    else { throw AuxError(.usage, "an auxiliary image of \(new.width)x\(new.height)") }
    var tiles: [UInt32] = []
    for tile in new.tiles { tiles.append(try add(tile)) }
    let id = try newItemID()
    let isGainMap = Self.isGainMap(urn: new.urn)
    let targets = isGainMap ? [meta.primary.itemID] : auxiliaryTargets
    if isAuxiliary, !isGainMap { newAuxiliaries.append(id) }
    meta.itemInfo.append(ItemInfoEntry(itemID: id, type: new.itemType, isHidden: true))
    try associate(
      new, ImageSpatialExtentsProperty(width: width, height: height), isAuxiliary: isAuxiliary, with: id)
    if !tiles.isEmpty { meta.references.append(ItemReferenceBox.Reference("dimg", from: id, to: tiles)) }
    if isAuxiliary { meta.references.append(ItemReferenceBox.Reference("auxl", from: id, to: targets)) }
    if let xmp = new.xmp {
      let entry = ItemInfoEntry(
        itemID: id + 1, type: "mime", isHidden: true, contentType: HEIFItem.xmpContentType)
      meta.itemInfo.append(entry)
      meta.references.append(ItemReferenceBox.Reference("cdsc", from: id + 1, to: [id]))
      newData.append(NewData(itemID: id + 1, bytes: xmp))
      highestID = id + 1
    }
    newData.append(NewData(itemID: id, bytes: new.payload))
    place(id, new.payload.count)
    if let xmp = new.xmp { place(id + 1, xmp.count) }
    return id
  }

  /// Adds a tile and returns its number.
  private mutating func add(_ tile: HEIFNewImage.Tile) throws(AuxError) -> UInt32 {
    let id = try newItemID()
    meta.itemInfo.append(ItemInfoEntry(itemID: id, type: tile.itemType, isHidden: true))
    let list = tile.properties.map {
      ItemPropertyAssociationBox.Association(shared($0.box), isEssential: $0.isEssential)
    }
    appendAssociations(list, of: id)
    newData.append(NewData(itemID: id, bytes: tile.payload))
    place(id, tile.payload.count)
    return id
  }

  /// Appends an entry to `iloc`; its offset is set when the file is composed.
  mutating func place(_ id: UInt32, _ count: Int) {
    let extent = ItemLocationBox.Extent(offset: 0, length: UInt64(count))
    meta.locations.append(ItemLocationBox.Entry(itemID: id, extents: [extent]))
    meta.locations.lengthSize = max(meta.locations.lengthSize, count > Int(UInt32.max) ? 8 : 4)
  }

  /// Gives a new item its properties, in the order of Apple's cameras.
  private mutating func associate(
    _ new: HEIFNewImage, _ extents: ImageSpatialExtentsProperty, isAuxiliary: Bool, with id: UInt32
  ) throws(AuxError) {
    typealias Association = ItemPropertyAssociationBox.Association
    var list = new.configuration.map { [Association(append($0), isEssential: true)] } ?? []
    list.append(Association(shared(Box("ispe", extents.serialize)), isEssential: false))
    let primary = meta.associations.flatMap(\.entries).first { $0.itemID == meta.primary.itemID }
    for association in primary?.associations ?? [] where association.index > 0 {
      let type = meta.properties[Int(association.index) - 1].type
      if type == "irot" || type == "imir" { list.append(association) }
    }
    if !new.bitsPerChannel.isEmpty {
      let pixels = PixelInformationProperty(bitsPerChannel: new.bitsPerChannel)
      list.append(Association(shared(Box("pixi", pixels.serialize)), isEssential: false))
    }
    for extra in new.extraProperties {
      list.append(Association(shared(extra.box), isEssential: extra.isEssential))
    }
    let auxiliary = AuxiliaryTypeProperty(urn: new.urn, subtype: new.subtype)
    if isAuxiliary {
      list.append(Association(shared(Box("auxC", auxiliary.serialize)), isEssential: true))
    }
    guard meta.properties.count <= 0x7FFF, list.count <= 0xFF else {
      throw AuxError(
        .limitExceeded, "\(meta.properties.count) properties, 32767 at most", place: "meta/iprp/ipco")
    }
    appendAssociations(list, of: id)
  }

  /// Gives an item that has none its properties.
  mutating func appendAssociations(_ list: [ItemPropertyAssociationBox.Association], of id: UInt32) {
    if meta.associations.isEmpty { meta.associations.append(ItemPropertyAssociationBox()) }
    let last = meta.associations.count - 1
    meta.associations[last].append(ItemPropertyAssociationBox.Entry(itemID: id, associations: list))
  }

  /// Appends a property and returns its number.
  mutating func append(_ property: Box) -> Int {
    meta.properties.append(property)
    return meta.properties.count
  }

  /// Returns the number of an equal property, which is appended where there is none.
  mutating func shared(_ property: Box) -> Int {
    let payload = property.payload
    let found = meta.properties.firstIndex {
      $0.type == property.type && $0.userType == property.userType && $0.payload == payload
    }
    return found.map { $0 + 1 } ?? append(property)
  }
}

extension Box {
  /// The number of the item that an `infe` box describes.
  var itemID: UInt32? {
    var reader = reader
    return (try? ItemInfoEntry(parsing: &reader))?.itemID
  }
}
