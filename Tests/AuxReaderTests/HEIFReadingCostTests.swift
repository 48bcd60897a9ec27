import AuxContainers
import AuxImage
import AuxReader
import TestSupport
import Testing

/// The cost of HEIF files that name one thing often.
@Suite struct HEIFReadingCostTests {
  /// Returns how often each item was decoded for the pixels of the primary.
  private static func decoded(_ builder: HEIFBuilder) throws -> [UInt32: Int] {
    let source = try ImageSource(data: builder.bytes())
    let count = try ParseCount { _ = try source.primaryPixels() }
    var found: [UInt32: Int] = [:]
    for case (.codedPicture(let id), let times) in count.counts { found[id] = times }
    return found
  }

  @Test func aTileIsDecodedOnceAndNeverOutsideOfThePicture() throws {
    var (builder, _) = try HEIFBuilder.grid(rows: 1, columns: 3, width: 120, height: 64)
    #expect(try Self.decoded(builder) == [1: 1, 2: 1], "the third is outside")
    builder.references.references[0].to = [2, 2, 2]
    #expect(try Self.decoded(builder) == [2: 1])
    let pixels = try ImageSource(data: builder.bytes()).primaryPixels()
    let (left, right) = (pixels.rgb8.prefix(56 * 3), pixels.rgb8[(64 * 3)..<(120 * 3)])
    #expect(Array(left) == Array(right), "and it is at both places")
  }

  private static func overlay(
    _ inputs: [UInt32], at offsets: [OverlayPayload.Offset]
  ) throws -> HEIFBuilder {
    var (builder, _) = try HEIFBuilder.grid(rows: 1, columns: 2, width: 128, height: 64)
    var payload = ByteWriter()
    OverlayPayload(fill: [0, 0, 0, 0], width: 64, height: 64, offsets: offsets).serialize(into: &payload)
    builder.add(101, "iovl", payload.bytes, [CodedTile.extents(64, 64)])
    builder.references.append(.init("dimg", from: 101, to: inputs))
    builder.primaryID = 101
    return builder
  }

