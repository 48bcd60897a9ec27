internal import AuxKernels

extension AuxiliaryMetadata {
  package init(properties: [XMPProperty]) {
    var rest = PropertyTaker(properties)
    auxiliaryImageType = rest.text(.apdi, "AuxiliaryImageType")
    auxiliaryImageSubType = rest.text(.apdi, "AuxiliaryImageSubType")
    nativeFormat = rest.format(.apdi, "NativeFormat")
    storedFormat = rest.format(.apdi, "StoredFormat")
    intMinValue = rest.integer(.apdi, "IntMinValue")
    intMaxValue = rest.integer(.apdi, "IntMaxValue")
    floatMinValue = rest.number(.apdi, "FloatMinValue")
    floatMaxValue = rest.number(.apdi, "FloatMaxValue")
    depthDataVersion = rest.integer(.depthData, "DepthDataVersion")
    // Anything but "low" is high, anything but "absolute" relative: the rules of AVDepthData.
    quality = rest.text(.depthData, "Quality").map { $0 == "low" ? .low : .high }
    accuracy = rest.text(.depthData, "Accuracy").map { $0 == "absolute" ? .absolute : .relative }
    isFiltered = rest.boolean(.depthData, "Filtered")
    calibration = rest.calibration()
    portraitEffectsMatteVersion = rest.integer(.portraitEffectsMatte, "PortraitEffectsMatteVersion")
    semanticSegmentationMatteVersion = rest.integer(
      .semanticSegmentationMatte, "SemanticSegmentationMatteVersion")
    hdrGainMapVersion = rest.integer(.HDRGainMap, "HDRGainMapVersion")
    hdrGainMapHeadroom = rest.number(.HDRGainMap, "HDRGainMapHeadroom")
    other = rest.properties
  }

  /// The properties in the order in which they are written.
  package var properties: [XMPProperty] {
    pixelDataProperties + depthDataProperties + matteProperties + other
  }

  private var pixelDataProperties: [XMPProperty] {
    typealias Name = AppleNamespace
    var list: [XMPProperty] = []
    func add(_ name: String, _ text: String?) {
      if let text { list.append(Name.apdi.property(name, text)) }
    }
    // The text of a bound may be off by a thousandth of the distance between two codes, no more.
    let tolerance = max(abs((floatMaxValue ?? 0) - (floatMinValue ?? 0)), 1e-30) / 255 / 1000
    let isHalf = nativeFormat?.sampleType == .half
    add("IntMaxValue", intMaxValue.map { "\($0)" })
    add("StoredFormat", storedFormat.map { "\($0.rawValue)" })
    add("NativeFormat", nativeFormat.map { "\($0.rawValue)" })
    add("IntMinValue", intMinValue.map { "\($0)" })
    add("FloatMaxValue", floatMaxValue.map { Self.boundText($0, isHalf: isHalf, tolerance: tolerance) })
    add("FloatMinValue", floatMinValue.map { Self.boundText($0, isHalf: isHalf, tolerance: tolerance) })
    add("AuxiliaryImageType", auxiliaryImageType)
    add("AuxiliaryImageSubType", auxiliaryImageSubType)
    return list
  }

  private static func boundText(_ value: Double, isHalf: Bool, tolerance: Double) -> String {
    // A half that six decimals bring back is written as Apple writes it, whatever the range.
    NumberText.bound(value, tolerance: isHalf && abs(value) >= 0.00195 ? 5e-7 : tolerance)
  }

  private var depthDataProperties: [XMPProperty] {
    var list: [XMPProperty] = []
    func add(_ name: String, _ value: XMPProperty.Value?) {
      if let value { list.append(AppleNamespace.depthData.property(name, value)) }
    }
    add("DepthDataVersion", depthDataVersion.map { .text("\($0)") })
    add("Quality", quality.map { .text($0.rawValue) })
    add("Accuracy", accuracy.map { .text($0.rawValue) })
    add("Filtered", isFiltered.map { .text($0 ? "True" : "False") })
    guard let calibration else { return list }
    func sequence(_ numbers: [Double]) -> XMPProperty.Value { .seq(numbers.map(NumberText.member)) }
    let size = calibration.intrinsicMatrixReferenceDimensions
    add("PixelSize", .text(NumberText.fixed(calibration.pixelSize)))
    add("IntrinsicMatrix", sequence(calibration.intrinsicMatrix))
    add("IntrinsicMatrixReferenceWidth", .text(NumberText.plain(size.width)))
    add("IntrinsicMatrixReferenceHeight", .text(NumberText.plain(size.height)))
    add("ExtrinsicMatrix", sequence(calibration.extrinsicMatrix))
    if let center = calibration.lensDistortionCenter {
      add("LensDistortionCenterOffsetX", .text(NumberText.member(center.x)))
      add("LensDistortionCenterOffsetY", .text(NumberText.member(center.y)))
    }
    add("LensDistortionCoefficients", calibration.lensDistortionCoefficients.map(sequence))
    add("InverseLensDistortionCoefficients", calibration.inverseLensDistortionCoefficients.map(sequence))
    return list
  }

