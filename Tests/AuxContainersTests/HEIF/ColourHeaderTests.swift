import AuxContainers
import AuxImage
import TestSupport
import Testing

/// Colours in the headers of HEVC and AV1.
@Suite struct ColourHeaderTests {
  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0
    }
  }

  /// Sequence parameter sets of an iPhone's files of iOS 18 and of a Galaxy S25: their range and code points.
  @Test(
    arguments: [
      // The linear thumbnail: full range, nothing else stated.
      ("420101022000000300b00000030000030096a002008030136205ee45954dc080808020", 2, 2, 2, true),
      // The style map: primaries 12 (Display P3), transfer 8 (linear), matrix 6 (BT.601).
      ("420101022000000300b00000030000030078a0040200804d8817b91655370c08060080", 12, 8, 6, true),
      // A matte.
      ("420101040800000300bfc8000003000096c00fc2005f1f138817b91655370202020080", 2, 2, 2, true),
    ])
  func hevcUsabilityInformation(
    hex: String, primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool
  ) throws {
    let unit = try NALUnit(escaped: Self.bytes(hex))
    let points = try #require(try ColourCodePoints(unit))
    #expect(
      points
        == ColourCodePoints(
          primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange))
    // A set that ends early is an error or says nothing; it never makes colours up before the flag of range is read.
    for count in 2..<(unit.bytes.count - 4) {
      var cut = unit
      cut.bytes = Array(unit.bytes[..<count])
      #expect(throws: AuxError.self, "\(count)") { try ColourCodePoints(cut) }
    }
  }

  /// Scaling lists, PCM, reference picture sets of both kinds and long-term pictures are passed over.
  @Test func hevcWithEverythingBeforeTheUsabilityInformation() throws {
    var bits = BitWriter()
    bits.write(0, bits: 4 + 3 + 1)
    for _ in 0..<12 { bits.write(0x01, bits: 8) }
    // Identifier, 4:2:0, 64x64, no window, 10 bits twice.
    for code in [0, 1, 64, 64] as [UInt32] { bits.write(expGolomb: code) }
    bits.write(flag: false)
    for code in [2, 2, 4] as [UInt32] { bits.write(expGolomb: code) }
    bits.write(flag: true)
    for code in [0, 0, 0] + [0, 3, 0, 3, 0, 0] as [UInt32] { bits.write(expGolomb: code) }
    // Scaling lists: the first predicted, all others given.
    bits.write(flag: true)
    bits.write(flag: true)
    for size in 0..<4 {
      for matrix in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        if size == 0, matrix == 0 {
          bits.write(flag: false)
          bits.write(expGolomb: 0)
          continue
        }
        bits.write(flag: true)
        for _ in 0..<(min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0)) { bits.write(expGolomb: 5) }
      }
    }
    bits.write(0b11, bits: 2)
    // PCM.
    bits.write(flag: true)
    bits.write(0x77, bits: 8)
    bits.write(expGolomb: 0)
    bits.write(expGolomb: 2)
    bits.write(flag: false)
    // Two sets: two pictures, and one predicted from it.
    bits.write(expGolomb: 2)
    for code in [1, 1] as [UInt32] { bits.write(expGolomb: code) }
    for _ in 0..<2 {
      bits.write(expGolomb: 0)
      bits.write(flag: true)
    }
    bits.write(flag: true)
    bits.write(flag: false)
    bits.write(expGolomb: 0)
    for used in [true, false, true] {
      bits.write(flag: used)
      if !used { bits.write(flag: true) }
    }
    // Two long-term pictures of 8 bits of order, two flags, and the usability information.
    bits.write(flag: true)
    bits.write(expGolomb: 2)
    for _ in 0..<2 { bits.write(0x1FF, bits: 9) }
    bits.write(0b00, bits: 2)
    bits.write(flag: true)
    bits.write(flag: true)
    bits.write(255, bits: 8)
    bits.write(0, bits: 32)
    bits.write(0b10, bits: 2)
    bits.write(flag: true)
    bits.write(0b101_0_1, bits: 5)
    for code in [9, 16, 9] as [UInt64] { bits.write(code, bits: 8) }
    bits.write(0x80, bits: 8)
    let points = try ColourCodePoints(NALUnit(type: NALUnit.UnitType.sps, payload: bits.bytes))
    #expect(points == ColourCodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
  }

  /// A sequence header of the reduced form: level 0, 16 bits for both sides, no tools.
  private static func reducedHeader(profile: UInt64, _ colours: (inout BitWriter) -> Void) -> [UInt8] {
    var bits = BitWriter()
    bits.write(profile, bits: 3)
    bits.write(0b11, bits: 2)
    bits.write(0, bits: 5)
    bits.write(0xFF, bits: 8)
    bits.write(0x0080_0080, bits: 32)
    bits.write(0b000_000, bits: 6)
    colours(&bits)
    bits.write(0x80, bits: 8)
    return bits.bytes
  }

  private static func unit(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [type << 3 | 2, UInt8(payload.count)] + payload
  }

  @Test func av1SequenceHeaders() throws {
    let stated = Self.reducedHeader(profile: 0) { bits in
      bits.write(0b10_1, bits: 3)
      for code in [9, 16, 9] as [UInt64] { bits.write(code, bits: 8) }
      bits.write(flag: true)
    }
    // A temporal delimiter is before it.
    let image = Self.unit(2, []) + Self.unit(1, stated)
    let wanted = ColourCodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)
    #expect(try AV1SequenceHeader(in: image)?.colours == wanted)
    let unstated = Self.reducedHeader(profile: 0) { $0.write(0b00_0_0, bits: 4) }
    #expect(
      try AV1SequenceHeader(in: Self.unit(1, unstated))?.colours == ColourCodePoints(isFullRange: false))
    let sRGB = Self.reducedHeader(profile: 1) { bits in
      bits.write(0b0_1, bits: 2)
      for code in [1, 13, 0] as [UInt64] { bits.write(code, bits: 8) }
    }
    #expect(try AV1SequenceHeader(in: Self.unit(1, sRGB))?.colours.isFullRange == true)
    #expect(try AV1SequenceHeader(in: Self.unit(6, [1, 2, 3])) == nil)
    #expect(try AV1SequenceHeader(in: []) == nil)
    for count in 3..<(image.count - 2) {
      #expect(throws: AuxError.self, "\(count)") { try AV1SequenceHeader(in: Array(image[..<count])) }
    }
  }

  /// A header as video has it: timing, a decoder model, two operating points, every tool.
  @Test func av1SequenceHeaderOfVideo() throws {
    var bits = BitWriter()
    bits.write(0b000_0_0, bits: 5)
    bits.write(flag: true)
    bits.write(0, bits: 64)
    bits.write(flag: true)
    bits.write(expGolomb: 3)
    bits.write(flag: true)
    bits.write(9, bits: 5)
    bits.write(0, bits: 42)
    bits.write(flag: true)
    bits.write(1, bits: 5)
    for level in [4, 9] as [UInt64] {
      bits.write(0, bits: 12)
      bits.write(level, bits: 5)
      if level > 7 { bits.write(flag: false) }
      bits.write(flag: true)
      bits.write(0, bits: 21)
      bits.write(flag: true)
      bits.write(7, bits: 4)
    }
    bits.write(0x77, bits: 8)
    bits.write(0, bits: 16)
    bits.write(flag: true)
    bits.write(0, bits: 7)
    bits.write(0b111, bits: 3)
    bits.write(0b1111, bits: 4)
    bits.write(0b1_11, bits: 3)
    bits.write(0b0_1_0_1, bits: 4)
    bits.write(0b110, bits: 3)
    bits.write(0b111, bits: 3)
    bits.write(0b1_0_1, bits: 3)
    for code in [1, 1, 1] as [UInt64] { bits.write(code, bits: 8) }
    bits.write(flag: false)
    let found = try AV1SequenceHeader(in: Self.unit(1, bits.bytes))
    #expect(found?.colours == ColourCodePoints(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
  }

  @Test func av1Configurations() throws {
    for (flags, chroma, depth) in [(0x0C, 1, 8), (0x1C, 0, 8), (0x40, 3, 10), (0x48, 2, 10), (0x6C, 1, 12)] {
      let box = Box("av1C", [0x81, 0x00, UInt8(flags), 0x00])
      let samples = try CodedSamples(configuration: box)
      #expect((samples.chromaFormat, samples.bitDepth) == (chroma, depth))
      #expect(samples.size == nil)
    }
    #expect(throws: AuxError(.unsupported, "")) {
      try CodedSamples(configuration: Box("av1C", [0x82, 0, 0, 0]))
    }
    #expect(throws: AuxError(.truncated, "")) { try CodedSamples(configuration: Box("av1C", [0x81, 0])) }
    #expect(throws: AuxError(.unsupported, "")) { try CodedSamples(configuration: Box("vvcC", [0x81, 0])) }
  }

  @Test func brokenHeadersAreErrors() throws {
    let good = Self.bytes("420101022000000300b00000030000030078a0040200804d8817b91655370c08060080")
    for seed in 0..<400 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var bytes = good
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      // Whatever comes of it, it is a value or an error of ours, in no time.
      if let unit = try? NALUnit(escaped: bytes) { _ = try? ColourCodePoints(unit) }
      _ = try? AV1SequenceHeader(in: bytes)
    }
  }
}