  @Test func anInputOfAnOverlayIsDecodedOnce() throws {
    let offsets = [0, 10, 20, 30].map { OverlayPayload.Offset(left: $0, top: 0) }
    let builder = try Self.overlay([1, 2, 1, 2], at: offsets)
    #expect(try Self.decoded(builder) == [1: 1, 2: 1])
    let same = OverlayPayload.Offset(left: 0, top: 0)
    let covered = try Self.overlay([1, 2, 1], at: [same, same, same])
    let alone = try Self.overlay([1], at: [same])
    #expect(
      try ImageSource(data: covered.bytes()).primaryPixels()
        == ImageSource(data: alone.bytes()).primaryPixels())
  }

  @Test func anOverlayHasNoMorePixelsThanAnImage() throws {
    let offsets = (0..<20).map { OverlayPayload.Offset(left: $0, top: 0) }
    let builder = try Self.overlay(Array(repeating: 1, count: 20), at: offsets)
    var limits = AuxLimits()
    limits.pixels = 64 * 64 * 8
    #expect(throws: AuxError(.limitExceeded, "")) {
      try ImageSource(data: builder.bytes(), limits: limits).primaryPixels()
    }
  }

  /// Returns a file with so many mattes, each with XMP that is the first bytes of one packet.
  private static func mattes(_ count: Int, xmp: (Int) -> Range<Int>) throws -> HEIFBuilder {
    var (builder, tiles) = try HEIFBuilder.grid(rows: 1, columns: 1, width: 64, height: 64)
    let packet = Array(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#.utf8) + [UInt8](repeating: 0x20, count: 4000)
    let type = Box("auxC", AuxiliaryTypeProperty(urn: "urn:x:a").serialize)
    let start = builder.items.reduce(0) { $0 + $1.data.count }
    for number in 0..<count {
      let id = UInt32(200 + 2 * number)
      builder.add(id, tiles[0], [type])
      builder.items[builder.items.count - 1].data = []
      builder.references.append(.init("auxl", from: id, to: [100]))
      builder.add(id + 1, "mime", number == 0 ? packet : [], [], contentType: "application/rdf+xml")
      builder.references.append(.init("cdsc", from: id + 1, to: [id]))
    }
    let first = builder.items.count - 2 * count
    let ranges = (0..<count).map(xmp)
    builder.adjust = { locations, offset in
      for number in ranges.indices {
        let range = ranges[number]
        locations.entries[first + 2 * number + 1].extents = [
          .init(offset: UInt64(offset + start + range.lowerBound), length: UInt64(range.count))
        ]
      }
    }
    return builder
  }

  @Test func sharedXMPIsParsedOnceAndOverlapsNotMoreThanTheFile() throws {
    let same = try Self.mattes(20) { _ in 0..<4000 }
    var images = 0
    let count = try ParseCount { images = try ImageSource(data: same.bytes()).auxiliaryImages.count }
    #expect(images == 20 && count.packets == 1 && count.repeatedParts.isEmpty)
    let tails = try Self.mattes(20) { 0..<(4000 - $0) }
    let many = ParseCount { _ = try? ImageSource(data: tails.bytes()) }
    #expect(many.packets <= 3)
  }

  /// Returns a file with so many mattes of 64x64, numbered from 200, whose coded bytes are ranges of one picture and what
  /// pads it, and one more, number 199, of bytes of its own.
  private static func sharing(
    _ count: Int, padding: Int = 0, _ range: (Int, Range<Int>) -> Range<Int> = { $1 }
  ) throws -> HEIFBuilder {
    var (builder, tiles) = try HEIFBuilder.grid(rows: 1, columns: 1, width: 64, height: 64)
    let type = Box("auxC", AuxiliaryTypeProperty(urn: "urn:x:a").serialize)
    builder.add(199, try CodedTile.image(seed: 3), [type])
    let start = builder.items.reduce(0) { $0 + $1.data.count }
    let shared = tiles[0].payload + [UInt8](repeating: 0, count: padding)
    for number in 0..<count {
      builder.add(UInt32(200 + number), "hvc1", number == 0 ? shared : [], [])
      builder.items[builder.items.count - 1].properties = builder.items[2].properties
    }
    let configuration = builder.items[0].properties[0].index
    for number in 3..<(3 + count) {
      builder.items[number].properties[0] = .init(Int(configuration), isEssential: true)
    }
    for number in 199..<(200 + UInt32(count)) {
      builder.references.append(.init("auxl", from: number, to: [100]))
    }
    let ranges = (0..<count).map { range($0, 0..<shared.count) }
    builder.adjust = { locations, offset in
      for (number, range) in ranges.enumerated() {
        locations.entries[3 + number].extents = [
          .init(offset: UInt64(offset + start + range.lowerBound), length: UInt64(range.count))
        ]
      }
    }
    return builder
  }

  /// Returns how often a picture was decoded, and which images were decoded and which refused as too many.
  private static func outcome(
    _ bytes: [UInt8], limits: AuxLimits = .standard, backwards: Bool = false
  ) throws -> (decoded: Int, good: Set<Int>, refused: Set<Int>) {
    let source = try ImageSource(data: bytes, limits: limits)
    var (good, refused): (Set<Int>, Set<Int>) = ([], [])
    let count = ParseCount {
      for image in backwards ? source.auxiliaryImages.reversed() : source.auxiliaryImages {
        do throws(AuxError) {
          _ = try source.stored(image)
          good.insert(image.index)
        } catch { if error.code == .limitExceeded { refused.insert(image.index) } }
      }
    }
    let decoded = count.counts.reduce(0) { sum, event in
      if case .codedPicture = event.key { sum + event.value } else { sum }
    }
    return (decoded, good, refused)
  }

  @Test func imagesOfTheSameBytesAreDecodedOnce() throws {
    let same = try Self.outcome(Self.sharing(30).bytes())
    #expect(same.decoded == 2 && same.good.count == 31 && same.refused.isEmpty)
    // Other properties make another picture of the same bytes.
    var builder = try Self.sharing(30)
    builder.properties.append(builder.properties[Int(builder.items[3].properties[0].index) - 1])
    for number in 18..<33 {
      builder.items[number].properties[0] = .init(builder.properties.count, isEssential: true)
    }
    #expect(try Self.outcome(builder.bytes()).decoded == 3)
  }

  @Test func imagesThatOverlapAreDecodedFourTimesTheFileAtMost() throws {
    // Each has another part of the picture's padding.
    let bytes = try Self.sharing(40, padding: 20_000) { 0..<($1.upperBound - $0) }.bytes()
    let found = try Self.outcome(bytes)
    #expect((2...5).contains(found.decoded))
    #expect(found.good.contains(0), "what has bytes of its own is always decoded")
    #expect(found.refused.count == 41 - found.decoded)
    let other = try Self.outcome(bytes, backwards: true)
    #expect(other.good == found.good && other.refused == found.refused, "whichever is asked for first")
  }

  @Test func tilesThatGridsShareAreDecodedOnce() throws {
    var (builder, _) = try HEIFBuilder.grid(rows: 1, columns: 1, width: 64, height: 64)
    var payload = ByteWriter()
    GridPayload(rows: 1, columns: 1, width: 64, height: 64).serialize(into: &payload)
    let type = Box("auxC", AuxiliaryTypeProperty(urn: "urn:x:a").serialize)
    for number in 200..<UInt32(220) {
      builder.add(number, "grid", payload.bytes, [CodedTile.extents(64, 64), type])
      builder.references.append(.init("dimg", from: number, to: [1]))
      builder.references.append(.init("auxl", from: number, to: [100]))
    }
    let found = try Self.outcome(builder.bytes())
    #expect(found.decoded == 1 && found.good.count == 20)
  }

  @Test func imagesThatSharePixelsHaveNoMoreThanOneImage() throws {
    var limits = AuxLimits()
    limits.pixels = 64 * 64 * 3
    let bytes = try Self.sharing(10, padding: 100) { 0..<($1.upperBound - $0) }.bytes()
    let found = try Self.outcome(bytes, limits: limits)
    #expect(found.decoded == 4 && found.refused.count == 7)
  }

  @Test func moreAuxiliaryImagesThanTheLimitAreRefused() throws {
    let builder = try Self.mattes(20) { _ in 0..<4000 }
    var limits = AuxLimits()
    limits.images = 20
    #expect(try ImageSource(data: builder.bytes(), limits: limits).auxiliaryImages.count == 20)
    limits.images = 19
    #expect(throws: AuxError(.limitExceeded, "")) { try ImageSource(data: builder.bytes(), limits: limits) }
  }
}
