import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite struct HEVCPrimaryCodecTests {
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

  private static func primaryType(_ file: [UInt8]) throws -> FourCharacterCode {
    try HEIFFile(MemoryByteSource(file)).primaryItem.type
  }

  @Test(arguments: [[320, 240], [64, 64], [121, 97], [40, 30], [5, 3], [1, 1]], [false, true])
  func colourRoundTripStaysClose(size: [Int], subsampled: Bool) throws {
    let rgb = Self.colours(size[0], size[1])
    let file = try HEIFPrimaryCodec.encode(
      rgb: rgb, width: size[0], height: size[1], quality: 95, subsampled: subsampled)
    let decoded = try HEIFPrimaryCodec.decodeRGB(heifFile: file, width: size[0], height: size[1])
    let error = Difference.compare(decoded, rgb)
    #expect(error.max <= 12 && error.mean <= 1.5, "\(error)")
    #expect(["hvc1", "grid"].contains(try Self.primaryType(file)))
  }

  @Test func metadataGoesAlong() throws {
    var metadata = HEIFPrimaryCodec.Metadata()
    metadata.exif = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    metadata.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    // A header of an RGB profile for displays; libheif does not look further.
    metadata.icc =
      [UInt8](repeating: 0, count: 12) + Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 7, count: 108)
    let rgb = Self.colours(96, 64)
    let file = try HEIFPrimaryCodec.encode(rgb: rgb, width: 96, height: 64, quality: 90, metadata: metadata)
    let source = MemoryByteSource(file)
    let heif = try HEIFFile(source)
    let primary = heif.primaryItem
    #expect(try heif.imageSize(of: primary) == (96, 64))
    let colour = try #require(heif.property("colr", of: primary))
    #expect(colour.box.payload == Array("prof".utf8) + metadata.icc)
    let xmp = try #require(heif.xmpItem(for: primary.id))
    #expect(try heif.data(of: xmp, from: source, maxBytes: 1000) == metadata.xmp)
    let exif = try #require(heif.metadataItems(for: primary.id).first { $0.type == "Exif" })
    #expect(try heif.data(of: exif, from: source, maxBytes: 1000) == [0, 0, 0, 0] + metadata.exif)
    let decoded = try HEIFPrimaryCodec.decodeRGB(heifFile: file, width: 96, height: 64)
    #expect(Difference.compare(decoded, rgb).max <= 16)
  }

  @Test func withoutProfileItIsSRGB() throws {
    let file = try HEIFPrimaryCodec.encode(rgb: Self.colours(64, 64), width: 64, height: 64, quality: 90)
    let heif = try HEIFFile(MemoryByteSource(file))
    let colour = try #require(heif.property("colr", of: heif.primaryItem))
    #expect(colour.box.payload == Array("nclx".utf8) + [0, 1, 0, 13, 0, 6, 0x80])
  }

  @Test func sameInputGivesTheSameBytes() async throws {
    let rgb = Self.colours(400, 300)
    let first = try HEIFPrimaryCodec.encode(rgb: rgb, width: 400, height: 300, quality: 92)
    let all = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 {
        group.addTask { try HEIFPrimaryCodec.encode(rgb: rgb, width: 400, height: 300, quality: 92) }
      }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(all.allSatisfy { $0 == first })
  }

  @Test func wrongArgumentsAreRejected() throws {
    let rgb = Self.colours(8, 8)
    for quality in [0, 101] {
      #expect(throws: AuxError(.usage, "")) {
        try HEIFPrimaryCodec.encode(rgb: rgb, width: 8, height: 8, quality: quality)
      }
    }
    #expect(throws: AuxError(.usage, "")) {
      try HEIFPrimaryCodec.encode(rgb: rgb, width: 8, height: 9, quality: 90)
    }
    #expect(throws: AuxError(.usage, "")) {
      try HEIFPrimaryCodec.encode(
        rgb: [UInt8](repeating: 0, count: 60_000), width: 20_000, height: 1, quality: 90)
    }
    let file = try HEIFPrimaryCodec.encode(rgb: rgb, width: 8, height: 8, quality: 90)
    #expect(throws: AuxError(.codec, "")) {
      try HEIFPrimaryCodec.decodeRGB(heifFile: file, width: 9, height: 8)
    }
  }

  @Test func mutatedFilesNeverCrash() throws {
    let file = try HEIFPrimaryCodec.encode(rgb: Self.colours(72, 66), width: 72, height: 66, quality: 80)
    var random = SeededRandom(seed: 77)
    for _ in 0..<600 {
      var broken = file
      for _ in 0...random.below(3) { broken[random.below(broken.count)] = UInt8(random.below(256)) }
      _ = try? HEIFPrimaryCodec.decodeRGB(heifFile: broken, width: 72, height: 66)
    }
  }
}
