import AuxImage
import AuxKernels
import AuxMaps
import Testing

@Suite struct DepthMapInterpretationTests {
  private static func floats(_ values: [Float], width: Int) -> PixelPlane {
    PixelPlane(width: width, height: values.count / width, storage: .float(values))
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
      PixelPlane(width: 3, height: 1, storage: .uint8([0, 51, 255])),
      PixelPlane(width: 3, height: 1, storage: .uint16([0, 13107, 65535])),
    ]
    for plane in planes {
      #expect(Self.isClose(try depth.values(of: plane).values, metres))
      #expect(Self.isClose(try disparity.values(of: plane).values, metres.map { 1 / $0 }))
      #expect(try depth.values(of: plane).holesFilled == 0)
    }
  }

  @Test func infiniteFar() throws {
    let line = try DepthMapInterpretation.grayscale(
      near: 0.5, far: .infinity, whiteIsNear: true, linearIn: .disparity)
    #expect(line == .linearDisparity(black: 0, white: 2))
    let codes = PixelPlane(width: 2, height: 1, storage: .uint8([0, 255]))
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
    let codes = PixelPlane(width: 1, height: 1, storage: .uint8([7]))
    for (quantity, remedy) in [(DepthQuantity.depth, Remedy.stateDistances), (.disparity, .stateDisparities)]
    {
      let error = #expect(throws: AuxError(.usage, "")) {
        try Self.interpretation(quantity).values(of: codes)
      }
      #expect(error?.remedy == remedy)
    }
  }

  /// A 3x2 map with a hole of each kind: NaN, not positive, background.
  private static let holes = floats([2, .nan, 5, 0, 3, 1e10], width: 3)

  @Test func holesAreFilled() throws {
    let read = try Self.interpretation(.depth).values(of: Self.holes)
    #expect(read.holesFilled == 3)
    #expect(read.isGiven == [true, false, true, false, true, false])
    // (1,0) is next to 2, 5 and 3: of equal distances the furthest left; (0,1) next to 2 above and 3.
    #expect(read.values == [2, 2, 5, 2, 3, 3])
  }

  @Test func holesBecomeTheFarthest() throws {
    var interpretation = Self.interpretation(.depth)
    interpretation.holes = .far
    #expect(try interpretation.values(of: Self.holes).values == [2, 5, 5, 5, 3, 5])
    interpretation.quantity = .disparity
    let read = try interpretation.values(of: Self.holes)
    #expect(read.values == [2, 2, 5, 2, 3, 2])
    #expect(read.holesFilled == 3)
  }

  @Test func holesAreRefused() throws {
    var interpretation = Self.interpretation(.depth)
    interpretation.holes = .error
    let error = #expect(throws: AuxError(.usage, "")) { try interpretation.values(of: Self.holes) }
    #expect(error?.reason.contains("3 holes") == true)
    #expect(error?.reason.contains("(1, 0)") == true)
    #expect(try interpretation.values(of: Self.floats([1, 2], width: 2)).holesFilled == 0)
  }

  @Test(arguments: DepthMapInterpretation.Holes.allCases)
  func nothingButHolesIsRefused(holes: DepthMapInterpretation.Holes) {
    var interpretation = Self.interpretation(.depth)
    interpretation.holes = holes
    let map = Self.floats([.nan, .infinity, -1, 0, 2e9, -.infinity], width: 3)
    #expect(throws: AuxError(.usage, "")) { try interpretation.values(of: map) }
  }

  @Test func valuesAreClamped() throws {
    var interpretation = Self.interpretation(.depth)
    interpretation.clamp = 1...4
    let read = try interpretation.values(of: Self.floats([0.5, 1, 2, 4, 100, .nan], width: 6))
    #expect(read.values == [1, 1, 2, 4, 4, 4])
    #expect(read.holesFilled == 1)
  }

  @Test func valuesAreScaled() throws {
    var interpretation = Self.interpretation(.depth)
    interpretation.scale = 0.001
    let map = Self.floats([500, 1250, .infinity], width: 3)
    #expect(try interpretation.values(of: map).values == [0.5, 1.25, 1.25])
    // 4e9 mm are background in metres too only where they pass the limit after scaling.
    #expect(try interpretation.values(of: Self.floats([1, 4e9], width: 2)).holesFilled == 0)
  }

  @Test func halvesAreRealValues() throws {
    let map = PixelPlane(width: 2, height: 1, storage: .half([0x3C00, 0x7C00]))
    let read = try Self.interpretation(.depth).values(of: map)
    #expect(read.values == [1, 1] && read.holesFilled == 1)
  }
}
