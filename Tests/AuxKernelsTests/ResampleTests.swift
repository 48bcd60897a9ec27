import AuxKernels
import TestSupport
import Testing

@Suite struct ResampleTests {
  @Test func `Samples of pixels in turn are resampled each by itself`() {
    var generator = SeededRandom(seed: 31)
    let planes = (0..<3).map { _ in (0..<17 * 9).map { _ in UInt8.random(in: 0...255, using: &generator) } }
    let pixels = (0..<17 * 9).flatMap { index in planes.map { $0[index] } }
    for (width, height) in [(8, 4), (17, 9), (30, 5)] {
      let resampled = Resample.smooth(
        pixels, width: 17, height: 9, channels: 3, toWidth: width, toHeight: height)
      for (channel, plane) in planes.enumerated() {
        let alone = Resample.smooth(plane, width: 17, height: 9, toWidth: width, toHeight: height)
        #expect(stride(from: channel, to: resampled.count, by: 3).map { resampled[$0] } == alone)
      }
    }
  }

  @Test func shrinkingTakesTheMeanOfTheArea() {
    let plane: [Float] = [1, 2, 3, 4, 5, 6, 7, 8]
    #expect(Resample.smooth(plane, width: 4, height: 2, toWidth: 2, toHeight: 1) == [3.5, 5.5])
    // Three samples to two: each covers one and a half.
    #expect(Resample.smooth([0.0, 3, 9], width: 3, height: 1, toWidth: 2, toHeight: 1) == [1, 7])
    #expect(Resample.smooth([0.0, 3, 9], width: 1, height: 3, toWidth: 1, toHeight: 2) == [1, 7])
  }

  @Test func growingIsLinearBetweenCentres() {
    #expect(
      Resample.smooth([0.0, 4], width: 2, height: 1, toWidth: 4, toHeight: 1) == [0, 1, 3, 4])
    #expect(
      Resample.smooth([0.0, 6, 12], width: 1, height: 3, toWidth: 2, toHeight: 3) == [0, 0, 6, 6, 12, 12])
    #expect(Resample.smooth([7.0], width: 1, height: 1, toWidth: 2, toHeight: 2) == [7, 7, 7, 7])
  }

  @Test(arguments: [(3, 5), (31, 7), (64, 64), (5, 97), (96, 54)]) func constantsAndSlopesStay(
    width: Int, height: Int
  ) {
    let constant = [Float](repeating: 3.3, count: 32 * 24)
    #expect(
      Resample.smooth(constant, width: 32, height: 24, toWidth: width, toHeight: height)
        == [Float](repeating: 3.3, count: width * height))
    let slope = (0..<(32 * 24)).map { Float($0 % 32) + 0.5 }
    let result = Resample.smooth(slope, width: 32, height: 24, toWidth: width, toHeight: height)
    // Samples that are cut are steps and not slopes: f (1 - f) / 2 off at each end at most.
    let tolerance: Float = width < 32 ? 0.02 : 1e-4
    for (index, value) in result.enumerated() {
      let exact = (Float(index % width) + 0.5) * 32 / Float(width)
      #expect(abs(value - min(max(exact, 0.5), 31.5)) < tolerance)
    }
    let edges = Resample.edgeRespecting(
      slope, width: 32, height: 24, toWidth: width, toHeight: height, discontinuity: 2)
    #expect(Difference.compare(edges, result).max < 1e-5)
  }

  @Test func holesTakeNoPart() {
    let (n, i) = (Float.nan, Float.infinity)
    #expect(Resample.smooth([1.0, n, n, n], width: 4, height: 1, toWidth: 2, toHeight: 1)[0] == 1)
    #expect(Resample.smooth([1.0, n, n, i], width: 4, height: 1, toWidth: 2, toHeight: 1)[1].isNaN)
    #expect(Resample.smooth([1.0, 2, 3, n, n, n], width: 6, height: 1, toWidth: 1, toHeight: 1) == [2])
    #expect(Resample.smooth([1.0, 2, n, n, n, n], width: 6, height: 1, toWidth: 1, toHeight: 1)[0].isNaN)
    let grown = Resample.smooth([1.0, n], width: 2, height: 1, toWidth: 4, toHeight: 1)
    #expect(grown[0] == 1 && grown[1] == 1 && grown[2].isNaN && grown[3].isNaN)
    let edges = Resample.edgeRespecting(
      [1, n, n, i], width: 4, height: 1, toWidth: 2, toHeight: 1, discontinuity: 1)
    #expect(edges[0] == 1 && edges[1].isNaN)
  }

  @Test func edgesAreNotMixed() {
    // Of three samples in one, two are near; the mean of the heavier surface is kept.
    #expect(
      Resample.edgeRespecting(
        [1, 5, 5.5], width: 3, height: 1, toWidth: 1, toHeight: 1, discontinuity: 1) == [5.25])
    #expect(
      Resample.edgeRespecting([1, 5], width: 2, height: 1, toWidth: 1, toHeight: 1, discontinuity: 1) == [5])
    #expect(
      Resample.edgeRespecting([1, 5], width: 2, height: 1, toWidth: 4, toHeight: 1, discontinuity: 1)
        == [1, 1, 5, 5])
    #expect(
      Resample.smooth([1.0, 5], width: 2, height: 1, toWidth: 4, toHeight: 1) == [1, 2, 4, 5])
    // A steep slope of small steps is one surface.
    let slope = (0..<64).map(Float.init)
    #expect(
      Resample.edgeRespecting(slope, width: 64, height: 1, toWidth: 1, toHeight: 1, discontinuity: 1)
        == [31.5])
  }

  @Test(arguments: [(13, 9), (100, 80), (7, 100)]) func noResultLiesBetweenSurfaces(width: Int, height: Int) {
    var generator = SeededRandom(seed: 5)
    let source = (0..<(48 * 32)).map { index -> Float in
      let isNear = (index % 48 - 20) * (index % 48 - 20) + (index / 48 - 15) * (index / 48 - 15) < 90
      let noise = Float.random(in: 0..<0.1, using: &generator)
      return Bool.random(using: &generator) || index % 7 > 0 ? (isNear ? 2 : 0.5) + noise : .nan
    }
    let result = Resample.edgeRespecting(
      source, width: 48, height: 32, toWidth: width, toHeight: height, discontinuity: 0.3)
    for value in result where !value.isNaN {
      #expect((0.5...0.6).contains(value) || (2...2.1).contains(value))
    }
    #expect(result.contains { $0 > 1 } && result.contains { $0 < 1 })
  }

  @Test func manyContributorsAreSortedToo() {
    let source = (0..<10_000).map { index -> Float in
      let fraction = Float(index * 7919 % 10_000) / 10_000
      return index % 3 == 0 ? fraction + 10 : fraction
    }
    let result = Resample.edgeRespecting(
      source, width: 100, height: 100, toWidth: 1, toHeight: 1, discontinuity: 1)
    #expect(abs(result[0] - 0.5) < 0.01)
  }

  @Test func mattesAreRounded() {
    #expect(Resample.smooth([0, 255] as [UInt8], width: 2, height: 1, toWidth: 1, toHeight: 1) == [128])
    #expect(
      Resample.smooth([255] as [UInt8], width: 1, height: 1, toWidth: 3, toHeight: 2)
        == [UInt8](repeating: 255, count: 6))
    #expect(
      Resample.smooth([0, 100] as [UInt8], width: 2, height: 1, toWidth: 4, toHeight: 1) == [0, 25, 75, 100])
  }

  @Test func planesKeepTheirSamples() {
    let halves = PixelPlane(width: 2, height: 1, known: .half(Half.encode([1, 3])))
    #expect(
      Resample.plane(halves, toWidth: 1, toHeight: 1).storage == .half(Half.encode([3])))
    let codes = PixelPlane(width: 2, height: 1, known: .uint16([65535, 65534]))
    #expect(Resample.plane(codes, toWidth: 1, toHeight: 1).storage == .uint16([65535]))
    let floats = PixelPlane(width: 2, height: 1, known: .float([0, 32]))
    #expect(
      Resample.plane(floats, toWidth: 1, toHeight: 1).storage == .float([32]))
    #expect(Resample.plane(floats, toWidth: 2, toHeight: 1) == floats)
    let matte = PixelPlane(width: 1, height: 2, known: .uint8([10, 20]))
    #expect(Resample.plane(matte, toWidth: 1, toHeight: 1).storage == .uint8([15]))
  }
}

