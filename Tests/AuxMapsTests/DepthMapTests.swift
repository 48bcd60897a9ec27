import AuxMaps
import TestSupport
import Testing

/// Maps from files and memory, as the library's users have them.
struct DepthMapTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func floats(_ values: [Float], width: Int) -> PixelPlane {
    PixelPlane(width: width, height: values.count / width, known: .float(values))
  }

  private static func isClose(_ a: [Float], _ b: [Float]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1e-6 * abs($1) }
  }

  /// A pass as Blender writes it: a layer's channel of floats, 1e10 where nothing was hit.
  @Test func aPassOfBlender() throws {
    let pass = try MapFile.encode(
      Self.floats([1, 2, 1e10, 8], width: 2), as: .exr, channel: "ViewLayer.Depth.Z")
    let map = try DepthMap(try folder.write(pass, to: "z.exr"), convention: .blender)
    #expect(map.path == folder.path("z.exr") && map.options.valueQuantity == .depth)
    let reading = try map.reading()
    #expect(reading.values.values == [1, 2, 8, 8] && reading.values.holesFilled == 0)
    #expect(reading.values.counts.background == 1 && reading.values.givenValues[2].isNaN)
    #expect((reading.width, reading.height, reading.quantity) == (2, 2, .depth))
    let disparity = try reading.depthData(as: .hdis)
    #expect(disparity.depthDataMap.storage == .half([0x3C00, 0x3800, 0x3000, 0x3000]))
    #expect(try reading.depthData().depthDataType == .fdep)
    #expect(throws: AuxError(.usage, "")) { try reading.depthData(as: .L008) }

    let again = try DepthMap(
      data: pass, options: DepthMap.Options(convention: .blender), file: .init(channel: "ViewLayer.Depth.Z"))
    #expect(again.path == nil && again.samples == map.samples)
    #expect(throws: AuxError(.usage, "")) { try DepthMap(data: pass, file: .init(channel: "absent")) }
  }

  @Test func valuesInMemory() throws {
    let depth = try DepthMap([2, .nan, 4, 8], width: 4, height: 1).reading()
    #expect(depth.values.values == [2, 2, 4, 8] && depth.quantity == .depth)
    let disparity = try DepthMap([2, 1, 4, 8], width: 4, height: 1, quantity: .disparity).reading()
    #expect(disparity.quantity == .disparity)
    #expect(try disparity.depthData(as: .fdep).depthDataMap.storage == .float([0.5, 1, 0.25, 0.125]))
    for (width, height) in [(3, 1), (0, 4), (-2, -2), (.max, 2)] {
      #expect(throws: AuxError(.usage, "")) { try DepthMap([1, 2, 3, 4], width: width, height: height) }
    }
  }

  /// Errors about the content of a file name it, even late ones.
  @Test func errorsNameTheFile() throws {
    let missing = #expect(throws: AuxError(.inputMissing, "")) { try DepthMap(folder.path("absent.exr")) }
    #expect(missing?.path == folder.path("absent.exr"))
    let path = try folder.write(Array("GIF89a".utf8), to: "a.gif")
    #expect(#expect(throws: AuxError(.unsupported, "")) { try DepthMap(path) }?.path == path)
    let codes = PixelPlane(width: 2, height: 1, known: .uint8([0, 255]))
    let gray = try folder.write(try MapFile.encode(codes, as: .png), to: "gray.png")
    for convention in [MapConvention.midas, .apple] {
      let error = #expect(throws: AuxError(.usage, "")) {
        try DepthMap(gray, convention: convention).reading()
      }
      #expect(error?.path == gray && error?.remedy == .stateDistances)
    }
    #expect(#expect(throws: AuxError(.usage, "")) { try DepthMap(gray).reading() }?.remedy == .stateMetres)
    let shape = #expect(throws: AuxError(.usage, "")) {
      try DepthMap(gray, convention: .apple, near: 1, far: 2)
        .reading(on: MapPlacement(on: PrimaryImage(width: 4, height: 3)))
    }
    #expect(shape?.path == gray && shape?.remedy == .stretch)
    var limits = AuxLimits.standard
    limits.mapFileBytes = 5
    let long = #expect(throws: AuxError(.limitExceeded, "")) { try DepthMap(path, limits: limits) }
    #expect(long?.path == path)
  }

  @Test func codesBetweenTwoDistances() throws {
    let codes = PixelPlane(width: 3, height: 1, known: .uint8([0, 51, 255]))
    var options = DepthMap.Options(near: 0.5, far: 4)
    #expect(Self.isClose(try DepthMap(codes, options: options).reading().values.values, [0.5, 1.2, 4]))
    options.whiteIsNear = true
    options.linearIn = .disparity
    #expect(Self.isClose(try DepthMap(codes, options: options).reading().values.values, [4, 1 / 0.6, 0.5]))
    var disparity = DepthMap.Options(quantity: .disparity)
    (disparity.minDisparity, disparity.maxDisparity) = (0, 5)
    #expect(Self.isClose(try DepthMap(codes, options: disparity).reading().values.values, [0, 1, 5]))
  }

  @Test func floatsAreScaledAndClamped() throws {
    var options = DepthMap.Options(near: 1, far: 3)
    options.scale = 0.01
    let map = DepthMap(Self.floats([50, 200, 250, 900], width: 4), options: options)
    #expect(Self.isClose(try map.reading().values.values, [1, 2, 2.5, 3]))
    options.quantity = .disparity
    // Clamped to 1/3...1 in its own unit.
    let disparity = DepthMap(Self.floats([20, 50, 80, 900], width: 4), options: options)
    #expect(Self.isClose(try disparity.reading().values.values, [1 / 3, 0.5, 0.8, 1]))
  }

  /// What contradicts itself is refused before anything is read out of it.
  @Test(
    arguments: [
      { $0.far = 0 }, { $0.near = .infinity }, { ($0.near, $0.far) = (2, 1) }, { ($0.near, $0.far) = (0, 1) },
      { $0.minDisparity = 1 }, { ($0.minDisparity, $0.maxDisparity) = (1, 2) },
      {
        $0.quantity = .disparity; ($0.minDisparity, $0.maxDisparity) = (2, 1)
      },
      {
        $0.quantity = .disparity; ($0.minDisparity, $0.maxDisparity) = (1, .infinity)
      },
      {
        $0.quantity = .disparity; ($0.minDisparity, $0.maxDisparity) = (1, 2)
      },
      { $0.scale = 0 }, { $0.scale = .nan }, { $0.isNormalised = true },
      {
        $0.isNormalised = true; $0.unit = .feet; ($0.near, $0.far) = (1, 2)
      },
      {
        $0.convention = .zoedepth; $0.unit = .millimetres
      },
      {
        $0.quantity = .disparity; ($0.minDisparity, $0.maxDisparity, $0.far) = (1, 2, 3)
      },
      {
        $0.convention = .metric; $0.whiteIsNear = true
      },
      { $0.isRadial = true }, { $0.size = .size(width: 0, height: 3) },
      {
        $0.isRadial = true; $0.camera = .intrinsics(fx: 0, fy: 1, cx: 1, cy: 1)
      },
    ] as [@Sendable (inout DepthMap.Options) -> Void])
  func contradictionsAreUsageErrors(change: @Sendable (inout DepthMap.Options) -> Void) throws {
    var options = DepthMap.Options()
    change(&options)
    #expect(throws: AuxError(.usage, "")) {
      try DepthMap(Self.floats([1, 2, 3, 4], width: 2), options: options).reading()
    }
    #expect(try DepthMap(Self.floats([1, 2, 3, 4], width: 2)).reading().values.values == [1, 2, 3, 4])
  }

  /// Codes take no factor, and those of disparity no metres.
  @Test func codesRefuseWhatFloatsTake() throws {
    let codes = PixelPlane(width: 2, height: 1, known: .uint16([0, 65535]))
    var options = DepthMap.Options(near: 1, far: 2)
    options.scale = 2
    #expect(throws: AuxError(.usage, "")) { try DepthMap(codes, options: options).reading() }
    let disparity = DepthMap.Options(quantity: .disparity, near: 1, far: 2)
    let error = #expect(throws: AuxError(.usage, "")) { try DepthMap(codes, options: disparity).reading() }
    #expect(error?.remedy == .stateDisparities)
  }

  /// A wall at 2 m fills the picture: the distances to it along the rays are one depth.
  @Test func distancesAlongRays() throws {
    let (width, height) = (4, 2)
    func wall(fx: Float, fy: Float) -> [Float] {
      (0..<(width * height)).map { index in
        let x = (Float(index % width) + 0.5 - 2) / fx
        let y = (Float(index / width) + 0.5 - 1) / fy
        return 2 * (1 + x * x + y * y).squareRoot()
      }
    }
    var options = DepthMap.Options()
    options.isRadial = true
    // In pixels of a photo of twice the size.
    options.camera = .intrinsics(fx: 6, fy: 10, cx: 4, cy: 2)
    let map = DepthMap(Self.floats(wall(fx: 3, fy: 5), width: width), options: options)
    let metres = try map.reading(forPhotoOf: (8, 4)).values.values
    #expect(Self.isClose(metres, [Float](repeating: 2, count: 8)))
    // Without a photo, the numbers are of the map itself.
    #expect(try !Self.isClose(map.reading().values.values, metres))
    options.camera = .calibration(
      try CameraCalibrationData(
        fx: 6, fy: 10, cx: 4, cy: 2, referenceDimensions: .init(width: 8, height: 4)))
    let calibrated = DepthMap(map.samples, options: options)
    #expect(try calibrated.reading().values.values == metres)
    #expect(try map.reading(on: MapPlacement(on: PrimaryImage(width: 8, height: 4))).values.values == metres)
  }

  @Test func sizesAreOfThePhoto() throws {
    #expect(try MapSize.half.dimensions(forPhotoOf: (7, 4)) == (4, 2))
    #expect(try MapSize.apple.dimensions(forPhotoOf: (4032, 3024)) == (768, 576))
    #expect(try MapSize.apple.dimensions(forPhotoOf: (1, 4000)) == (1, 768))
    #expect(throws: AuxError(.limitExceeded, "")) {
      try MapSize.size(width: .max, height: 2).dimensions(forPhotoOf: (1, 1))
    }
    var options = DepthMap.Options()
    options.size = .half
    let flat = DepthMap(Self.floats([Float](repeating: 4, count: 12), width: 4), options: options)
    let half = try flat.reading(forPhotoOf: (40, 30))
    #expect((half.width, half.height) == (20, 15) && half.values.values.allSatisfy { $0 == 4 })
    let own = try flat.reading()
    #expect((own.width, own.height) == (2, 2))
    let plain = try MapSize.size(width: 2, height: 1).resampled(flat.samples)
    #expect(plain.storage == .float([4, 4]))
  }
}
