import AuxCodecs
import AuxContainers
import AuxImage
import TestSupport
import Testing

@Suite("Lossless JPEG")
struct LosslessJPEGTests {
  private static func decode(_ stream: [UInt8], sampleCount: Int) throws(AuxError) -> LosslessJPEGImage {
    try LosslessJPEGDecoder.decode(
      stream, JPEGImage(in: MemoryByteSource(stream), at: 0), sampleCount: sampleCount)
  }

  private static func code(_ stream: [UInt8], sampleCount: Int) -> AuxError.Code? {
    do throws(AuxError) {
      _ = try Self.decode(stream, sampleCount: sampleCount)
      return nil
    } catch { return error.code }
  }

  @Test("There are vectors") func count() { #expect(LosslessJPEGVector.all.count == 84) }

  @Test("Streams of three other encoders", arguments: LosslessJPEGVector.all)
  func vector(_ vector: LosslessJPEGVector) throws {
    let image = try Self.decode(vector.stream, sampleCount: vector.samples.count)
    #expect(image.width == vector.width && image.height == vector.height)
    #expect(image.components == vector.components && image.precision == vector.precision)
    #expect(image.samples == vector.samples)
    #expect(try JPEGImage(in: MemoryByteSource(vector.stream), at: 0).frame.marker == 0xC3)
  }

  @Test("Every prefix that lacks coded data is refused")
  func prefixes() throws {
    for name in ["own-2-4", "own-restart-5", "own-deep", "turbo-8-6"] {
      let vector = try #require(LosslessJPEGVector.all.first { $0.name == name })
      // The end-of-image marker and filling bits are not needed.
      for count in 0..<(vector.stream.count - 3) {
        #expect(Self.code(Array(vector.stream.prefix(count)), sampleCount: vector.samples.count) != nil)
      }
    }
  }

  @Test("A stream by hand, and the errors of others")
  func byHand() throws {
    // 2x1 pixels of 8 bits; category 0 has the code 0, category 2 the code 10.
    let stream: [UInt8] = [
      0xFF, 0xD8,  // SOI
      0xFF, 0xC3, 0, 11, 8, 0, 1, 0, 2, 1, 1, 0x11, 0,  // SOF3: 8 bits, 1 row, 2 columns, 1 component
      0xFF, 0xC4, 0, 21, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2,  // DHT 0
      0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 0, 0,  // SOS: predictor 1
      0b0_10_11_111,  // 128 + 0; then category 2, bits 11: + 3
      0xFF, 0xD9,
    ]
    #expect(try Self.decode(stream, sampleCount: 2).samples == [128, 131])
    func code(_ offset: Int, _ value: UInt8) -> AuxError.Code? {
      var changed = stream
      changed[offset] = value
      return Self.code(changed, sampleCount: 2)
    }
    #expect(code(0, 0) == .malformed)
    #expect(code(3, 0xC0) == .unsupported)  // baseline
    #expect(code(6, 17) == .malformed)  // precision
    #expect(code(8, 2) == .malformed)  // two rows, four samples
    #expect(code(8, 0) == .unsupported)  // rows given later, by DNL
    #expect(code(13, 0x21) == .unsupported)  // subsampled
    #expect(code(20, 3) != nil)  // three codes of one bit
    #expect(code(37, 17) == .malformed)  // category 17
    #expect(code(44, 0x10) == .malformed)  // no table 1
    #expect(code(45, 0) == .malformed)  // predictor 0
    #expect(code(45, 8) == .malformed)  // predictor 8
    #expect(code(47, 8) == .malformed)  // point transform 8 of 8 bits
    #expect(code(48, 0b0_11_00000) == .codec)  // no such code
    #expect(Self.code(stream, sampleCount: 3) == .malformed)
    #expect(Self.code(stream, sampleCount: 1 << 40) == .malformed)
  }

  @Test("A frame of 65535x65535 in a few bytes takes no memory")
  func bomb() throws {
    var stream = try #require(LosslessJPEGVector.all.first { $0.name == "own-1-1" }).stream
    for offset in 7...10 { stream[offset] = 0xFF }
    #expect(Self.code(stream, sampleCount: 65535 * 65535) == .truncated)
  }

  @Test("Changed bytes never trap", arguments: (1...20).map { UInt64($0) })
  func mutations(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    for vector in LosslessJPEGVector.all where vector.name.hasPrefix("own") {
      for _ in 0..<10 {
        var stream = vector.stream
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          stream[Int.random(in: 0..<stream.count, using: &generator)] = .random(
            in: 0...255, using: &generator)
        }
        _ = try? Self.decode(stream, sampleCount: vector.samples.count)
      }
    }
  }
}
