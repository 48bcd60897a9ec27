import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxMaps
import AuxReader
import AuxWriter
import TestSupport
import Testing

/// Images of several components, and images of tiles, from file to file.
@Suite struct ColourCopyTests {
  private let folder: TemporaryFolder

  /// Properties that name no type, as the packets of HEIF have them.
  private static let packet = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:e="urn:example:"><e:Strength>2</e:Strength></rdf:Description></rdf:RDF>\
    </x:xmpmeta>
    """.utf8)

  init() throws { folder = try TemporaryFolder() }

  /// Returns a coded picture of 64x64 as an item, in 4:2:0.
  private static func coded(_ seed: UInt64) throws -> SingleImageFile {
    let file = try HEIFImageCodec.encode(Sample.image(64, 64, seed: seed), quality: 90)
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source)
    let property = try #require(heif.property("hvcC", of: heif.primaryItem))
    return SingleImageFile(
      itemType: "hvc1", configuration: property.box, width: 64, height: 64,
      payload: try heif.data(of: heif.primaryItem, from: source, maxBytes: file.count))
  }

  /// Returns a HEIC with a picture of 128x128 and a grid of that size of four coded images, with a profile.
  private func photo(_ name: String, urn: String?) throws -> ImageSource {
    let pixels = try Sample.image(128, 128, seed: 5)
    let plain = try HEIFImageCodec.encode(pixels, quality: 80)
    guard let urn else { return try ImageSource(folder.write(plain, to: name)) }
    let file = try HEIFFile(MemoryByteSource(plain))
    var edit = HEIFEdit(file)
    let tiles = try (0..<4).map { number in
      let tile = try Self.coded(UInt64(number))
      let size = ImageSpatialExtentsProperty(width: 64, height: 64)
      return HEIFCodedImage.Tile(
        itemType: "hvc1",
        properties: [
          .init(tile.configuration, isEssential: true),
          .init(Box("ispe", size.serialize), isEssential: false),
        ], payload: tile.payload)
    }
    var grid = ByteWriter()
    GridPayload(rows: 2, columns: 2, width: 128, height: 128).serialize(into: &grid)
    var new = HEIFCodedImage(
      urn: urn, width: 128, height: 128, configuration: nil, payload: grid.bytes,
      xmp: Self.packet)
    new.itemType = "grid"
    new.tiles = tiles
    new.bitsPerChannel = []
    let profile = ColourInformationProperty.profile(isRestricted: false, [1, 2, 3])
    new.extraProperties = [.init(Box("colr", profile.serialize), isEssential: true)]
    try edit.add(new)
    let bytes = try edit.composition(of: MemoryByteSource(plain)).bytes(of: MemoryByteSource(plain))
    return try ImageSource(folder.write(bytes, to: name))
  }

  private static func parts(_ source: ImageSource) throws -> [[UInt8]] {
    guard case .heif(let reader) = source.parsed else { return [] }
    let item = try #require(reader.auxiliaryItems.first)
    return try ([item] + reader.file.grid(of: item, from: source.bytes).tiles).map {
      try reader.file.data(of: $0, from: source.bytes, maxBytes: 1 << 20)
    }
  }

  @Test(arguments: ["tag:apple.com,2023:photo:aux:styledeltamap", "urn:example:aux:unheard"])
  func gridsOfColoursAreCopiedBitForBit(urn: String) throws {
    let source = try photo("a.heic", urn: urn)
    let image = try #require(source.auxiliaryImages.first)
    #expect(image.type.name == urn && image.pixelFormat.name == "420f")
    var destination = try ImageDestination(from: photo("b.heic", urn: nil))
    #expect(try destination.copyAuxiliaryImage(image, from: source))
    _ = try destination.finalize(to: folder.path("c.heic"))
    let copy = try ImageSource(folder.path("c.heic"))
    #expect(try Self.parts(copy) == Self.parts(source) && Self.parts(copy).count == 5)
    let (before, after) = try (source.stored(image), copy.stored(copy.auxiliaryImages[0]))
    #expect(
      before == after && after.content.colours?.iccProfile == [1, 2, 3] && after.packet == Self.packet
    )
    // Taking it out again leaves what there was before.
    var without = try ImageDestination(from: copy)
    try without.removeAuxiliaryImage(copy.auxiliaryImages[0])
    _ = try without.finalize(to: folder.path("d.heic"))
    guard case .heif(let reader) = try ImageSource(folder.path("d.heic")).parsed,
      case .heif(let first) = try ImageSource(folder.path("b.heic")).parsed
    else { throw AuxError(.codec, "no HEIF") }
    #expect(reader.file.items.map(\.id) == first.file.items.map(\.id))
  }

  @Test func coloursAreNotCodedAnew() throws {
    let source = try photo("a.heic", urn: AuxiliaryDataType.styleDeltaMap.name)
    let image = try #require(source.auxiliaryImage(.styleDeltaMap))
    // Turned or in another container they would have to be.
    var turned = try ImageDestination(from: photo("b.heic", urn: nil))
    #expect(throws: AuxError(.unsupported, "")) {
      try turned.copyAuxiliaryImage(image, from: source, turning: .right)
    }
    let jpeg = try ImageSource(data: WriterSupport.jpeg())
    var other = try ImageDestination(from: jpeg)
    #expect(throws: AuxError(.unsupported, "")) { try other.copyAuxiliaryImage(image, from: source) }
    let converted = try ImageDestination(encoding: source, as: .jpeg, quality: 80)
    #expect(converted.notes.contains { $0.contains("several components") })
    _ = try converted.finalize(to: folder.path("c.jpg"))
    #expect(try ImageSource(folder.path("c.jpg")).auxiliaryImages.isEmpty)
    // An extracted image goes back in as it is coded; anything else is refused.
    var back = try ImageDestination(from: source)
    let info = try source.auxiliaryDataInfo(of: image)
    try back.addAuxiliaryDataInfo(info, type: .styleDeltaMap, replacing: true)
    _ = try back.finalize(to: folder.path("e.heic"))
    #expect(try Self.parts(ImageSource(folder.path("e.heic"))) == Self.parts(source))
    var changed = info
    changed.data[0] ^= 1
    #expect(throws: AuxError(.unsupported, "")) {
      try back.addAuxiliaryDataInfo(changed, type: .styleDeltaMap, replacing: true)
    }
  }

  @Test func filesOfColours() throws {
    let source = try photo("a.heic", urn: "urn:example:aux:x")
    let image = source.auxiliaryImages[0]
    let colours = try #require(try source.stored(image).content.colours)
    let png = try AuxiliaryFile(image, of: source, as: .map(.png))
    let decoded = try PNGCodec.decode(png.bytes)
    #expect(decoded.channels == 3)
    #expect(try decoded.samples == colours.rgb().samples)
    // PNG cannot hold a profile of three bytes, and a loss says so.
    #expect(png.keepsProfile == false && png.pixelFormat.name == "420f")
    #expect(try AuxiliaryFile(image, of: source, as: .map(.raw)).bytes == colours.data())
    let tiff = try AuxiliaryFile(image, of: source, as: .map(.tiff))
    #expect(tiff.keepsProfile == true && tiff.width == 128)
    let npy = try AuxiliaryFile(image, of: source, as: .map(.npy))
    #expect(npy.bytes.count == 128 + 128 * 128 * 3)
    for kind in [AuxiliaryFile.Format.map(.pfm), .map(.exr)] {
      #expect(throws: AuxError(.unsupported, "")) { try AuxiliaryFile(image, of: source, as: kind) }
    }
    let list = try AuxiliaryFile(image, of: source, as: .propertyList(.xml))
    let (info, type) = try AuxiliaryDataInfo.reading(propertyList: list.bytes)
    let given = try source.auxiliaryDataInfo(of: image)
    #expect(type == image.type && info == given)
  }
}
