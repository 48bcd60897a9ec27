import AuxMaps
import TestSupport
import Testing

/// Samples that are lengths: units, whole numbers, and the camera that a file states.
struct MapUnitTests {
  private static func metres(
    _ content: [UInt8], _ change: (inout DepthMap.Options) -> Void = { _ in }
  ) throws -> [Float] {
    var options = DepthMap.Options()
    change(&options)
    return try DepthMap(data: content, options: options).reading().values.values
  }

  /// An array of one row as NumPy writes it.
  static func array(_ type: String, _ bytes: [UInt8], count: Int) -> [UInt8] {
    let text = "{'descr': '\(type)', 'fortran_order': False, 'shape': (1, \(count)), }\n"
    return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(text.utf8.count), 0] + Array(text.utf8) + bytes
  }

  /// 2, 4 and 0.5 units as they are defined; worked out by hand.
  @Test(
    arguments: [
      (.millimetres, [0.002, 0.004, 0.0005]), (.centimetres, [0.02, 0.04, 0.005]), (.metres, [2, 4, 0.5]),
      (.inches, [0.0508, 0.1016, 0.0127]), (.feet, [0.6096, 1.2192, 0.1524]),
    ] as [(LengthUnit, [Float])])
  func unitsOfFloats(unit: LengthUnit, metres: [Float]) throws {
    let map = PixelPlane(width: 3, height: 1, known: .float([2, 4, 0.5]))
    var options = DepthMap.Options()
    options.unit = unit
    #expect(try DepthMap(map, options: options).reading().values.values == metres)
    // Disparity is 1 over the unit.
    options.quantity = .disparity
    let disparities = try DepthMap(map, options: options).reading().values.values
    let wanted = [2, 4, 0.5].map { $0 / unit.metres }
    #expect(zip(disparities, wanted).allSatisfy { abs(Double($0) - $1) < 1e-6 * $1 })
  }

  /// Depth cameras' 16-bit millimetres: 0 is no distance.
  @Test func codesAreLengthsWithAUnit() throws {
    for kind in [MapFile.Kind.png, .tiff, .npy] {
      let bytes = try MapFile.encode(
        PixelPlane(width: 4, height: 1, known: .uint16([1500, 0, 65535, 250])), as: kind)
      #expect(try Self.metres(bytes) { $0.unit = .millimetres } == [1.5, 1.5, 65.535, 0.25])
      #expect(try Self.metres(bytes) { ($0.unit, $0.far) = (.millimetres, 10) } == [1.5, 1.5, 10, 0.25])
      // A factor to metres says as much as a unit.
      #expect(try Self.metres(bytes) { $0.scale = 0.001 } == [1.5, 1.5, 65.535, 0.25])
    }
    let small = try MapFile.encode(PixelPlane(width: 2, height: 1, known: .uint8([3, 200])), as: .png)
    #expect(try Self.metres(small) { $0.unit = .feet } == [0.9144, 60.96])
  }

  /// 1500, 0 or -1, and 100: two holes, whatever the type.
  @Test(
    arguments: [
      ("<i2", [0xDC, 0x05, 0xFF, 0xFF, 0x64, 0]), (">i2", [0x05, 0xDC, 0xFF, 0xFF, 0, 0x64]),
      ("<i4", [0xDC, 0x05, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x64, 0, 0, 0]),
      ("<u4", [0xDC, 0x05, 0, 0, 0, 0, 0, 0, 0x64, 0, 0, 0]),
      (
        "<i8",
        [
          0xDC, 0x05, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x64, 0, 0, 0, 0, 0,
          0, 0,
        ]
      ),
      (">u8", [0, 0, 0, 0, 0, 0, 0x05, 0xDC, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x64]),
    ] as [(String, [UInt8])])
  func wholeNumbersAreLengthsWithAUnit(type: String, bytes: [UInt8]) throws {
    let file = Self.array(type, bytes, count: 3)
    #expect(try MapFile.content(of: file).hasWholeNumbers)
    #expect(try Self.metres(file) { $0.unit = .millimetres } == [1.5, 1.5, 0.1])
    #expect(try Self.metres(file) { $0.convention = .metric } == [1.5, 1.5, 0.1])
    #expect(try Self.metres(file) { $0.scale = 0.001 } == [1.5, 1.5, 0.1])
    let error = #expect(throws: AuxError(.usage, "")) { try Self.metres(file) }
    #expect(error?.remedy == .stateUnit)
    #expect(throws: AuxError(.usage, "")) { try Self.metres(file) { ($0.near, $0.far) = (1, 2) } }
    #expect(throws: AuxError(.truncated, "")) { try MapFile.decode(Array(file.dropLast())) }
  }

  @Test func boolsAreBlackAndWhite() throws {
    let mask = try MapFile.content(of: Self.array("|b1", [1, 0, 1], count: 3))
    #expect(mask.samples.storage == .uint8([255, 0, 255]) && !mask.hasWholeNumbers)
    let signed = try MapFile.content(of: Self.array("|i1", [1, 0xFE, 3], count: 3))
    #expect(signed.samples.storage == .float([1, -2, 3]) && signed.hasWholeNumbers)
    #expect(throws: AuxError(.unsupported, "")) { try MapFile.decode(Self.array("<c8", [0], count: 1)) }
  }

  /// Halves of OpenEXR end where programs clamp 1e10 to; those of other files may be distances.
  @Test func halvesOfOpenEXREndAtTheSky() throws {
    let plane = PixelPlane(width: 3, height: 1, known: .half([0x3D00, 0x7BFF, 0x4400]))
    #expect(try Self.metres(try MapFile.encode(plane, as: .exr)) == [1.25, 4, 4])
    #expect(try Self.metres(try MapFile.encode(plane, as: .npy)) == [1.25, 65504, 4])
    #expect(
      try Self.metres(try MapFile.encode(plane, as: .exr)) { $0.convention = .blender } == [1.25, 4, 4])
  }

  @Test func normalisedMapsAreReadAsCodes() throws {
    let map = PixelPlane(width: 3, height: 1, known: .float([0, 0.5, 1]))
    func read(_ change: (inout DepthMap.Options) -> Void) throws -> [Float] {
      var options = DepthMap.Options()
      options.isNormalised = true
      change(&options)
      return try DepthMap(map, options: options).reading().values.values
    }
    #expect(try read { ($0.near, $0.far) = (1, 9) } == [1, 5, 9])
    #expect(try read { ($0.near, $0.far, $0.convention) = (1, 9, .blender) } == [1, 5, 9])
    #expect(try read { ($0.near, $0.far, $0.whiteIsNear) = (1, 9, true) } == [9, 5, 1])
    #expect(try read { ($0.near, $0.far, $0.linearIn) = (1, 4, .disparity) } == [1, 1.6, 4])
    // As they are, and not stretched from their least to their greatest.
    #expect(try read { ($0.near, $0.far, $0.convention) = (1, 4, .midas) } == [0.25, 0.625, 1])
    let disparity = try read { ($0.quantity, $0.minDisparity, $0.maxDisparity) = (.disparity, 1, 3) }
    #expect(disparity == [1, 2, 3])
    #expect(throws: AuxError(.usage, "")) { try read { $0.near = 1 } }
    #expect(throws: AuxError(.usage, "")) { try read { ($0.near, $0.far, $0.convention) = (1, 9, .metric) } }
  }

  /// Background stays far at another size, and mixes into no distance beyond the farthest.
  @Test func backgroundIsResampled() throws {
    let row: [Float] = [2, 2, 4, 4, 1e10, 1e10, 1e10, 1e10]
    var options = DepthMap.Options()
    options.size = .size(width: 4, height: 1)
    let map = DepthMap(PixelPlane(width: 8, height: 2, known: .float(row + row)), options: options)
    let reading = try map.reading()
    #expect(reading.values.values == [2, 4, 4, 4] && reading.values.counts.background == 2)
    options.size = .size(width: 3, height: 1)
    options.far = 1000
    let odd = try DepthMap(map.samples, options: options).reading()
    #expect(odd.values.values.allSatisfy { (2...4).contains($0) || $0 == 1000 })
  }

  /// Depth Pro's focal length is in pixels of its map.
  @Test func depthProTellsTheCamera() throws {
    var content = MapContent(PixelPlane(width: 4, height: 2, known: .float([1, 2, 3, 4, 5, 6, 7, 8])))
    content.camera = .focalLength(3, ofWidth: 4, height: 2)
    var map = DepthMap(content.samples)
    map.content = content
    let upright = MapPlacement(on: PrimaryImage(width: 40, height: 20))
    let camera = try #require(try map.calibration(on: upright))
    #expect(camera.intrinsicMatrix == [3, 0, 0, 0, 3, 0, 2, 1, 1])
    #expect(camera.intrinsicMatrixReferenceDimensions == .init(width: 4, height: 2))
    #expect(try MapAttachment(map, on: upright).image.metadata.calibration == camera)
    // What the user says is right.
    map.options.camera = .focalLengths(fx: 30, fy: 31)
    #expect(try map.calibration(on: upright)?.intrinsicMatrix == [30, 0, 0, 0, 31, 0, 20, 10, 1])
  }

  /// Orientation 6: the photo as displayed is the stored one turned to the right.
  @Test func theCameraTurnsWithTheMap() throws {
    let photo = PrimaryImage(width: 40, height: 20, orientation: .right)
    let displayed = MapCamera.intrinsics(fx: 30, fy: 31, cx: 8, cy: 15)
    let stored = try displayed.calibration(on: MapPlacement(on: photo))
    #expect(stored.intrinsicMatrixReferenceDimensions == .init(width: 40, height: 20))
    // x as displayed is 20 - y as stored, y as displayed is x as stored.
    #expect(stored.intrinsicMatrix == [31, 0, 0, 0, 30, 0, 15, 12, 1])
    let asStored = try displayed.calibration(on: MapPlacement(on: photo, isUpright: false))
    #expect(asStored.intrinsicMatrix == [30, 0, 0, 0, 31, 0, 8, 15, 1])

    // A wall at 2 m, given along the rays as displayed, with a camera that is not in the middle.
    let distances = (0..<200).map { index -> Float in
      let (x, y) = ((Float(index % 10) * 2 + 1 - 8) / 30, (Float(index / 10) * 2 + 1 - 15) / 31)
      return 2 * (1 + x * x + y * y).squareRoot()
    }
    var options = DepthMap.Options()
    (options.isRadial, options.camera) = (true, displayed)
    let map = DepthMap(PixelPlane(width: 10, height: 20, known: .float(distances)), options: options)
    let wall = try map.reading(on: MapPlacement(on: photo))
    #expect((wall.width, wall.height) == (20, 10))
    #expect(wall.values.values.allSatisfy { abs($0 - 2) < 1e-5 })
  }

  @Test func aSizeOfReferenceMustBeThePhotos() throws {
    let photo = PrimaryImage(width: 40, height: 20, orientation: .right)
    func camera(_ width: Double, _ height: Double) throws -> MapCamera {
      .calibration(
        try CameraCalibrationData(
          fx: 90, fy: 90, cx: 1, cy: 1, referenceDimensions: .init(width: width, height: height)))
    }
    let stored = MapPlacement(on: photo, isUpright: false)
    #expect(try camera(400, 200).calibration(on: stored).intrinsicMatrix[0] == 90)
    let turned = #expect(throws: AuxError(.usage, "")) {
      try camera(200, 400).calibration(on: stored)
    }
    #expect(turned?.remedy == .takeUpright)
    #expect(
      try camera(200, 400).calibration(on: MapPlacement(on: photo))
        .intrinsicMatrixReferenceDimensions == .init(width: 400, height: 200))
    let other = #expect(throws: AuxError(.usage, "")) {
      try camera(400, 300).calibration(on: stored)
    }
    #expect(other?.remedy == nil && other?.reason.contains("400x300") == true)
    #expect(throws: AuxError(.usage, "")) { try camera(1e300, 1).calibration(on: MapPlacement(on: photo)) }
    #expect(
      try camera(400, 300).calibration(on: MapPlacement(on: photo, isStretched: true)).intrinsicMatrix[0]
        == 90)
  }
}
