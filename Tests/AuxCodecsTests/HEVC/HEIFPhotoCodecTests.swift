import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite struct HEIFPhotoCodecTests {
  /// Colours without hard edges.
  private static func colours(_ width: Int, _ height: Int) -> [UInt8] {
    var samples: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        samples += [UInt8(column / 2 + 20), UInt8(row / 2 + 30), 90]
      }
    }
    return samples
  }

  private static func encode(
    _ width: Int, _ height: Int, quality: Int = 90, subsampled: Bool = true
  ) throws -> [UInt8] {
    try HEIFImageCodec.encode(
      PhotoPixels(width: width, height: height, rgb8: colours(width, height)), quality: quality,
      subsampled: subsampled)
  }

  /// Takes the coded image out of a file of one.
  private static func image(in file: [UInt8]) throws -> SingleImageFile {
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source)
    let item = heif.primaryItem
    let size = try heif.imageSize(of: item)
    let configuration = try #require(heif.property("hvcC", of: item))
    var image = SingleImageFile(
      itemType: item.type, configuration: configuration.box, width: size.width, height: size.height,
      payload: try heif.data(of: item, from: source, maxBytes: file.count))
    image.properties = heif.properties(of: item).map(\.box).filter { $0.type == "colr" }
    return image
  }

  @Test(arguments: [[320, 240], [64, 64], [128, 96]], [false, true])
  func colourRoundTripStaysClose(size: [Int], subsampled: Bool) throws {
    let file = try Self.encode(size[0], size[1], quality: 95, subsampled: subsampled)
    let decoded = try Self.image(in: file).rgb()
    let error = Difference.compare(decoded, Self.colours(size[0], size[1]))
    #expect(error.max <= 12 && error.mean <= 1.5, "\(error)")
  }

  @Test(arguments: [[121, 97], [40, 30], [5, 3], [1, 1]])
  func aSizeThatNoPictureHasBecomesAGridOfOneTile(size: [Int]) throws {
    let heif = try HEIFFile(MemoryByteSource(Self.encode(size[0], size[1])))
    #expect(heif.primaryItem.type == "grid" && heif.primaryItem.targets("dimg").count == 1)
    #expect(try heif.imageSize(of: heif.primaryItem) == (size[0], size[1]))
  }

  @Test func metadataGoesAlong() throws {
    var metadata = PhotoMetadata()
    metadata.exif = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    metadata.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    // A header of an RGB profile for displays; libheif does not look further.
    let profile =
      [UInt8](repeating: 0, count: 12) + Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 7, count: 108)
    var pixels = try PhotoPixels(width: 96, height: 64, rgb8: Self.colours(96, 64))
    pixels.iccProfile = profile
    let file = try HEIFImageCodec.encode(pixels, metadata: metadata, quality: 90)
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source)
    let primary = heif.primaryItem
    #expect(try heif.imageSize(of: primary) == (96, 64))
    let colour = try #require(heif.property("colr", of: primary))
    #expect(colour.box.payload == Array("prof".utf8) + profile)
    let xmp = try #require(heif.xmpItem(for: primary.id))
    #expect(try heif.data(of: xmp, from: source, maxBytes: 1000) == metadata.xmp)
    let exif = try #require(heif.metadataItems(for: primary.id).first { $0.type == "Exif" })
    #expect(try heif.data(of: exif, from: source, maxBytes: 1000) == [0, 0, 0, 0] + (metadata.exif ?? []))
    #expect(Difference.compare(try Self.image(in: file).rgb(), pixels.rgb8).max <= 16)
  }

  @Test func withoutProfileItIsSRGB() throws {
    let heif = try HEIFFile(MemoryByteSource(Self.encode(64, 64)))
    let colour = try #require(heif.property("colr", of: heif.primaryItem))
    #expect(colour.box.payload == Array("nclx".utf8) + [0, 1, 0, 13, 0, 6, 0x80])
  }

  @Test func sameInputGivesTheSameBytes() async throws {
    let first = try Self.encode(400, 300, quality: 92)
    let all = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try Self.encode(400, 300, quality: 92) } }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(all.allSatisfy { $0 == first })
  }

  @Test func wrongArgumentsAreRejected() throws {
    for quality in [0, 101] {
      #expect(throws: AuxError(.usage, "")) { try Self.encode(8, 8, quality: quality) }
    }
    let wide = try PhotoPixels(
      width: 20_000, height: 1, channels: 1, samples: .uint8([UInt8](repeating: 0, count: 20_000)))
    #expect(throws: AuxError(.usage, "")) { try HEIFImageCodec.encode(wide, quality: 90) }
    var image = try Self.image(in: Self.encode(64, 64))
    image.width = 63
    #expect(throws: AuxError(.codec, "")) { try image.rgb() }
  }

  @Test func mutatedImagesNeverCrash() throws {
    let image = try Self.image(in: Self.encode(72, 64, quality: 80))
    let seed: UInt64 = 77
    var random = SeededRandom(seed: seed)
    var refused = 0
    for round in 0..<600 {
      var broken = image
      for _ in 0...random.below(3) {
        broken.payload[random.below(broken.payload.count)] = UInt8(random.below(256))
      }
      do {
        #expect(try broken.rgb().count == 72 * 64 * 3, "seed \(seed), round \(round)")
      } catch { refused += 1 }
    }
    #expect(refused > 0 && refused < 600, "seed \(seed)")
  }
}
