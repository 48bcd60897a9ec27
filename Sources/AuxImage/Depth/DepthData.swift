public import AuxKernels

/// A depth or disparity map with its properties, as `AVDepthData`.
///
/// A value type: every change gives a new value. NaN is a hole.
public struct DepthData: Hashable, Sendable {
  /// The pixel format of ``depthDataMap``: `hdis`, `fdis`, `hdep` or `fdep`.
  public let depthDataType: PixelFormat
  /// The map, in the stored grid of the image that it belongs to.
  public let depthDataMap: PixelPlane
  /// The other properties: quality, accuracy, calibration, and those that are kept unchanged.
  public var metadata: AuxiliaryMetadata

  /// Creates depth data of a map whose samples are those of `depthDataType`.
  ///
  /// Throws `AuxError` with code `usage` where the format is not one of the four or the samples differ.
  public init(
    depthDataType: PixelFormat, depthDataMap: PixelPlane, metadata: AuxiliaryMetadata = AuxiliaryMetadata()
  ) throws(AuxError) {
    guard depthDataType.quantity != nil, depthDataType.sampleType == depthDataMap.sampleType else {
      throw AuxError(
        .usage, "\(depthDataType.name) is no format of a map of \(depthDataMap.sampleType) samples")
    }
    self.depthDataType = depthDataType
    self.depthDataMap = depthDataMap
    self.metadata = metadata
  }

  /// Creates depth data of a map that is known to have samples of its format.
  init(type: PixelFormat, map: PixelPlane, metadata: AuxiliaryMetadata) {
    depthDataType = type
    depthDataMap = map
    self.metadata = metadata
  }

  /// Whether the map was filtered; a map that was not may have holes and noise. False where not said.
  public var isDepthDataFiltered: Bool { metadata.isFiltered ?? false }
  /// The quality; low where the file does not say.
  public var depthDataQuality: Quality { metadata.quality ?? .low }
  /// The accuracy; relative where the file does not say.
  public var depthDataAccuracy: Accuracy { metadata.accuracy ?? .relative }
  /// The calibration of the camera, where the file has one.
  public var cameraCalibrationData: CameraCalibrationData? { metadata.calibration }
  /// The formats that ``converting(toDepthDataType:)`` takes: all four.
  public var availableDepthDataTypes: [PixelFormat] { PixelFormat.depthFormats }
  /// The type of auxiliary image that holds such a map.
  public var auxiliaryDataType: AuxiliaryDataType {
    AuxiliaryDataType(depthDataType.quantity ?? .disparity)
  }
}

extension DepthData {
  /// The values as floats in the unit of ``depthDataType``, rows tightly packed from the top left; NaN is a hole.
  public var values: [Float] {
    switch depthDataMap.storage {
    case .half(let bits): Half.decode(bits)
    case .float(let values): values
    case .uint8, .uint16: preconditionFailure("the initialiser admits no codes")
    }
  }

  /// Creates depth data from floats in the unit of `depthDataType`, rounded to halves where it asks for them.
  ///
  /// A finite value beyond the range of halves becomes the largest half: only infinity is infinite.
  package init(
    values: [Float], width: Int, height: Int, depthDataType: PixelFormat, metadata: AuxiliaryMetadata
  ) {
    precondition(depthDataType.quantity != nil)
    let storage: PixelPlane.Storage =
      depthDataType.sampleType == .half ? .half(Half.encode(Self.clampedToHalf(values))) : .float(values)
    self.init(
      type: depthDataType, map: PixelPlane(width: width, height: height, known: storage),
      metadata: metadata)
  }

  private static func clampedToHalf(_ values: [Float]) -> [Float] {
    let largest = Half.greatest
    guard let (low, high) = Quantise.finiteRange(values), low < -largest || high > largest else {
      return values
    }
    return values.map { $0.isFinite ? Swift.min(Swift.max($0, -largest), largest) : $0 }
  }

  /// Returns the same map in another of the four formats; depth and disparity are each other's reciprocal.
  ///
  /// Zero becomes infinity and the reverse; NaN stays; a finite value beyond the halves is clamped.
  /// Throws `AuxError` with code `usage` for a format that is not of depth data.
  public func converting(toDepthDataType type: PixelFormat) throws(AuxError) -> DepthData {
    guard let quantity = type.quantity else { throw type.depthFormatError }
    guard type != depthDataType else { return self }
    let converted = quantity == depthDataType.quantity ? values : Reciprocal.reciprocal(values)
    return DepthData(
      values: converted, width: depthDataMap.width, height: depthDataMap.height, depthDataType: type,
      metadata: metadata)
  }
}

extension DepthData: CustomStringConvertible {
  /// The size, the format, the quality and the accuracy, as `768x576 hdis, high quality, relative accuracy`.
  public var description: String {
    "\(depthDataMap.width)x\(depthDataMap.height) \(depthDataType), \(depthDataQuality) quality, "
      + "\(depthDataAccuracy) accuracy"
  }
}
