import AuxKernels
import TestSupport
import Testing

@Suite("Halves")
struct HalfTests {
  /// Specs/conversions.md, and IEEE 754's landmarks.
  @Test(
    "Golden encodings",
    arguments: [
      (65504, 0x7bff), (65519.9, 0x7bff), (65520, 0x7c00), (65536, 0x7c00), (3.4e38, 0x7c00),
      (2.9802322e-8, 0x0000), (2.98053e-8, 0x0001), (5.9604645e-8, 0x0001), (0x1p-149, 0x0000),
      (6.1035156e-5, 0x0400), (6.097555e-5, 0x03ff), (0.1, 0x2e66), (1, 0x3c00), (-2, 0xc000),
      (0, 0x0000), (-0.0, 0x8000), (.infinity, 0x7c00), (-.infinity, 0xfc00), (-65520, 0xfc00),
      (1.00048828125, 0x3c00), (1.00146484375, 0x3c02),
    ] as [(Float, UInt16)])
  func encodes(value: Float, bits: UInt16) {
    #expect(Half.bits(value) == bits)
    #expect(Half.encode([value]) == [bits])
  }

  @Test("Golden values")
  func decodes() {
    let halves: [UInt16] = [0x0000, 0x8000, 0x0001, 0x03ff, 0x0400, 0x3c00, 0xc000, 0x7bff, 0x7c00, 0xfc00]
    let values: [Float] = [
      0, -0.0, 0x1p-24, 0x3ffp-24, 0x1p-14, 1, -2, 65504, .infinity, -.infinity,
    ]
    #expect(Half.decode(halves).map(\.bitPattern) == values.map(\.bitPattern))
  }

  @Test("NaN becomes a quiet NaN of the same sign")
  func encodesNaN() {
    let patterns: [UInt32] = [0x7fc0_0000, 0x7f80_0001, 0x7fff_ffff, 0xffc0_0000, 0xff80_0001]
    let halves = Half.encode(patterns.map { Float(bitPattern: $0) })
    #expect(halves == [0x7e00, 0x7e00, 0x7e00, 0xfe00, 0xfe00])
  }

  @Test("Every half survives; arrays and scalars agree")
  func roundTrip() {
    let halves = (0...UInt16.max).map { $0 }
    let values = Half.decode(halves)
    let encoded = Half.encode(values)
    var wrong: [UInt16] = []
    for (half, (value, back)) in zip(halves, zip(values, encoded)) {
      let expected = value.isNaN ? half & 0x8000 | 0x7e00 : half
      let isNaN = half & 0x7fff > 0x7c00
      if back != expected || Half.bits(value) != back || value.isNaN != isNaN
        || Half.float(half).bitPattern != value.bitPattern
      {
        wrong.append(half)
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("The middle between two halves goes to the even one, its neighbours to the nearest")
  func ties() {
    var wrong: [UInt16] = []
    for half in UInt16(0)..<0x7bff {
      let middle = (Half.float(half) + Half.float(half + 1)) / 2
      let even = half & 1 == 0 ? half : half + 1
      let results = Half.encode([middle.nextDown, middle, middle.nextUp, -middle])
      if results != [half, even, half + 1, even | 0x8000] { wrong.append(half) }
    }
    #expect(wrong.isEmpty)
  }

  #if !(os(macOS) && arch(x86_64))
    @Test("Decoding agrees with Float16 on every half")
    func decodesAsFloat16() {
      let halves = (0...UInt16.max).map { $0 }
      let wrong = zip(halves, Half.decode(halves)).filter { half, value in
        let expected = Float(Float16(bitPattern: half))
        return expected.isNaN ? !value.isNaN : value.bitPattern != expected.bitPattern
      }
      #expect(wrong.isEmpty)
    }

    @Test("Encoding agrees with Float16 on random bits", arguments: [1, 2, 3, 4] as [UInt64])
    func encodesAsFloat16(seed: UInt64) {
      var generator = SeededRandom(seed: seed)
      var values = [Float](repeating: 0, count: 1 << 19)
      for index in values.indices {
        // Half of the patterns are in the range where halves are neither zero nor infinite: 2^-26 to 2^17.
        let bits = UInt32(truncatingIfNeeded: generator.next())
        let exponent = 101 + bits >> 23 % 43
        values[index] = Float(bitPattern: index & 1 == 0 ? bits : bits & 0x807f_ffff | exponent << 23)
      }
      let wrong = zip(values, Half.encode(values)).filter { value, half in
        let expected = Float16(value)
        return expected.isNaN ? half & 0x7fff != 0x7e00 : half != expected.bitPattern
      }
      #expect(wrong.isEmpty, "seed \(seed)")
    }
  #endif

  @Test("A part of an array, and its reciprocals: finite values stay finite")
  func parts() {
    let values: [Float] = [7, 1, -1e6, 65519, 65520, .infinity, -.infinity, 1e-6, 0, 0.5, 3]
    #expect(
      Half.encode(values, 1..<10, reciprocal: false).map(Half.float)
        == [1, -65504, 65504, 65504, .infinity, -.infinity, Half.float(Half.bits(1e-6)), 0, 0.5])
    #expect(
      Half.encode(values, 5..<11, reciprocal: true).map(Half.float)
        == [0, 0, 65504, .infinity, 2, Half.float(Half.bits(1 / 3))])
    #expect(Half.float(Half.encode([.nan], 0..<1, reciprocal: true)[0]).isNaN)
  }

  /// Patterns of a map, of a map with holes and of all signs: few and close together, or all over.
  private static let maps: [[UInt16]] = [
    [], [0x3c00], (0..<5000).map { 0x3800 + $0 * 7 % 900 },
    (0..<5000).map { $0 % 9 == 0 ? 0x7e00 : 0x3c00 + $0 % 64 },
    (0..<200_000).map { UInt16(truncatingIfNeeded: $0 * 40_503) }, [0x8000, 0x0000, 0x8001, 0x0001],
    [0x7e00, 0x7c00, 0xfc00], [0x7bff, 0xfbff, 0x7c00, 0xfe01],
  ]

  @Test(
    "What is made of each value is the same whether each pattern or each half is asked about", arguments: maps
  )
  func codesOfPatterns(halves: [UInt16]) {
    func codes(_ values: [Float]) -> [UInt16] { Quantise.codes16(values, min: 0.25, max: 1.75) }
    #expect(Half.codes(halves, codes) == codes(Half.decode(halves)))
    var asked = 0
    _ = Half.codes((0..<4096).map { 0x3c00 + $0 % 32 }) { values in
      asked += values.count
      return codes(values)
    }
    #expect(asked == 32)
  }

  @Test("The finite range of halves is that of their values", arguments: maps)
  func finiteRange(halves: [UInt16]) {
    let (found, expected) = (Half.finiteRange(halves), Quantise.finiteRange(Half.decode(halves)))
    #expect(found?.min.bitPattern == expected?.min.bitPattern)
    #expect(found?.max.bitPattern == expected?.max.bitPattern)
  }
}
