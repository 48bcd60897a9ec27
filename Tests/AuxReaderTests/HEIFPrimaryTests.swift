import AuxCodecs
import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

/// The pixels of HEIF primaries, tile by tile.
@Suite struct HEIFPrimaryTests {
  private static let side = CodedTile.side

  private static func pixels(_ builder: HEIFBuilder) throws -> PhotoPixels {
    try ImageSource(data: builder.bytes()).primaryPixels()
  }

  /// Returns a rectangle of the samples of a decoded tile.
  private static func part(_ tile: [UInt8], width: Int, height: Int) -> [UInt8] {
    (0..<height).flatMap { row in tile[(row * side * 3)..<((row * side + width) * 3)] }
  }

  @Test func aGridIsPutTogetherRowByRowAndCut() throws {
    let (width, height) = (2 * Self.side + 21, Self.side + 33)
    let (builder, tiles) = try HEIFBuilder.grid(rows: 2, columns: 3, width: width, height: height)
    let pixels = try Self.pixels(builder)
    #expect((pixels.width, pixels.height, pixels.channels) == (width, height, 3))
    #expect(pixels.bitsPerSample == 8 && pixels.orientation == .up && pixels.iccProfile == nil)
    var expected: [UInt8] = []
    for row in 0..<2 {
      let rows = row == 0 ? Self.side : 33
      let across = try (0..<3).map { column -> [UInt8] in
        try Self.part(
          tiles[row * 3 + column].rgb(), width: column == 2 ? 21 : Self.side, height: rows
        )
      }
      for line in 0..<rows {
        for part in across { expected += part[(part.count / rows * line)..<(part.count / rows * (line + 1))] }
      }
    }
    #expect(pixels.rgb8 == expected)
  }

  @Test func orientationAndProfileAreThoseOfTheGrid() throws {
    let profile = [UInt8](repeating: 3, count: 140)
    let boxes = [
      Box("colr", ColourInformationProperty.profile(isRestricted: false, profile).serialize),
      Box("irot", [3]), Box("imir", [0]),
    ]
    let (builder, _) = try HEIFBuilder.grid(rows: 1, columns: 1, width: 50, height: 40, boxes)
    let source = try ImageSource(data: builder.bytes())
    let pixels = try source.primaryPixels()
    #expect(pixels.orientation == source.primary?.orientation && pixels.orientation.swapsSides)
    #expect((pixels.width, pixels.height) == (50, 40) && pixels.iccProfile == profile)
    let upright = pixels.upright()
    #expect((upright.width, upright.height) == (40, 50) && upright.iccProfile == profile)
  }

  @Test func codePointsOfOtherColoursAreAProfile() throws {
    func profile(_ tile: [Box], _ grid: [Box]) throws -> [UInt8]? {
      try Self.pixels(
        HEIFBuilder.grid(rows: 1, columns: 1, width: 64, height: 64, tileProperties: tile, grid).builder
      ).iccProfile
    }
    func points(_ primaries: UInt16) -> Box {
      let colour = ColourInformationProperty.nclx(primaries: primaries, transfer: 13, matrix: 6, range: 0x80)
      return Box("colr", colour.serialize)
    }
    let wide = try #require(ICCProfileWriter.profile(colourPrimaries: 12, transferCharacteristics: 13))
    #expect(try profile([], [points(12)]) == wide)
    #expect(try profile([points(12)], []) == wide)
    #expect(try profile([points(12)], [points(1)]) == nil)
    let own = Box("colr", ColourInformationProperty.profile(isRestricted: false, [9, 8, 7]).serialize)
    #expect(try profile([], [points(12), own]) == [9, 8, 7])
  }

