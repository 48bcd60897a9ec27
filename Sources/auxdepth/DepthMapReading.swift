internal import AuxImage
internal import AuxKernels

/// A depth or disparity map as values in metres or 1/metres, of the size asked for and without holes.
struct DepthMapReading {
  /// The values, and which of them were holes.
  let values: DepthMapInterpretation.Values
  /// The width in samples.
  let width: Int
  /// The height in samples.
  let height: Int
  /// What the values measure: the map's own quantity.
  let quantity: DepthQuantity

  /// Reads a map; `photo` is the size that intrinsics and `--resize` refer to.
  init(
    _ map: PixelPlane, as quantity: DepthQuantity, options: DepthMapOptions, photo: (width: Int, height: Int)
  ) throws(AuxError) {
    var (map, interpretation) = try Self.interpreted(map, quantity, options)
    interpretation.holes = options.holes
    var values = try interpretation.unfilled(map)
    if options.radial, let intrinsics = options.intrinsics {
      let calibration = try CalibrationInput.intrinsics(intrinsics, primary: photo)
      values = Self.throughDepth(values, interpretation.quantity) {
        RadialDepth.planar(
          fromRadial: $0, width: map.width, height: map.height, camera: .init(calibration, map))
      }
    }
    var size = (width: map.width, height: map.height)
    if let target = options.resize?.size(of: photo), target != size {
      values = Self.throughDisparity(values, interpretation.quantity) { disparities in
        Resample.edgeRespecting(
          disparities, width: size.width, height: size.height, toWidth: target.width, toHeight: target.height,
          discontinuity: Resample.defaultDiscontinuity(disparities))
      }
      size = target
    }
    self.values = try interpretation.filled(values, width: size.width, height: size.height)
    (width, height) = size
    self.quantity = interpretation.quantity
  }

  private static func interpreted(
    _ map: PixelPlane, _ quantity: DepthQuantity, _ options: DepthMapOptions
  ) throws(AuxError) -> (PixelPlane, DepthMapInterpretation) {
    if let convention = options.convention {
      return try convention.reading(
        of: map, near: options.near, far: options.far, scale: options.scale ?? 1)
    }
    return (map, try options.interpretation(of: quantity, isGrayscale: map.sampleType.isInteger))
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

extension RadialDepth.Camera {
  /// The camera of a calibration for a map of the same picture.
  fileprivate init(_ calibration: CameraCalibrationData, _ map: PixelPlane) {
    let matrix = calibration.intrinsicMatrix
    let size = calibration.intrinsicMatrixReferenceDimensions
    self = RadialDepth.Camera(fx: matrix[0], fy: matrix[4], cx: matrix[6], cy: matrix[7]).scaled(
      horizontally: Double(map.width) / size.width, vertically: Double(map.height) / size.height)
  }
}
