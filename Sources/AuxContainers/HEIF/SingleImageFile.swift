package import AuxImage

/// The smallest HEIF file around one coded image, for a decoder that takes files only.
package struct SingleImageFile: Hashable, Sendable {
  package var itemType: FourCharacterCode
  /// The codec's configuration: `hvcC` or `av1C`.
  package var configuration: Box
  package var width: Int
  package var height: Int
  package var payload: [UInt8]
  /// Further properties, as `pixi` and `colr`; none that changes the image is needed.
  package var properties: [Box] = []

  package init(
    itemType: FourCharacterCode, configuration: Box, width: Int, height: Int, payload: [UInt8]
  ) {
    (self.itemType, self.configuration) = (itemType, configuration)
    (self.width, self.height, self.payload) = (width, height, payload)
  }

  /// The bytes of the file; throws `usage` for a size that does not fit.
  package func bytes() throws(AuxError) -> [UInt8] {
    guard let width = UInt32(exactly: width), let height = UInt32(exactly: height) else {
      throw AuxError(.usage, "an image of \(width)x\(height)")
    }
    let isAV1 = CodedItemKind(itemType: itemType) == .av1
    let fileType = FileTypeBox(
      majorBrand: isAV1 ? "avif" : "heic",
      compatibleBrands: isAV1 ? ["avif", "mif1", "miaf"] : ["heic", "mif1"])
    let file = Box("ftyp", fileType.serialize)
    let extents = ImageSpatialExtentsProperty(width: width, height: height)
    let list = [configuration, Box("ispe", extents.serialize)] + properties
    // The offset does not change the size of the box, which it follows from.
    let metaCount = meta(list, dataOffset: 0).count
    let meta = meta(list, dataOffset: file.count + metaCount + 8)
    var writer = ByteWriter()
    file.serialize(into: &writer)
    meta.serialize(into: &writer)
    BoxHeader("mdat", payloadCount: payload.count).serialize(into: &writer)
    writer.write(payload)
    return writer.bytes
  }

  private func meta(_ properties: [Box], dataOffset: Int) -> Box {
    var items = ItemInfoBox()
    items.append(ItemInfoEntry(itemID: 1, type: itemType))
    var associations = ItemPropertyAssociationBox()
    let list = properties.enumerated().map { index, property in
      ItemPropertyAssociationBox.Association(
        index + 1, isEssential: property.type == "hvcC" || property.type == "av1C")
    }
    associations.append(ItemPropertyAssociationBox.Entry(itemID: 1, associations: list))
    var locations = ItemLocationBox()
    let extent = ItemLocationBox.Extent(offset: UInt64(dataOffset), length: UInt64(payload.count))
    locations.append(ItemLocationBox.Entry(itemID: 1, extents: [extent]))
    return Box(
      "meta", prefix: [0, 0, 0, 0],
      boxes: [
        Box("hdlr", HandlerBox("pict").serialize),
        Box("pitm", PrimaryItemBox(itemID: 1).serialize),
        Box("iinf", items.serialize),
        Box("iprp", boxes: [Box("ipco", boxes: properties), Box("ipma", associations.serialize)]),
        Box("iloc", locations.serialize),
      ])
  }
}
