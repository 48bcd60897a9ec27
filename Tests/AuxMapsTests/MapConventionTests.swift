import AuxImage
import AuxKernels
import AuxMaps
import Testing

@Suite struct MapConventionTests {
  private func floats(_ values: [Float]) -> PixelPlane {
    PixelPlane(width: values.count, height: 1, known: .float(values))
  }

  private func values(
    _ convention: MapConvention, _ map: PixelPlane, near: Double? = nil, far: Double? = nil,
    scale: Double = 1,
    unit: LengthUnit? = nil
  ) throws -> (DepthQuantity, [Float], counts: DepthMap.SampleCounts) {
    let (map, interpretation) = try convention.reading(
      of: map, near: near, far: far, scale: scale, unit: unit)
    let result = try interpretation.values(of: map)
    return (interpretation.quantity, result.values, result.counts)
  }

  @Test func namesAreThoseOfTheCommandLine() {
    for name in MapConvention.allCases.map(\.rawValue) {
      #expect(name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") })
    }
    #expect(
      MapConvention.midas.facts.accuracy == .relative && MapConvention.metric.facts.accuracy == .absolute)
    #expect(MapConvention.moge.facts.accuracy == .relative && MapConvention.moge2.facts.accuracy == .absolute)
    #expect(MapConvention.midas.facts.quantity == .disparity)
    #expect(MapConvention.depthPro.facts.quantity == .depth)
  }

  @Test(arguments: [MapConvention.apple, .metric, .zoedepth, .depthPro, .blender])
  func metricFloatsAreMetres(convention: MapConvention) throws {
    let (quantity, metres, counts) = try values(convention, floats([1, 2.5, .nan, 1e10, 4]))
    #expect(quantity == .depth && counts.holes == 1 && counts.background == 1)
    #expect(metres[0] == 1 && metres[1] == 2.5 && metres[3] == 4 && metres[4] == 4)
  }

  @Test func sceneUnitsAreScaled() throws {
    let (_, metres, counts) = try values(.blender, floats([100, 1e10, 250]), scale: 0.01)
    #expect(metres == [1, 2.5, 2.5] && counts.background == 1)
    #expect(try values(.blender, floats([100, 1e10, 250]), unit: .centimetres).1 == [1, 2.5, 2.5])
    #expect(try values(.blender, floats([100, 1e10, 250]), far: 40, unit: .centimetres).1 == [1, 40, 2.5])
  }

  /// 1 over the distance, 0 where nothing was hit; a unit is of the distance.
  @Test func nukeHasInverseDepth() throws {
    let (quantity, disparities, counts) = try values(.nuke, floats([0.5, 0, 0.125, -1]))
    #expect(quantity == .disparity && disparities == [0.5, 0.125, 0.125, 0.125])
    #expect(counts.background == 1 && counts.holes == 1)
    #expect(try values(.nuke, floats([0.005, 0, 0.01]), unit: .centimetres).1 == [0.5, 0.5, 1])
    #expect(try values(.nuke, floats([0.5, 0, 1]), far: 8).1 == [0.5, 0.125, 1])
    #expect(throws: AuxError(.usage, "")) {
      try values(.nuke, PixelPlane(width: 1, height: 1, known: .uint8([9])))
    }
  }

  /// Each model's own sky is background, under its name alone.
  @Test func skiesAreTheModels() throws {
    let pro = floats([2, 10_000, 30])
    #expect(try values(.depthPro, pro).1 == [2, 30, 30])
    #expect(try values(.metric, pro).1 == [2, 10_000, 30])
    // Depth Anything's least disparity is 0, and that of MiDaS whatever it is.
    let inverse = floats([0, 1, 4])
    let anything = try values(.depthAnything, inverse, near: 1, far: 8)
    #expect(anything.1 == [0.125, 0.34375, 1] && anything.counts.background == 1)
    let midas = try values(.midas, inverse, near: 1, far: 8)
    #expect(midas.1 == anything.1 && midas.counts.background == 0)
  }

  @Test func everyConventionIsDescribed() {
    for facts in MapConvention.allCases.map(\.facts) { #expect(!facts.summary.isEmpty && !facts.sky.isEmpty) }
    #expect(MapConvention.nuke.facts.quantity == .disparity && MapConvention.blender.facts.takesUnit)
  }

  @Test(arguments: [MapConvention.midas, .depthAnything])
  func relativeInverseDepthIsSpread(convention: MapConvention) throws {
    // Shifted below zero, which is no hole here.
    let (quantity, disparity, counts) = try values(convention, floats([-3, -1, 3]), near: 1, far: 4)
    #expect(quantity == .disparity && counts.holes == 0 && counts.background == 0)
    #expect(disparity == [0.25, 0.5, 1])
    let codes = PixelPlane(width: 2, height: 1, known: .uint8([0, 255]))
    #expect(try values(convention, codes, near: 1, far: 4).1 == [0.25, 1])
    #expect(throws: AuxError(.usage, "")) { try values(convention, codes) }
    #expect(throws: AuxError(.usage, "")) { try values(convention, floats([1, 2])) }
    #expect(throws: AuxError(.usage, "")) { try values(convention, floats([1, 1]), near: 1, far: 4) }
    #expect(throws: AuxError(.usage, "")) { try values(convention, floats([1, 2]), near: 1, far: .infinity) }
  }

  @Test func stepsAreMetresAndZeroIsAHole() throws {
    let codes = PixelPlane(width: 3, height: 1, known: .uint16([256, 0, 1024]))
    let (quantity, metres, counts) = try values(.zoedepth, codes)
    #expect(quantity == .depth && counts.holes == 1)
    #expect(metres[0] == 1 && metres[2] == 4)
    #expect(try values(.metric, codes).1[2] == 1.024)
    #expect(try values(.metric, codes, unit: .inches).1 == [6.5024, 6.5024, 26.0096])
    let small = PixelPlane(width: 1, height: 1, known: .uint8([9]))
    #expect(throws: AuxError(.usage, "")) { try values(.zoedepth, small) }
  }

  @Test func polarityIsTheConventions() throws {
    let codes = PixelPlane(width: 2, height: 1, known: .uint8([0, 255]))
    #expect(try values(.apple, codes, near: 1, far: 4).1 == [1, 4])
    #expect(try values(.blender, codes, near: 1, far: 4).1 == [1, 4])
    #expect(try values(.depthPro, codes, near: 1, far: 4).1 == [4, 1])
  }
}

