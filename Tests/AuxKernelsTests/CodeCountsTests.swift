import AuxKernels
import TestSupport
import Testing

/// Counts of codes, beside a dictionary of them.
@Suite struct CodeCountsTests {
  @Test(arguments: [0, 1, 3, 4, 5, 1003]) func countsOfCodes(_ count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    let codes = (0..<count).map { _ in UInt16.random(in: 0...9, using: &random) &* 7001 }
    let counts = CodeCounts.of(codes)
    let expected = Dictionary(codes.map { (Int($0), 1) }, uniquingKeysWith: +)
    #expect(counts.count == 65_536)
    #expect(counts.indices.allSatisfy { counts[$0] == expected[$0] ?? 0 })

    let narrow = codes.map { UInt8(truncatingIfNeeded: $0) }
    let few = CodeCounts.of(narrow)
    let expectedFew = Dictionary(narrow.map { (Int($0), 1) }, uniquingKeysWith: +)
    #expect(few.count == 256 && few.indices.allSatisfy { few[$0] == expectedFew[$0] ?? 0 })
  }

  @Test("All that are NaN are one code") func countsOfValues() {
    let values: [Float] = [1, .nan, 1.5, -.nan, 1, Float(bitPattern: 0xFFC1_2345)]
    let counts = CodeCounts.ofHighBits(values)
    #expect(counts[Int(Float.nan.bitPattern >> 16)] == 3)
    #expect(counts[Int(Float(1).bitPattern >> 16)] == 2 && counts.reduce(0, +) == values.count)
  }

  @Test(arguments: 1..<16) func spreadCodes(_ bits: Int) {
    let largest = UInt32(1) << UInt32(bits) - 1
    let codes = (0...UInt16(largest)).map(\.self) + [.max]
    let spread = PixelPlane(width: codes.count, height: 1, known: .uint16(codes)).spread(fromBits: bits)
    let expected = codes.map {
      UInt16((UInt64(min(UInt32($0), largest)) * 65_535 * 2 / UInt64(largest) + 1) / 2)
    }
    #expect(spread.storage == .uint16(expected))
  }
}
