import AuxKernels
import TestSupport
import Testing

@Suite("Quantiser")
struct QuantiseTests {
  @Test("The range leaves out NaN and infinities")
  func finiteRange() throws {
    let range = try #require(Quantise.finiteRange([.nan, 3, -.infinity, -2, .infinity, 0.5, -0.25]))
    #expect(range == (-2, 3))
    #expect(try #require(Quantise.finiteRange([7])) == (7, 7))
    #expect(try #require(Quantise.finiteRange([-0.0, -0x1p-149])) == (-0x1p-149, 0))
    let greatest = Float.greatestFiniteMagnitude
    #expect(try #require(Quantise.finiteRange([greatest, -greatest])) == (-greatest, greatest))
    #expect(Quantise.finiteRange([]) == nil)
    #expect(Quantise.finiteRange([.nan, .infinity, -.infinity, -.nan]) == nil)
  }

  @Test("The range of reciprocals, and whether all are finite")
  func rangeOfReciprocals() throws {
    let range = try #require(Quantise.finiteRange([4, 0.5, 2], reciprocal: true))
    #expect(range.min == 0.25 && range.max == 2 && range.isOfAll)
    #expect(Quantise.finiteRange([4, .infinity], reciprocal: true)?.isOfAll == true)
    for odd: Float in [0, .nan, 0x1p-149] {
      #expect(Quantise.finiteRange([4, odd, 2], reciprocal: true)?.isOfAll == false, "\(odd)")
    }
    #expect(Quantise.finiteRange([1, .infinity], reciprocal: false)?.isOfAll == false)
    #expect(Quantise.finiteRange([0, .nan], reciprocal: true) == nil)
  }

