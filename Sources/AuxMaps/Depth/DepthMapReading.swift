public import AuxImage
internal import AuxKernels

/// A depth or disparity map as values in metres or 1/metres, of the size asked for and without holes.
public struct DepthMapReading: Hashable, Sendable {
  /// The values, and which of them were holes.
  public let values: DepthMapInterpretation.Values
  /// The width in samples.
  public let width: Int
  /// The height in samples.
  public let height: Int
  /// What the values measure: the map's own quantity.
  public let quantity: DepthQuantity

  /// Reads samples; `photo` is the size that the size asked for refers to, `calibration` that of the samples' camera.
  ///
  /// Throws `AuxError` as ``DepthMap/reading(forPhotoOf:)``.
  init(
    _ content: MapContent, options: DepthMapOptions, photo: (width: Int, height: Int),
    calibration: CameraCalibrationData?
  ) throws(AuxError) {
    let options = options.applying(content.record)
    try options.check()
    var (map, interpretation) = try Self.interpreted(content, options)
    interpretation.holes = options.holes
    var values = try interpretation.marked(map)
    if options.isRadial {
      guard let calibration else {
        throw AuxError(.usage, "distances along the rays need a camera to become depth", remedy: .stateCamera)
      }
      values = Self.throughDepth(values, interpretation.quantity) {
        RadialDepth.planar(
          fromRadial: $0, width: map.width, height: map.height, camera: .init(calibration, map))
      }
    }
    let clamped = try interpretation.clamp(&values)
    var size = (width: map.width, height: map.height)
    if let target = try options.size?.dimensions(forPhotoOf: photo), target != size {
      values = Self.throughDisparity(values, interpretation.quantity) { disparities in
        Self.resampled(disparities, from: size, to: target)
      }
      size = target
    }
    // The samples that were clamped are counted among those of the map as it was.
    let share = Double(clamped) / Double(map.width * map.height)
    self.values = try interpretation.filled(
      values, width: size.width, height: size.height,
      clamped: Int((share * Double(size.width * size.height)).rounded()))
    (width, height) = size
    self.quantity = interpretation.quantity
  }

  private static func interpreted(
    _ content: MapContent, _ options: DepthMapOptions
  ) throws(AuxError) -> (PixelPlane, DepthMapInterpretation) {
    guard let convention = options.convention else {
      return (content.samples, try options.interpretation(of: content))
    }
    return try convention.reading(of: content, options: options)
  }

  /// Disparities of another size; what mixes background and a surface is as far as the farthest surface at most.
  private static func resampled(
    _ disparities: [Float], from size: (width: Int, height: Int), to target: (width: Int, height: Int)
  ) -> [Float] {
    let resampled = Resample.edgeRespecting(
      disparities, width: size.width, height: size.height, toWidth: target.width, toHeight: target.height,
      discontinuity: Resample.defaultDiscontinuity(disparities))
    guard let farthest = disparities.lazy.filter({ $0 > 0 }).min() else { return resampled }
    return resampled.map { $0 > 0 && $0 < farthest ? farthest : $0 }
  }

  private static func throughDepth(
    _ values: [Float], _ quantity: DepthQuantity, _ body: ([Float]) -> [Float]
  ) -> [Float] {
    quantity == .depth ? body(values) : Reciprocal.reciprocal(body(Reciprocal.reciprocal(values)))
  }

  /// Sizes are changed among disparities, in which a plane stays a plane.
  private static func throughDisparity(
    _ values: [Float], _ quantity: DepthQuantity, _ body: ([Float]) -> [Float]
  ) -> [Float] {
    quantity == .disparity ? body(values) : Reciprocal.reciprocal(body(Reciprocal.reciprocal(values)))
  }
}

extension DepthMapReading {
  /// Returns the values as depth data of a format; nil for 32-bit floats of the map's own quantity.
  ///
  /// Throws `AuxError` with code `usage` for a format that is not of depth data.
  public func depthData(
    as format: PixelFormat? = nil, metadata: AuxiliaryMetadata = AuxiliaryMetadata()
  ) throws(AuxError) -> DepthData {
    let format = format ?? (quantity == .depth ? .fdep : .fdis)
    return DepthData(
      values: try values(in: format), width: width, height: height, depthDataType: format, metadata: metadata)
  }

  /// Returns the values in the unit of a format, not rounded to it.
  func values(in format: PixelFormat) throws(AuxError) -> [Float] {
    guard let wanted = format.quantity else {
      throw AuxError(.usage, "\(format.name) is no format of depth data; use hdis, fdis, hdep or fdep")
    }
    return wanted == quantity ? values.values : Reciprocal.reciprocal(values.values)
  }
}

extension RadialDepth.Camera {
  /// The camera of a calibration for a map of the same picture.
  fileprivate init(_ calibration: CameraCalibrationData, _ map: PixelPlane) {
    let matrix = calibration.intrinsicMatrix
    let size = calibration.intrinsicMatrixReferenceDimensions
    self = RadialDepth.Camera(fx: matrix[0], fy: matrix[4], cx: matrix[6], cy: matrix[7]).scaled(
      horizontally: Double(map.width) / size.width, vertically: Double(map.height) / size.height)
  }
}
