import AuxImage
import Testing

@Suite struct AspectRatioTests {
  @Test(arguments: [
    (1000, 1000, true), (1010, 1000, true), (990, 1000, true), (1011, 1000, false), (989, 1000, false),
    (1, 1, true), (2, 1, false), (1 << 40, 1 << 40, true),
  ])
  func squares(width: Int, height: Int, fits: Bool) {
    #expect(AspectRatio.isSame((width, height), (4000, 4000)) == fits)
  }

  /// One hundredth exactly passes, whichever way the division rounds.
  @Test func theToleranceItselfPasses() {
    for side in 1...400 {
      #expect(AspectRatio.isSame((101 * side, 300), (100 * side, 300)), "\(side)")
      #expect(!AspectRatio.isSame((1011 * side, 3000), (1000 * side, 3000)), "\(side)")
    }
  }

  @Test func otherTolerancesAndNoSize() {
    #expect(AspectRatio.isSame((1.02, 1), (1, 1), tolerance: 0.02))
    #expect(!AspectRatio.isSame((1.021, 1), (1, 1), tolerance: 0.02))
    for (a, b) in [((0, 0), (0, 0)), ((0, 1), (0, 1)), ((1, 1), (1, 0)), ((-1, -1), (1, 1))] {
      #expect(!AspectRatio.isSame(a, b))
    }
    #expect(!AspectRatio.isSame((.nan, 1), (.nan, 1)))
  }
}
