import AuxImage
import Testing

@Suite struct MetadataTests {
  private static func calibration() throws -> CameraCalibrationData {
    try CameraCalibrationData(
      intrinsicMatrix: [3032.5, 0, 0, 0, 3032.25, 0, 1988.4510498046875, 1512.25, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 4032, height: 3024),
      extrinsicMatrix: [0, -1, 0, 1, 0, 0, 0, 0, 1, 0.5, 0, -12.25], pixelSize: 0.0019,
      lensDistortionCenter: .init(x: 1990.331298828125, y: 1500),
      lensDistortionCoefficients: [0, 0.45127826929092407, -1e-9, 4, 5, 6, 7, 8],
      inverseLensDistortionCoefficients: [0, -0.45720401406288147, 3, 4, 5, 6, 7, 8])
  }

  private static func full() throws -> AuxiliaryMetadata {
    var metadata = AuxiliaryMetadata()
    metadata.auxiliaryImageType = "disparity"
    metadata.auxiliaryImageSubType = "something"
    metadata.nativeFormat = .hdis
    metadata.storedFormat = .L008
    metadata.intMinValue = 0
    metadata.intMaxValue = 255
    metadata.floatMinValue = 0.5
    metadata.floatMaxValue = 2.25
    metadata.depthDataVersion = 65541
    metadata.quality = .low
    metadata.accuracy = .absolute
    metadata.isFiltered = false
    metadata.calibration = try calibration()
    metadata.portraitEffectsMatteVersion = 65537
    metadata.semanticSegmentationMatteVersion = 65536
    metadata.hdrGainMapVersion = 131072
    metadata.hdrGainMapHeadroom = 4.532783
    metadata.other = [AppleNamespace.depthBlurEffect.property("SimulatedAperture", "4.500000")]
    return metadata
  }

  @Test func everyMemberComesBack() throws {
    let metadata = try Self.full()
    #expect(AuxiliaryMetadata(properties: metadata.properties) == metadata)
  }

  @Test func anyOrderGivesTheSame() throws {
    let metadata = try Self.full()
    #expect(AuxiliaryMetadata(properties: metadata.properties.reversed()) == metadata)
  }

  @Test func nothingGivesNothing() {
    #expect(AuxiliaryMetadata(properties: []) == AuxiliaryMetadata())
    #expect(AuxiliaryMetadata().properties.isEmpty)
  }

  /// With one required property missing there is no calibration, and what there was is kept as it came.
  @Test(arguments: [
    "IntrinsicMatrix", "IntrinsicMatrixReferenceWidth", "IntrinsicMatrixReferenceHeight", "ExtrinsicMatrix",
    "PixelSize",
  ])
  func calibrationIsAllOrNothing(missing: String) throws {
    var metadata = AuxiliaryMetadata()
    metadata.calibration = try Self.calibration()
    let properties = metadata.properties.filter { $0.name != missing }
    #expect(properties.count == metadata.properties.count - 1)
    let read = AuxiliaryMetadata(properties: properties)
    #expect(read.calibration == nil)
    #expect(read.other == properties)
    #expect(read.properties == properties)
  }

  @Test(arguments: [("IntrinsicMatrix", 8), ("IntrinsicMatrix", 10), ("ExtrinsicMatrix", 11)])
  func matrixOfAnotherSizeIsKeptAsText(name: String, count: Int) throws {
    var metadata = AuxiliaryMetadata()
    metadata.calibration = try Self.calibration()
    let numbers = [String](repeating: "1.0", count: count)
    let properties = metadata.properties.map { property in
      property.name == name ? AppleNamespace.depthData.property(name, .seq(numbers)) : property
    }
    let read = AuxiliaryMetadata(properties: properties)
    #expect(read.calibration == nil)
    #expect(read.other == properties)
  }