  @Test("Codes of reciprocals are those of an array of them")
  func codesOfReciprocals() {
    let values = (0..<1003).map { Float($0) * 0.37 - 3 }
    let inverted = Reciprocal.reciprocal(values)
    #expect(
      Quantise.codes8(values, min: -2, max: 5, reciprocal: true) == Quantise.codes8(inverted, min: -2, max: 5)
    )
    #expect(
      Quantise.codes16(values, min: -2, max: 5, reciprocal: true)
        == Quantise.codes16(inverted, min: -2, max: 5))
  }

  @Test("The range of random planes", arguments: [11, 12, 13] as [UInt64])
  func randomRange(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    let values = (0..<1001).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) }
    let finite = values.filter(\.isFinite)
    let range = try #require(Quantise.finiteRange(values), "seed \(seed)")
    #expect(range.min == finite.min(), "seed \(seed)")
    #expect(range.max == finite.max(), "seed \(seed)")
  }

  @Test("8-bit codes: ends, clamping, halves up, holes")
  func codes8() {
    let values: [Float] = [0, 255, -1, 256, .infinity, -.infinity, .nan, 0.5, 1.5, 2.5, 254.5, 254.499]
    #expect(Quantise.codes8(values, min: 0, max: 255) == [0, 255, 0, 255, 255, 0, 0, 1, 2, 3, 255, 254])
    // 1/510 of the range is exactly half a code.
    #expect(Quantise.codes8([0, 1, 2, 3, 510], min: 0, max: 510) == [0, 1, 1, 2, 255])
    #expect(Quantise.codes8([Float(1).nextDown], min: 0, max: 510) == [0])
  }

  @Test("16-bit codes: ends, clamping, halves up, holes")
  func codes16() {
    let values: [Float] = [0, 65535, -1, 1e9, .infinity, -.infinity, .nan, 0.5, 1.5, 65534.5, 65534.496]
    #expect(
      Quantise.codes16(values, min: 0, max: 65535)
        == [0, 65535, 0, 65535, 65535, 0, 0, 1, 2, 65535, 65534])
  }

  @Test("Every 16-bit code gives the nearest 8-bit code")
  func narrowed() {
    let codes = Array(UInt16.min...UInt16.max)
    let expected = codes.map { UInt8((Double($0) / 257).rounded()) }
    #expect(Codes.narrow(codes) == expected)
    #expect(Codes.narrow([]) == [])
  }

  @Test(
    "A range that is empty or not finite gives zeros",
    arguments: [(2, 2), (3, 2), (.nan, 1), (0, .nan), (0, .infinity), (-.infinity, 1)] as [(Float, Float)])
  func noRange(min: Float, max: Float) {
    let values: [Float] = [2, 0.5, .nan]
    #expect(Quantise.codes8(values, min: min, max: max) == [0, 0, 0])
    #expect(Quantise.codes16(values, min: min, max: max) == [0, 0, 0])
  }

  @Test("8-bit codes of halves are exact", arguments: [21, 22, 23, 24] as [UInt64])
  func exact8(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    for _ in 0..<8 {
      let values = (0..<500).map { _ in Half.float(.random(in: 0...0x7bff, using: &generator)) }
      let range = try #require(Quantise.finiteRange(values))
      let codes = Quantise.codes8(values, min: range.min, max: range.max)
      let expected = values.map { exactCode($0, min: range.min, max: range.max, limit: 255) }
      #expect(codes.map { Int($0) } == expected, "seed \(seed)")
    }
  }

  @Test("16-bit codes of usual disparities are exact", arguments: [31, 32] as [UInt64])
  func exact16(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    for _ in 0..<8 {
      // 2^-6 to 16.
      let values = (0..<500).map { _ in Half.float(.random(in: 0x2400...0x4c00, using: &generator)) }
      let range = try #require(Quantise.finiteRange(values))
      let codes = Quantise.codes16(values, min: range.min, max: range.max)
      let expected = values.map { exactCode($0, min: range.min, max: range.max, limit: 65535) }
      #expect(codes.map { Int($0) } == expected, "seed \(seed)")
    }
  }

  @Test("Codes of floats agree with the formula in Double", arguments: [41, 42] as [UInt64])
  func floats(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let values = (0..<2000).map { _ in Float.random(in: -0.1...1.2, using: &generator) }
    let (min, max): (Float, Float) = (0.013, 1.1)
    func expected(_ value: Float, _ limit: Double) -> Int {
      let position = (Double(value) - Double(min)) * limit / (Double(max) - Double(min))
      return Int(Swift.min(Swift.max(position, 0), limit) + 0.5)
    }
    #expect(
      Quantise.codes8(values, min: min, max: max).map { Int($0) } == values.map { expected($0, 255) },
      "seed \(seed)")
    #expect(
      Quantise.codes16(values, min: min, max: max).map { Int($0) } == values.map { expected($0, 65535) },
      "seed \(seed)")
  }

  @Test("Values are on the line between the ends, which are exact")
  func values() {
    #expect(Quantise.values(fromCodes8: [0, 51, 255], firstValue: 0.5, lastValue: 4) == [0.5, 1.2, 4])
    #expect(Quantise.values(fromCodes16: [0, 13107, 65535], firstValue: 4, lastValue: 0.5) == [4, 3.3, 0.5])
    #expect(Quantise.values(fromCodes8: [0, 100, 255], firstValue: 1.5, lastValue: 1.5) == [1.5, 1.5, 1.5])
    let (first, last): (Float, Float) = (0.1, 123.456)
    #expect(
      Quantise.values(fromCodes16: [0, 65535], firstValue: Double(first), lastValue: Double(last))
        == [first, last])
  }

  @Test("Halves are those of the values")
  func halves() {
    let codes = (0...UInt8.max).map { $0 }
    let values = Quantise.values(fromCodes8: codes, firstValue: 1.762695, lastValue: 5.894531)
    let halves = Quantise.halves(fromCodes8: codes, firstValue: 1.762695, lastValue: 5.894531)
    #expect(halves == Half.encode(values))
    // The ends of a sample, printed with six decimals.
    #expect(Half.float(halves[0]) == 1.7626953125)
    #expect(Half.float(halves[255]) == 5.89453125)
  }

  @Test("Codes survive decoding and encoding")
  func roundTrip() {
    let codes8 = (0...UInt8.max).map { $0 }
    let values8 = Quantise.values(fromCodes8: codes8, firstValue: 0.25, lastValue: 9.5)
    #expect(Quantise.codes8(values8, min: 0.25, max: 9.5) == codes8)
    let codes16 = (0...UInt16.max).map { $0 }
    let values16 = Quantise.values(fromCodes16: codes16, firstValue: 0.25, lastValue: 9.5)
    #expect(Quantise.codes16(values16, min: 0.25, max: 9.5) == codes16)
  }

  /// The code by integer arithmetic, every finite half being a multiple of 2^-24.
  private func exactCode(_ value: Float, min: Float, max: Float, limit: Int) -> Int {
    let (v, low, high) = (Int(value * 0x1p24), Int(min * 0x1p24), Int(max * 0x1p24))
    return (2 * limit * (v - low) + (high - low)) / (2 * (high - low))
  }

  @Test("Every 16-bit code becomes the nearest of 8 bits")
  func narrowing() {
    let wide = (0...65535).map { UInt16($0) }
    let codes = Codes.narrow(wide)
    #expect(zip(codes, wide).allSatisfy { abs(Int($0) * 257 - Int($1)) <= 128 })
    #expect(codes[0] == 0 && codes[65535] == 255)
  }
}