  @Test func aGridHasTheColoursOfItsFirstTileWhereItSaysNone() throws {
    func property(_ bytes: [UInt8]) -> Box {
      Box("colr", ColourInformationProperty.profile(isRestricted: false, bytes).serialize)
    }
    func decoded(_ first: [Box], _ second: [Box], _ grid: [Box] = []) throws -> DecodedPrimary {
      var builder = try HEIFBuilder.grid(rows: 1, columns: 2, width: 128, height: 64, grid).builder
      for (id, boxes) in [(0, first), (1, second)] {
        for box in boxes {
          builder.properties.append(box)
          builder.items[id].properties.append(.init(builder.properties.count, isEssential: true))
        }
      }
      return try ImageSource(data: builder.bytes()).decodedPrimary()
    }
    let (one, other) = ([UInt8](repeating: 1, count: 40), [UInt8](repeating: 2, count: 40))
    let same = try decoded([property(one)], [property(one)])
    #expect(same.pixels.iccProfile == one && same.notes.isEmpty)
    let own = try decoded([property(one)], [property(other)], [property(other)])
    #expect(own.pixels.iccProfile == other && own.notes.isEmpty)
    let different = [
      ([property(one)], [property(other)], one), ([property(one)], [], one), ([], [property(other)], nil),
    ]
    for (first, second, expected) in different {
      let found = try decoded(first, second)
      #expect(found.pixels.iccProfile == expected)
      #expect(
        found.notes == [
          "the tiles of item 100 differ in their colours; those of the first are taken for all"
        ])
    }
  }

  @Test func anIdentityAndAnOverlayHaveTheirOwnColoursOrThoseOfTheirImages() throws {
    func property(_ bytes: [UInt8]) -> Box {
      Box("colr", ColourInformationProperty.profile(isRestricted: false, bytes).serialize)
    }
    let (one, other) = ([UInt8](repeating: 1, count: 40), [UInt8](repeating: 2, count: 40))
    func decoded(
      _ type: FourCharacterCode, _ first: [UInt8], _ second: [UInt8], own: [Box] = []
    ) throws -> DecodedPrimary {
      var builder = HEIFBuilder()
      builder.add(1, try CodedTile.image(seed: 0), [property(first)])
      builder.add(2, try CodedTile.image(seed: 1), [property(second)])
      var payload = ByteWriter()
      OverlayPayload(
        fill: [0, 0, 0, 0xFFFF], width: 64, height: 64,
        offsets: [OverlayPayload.Offset(left: 0, top: 0), .init(left: 32, top: 0)]
      ).serialize(into: &payload)
      builder.add(101, type, type == "iovl" ? payload.bytes : [], [CodedTile.extents(64, 64)] + own)
      builder.references.append(.init("dimg", from: 101, to: type == "iovl" ? [1, 2] : [1]))
      builder.primaryID = 101
      return try ImageSource(data: builder.bytes()).decodedPrimary()
    }
    #expect(try decoded("iden", one, other).pixels.iccProfile == one)
    #expect(try decoded("iden", one, one, own: [property(other)]).pixels.iccProfile == other)
    let same = try decoded("iovl", one, one)
    #expect(same.pixels.iccProfile == one && same.notes.isEmpty)
    let different = try decoded("iovl", one, other)
    #expect(different.pixels.iccProfile == nil && different.notes.count == 1)
    let own = try decoded("iovl", one, other, own: [property(other)])
    #expect(own.pixels.iccProfile == other && own.notes.isEmpty)
    let points = ColourInformationProperty.nclx(primaries: 12, transfer: 13, matrix: 6, range: 0x80)
    let wide = try decoded("iovl", one, other, own: [Box("colr", points.serialize)])
    #expect(
      wide.pixels.iccProfile == ICCProfileWriter.profile(colourPrimaries: 12, transferCharacteristics: 13))
  }

  @Test func tilesHaveTheColoursOfTheirGridUnlessTheySaySo() throws {
    func first(_ tile: [Box], _ grid: [Box]) throws -> [UInt8] {
      try Self.pixels(
        HEIFBuilder.grid(rows: 1, columns: 1, width: 64, height: 64, tileProperties: tile, grid).builder
      ).rgb8
    }
    let (plain, other) = (CodedTile.codePoints(matrix: 6), CodedTile.codePoints(matrix: 1))
    let bare = try first([], [])
    #expect(try first([], [plain]) == bare)
    #expect(try first([], [other]) != bare)
    #expect(try first([plain], [other]) == bare)
  }

  @Test func anotherImageThatLibheifRefusesIsInNobodysWay() throws {
    // An auxiliary image of two images, as iOS 18 writes it.
    let (grid, tiles) = try HEIFBuilder.grid(rows: 1, columns: 2, width: 120, height: 60)
    var builder = grid
    builder.add(
      101, "tmap", [0], [CodedTile.extents(120, 60)])
    builder.references.append(.init("dimg", from: 101, to: [100, 1]))
    builder.add(
      102, tiles[0],
      [Box("auxC", AuxiliaryTypeProperty(urn: "urn:com:apple:photo:2020:aux:hdrgainmap").serialize)])
    builder.references.append(.init("auxl", from: 102, to: [100, 101]))
    #expect(try Self.pixels(builder).width == 120)
  }

  @Test(arguments: ["tmap", "iden"] as [FourCharacterCode])
  func aDerivedImageIsItsBaseAsDisplayed(type: FourCharacterCode) throws {
    let profile = [UInt8](repeating: 9, count: 132)
    let colour = Box("colr", ColourInformationProperty.profile(isRestricted: false, profile).serialize)
    var (builder, _) = try HEIFBuilder.grid(
      rows: 1, columns: 1, width: 60, height: 40, [Box("irot", [3]), colour])
    let base = try Self.pixels(builder).upright()
    builder.add(101, type, [0], [CodedTile.extents(40, 60), Box("irot", [0])])
    builder.references.append(.init("dimg", from: 101, to: [100]))
    builder.primaryID = 101
    let pixels = try Self.pixels(builder)
    #expect(pixels == base && pixels.iccProfile == profile)
  }

  @Test func anOverlayIsItsImagesOnACanvas() throws {
    let (grid, tiles) = try HEIFBuilder.grid(rows: 1, columns: 2, width: 128, height: 64)
    var builder = grid
    let offsets = [OverlayPayload.Offset(left: 10, top: 0), .init(left: -60, top: 40)]
    var payload = ByteWriter()
    OverlayPayload(fill: [0x1234, 0x5678, 0x9ABC, 0xFFFF], width: 80, height: 70, offsets: offsets)
      .serialize(into: &payload)
    builder.add(101, "iovl", payload.bytes, [CodedTile.extents(80, 70)])
    builder.references.append(.init("dimg", from: 101, to: [1, 2]))
    builder.primaryID = 101
    let pixels = try Self.pixels(builder)
    let images = try tiles.map { try $0.rgb() }
    #expect((pixels.width, pixels.height) == (80, 70))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels.rgb8[((y * 80 + x) * 3)...].prefix(3)) }
    func coded(_ image: Int, _ x: Int, _ y: Int) -> [UInt8] {
      Array(images[image][((y * 64 + x) * 3)...].prefix(3))
    }
    #expect(pixel(0, 0) == [0x12, 0x56, 0x9A] && pixel(79, 69) == [0x12, 0x56, 0x9A])
    #expect(pixel(10, 0) == coded(0, 0, 0) && pixel(73, 63) == coded(0, 63, 63))
    #expect(
      pixel(0, 40) == coded(1, 60, 0) && pixel(3, 69) == coded(1, 63, 29) && pixel(4, 69) == pixel(0, 0))
  }

  @Test func anOverlayOfDerivedImagesIsRefused() throws {
    var builder = HEIFBuilder()
    builder.add(101, "iovl", [UInt8](repeating: 0, count: 18), [CodedTile.extents(64, 64)])
    builder.references.append(.init("dimg", from: 101, to: [101]))
    builder.primaryID = 101
    #expect(throws: AuxError(.unsupported, "")) { try Self.pixels(builder) }
  }

  @Test func derivationsInACircleAndFromNothingAreRefused() throws {
    for targets in [[101], [999], []] as [[UInt32]] {
      var builder = HEIFBuilder()
      builder.add(101, "iden", [], [CodedTile.extents(64, 64)])
      builder.references.append(.init("dimg", from: 101, to: targets))
      builder.primaryID = 101
      #expect(throws: AuxError(.malformed, "")) { try Self.pixels(builder) }
    }
    var (builder, _) = try HEIFBuilder.grid(rows: 1, columns: 1, width: 60, height: 40)
    builder.add(101, "tmap", [0], [CodedTile.extents(61, 40)])
    builder.references.append(.init("dimg", from: 101, to: [100]))
    builder.primaryID = 101
    #expect(throws: AuxError(.malformed, "")) { try Self.pixels(builder) }
  }

  @Test func aCleanApertureIsCutOut() throws {
    let tile = try CodedTile.image(seed: 1)
    // 20x10, its centre 2 to the right of that of the image and 5 below it.
    let aperture = [20, 1, 10, 1, 2, 1, 5, 1].flatMap { JPEGBytes.uint32($0) }
    var builder = HEIFBuilder()
    builder.add(1, tile, [Box("clap", aperture)])
    let pixels = try Self.pixels(builder)
    let whole = try tile.rgb()
    var expected: [UInt8] = []
    for row in 32..<42 { expected += whole[((row * 64 + 24) * 3)..<((row * 64 + 44) * 3)] }
    #expect(pixels.rgb8 == expected)
  }

  @Test func jpegItemsAndOtherCodecs() throws {
    let jpeg = try Pictures.photo(width: 64, height: 48)
    var builder = HEIFBuilder()
    builder.add(1, "jpeg", jpeg, [CodedTile.extents(64, 48)])
    let decoded = try JPEGCodec.decodeRGB(jpeg, width: 64, height: 48)
    #expect(try Self.pixels(builder).rgb8 == decoded)
    builder.items[0].info = .init(itemID: 1, type: "vvc1")
    #expect(throws: AuxError(.unsupported, "")) { try Self.pixels(builder) }
  }

  @Test func wrongGridsAreRefused() throws {
    let small = try HEIFBuilder.grid(rows: 1, columns: 2, width: 200, height: 40).builder
    #expect(throws: AuxError(.malformed, "")) { try Self.pixels(small) }
    var few = try HEIFBuilder.grid(rows: 1, columns: 2, width: 100, height: 40).builder
    few.references = ItemReferenceBox()
    few.references.append(.init("dimg", from: 100, to: [1]))
    #expect(throws: AuxError(.malformed, "")) { try Self.pixels(few) }
    let huge = try HEIFBuilder.grid(rows: 1, columns: 1, width: 64, height: 64).builder
    var limits = AuxLimits()
    limits.pixels = 1000
    #expect(throws: AuxError(.limitExceeded, "")) {
      try ImageSource(data: huge.bytes(), limits: limits).primaryPixels()
    }
  }

  @Test func metadataComesWithoutDecoding() throws {
    var builder = HEIFBuilder()
    // Nothing that decodes.
    builder.add(1, "hvc1", [0], [CodedTile.extents(64, 64)])
    let exif: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    builder.add(2, "Exif", [0, 0, 0, 6] + Array("Exif\0\0".utf8) + exif, [], isHidden: true)
    builder.add(3, "mime", Array("<x/>".utf8), [], isHidden: true, contentType: "application/rdf+xml")
    for id in [2, 3] as [UInt32] { builder.references.append(.init("cdsc", from: id, to: [1])) }
    #expect(
      try ImageSource(data: builder.bytes()).primaryMetadata()
        == PhotoMetadata(exif: exif, xmp: Array("<x/>".utf8)))
    builder.items[1].data = [0, 0, 0, 99, 1]
    #expect(throws: AuxError(.truncated, "")) { try ImageSource(data: builder.bytes()).primaryMetadata() }
    builder.items.removeLast(2)
    builder.references = ItemReferenceBox()
    #expect(try ImageSource(data: builder.bytes()).primaryMetadata() == PhotoMetadata())
  }

  @Test(arguments: [[320, 240], [64, 64], [121, 97], [5, 3], [1, 1]])
  func whatTheCodecWritesComesBack(size: [Int]) throws {
    let rgb = (0..<(size[0] * size[1])).flatMap { index -> [UInt8] in
      [UInt8(index % size[0] / 2 + 20), UInt8(index / size[0] / 2 + 30), 90]
    }
    let file = try HEIFImageCodec.encode(
      PhotoPixels(width: size[0], height: size[1], rgb8: rgb), quality: 95)
    let pixels = try ImageSource(data: file).primaryPixels()
    #expect((pixels.width, pixels.height) == (size[0], size[1]))
    let differences = zip(pixels.rgb8, rgb).map { abs(Int($0) - Int($1)) }
    #expect(differences.allSatisfy { $0 <= 12 } && differences.reduce(0, +) <= differences.count * 3 / 2)
  }

  @Test func mutatedFilesNeverCrash() throws {
    let file = try HEIFBuilder.grid(rows: 1, columns: 2, width: 100, height: 60).builder.bytes()
    let seed: UInt64 = 88
    var random = SeededRandom(seed: seed)
    var refused = 0
    for round in 0..<600 {
      var broken = file
      for _ in 0...random.below(3) { broken[random.below(broken.count)] = UInt8(random.below(256)) }
      do {
        let pixels = try ImageSource(data: broken).primaryPixels()
        #expect(pixels.rgb8.count == pixels.width * pixels.height * 3, "seed \(seed), round \(round)")
      } catch { refused += 1 }
    }
    #expect(refused > 10 && refused < 600, "seed \(seed)")
  }
}