  @Test func coefficientsOfAnotherCountAreLeftOutAlone() throws {
    var metadata = AuxiliaryMetadata()
    metadata.calibration = try Self.calibration()
    let seven = AppleNamespace.depthData.property(
      "LensDistortionCoefficients", .seq([String](repeating: "1", count: 7)))
    let properties = metadata.properties.map { $0.name == seven.name ? seven : $0 }
    let read = AuxiliaryMetadata(properties: properties)
    let calibration = try #require(read.calibration)
    #expect(calibration.lensDistortionCoefficients == nil)
    #expect(calibration.inverseLensDistortionCoefficients?.count == 8)
    #expect(read.other == [seven])
  }

  @Test func halfACentreIsKeptAsText() throws {
    var metadata = AuxiliaryMetadata()
    metadata.calibration = try Self.calibration()
    let properties = metadata.properties.filter { $0.name != "LensDistortionCenterOffsetY" }
    let read = AuxiliaryMetadata(properties: properties)
    #expect(try #require(read.calibration).lensDistortionCenter == nil)
    #expect(read.other.map(\.name) == ["LensDistortionCenterOffsetX"])
  }

  @Test func calibrationsThatCannotBeAreRefused() throws {
    let size = CameraCalibrationData.Dimensions(width: 4, height: 3)
    let nine = [Double](repeating: 1, count: 9)
    func make(
      _ matrix: [Double], _ size: CameraCalibrationData.Dimensions, pixelSize: Double = 1
    ) throws {
      _ = try CameraCalibrationData(
        intrinsicMatrix: matrix, intrinsicMatrixReferenceDimensions: size, pixelSize: pixelSize)
    }
    try make(nine, size)
    #expect(throws: AuxError(.usage, "")) { try make([1], size) }
    #expect(throws: AuxError(.usage, "")) { try make([.nan] + nine.dropFirst(), size) }
    #expect(throws: AuxError(.usage, "")) { try make(nine, .init(width: 0, height: 3)) }
    #expect(throws: AuxError(.usage, "")) { try make(nine, .init(width: 4, height: .infinity)) }
    #expect(throws: AuxError(.usage, "")) { try make(nine, size, pixelSize: -1) }
  }

  @Test func textThatDoesNotFitIsKept() {
    let odd = [
      AppleNamespace.apdi.property("FloatMinValue", "near"),
      AppleNamespace.apdi.property("IntMaxValue", .structure),
      AppleNamespace.apdi.property("NativeFormat", "-1"),
      AppleNamespace.depthData.property("Filtered", "perhaps"),
    ]
    let read = AuxiliaryMetadata(properties: odd)
    #expect(read.other == odd)
    #expect(read.floatMinValue == nil && read.intMaxValue == nil && read.isFiltered == nil)
  }

  /// AVDepthData's rules: anything but "low" is high, anything but "absolute" relative.
  @Test func qualityAndAccuracy() {
    func read(_ name: String, _ text: String) -> AuxiliaryMetadata {
      AuxiliaryMetadata(properties: [AppleNamespace.depthData.property(name, text)])
    }
    #expect(read("Quality", "low").quality == .low)
    #expect(read("Quality", "medium").quality == .high)
    #expect(read("Accuracy", "absolute").accuracy == .absolute)
    #expect(read("Accuracy", "metric").accuracy == .relative)
  }

  @Test func theSubTypeNamesThePortraitMatte() {
    func type(_ type: String?, _ subType: String?) -> AuxiliaryDataType? {
      var metadata = AuxiliaryMetadata()
      metadata.auxiliaryImageType = type
      metadata.auxiliaryImageSubType = subType
      return metadata.namedType
    }
    #expect(type(nil, nil) == nil)
    #expect(type("depth", nil) == .depth)
    #expect(type("disparity", nil) == .disparity)
    #expect(type("depth", "portraiteffectsmatte") == .portraitEffectsMatte)
    #expect(type("urn:com:apple:photo:2020:aux:hdrgainmap", nil) == .hdrGainMap)
    #expect(type("urn:example", nil)?.name == "urn:example")
  }
}
