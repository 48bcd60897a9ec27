import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport
import Testing

/// Auxiliary images of several components.
@Suite struct ColourAuxiliaryTests {
  /// A HEIC whose primary is a tile, and whose auxiliary image is another, or a grid of 2x2.
  private static func file(
    urn: String, grid: (width: Int, height: Int)? = nil, _ boxes: [Box] = []
  ) throws -> (bytes: [UInt8], tiles: [SingleImageFile]) {
    var builder = HEIFBuilder()
    builder.add(1, try CodedTile.image(seed: 9))
    let auxC = Box("auxC", AuxiliaryTypeProperty(urn: urn).serialize)
    // Those of even numbers are 4:2:0.
    let tiles = try (0..<(grid == nil ? 1 : 4)).map { try CodedTile.image(seed: 2 * $0) }
    for (number, tile) in tiles.enumerated() {
      builder.add(UInt32(number + 10), tile, grid == nil ? boxes + [auxC] : [])
    }
    var auxiliary: UInt32 = 10
    if let grid {
      var payload = ByteWriter()
      GridPayload(rows: 2, columns: 2, width: grid.width, height: grid.height).serialize(into: &payload)
      builder.add(
        20, "grid", payload.bytes, [CodedTile.extents(grid.width, grid.height), auxC] + boxes, isHidden: true)
      builder.references.append(.init("dimg", from: 20, to: [10, 11, 12, 13]))
      auxiliary = 20
    }
    builder.references.append(.init("auxl", from: auxiliary, to: [1]))
    return (builder.bytes(), tiles)
  }

  @Test(arguments: ["tag:apple.com,2023:photo:aux:styledeltamap", "urn:example:photo:aux:unheard"])
  func planesAreThoseOfTheBitstream(urn: String) throws {
    let made = try Self.file(urn: urn)
    let source = try ImageSource(data: made.bytes)
    let image = try #require(source.auxiliaryImages.first)
    #expect(image.type.name == urn && image.pixelFormat.name == "420f" && image.bytesPerRow == 64)
    #expect(image.planes.count == 2 && image.colourEncoding?.layout == .yCbCr420)
    let stored = try source.stored(image)
    let (planes, bits) = try HEIFImageCodec.decodePlanes(made.tiles[0])
    #expect(bits == 8 && stored.content.colours?.components == planes && stored.codes == planes[0])
    #expect(planes.map(\.width) == [64, 32, 32] && planes.map(\.height) == [64, 32, 32])
    let info = try source.auxiliaryDataInfo(of: image)
    #expect(info.data.count == 64 * 64 * 3 / 2 && info.description.pixelFormat.name == "420f")
  }

  @Test func gridsOfColoursAreAssembled() throws {
    let made = try Self.file(urn: "urn:com:samsung:photo:2024:aux:hdrgainmap", grid: (101, 99))
    let source = try ImageSource(data: made.bytes)
    let image = try #require(source.auxiliaryImage(.samsungGainMap))
    let components = try #require(try source.stored(image).content.colours).components
    #expect(components.map(\.width) == [101, 51, 51] && components.map(\.height) == [99, 50, 50])
    for (number, tile) in made.tiles.enumerated() {
      let planes = try HEIFImageCodec.decodePlanes(tile).planes
      for (index, plane) in components.enumerated() {
        let side = index == 0 ? 64 : 32
        let (left, top) = (number % 2 * side, number / 2 * side)
        let (width, height) = (min(side, plane.width - left), min(side, plane.height - top))
        #expect(
          plane.cropped(left: left, top: top, width: width, height: height)
            == planes[index].cropped(left: 0, top: 0, width: width, height: height))
      }
    }
  }

  @Test func codePointsGoBeforeTheBitstream() throws {
    let video = Box(
      "colr", ColourInformationProperty.nclx(primaries: 9, transfer: 16, matrix: 9, range: 0).serialize)
    for grid in [nil, (128, 128)] {
      let made = try Self.file(urn: "urn:example:aux:x", grid: grid, [video])
      let image = try #require(try ImageSource(data: made.bytes).auxiliaryImages.first)
      #expect(image.pixelFormat.name == "420v")
      #expect(
        image.colourEncoding
          == ColourEncoding(
            layout: .yCbCr420, bitsPerComponent: 8, matrixCoefficients: 9, isFullRange: false,
            colourPrimaries: 9, transferCharacteristics: 16))
    }
  }

  /// A matte is luma, however it is coded.
  @Test func mattesAndAlphaAreLumaAlone() throws {
    for type in [AuxiliaryDataType.alpha, .portraitEffectsMatte] {
      let made = try Self.file(urn: type.urns[0])
      let source = try ImageSource(data: made.bytes)
      let image = try #require(source.auxiliaryImage(type))
      #expect(image.pixelFormat == .L008 && image.colourEncoding == nil)
      #expect(try source.stored(image).codes == HEIFImageCodec.decodeGray(made.tiles[0]).plane)
    }
  }

  @Test func profilesComeAlong() throws {
    let profile = Box("colr", ColourInformationProperty.profile(isRestricted: false, [9, 8, 7]).serialize)
    let made = try Self.file(urn: "urn:example:aux:x", [profile])
    let source = try ImageSource(data: made.bytes)
    #expect(try source.stored(source.auxiliaryImages[0]).content.colours?.iccProfile == [9, 8, 7])
  }

  /// A gain map of three components as Adobe writes it, and one of Apple's type.
  @Test func coloursInJPEG() throws {
    let hdrgm = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" \
      hdrgm:GainMapMax="3"/></rdf:RDF></x:xmpmeta>
      """
    for (packet, type) in [(hdrgm, AuxiliaryDataType.adobeGainMap), (Packets.gainMap, .hdrGainMap)] {
      let stream = try Pictures.photo(width: 32, height: 24)
      let map = JPEGBytes.soi + JPEGBytes.xmp(packet) + stream[2...]
      let file = MultiPictureBytes(
        before: [MultiPictureBytes.appleJFIF], after: [], coded: Array(try Pictures.photo()[2...]),
        secondaries: [map])
      let source = try ImageSource(data: file.bytes)
      let image = try #require(source.auxiliaryImage(type))
      #expect(image.pixelFormat == .BGRA && image.planes.count == 1 && image.bytesPerRow == 128)
      let pixels = try #require(try source.stored(image).content.colours).rgb()
      #expect(try pixels.rgb8 == JPEGCodec.decodeRGB(stream, width: 32, height: 24))
    }
  }

  @Test func damagedColoursAreErrors() throws {
    let made = try Self.file(urn: "urn:example:aux:x")
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var bytes = made.bytes
      for _ in 0..<4 { bytes[Int(random.next() % 900)] = UInt8(truncatingIfNeeded: random.next()) }
      guard let source = try? ImageSource(data: bytes) else { continue }
      for image in source.auxiliaryImages { _ = try? source.auxiliaryDataInfo(of: image) }
    }
  }
}
