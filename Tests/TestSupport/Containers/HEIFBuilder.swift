package import AuxContainers

/// A HEIF file made of parts, for files that our writers do not make.
package struct HEIFBuilder {
  /// One item.
  package struct Item {
    package var info: ItemInfoEntry
    package var data: [UInt8]
    package var method: UInt16 = 0
    package var properties: [ItemPropertyAssociationBox.Association] = []

    /// Creates an item whose bytes are in `mdat` (method 0) or `idat` (1).
    package init(
      info: ItemInfoEntry, data: [UInt8], method: UInt16 = 0,
      properties: [ItemPropertyAssociationBox.Association] = []
    ) {
      (self.info, self.data, self.method, self.properties) = (info, data, method, properties)
    }
  }

  /// The box that says that everything is in this file, as a child of `meta`.
  package static let selfContained = Box("dinf") { payload in
    Box("dref", [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 12] + Array("url ".utf8) + [0, 0, 0, 1])
      .serialize(into: &payload)
  }

  package var fileType = FileTypeBox(majorBrand: "heic", compatibleBrands: ["mif1"])
  package var items: [Item] = []
  package var properties: [Box] = []
  /// The properties of groups, and of what does not exist.
  package var propertiesOfOthers: [ItemPropertyAssociationBox.Entry] = []
  package var references = ItemReferenceBox()
  package var groups: [EntityGroup] = []
  package var primaryID: UInt32 = 1
  package var locations = ItemLocationBox()
  package var usesBaseOffset = false
  package var extraMeta: [Box] = []
  /// Boxes between `meta` and `mdat`, given the offset of the media data.
  package var middle: (Int) -> [Box] = { _ in [] }
  package var mediaForm: [UInt8]? = nil
  package var tail: [UInt8] = []
  /// Changes the entries of `iloc` last.
  package var adjust: (inout ItemLocationBox, Int) -> Void = { _, _ in }

  /// Creates a file of nothing.
  package init() {}

  private func meta(mediaOffset: Int) -> Box {
    var info = ItemInfoBox()
    var associations = ItemPropertyAssociationBox()
    var locations = locations
    var position = mediaOffset
    var itemData: [UInt8] = []
    for item in items {
      info.append(item.info)
      if !item.properties.isEmpty {
        associations.append(.init(itemID: item.info.itemID, associations: item.properties))
      }
      let offset = item.method == 1 ? itemData.count : position
      var entry = ItemLocationBox.Entry(
        itemID: item.info.itemID, extents: [.init(offset: UInt64(offset), length: UInt64(item.data.count))])
      entry.method = item.method
      if usesBaseOffset, item.method == 0 {
        entry.baseOffset = UInt64(mediaOffset)
        entry.extents[0].offset -= UInt64(mediaOffset)
      }
      locations.append(entry)
      if item.method == 1 { itemData += item.data } else { position += item.data.count }
    }
    for entry in propertiesOfOthers { associations.append(entry) }
    adjust(&locations, mediaOffset)
    var children = [
      Box("hdlr", HandlerBox("pict").serialize), Self.selfContained,
      Box("pitm", PrimaryItemBox(itemID: primaryID).serialize), Box("iinf", info.serialize),
      Box("iref", references.serialize),
      Box("iprp", boxes: [Box("ipco", boxes: properties), Box("ipma", associations.serialize)]),
    ]
    if !groups.isEmpty { children.append(Box("grpl", boxes: groups.map { Box($0.type, $0.serialize) })) }
    if !itemData.isEmpty { children.append(Box("idat", itemData)) }
    children += [Box("iloc", locations.serialize)] + extraMeta
    return Box("meta", prefix: [0, 0, 0, 0], boxes: children)
  }

  /// The bytes of the file.
  package func bytes() -> [UInt8] {
    let media = items.filter { $0.method == 0 }.flatMap(\.data)
    let header =
      mediaForm
      ?? ByteWriter.bytes { BoxHeader("mdat", payloadCount: media.count).serialize(into: &$0) }
    let type = Box("ftyp", fileType.serialize)
    let offset =
      type.count + meta(mediaOffset: 0).count + middle(0).reduce(0) { $0 + $1.count } + header.count
    return ByteWriter.bytes { writer in
      type.serialize(into: &writer)
      meta(mediaOffset: offset).serialize(into: &writer)
      for box in middle(offset) { box.serialize(into: &writer) }
      writer.write(header + media + tail)
    }
  }
}

extension ByteWriter {
  /// Returns what `write` writes.
  fileprivate static func bytes(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    write(&writer)
    return writer.bytes
  }
}