/// What contradicts a convention, and conventions that need the camera.
@Suite struct ConventionContradictionTests {
  private func reading(
    _ convention: MapConvention, _ storage: PixelPlane.Storage, width: Int, camera: MapCamera? = nil
  ) throws -> [Float] {
    let count =
      switch storage {
      case .uint8(let codes): codes.count
      case .uint16(let codes), .half(let codes): codes.count
      case .float(let values): values.count
      }
    var options = DepthMap.Options(convention: convention)
    options.camera = camera
    let plane = PixelPlane(width: width, height: count / width, known: storage)
    return try DepthMap(plane, options: options).reading().values.values
  }

  /// Source: Depth Anything 3, README, FAQ.
  @Test func metresComeOfTheFocalLength() throws {
    let camera = MapCamera.calibration(
      try CameraCalibrationData(
        fx: 600, fy: 620, cx: 320, cy: 240, referenceDimensions: .init(width: 640, height: 480)))
    // A quarter of the size: 150 and 155 pixels.
    let map = [Float](repeating: 2, count: 160 * 120)
    let values = try reading(.depthAnything3Metric, .float(map), width: 160, camera: camera)
    #expect(values.allSatisfy { abs($0 - 2 * 152.5 / 300) < 1e-6 })
    let error = #expect(throws: AuxError(.usage, "")) {
      try reading(.depthAnything3Metric, .float(map), width: 160)
    }
    #expect(error?.remedy == .stateCamera)
  }

  @Test func samplesOf0To1AreNoMetres() throws {
    let spread: [Float] = [0, 0.25, 0.5, 1]
    for convention in MapConvention.allCases where convention.facts.contradictions.contains(.isSpread) {
      #expect(throws: AuxError(.usage, "")) { try reading(convention, .float(spread), width: 2) }
      #expect(try reading(convention, .float([0.1, 0.25, 0.5, 1]), width: 2) == [0.1, 0.25, 0.5, 1])
    }
  }

  @Test func codesOfAnotherUnitAreTooFar() throws {
    #expect(throws: AuxError(.usage, "")) {
      try reading(.kitti, .uint16([40_000, 900, 65_000, 1]), width: 2)
    }
    #expect(throws: AuxError(.usage, "")) { try reading(.nyu, .float([500, 900, 2000, 3000]), width: 2) }
    #expect(throws: AuxError(.usage, "")) {
      try reading(.scannet, .uint16([20_480, 900, 900, 900]), width: 2)
    }
    #expect(try reading(.kitti, .uint16([256, 512, 25_600, 256]), width: 2) == [1, 2, 100, 1])
    #expect(try reading(.tum, .uint16([5000, 10_000, 5000, 65_535]), width: 2) == [1, 2, 1, 13.107])
  }

  @Test(arguments: [MapConvention.kitti, .tum, .nyu, .scannet, .arkit, .zoedepth, .metric])
  func codesOf8BitsAreNoLengths(convention: MapConvention) throws {
    #expect(throws: AuxError(.usage, "")) { try reading(convention, .uint8([1, 2, 3, 4]), width: 2) }
  }

  @Test func samplesThatAModelDoesNotGiveAreRefused() throws {
    for convention in [MapConvention.kitti, .tum, .scannet, .comfyui] {
      #expect(throws: AuxError(.usage, "")) { try reading(convention, .float([1, 2, 3, 4]), width: 2) }
    }
    for convention in [MapConvention.unidepth, .metric3d, .moge2, .middlebury, .depthAnything3] {
      #expect(throws: AuxError(.usage, "")) { try reading(convention, .uint16([1, 2, 3, 4]), width: 2) }
    }
  }

  @Test func partsAreSpreadInDepth() throws {
    var options = DepthMap.Options(convention: .marigold, near: 1, far: 5)
    let plane = PixelPlane(width: 2, height: 2, known: .float([0, 0.25, 0.5, 1]))
    #expect(try DepthMap(plane, options: options).reading().values.values == [1, 2, 3, 5])
    let far = PixelPlane(width: 2, height: 2, known: .float([0, 0.25, 0.5, 7]))
    #expect(throws: AuxError(.usage, "")) { try DepthMap(far, options: options).reading() }
    options.near = nil
    let error = #expect(throws: AuxError(.usage, "")) { try DepthMap(plane, options: options).reading() }
    #expect(error?.remedy == .stateDistances)
  }
}