  private var matteProperties: [XMPProperty] {
    var list: [XMPProperty] = []
    func add(_ namespace: AppleNamespace, _ name: String, _ text: String?) {
      if let text { list.append(namespace.property(name, text)) }
    }
    add(
      .portraitEffectsMatte, "PortraitEffectsMatteVersion", portraitEffectsMatteVersion.map { "\($0)" })
    add(
      .semanticSegmentationMatte, "SemanticSegmentationMatteVersion",
      semanticSegmentationMatteVersion.map { "\($0)" })
    add(.HDRGainMap, "HDRGainMapVersion", hdrGainMapVersion.map { "\($0)" })
    add(.HDRGainMap, "HDRGainMapHeadroom", hdrGainMapHeadroom.map(NumberText.fixed))
    return list
  }
}

/// Takes typed values out of a list of properties; what does not fit its type stays in the list.
private struct PropertyTaker {
  private(set) var properties: [XMPProperty]

  init(_ properties: [XMPProperty]) { self.properties = properties }

  private mutating func take<Value>(
    _ namespace: AppleNamespace, _ name: String, _ read: (XMPProperty) -> Value?
  ) -> Value? {
    guard
      let index = properties.firstIndex(where: { $0.namespace == namespace.rawValue && $0.name == name }),
      let value = read(properties[index])
    else { return nil }
    properties.remove(at: index)
    return value
  }

  mutating func text(_ namespace: AppleNamespace, _ name: String) -> String? {
    take(namespace, name, \.text)
  }

  mutating func number(_ namespace: AppleNamespace, _ name: String) -> Double? {
    take(namespace, name) { $0.text.flatMap(NumberText.number) }
  }

  mutating func integer(_ namespace: AppleNamespace, _ name: String) -> Int? {
    take(namespace, name) { $0.text.flatMap(NumberText.integer) }
  }

  mutating func boolean(_ namespace: AppleNamespace, _ name: String) -> Bool? {
    take(namespace, name) { $0.text.flatMap(NumberText.boolean) }
  }

  mutating func format(_ namespace: AppleNamespace, _ name: String) -> PixelFormat? {
    take(namespace, name) { property in
      property.text.flatMap(NumberText.integer).flatMap(UInt32.init(exactly:)).map(PixelFormat.init)
    }
  }

  private mutating func numbers(_ name: String, count: Int) -> [Double]? {
    take(.depthData, name) { property in
      let numbers = property.members?.compactMap(NumberText.number)
      return numbers?.count == count && property.members?.count == count ? numbers : nil
    }
  }

  /// Takes the calibration, all or nothing: with a required property missing, all stay where they are.
  mutating func calibration() -> CameraCalibrationData? {
    let before = properties
    guard
      let intrinsics = numbers("IntrinsicMatrix", count: 9),
      let width = number(.depthData, "IntrinsicMatrixReferenceWidth"),
      let height = number(.depthData, "IntrinsicMatrixReferenceHeight"),
      let extrinsics = numbers("ExtrinsicMatrix", count: 12),
      let pixelSize = number(.depthData, "PixelSize")
    else {
      properties = before
      return nil
    }
    var center: CameraCalibrationData.Point?
    let beforeCenter = properties
    if let x = number(.depthData, "LensDistortionCenterOffsetX"),
      let y = number(.depthData, "LensDistortionCenterOffsetY")
    {
      center = .init(x: x, y: y)
    } else {
      properties = beforeCenter
    }
    do throws(AuxError) {
      return try CameraCalibrationData(
        intrinsicMatrix: intrinsics,
        intrinsicMatrixReferenceDimensions: .init(width: width, height: height),
        extrinsicMatrix: extrinsics, pixelSize: pixelSize, lensDistortionCenter: center,
        lensDistortionCoefficients: numbers("LensDistortionCoefficients", count: 8),
        inverseLensDistortionCoefficients: numbers("InverseLensDistortionCoefficients", count: 8))
    } catch {
      properties = before
      return nil
    }
  }
}