@Suite struct RadialDepthTests {
  private let camera = RadialDepth.Camera(fx: 10, fy: 20, cx: 1.5, cy: 0.5)

  @Test func theCentreStaysAndCornersShrink() {
    let planar = RadialDepth.planar(fromRadial: [5, 5, 5], width: 3, height: 1, camera: camera)
    #expect(planar[1] == 5)
    #expect(planar[0] == Float(5 / 1.01.squareRoot()) && planar[0] == planar[2])
    let down = RadialDepth.planar(
      fromRadial: [2, 2], width: 1, height: 2, camera: .init(fx: 10, fy: 20, cx: 0.5, cy: 0.5))
    #expect(down == [2, Float(2 / 1.0025.squareRoot())])
  }

  @Test func depthsAlongRaysComeBack() {
    let values = (1...300).map { Float($0) / 7 }
    let radial = values.indices.map { index in
      let x = (Double(index % 20) + 0.5 - camera.cx) / camera.fx
      let y = (Double(index / 20) + 0.5 - camera.cy) / camera.fy
      return Float(Double(values[index]) * (1 + x * x + y * y).squareRoot())
    }
    let back = RadialDepth.planar(fromRadial: radial, width: 20, height: 15, camera: camera)
    #expect(zip(back, values).allSatisfy { abs($0 - $1) <= $1.ulp })
  }

  @Test func holesStayHoles() {
    let result = RadialDepth.planar(
      fromRadial: [.nan, .infinity, 0], width: 3, height: 1, camera: camera)
    #expect(result[0].isNaN && result[1] == .infinity && result[2] == 0)
    #expect(camera.scaled(horizontally: 2, vertically: 0.5) == .init(fx: 20, fy: 10, cx: 3, cy: 0.25))
  }
}
