import AuxKernels
import TestSupport
import Testing

@Suite("Census of marked samples")
struct SampleCensusTests {
  @Test("Depths: infinity is background, NaN a hole, and all else known")
  func depths() {
    let census = SampleCensus(depths: [2, .infinity, .nan, 0.5, -.nan, -1, .infinity])
    #expect((census.low, census.high) == (-1, 2))
    #expect((census.holes, census.background) == (2, 2))
  }

  @Test("Disparities: 0 is background, NaN a hole, and values above 0 known")
  func disparities() {
    let census = SampleCensus(disparities: [2, 0, -0.0, .nan, 0x1p-149, -.nan, .infinity, -3])
    #expect((census.low, census.high) == (0x1p-149, .infinity))
    #expect((census.holes, census.background) == (2, 2))
  }

  @Test("Nothing known")
  func empty() {
    for census in [
      SampleCensus(depths: []), SampleCensus(depths: [.nan]), SampleCensus(disparities: [0, .nan]),
    ] {
      #expect((census.low, census.high) == (.infinity, -.infinity))
    }
  }

  @Test("Random bits, as one by one", arguments: [21, 22] as [UInt64])
  func random(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    // More than one block.
    let values = (0..<1 << 20 + 77).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
    }
    let (depths, disparities) = (SampleCensus(depths: values), SampleCensus(disparities: values))
    let (finite, positive) = (values.filter(\.isFinite), values.filter { $0 > 0 })
    #expect(depths.low == finite.min() && depths.high == finite.max(), "seed \(seed)")
    #expect(disparities.low == positive.min() && disparities.high == positive.max(), "seed \(seed)")
    #expect(depths.holes == values.count(where: \.isNaN) && disparities.holes == depths.holes)
    #expect(depths.background == values.count { $0 == .infinity })
    #expect(disparities.background == values.count { $0 == 0 })
  }
}
