import AuxImage
import AuxKernels
import AuxMaps
import Testing

@Suite struct DepthMapInterpretationTests {
  private static func floats(_ values: [Float], width: Int) -> PixelPlane {
    PixelPlane(width: width, height: values.count / width, known: .float(values))
  }

  private static func interpretation(
    _ quantity: DepthQuantity, _ grayscale: DepthMapInterpretation.Grayscale? = nil
  ) -> DepthMapInterpretation {
    DepthMapInterpretation(quantity: quantity, grayscale: grayscale)
  }

  private static func isClose(_ a: [Float], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs(Double($0) - $1) <= 1e-6 * abs($1) }
  }

  /// Near 0.5 m, far 4 m, codes of 0, 0.2 and 1; worked out by hand.
  @Test(
    arguments: [
      (false, .depth, [0.5, 1.2, 4]),  // 0.5 + 0.2 * 3.5
      (false, .disparity, [0.5, 1 / 1.65, 4]),  // 2 - 0.2 * 1.75
      (true, .disparity, [4, 1 / 0.6, 0.5]),  // 0.25 + 0.2 * 1.75
      (true, .depth, [4, 3.3, 0.5]),  // 4 - 0.2 * 3.5
    ] as [(Bool, DepthQuantity, [Double])])
  func grayscale(whiteIsNear: Bool, linearIn: DepthQuantity, metres: [Double]) throws {
    let line = try DepthMapInterpretation.grayscale(
      near: 0.5, far: 4, whiteIsNear: whiteIsNear, linearIn: linearIn)
    let depth = Self.interpretation(.depth, line)
    let disparity = Self.interpretation(.disparity, line)
    let planes = [
      PixelPlane(width: 3, height: 1, known: .uint8([0, 51, 255])),
      PixelPlane(width: 3, height: 1, known: .uint16([0, 13107, 65535])),
    ]
    for plane in planes {
      #expect(Self.isClose(try depth.values(of: plane).values, metres))
      #expect(Self.isClose(try disparity.values(of: plane).values, metres.map { 1 / $0 }))
      #expect(try depth.values(of: plane).origins == nil)
    }
  }

  @Test func infiniteFar() throws {
    let line = try DepthMapInterpretation.grayscale(
      near: 0.5, far: .infinity, whiteIsNear: true, linearIn: .disparity)
    #expect(line == .linearDisparity(black: 0, white: 2))
    let codes = PixelPlane(width: 2, height: 1, known: .uint8([0, 255]))
    #expect(try Self.interpretation(.disparity, line).values(of: codes).values == [0, 2])
    #expect(try Self.interpretation(.depth, line).values(of: codes).values == [.infinity, 0.5])
    #expect(throws: AuxError(.usage, "")) {
      try DepthMapInterpretation.grayscale(near: 0.5, far: .infinity, whiteIsNear: true, linearIn: .depth)
    }
  }

  @Test(
    arguments: [
      (1, 1), (2, 1), (0, 1), (-1, 1), (.nan, 1), (.infinity, 1), (1, .nan), (1, 0), (1, -2),
      (1, -.infinity), (-2, -1),
    ] as [(Double, Double)])
  func nearAndFarAreChecked(near: Double, far: Double) {
    for infinityAllowed in [false, true] {
      #expect(throws: AuxError(.usage, "")) {
        try DepthMapInterpretation.checkNearFar(near: near, far: far, infinityAllowed: infinityAllowed)
      }
    }
  }

  @Test func grayscaleMapsNeedBounds() {
    let codes = PixelPlane(width: 1, height: 1, known: .uint8([7]))
    for (quantity, remedy) in [(DepthQuantity.depth, Remedy.stateMetres), (.disparity, .stateDisparities)] {
      let error = #expect(throws: AuxError(.usage, "")) {
        try Self.interpretation(quantity).values(of: codes)
      }
      #expect(error?.remedy == remedy)
    }
  }

  /// A 3x2 map with a hole of each kind: NaN, zero, negative.
  private static let holes = floats([2, .nan, 5, 0, 3, -1], width: 3)

  @Test func holesAreFilled() throws {
    let read = try Self.interpretation(.depth).values(of: Self.holes)
    #expect(read.holesFilled == 3)
    #expect(read.origins == [.sample, .hole, .sample, .hole, .sample, .hole])
    #expect(read.counts.background == 0 && read.counts.holeShare == 0.5)
    // (1,0) is next to 2, 5 and 3: of equal distances the furthest left; (0,1) next to 2 above and 3.
    #expect(read.values == [2, 2, 5, 2, 3, 3])
  }

  @Test func holesBecomeTheFarthest() throws {
    var interpretation = Self.interpretation(.depth)
    interpretation.holes = .far
    #expect(try interpretation.values(of: Self.holes).values == [2, 5, 5, 5, 3, 5])
    // In disparity 0 is no hole, but infinitely far.
    interpretation.quantity = .disparity
    let read = try interpretation.values(of: Self.holes)
    #expect(read.values == [2, 2, 5, 2, 3, 2])
    #expect(read.counts.holes == 2 && read.counts.background == 1)
  }

  @Test func holesAreRefused() throws {
    var interpretation = Self.interpretation(.depth)
    interpretation.holes = .error
    let error = #expect(throws: AuxError(.usage, "")) { try interpretation.values(of: Self.holes) }
    #expect(error?.reason.contains("3 holes") == true)
    #expect(error?.reason.contains("(1, 0)") == true)
    #expect(try interpretation.values(of: Self.floats([1, 2], width: 2)).holesFilled == 0)
  }

  @Test(arguments: DepthMap.Holes.allCases)
  func nothingButHolesIsRefused(holes: DepthMap.Holes) {
    var interpretation = Self.interpretation(.depth)
    interpretation.holes = holes
    let map = Self.floats([.nan, 0, -0.0, .nan], width: 2)
    #expect(throws: AuxError(.usage, "")) { try interpretation.values(of: map) }
  }

  @Test func valuesAreClamped() throws {
    var interpretation = Self.interpretation(.depth)
    (interpretation.near, interpretation.far) = (1, 4)
    let map = Self.floats([0.5, 1, 2, 4, 100, .nan], width: 6)
    let read = try interpretation.values(of: map)
    #expect(read.values == [1, 1, 2, 4, 4, 4])
    #expect(read.holesFilled == 1 && read.counts.clamped == 2)
    interpretation.near = nil
    #expect(try interpretation.values(of: map).values == [0.5, 1, 2, 4, 4, 4])
    (interpretation.near, interpretation.far) = (1, nil)
    #expect(try interpretation.values(of: map).values == [1, 1, 2, 4, 100, 100])
    // 1/4...1 1/m.
    (interpretation.quantity, interpretation.far) = (.disparity, 4)
    let disparities = Self.floats([0.125, 0.5, 1, 0.25, 0], width: 5)
    #expect(try interpretation.values(of: disparities).values == [0.25, 0.5, 1, 0.25, 0.25])
  }

  /// More than half of the samples beyond near and far: a mistake.
  @Test func whatWouldMostlyBeClampedIsRefused() throws {
    var interpretation = Self.interpretation(.depth)
    (interpretation.near, interpretation.far) = (1, 12)
    let parts = #expect(throws: AuxError(.usage, "")) {
      try interpretation.values(of: Self.floats([0.1, 0.5, 0.25, 1, .nan], width: 5))
    }
    #expect(parts?.remedy == .normalise && parts?.reason.contains("75 %") == true)
    let millimetres = #expect(throws: AuxError(.usage, "")) {
      try interpretation.values(of: Self.floats([1000, 3000, 2, 1e10], width: 4))
    }
    #expect(millimetres?.remedy == .stateUnit)
    // Just half passes; background and holes do not count.
    #expect(try interpretation.values(of: Self.floats([0.5, 2], width: 2)).values == [1, 2])
    #expect(
      try interpretation.values(of: Self.floats([0.5, 2, 1e10, .infinity, 0, -1], width: 6)).counts.clamped
        == 1)
  }

  /// A single value left of several is always a mistake.
  @Test func whatBecomesOneValueIsRefused() throws {
    var interpretation = Self.interpretation(.depth)
    (interpretation.near, interpretation.far) = (1, 12)
    let mist = #expect(throws: AuxError(.usage, "")) {
      try interpretation.values(of: Self.floats([0.5, 0.25, 1, 1], width: 4))
    }
    #expect(mist?.remedy == .normalise)
    interpretation.near = nil
    interpretation.far = nil
    let sky = #expect(throws: AuxError(.usage, "")) {
      try interpretation.values(of: Self.floats([3, 3, 1e10], width: 3))
    }
    #expect(sky?.remedy == .stateFarthest)
    interpretation.far = 20
    #expect(try interpretation.values(of: Self.floats([3, 3, 1e10], width: 3)).values == [3, 3, 20])
    // A map that is constant, its holes aside, stays so.
    #expect(try interpretation.values(of: Self.floats([3, .nan, 3], width: 3)).values == [3, 3, 3])
  }

  @Test func valuesAreScaled() throws {
    var interpretation = Self.interpretation(.depth)
    interpretation.scale = 0.001
    let map = Self.floats([500, 1250, .infinity], width: 3)
    #expect(try interpretation.values(of: map).values == [0.5, 1.25, 1.25])
    // The samples decide before the scale: 1e10 in any unit is background, and 999,999 km are not.
    #expect(try interpretation.values(of: Self.floats([1000, 2000, 1e10], width: 3)).values == [1, 2, 2])
    interpretation.scale = 1000
    let far = try interpretation.values(of: Self.floats([1, 2_000_000], width: 2))
    #expect(far.values == [1000, 2e9] && far.counts.background == 0)
  }

  /// Some programs' cameras look along the negative axis.
  @Test func theAxisMayPointAtTheCamera() throws {
    let map = Self.floats([-2, -4, .nan, -1e10], width: 4)
    var interpretation = Self.interpretation(.depth)
    let error = #expect(throws: AuxError(.usage, "")) { try interpretation.values(of: map) }
    #expect(error?.remedy == .turnAxis)
    interpretation.scale = -0.5
    let read = try interpretation.values(of: map)
    #expect(read.values == [1, 2, 2, 2] && read.origins == [.sample, .sample, .hole, .background])
  }

  /// Background is far and holes are filled from beside them, background among it.
  @Test func backgroundIsFar() throws {
    let map = Self.floats([2, 1e10, .nan, .infinity, 8, 0], width: 6)
    var interpretation = Self.interpretation(.depth)
    let read = try interpretation.values(of: map)
    #expect(read.values == [2, 8, 8, 8, 8, 8])
    #expect(read.origins == [.sample, .background, .hole, .background, .sample, .hole])
    #expect(read.counts.background == 2 && read.counts.holes == 2 && read.counts.total == 6)
    #expect(read.givenValues.map { $0.isNaN ? 0 : $0 } == [2, 0, 0, 0, 8, 0])
    #expect(read.valuesWithHoles.map { $0.isNaN ? 0 : $0 } == [2, 8, 0, 8, 8, 0])
    interpretation.far = 100
    #expect(try interpretation.values(of: map).values == [2, 100, 100, 100, 8, 8])
    interpretation.holes = .error
    #expect(throws: AuxError(.usage, "")) { try interpretation.values(of: map) }
    #expect(try interpretation.values(of: Self.floats([2, 1e10], width: 2)).values == [2, 100])
    // In disparity, 0 and values as near to it as the inverse of 1e9 are far.
    var disparity = Self.interpretation(.disparity)
    let disparities = Self.floats([2, 0, -0.0, 1e-10, 0.25, -1, .infinity], width: 7)
    let far = try disparity.values(of: disparities)
    #expect(far.values == [2, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25])
    #expect(far.counts.background == 3 && far.counts.holes == 2)
    disparity.far = .infinity
    #expect(try disparity.values(of: disparities).values == [2, 0, 0, 0, 0.25, 0.25, 0.25])
  }

  @Test func onlyBackgroundNeedsADistance() throws {
    var interpretation = Self.interpretation(.depth)
    let map = Self.floats([1e10, .infinity, .nan], width: 3)
    let error = #expect(throws: AuxError(.usage, "")) { try interpretation.values(of: map) }
    #expect(error?.remedy == .stateFarthest)
    interpretation.far = 30
    #expect(try interpretation.values(of: map).values == [30, 30, 30])
  }

  @Test func partsLieBetweenTheEnds() throws {
    let map = Self.floats([0, 0.25, 1, .nan, 1e10, 1.0005], width: 6)
    let line = try DepthMapInterpretation.grayscale(near: 2, far: 10, whiteIsNear: false, linearIn: .depth)
    var interpretation = Self.interpretation(.depth, line)
    interpretation.isNormalised = true
    let read = try interpretation.values(of: map)
    #expect(read.values == [2, 4, 10, 10, 10, 10] && read.counts.background == 1 && read.counts.holes == 1)
    for value: Float in [-0.1, 1.1, -.infinity] {
      #expect(throws: AuxError(.usage, "")) {
        try interpretation.values(of: Self.floats([0, value], width: 2))
      }
    }
    let halves = PixelPlane(width: 2, height: 1, known: .half([0, 0x3800]))
    #expect(try interpretation.values(of: halves).values == [2, 6])
  }

  @Test func halvesAreRealValues() throws {
    let map = PixelPlane(width: 3, height: 1, known: .half([0x3C00, 0x4000, 0x7C00]))
    let read = try Self.interpretation(.depth).values(of: map)
    #expect(read.values == [1, 2, 2] && read.counts.background == 1)
  }
}
