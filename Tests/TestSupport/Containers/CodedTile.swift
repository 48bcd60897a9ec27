internal import AuxCodecs
package import AuxContainers
internal import AuxImage

/// Coded pictures, and HEIF files that are made of them.
package enum CodedTile {
  /// The side of a tile.
  package static let side = 64

  /// Returns a coded square of a gradient that the seed begins.
  package static func image(seed: Int) throws -> SingleImageFile {
    let samples = (0..<(side * side)).flatMap { index -> [UInt8] in
      let (x, y) = (index % side, index / side)
      return [UInt8((seed * 60 + x) % 256), UInt8((seed * 30 + y * 2) % 256), UInt8(255 - seed * 20)]
    }
    let file = try HEIFImageCodec.encode(
      PhotoPixels(width: side, height: side, rgb8: samples), quality: 95, subsampled: seed % 2 == 0)
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source)
    guard let configuration = heif.property("hvcC", of: heif.primaryItem) else {
      throw AuxError(.codec, "no hvcC")
    }
    return SingleImageFile(
      itemType: "hvc1", configuration: configuration.box, width: side, height: side,
      payload: try heif.data(of: heif.primaryItem, from: source, maxBytes: file.count))
  }

  /// Returns a coded square whose conformance window leaves out the last rows.
  package static func cutImage(seed: Int, rows: Int) throws -> SingleImageFile {
    var image = try image(seed: seed)
    var reader = image.configuration.reader
    var configuration = try HEVCDecoderConfiguration(parsing: &reader)
    try configuration.crop(width: side, height: side - rows)
    image.configuration = Box("hvcC", configuration.serialize)
    image.height = side - rows
    return image
  }

  /// Code points of a matrix, of full range.
  package static func codePoints(matrix: UInt16) -> Box {
    Box(
      "colr",
      ColourInformationProperty.nclx(primaries: 1, transfer: 13, matrix: matrix, range: 0x80).serialize)
  }

  /// The size of an image as a property.
  package static func extents(_ width: Int, _ height: Int) -> Box {
    Box("ispe", ImageSpatialExtentsProperty(width: UInt32(width), height: UInt32(height)).serialize)
  }
}

extension HEIFBuilder {
  /// Adds an item with its own properties, all of them essential.
  package mutating func add(
    _ id: UInt32, _ type: FourCharacterCode, _ data: [UInt8], _ boxes: [Box], isHidden: Bool = false,
    contentType: String? = nil
  ) {
    let list = boxes.map { box in
      properties.append(box)
      return ItemPropertyAssociationBox.Association(properties.count, isEssential: true)
    }
    items.append(
      Item(
        info: .init(itemID: id, type: type, isHidden: isHidden, contentType: contentType), data: data,
        properties: list))
  }

  /// Adds a coded image.
  package mutating func add(_ id: UInt32, _ image: SingleImageFile, _ boxes: [Box] = []) {
    add(
      id, image.itemType, image.payload,
      [image.configuration, CodedTile.extents(image.width, image.height)] + boxes, isHidden: true)
  }

  /// Returns a file whose primary, item 100, is a grid of tiles from item 1 on.
  package static func grid(
    rows: Int, columns: Int, width: Int, height: Int, tileProperties: [Box] = [], _ boxes: [Box] = []
  ) throws -> (builder: HEIFBuilder, tiles: [SingleImageFile]) {
    var builder = HEIFBuilder()
    var tiles: [SingleImageFile] = []
    for number in 0..<(rows * columns) {
      tiles.append(try CodedTile.image(seed: number))
      builder.add(UInt32(number + 1), tiles[number], tileProperties)
    }
    var payload = ByteWriter()
    GridPayload(rows: rows, columns: columns, width: width, height: height).serialize(into: &payload)
    builder.add(100, "grid", payload.bytes, [CodedTile.extents(width, height)] + boxes)
    builder.references.append(.init("dimg", from: 100, to: tiles.indices.map { UInt32($0 + 1) }))
    builder.primaryID = 100
    return (builder, tiles)
  }
}
