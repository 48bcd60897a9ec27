import AuxContainers
import AuxImage
import AuxKernels
import TestSupport
import Testing

@testable import AuxCodecs

@Suite("Gray images as AV1")
struct AV1PlaneCodecTests {
  private static func encode(
    _ plane: PixelPlane, quality: Int = 100, lossless: Bool = false
  ) throws -> SingleImageFile {
    try HEIFImageCodec.encode(gray: plane, as: .av1, quality: quality, lossless: lossless)
  }

  @Test(
    "Quality 100 and lossless change no code, whatever the size",
    arguments: [(1, 1), (3, 200), (33, 17), (64, 64), (188, 250)])
  func exact(width: Int, height: Int) throws {
    let plane = HEVCPlanes.salt(width, height)
    for lossless in [true, false] {
      let image = try Self.encode(plane, lossless: lossless)
      #expect((image.width, image.height) == (width, height))
      let decoded = try HEIFImageCodec.decodeGray(image)
      #expect(decoded.plane == plane && decoded.bits == 8)
    }
  }

  @Test("The image is what AVIF wants of an auxiliary one: monochrome, full range, no temporal delimiter")
  func form() throws {
    let image = try Self.encode(HEVCPlanes.disc(100, 80))
    #expect(image.itemType == "av01" && image.configuration.type == "av1C")
    let samples = try CodedSamples(configuration: image.configuration)
    #expect((samples.chromaFormat, samples.bitDepth) == (0, 8))
    #expect(try AV1SequenceHeader(in: image.payload)?.colours.isFullRange == true)
    #expect(image.payload.first.map { $0 >> 3 & 15 } == 1, "the sequence header is first")
    #expect(AV1SequenceHeader.withoutTemporalDelimiters([0x12, 0, 0x12, 0, 0x0A, 1]) == [0x0A, 1])
    #expect(AV1SequenceHeader.withoutTemporalDelimiters([0x12]) == [0x12])
  }

  @Test("Lower qualities take fewer bytes")
  func quality() throws {
    let counts = try [100, 80, 30].map {
      try Self.encode(HEVCPlanes.salt(160, 120), quality: $0).payload.count
    }
    #expect(counts[0] > counts[1] && counts[1] > counts[2])
  }

  @Test("The bytes depend on the samples only")
  func sameBytes() async throws {
    let plane = HEVCPlanes.disc(188, 250)
    let first = try Self.encode(plane)
    let all = try await withThrowingTaskGroup(of: SingleImageFile.self) { group in
      for _ in 0..<4 { group.addTask { try Self.encode(plane) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all.allSatisfy { $0 == first })
  }

  @Test("What cannot be coded is refused")
  func refused() {
    let plane = PixelPlane(width: 1, height: 1, known: .uint16([1]))
    #expect(throws: AuxError(.usage, "")) { try Self.encode(plane) }
    #expect(throws: AuxError(.usage, "")) { try Self.encode(HEVCPlanes.disc(8, 8), quality: 0) }
    let long = PixelPlane(width: 65537, height: 1, known: .uint8([UInt8](repeating: 0, count: 65537)))
    #expect(throws: AuxError(.usage, "")) { try Self.encode(long) }
  }

  @Test("A photo of any size has that size", arguments: [(64, 48), (33, 17), (1, 1)])
  func photo(width: Int, height: Int) throws {
    let pixels = try Sample.image(width, height, seed: 3)
    let bytes = try HEIFImageCodec.encode(pixels, as: .av1, quality: 95)
    let file = try HEIFFile(MemoryByteSource(bytes))
    #expect(file.container == .avif && file.primaryItem.type == "av01")
    #expect(try file.imageSize(of: file.primaryItem) == (width, height))
    #expect(try HEIFImageCodec.encode(pixels, as: .av1, quality: 95) == bytes)
  }
}
