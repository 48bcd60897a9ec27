public import AuxImage

/// The camera of a map.
///
/// Its numbers refer to the photo in the orientation in which the map is given: as stored, or as displayed.
public enum MapCamera: Hashable, Sendable {
  /// A calibration, which names the size that it refers to.
  case calibration(CameraCalibrationData)
  /// Focal lengths and principal point in pixels of the photo.
  case intrinsics(fx: Double, fy: Double, cx: Double, cy: Double)
  /// Focal lengths in pixels of the photo, whose centre is the principal point.
  case focalLengths(fx: Double, fy: Double)
  /// A focal length in pixels of an image of that size, whose centre is the principal point.
  case focalLength(Double, ofWidth: Int, height: Int)

  /// Returns the calibration in the stored grid of the map's photo.
  ///
  /// With a map of the photo as displayed, the numbers are of the photo as displayed and are turned with it.
  /// Throws `AuxError` as ``calibration(forPhotoOf:called:)``, and `usage` for a size of reference whose aspect ratio is not
  /// the photo's, unless the map may be stretched.
  package func calibration(on placement: MapPlacement) throws(AuxError) -> CameraCalibrationData {
    let size = placement.size
    let calibration = try calibration(forPhotoOf: size)
    try Self.checkFieldOfView(of: calibration)
    guard placement.isStretched || Self.fits(calibration, size) else {
      let fitsTurned =
        placement.photo.orientation.swapsSides && Self.fits(calibration, (size.height, size.width))
      throw Self.contradiction(calibration, size, fitsTurned ? placement.quarterTurn : nil)
    }
    return calibration.applyingExifOrientation(placement.turn)
  }

  /// Returns the calibration, for a photo of that size, to which numbers refer that name no size of their own.
  ///
  /// Throws `AuxError` with code `usage` for focal lengths that are not positive, for numbers that are not finite, and for a principal
  /// point outside of the photo, which an error calls `name`: it is that of a larger picture then.
  package func calibration(
    forPhotoOf size: (width: Int, height: Int), called name: String = "photo"
  ) throws(AuxError) -> CameraCalibrationData {
    let (width, height) = (Double(size.width), Double(size.height))
    switch self {
    case .calibration(let calibration): return calibration
    case .intrinsics(let fx, let fy, let cx, let cy):
      guard (0...width).contains(cx), (0...height).contains(cy) else {
        throw AuxError(
          .usage,
          "the principal point \(cx),\(cy) is outside the \(name) of \(size.width)x\(size.height); intrinsics of a picture of "
            + "another size are followed by its width and height")
      }
      return try CameraCalibrationData(
        fx: fx, fy: fy, cx: cx, cy: cy, referenceDimensions: .init(width: width, height: height))
    case .focalLengths(let fx, let fy):
      return try CameraCalibrationData(
        fx: fx, fy: fy, cx: width / 2, cy: height / 2,
        referenceDimensions: .init(width: width, height: height))
    case .focalLength(let f, let width, let height):
      return try CameraCalibrationData(
        fx: f, fy: f, cx: Double(width) / 2, cy: Double(height) / 2,
        referenceDimensions: .init(width: Double(width), height: Double(height)))
    }
  }

  private static func fits(_ calibration: CameraCalibrationData, _ size: (width: Int, height: Int)) -> Bool {
    let reference = calibration.intrinsicMatrixReferenceDimensions
    return AspectRatio.covers((reference.width, reference.height), (Double(size.width), Double(size.height)))
  }

  /// Throws `usage` for a focal length that no lens without distortion has, such as one in millimeters.
  private static func checkFieldOfView(of calibration: CameraCalibrationData) throws(AuxError) {
    let (matrix, size) = (calibration.intrinsicMatrix, calibration.intrinsicMatrixReferenceDimensions)
    let degrees = max(
      StereoCamera.fieldOfView(focalLength: matrix[0] / size.width),
      StereoCamera.fieldOfView(focalLength: matrix[4] / size.height))
    guard degrees > widest else { return }
    throw AuxError(
      .usage,
      "a focal length of \(text(matrix[0])) on \(text(size.width))x\(text(size.height)) pixels is a field of view of "
        + "\(Int(degrees.rounded())) degrees; is it in millimeters?", remedy: .stateLens)
  }

  /// The widest field of view of a camera in degrees; rectilinear lenses have 130 at most.
  private static let widest = 160.0

  private static func contradiction(
    _ calibration: CameraCalibrationData, _ size: (width: Int, height: Int), _ remedy: Remedy?
  ) -> AuxError {
    let reference = calibration.intrinsicMatrixReferenceDimensions
    return AuxError(
      .usage,
      "the calibration refers to \(text(reference.width))x\(text(reference.height)) pixels and the photo has "
        + "\(size.width)x\(size.height), which is another aspect ratio", remedy: remedy)
  }

  private static func text(_ side: Double) -> String { Int(exactly: side).map(String.init) ?? "\(side)" }
}

extension MapCamera {
  /// The camera whose numbers are in pixels of a map of that size, where they name no size.
  ///
  /// Throws `AuxError` as ``calibration(forPhotoOf:called:)``.
  package func ofMap(width: Int, height: Int) throws(AuxError) -> MapCamera {
    switch self {
    case .intrinsics, .focalLengths:
      .calibration(try calibration(forPhotoOf: (width, height), called: "map"))
    case .calibration, .focalLength: self
    }
  }
}

extension MapCamera {
  /// Creates a camera of numbers of pixels: `f`, `fx,fy`, `fx,fy,cx,cy` or `fx,fy,cx,cy,width,height`; the principal point counts
  /// from `origin`.
  ///
  /// Throws `AuxError` with code `usage` for another count, and for numbers that make no camera.
  package init(pixels numbers: [Double], from origin: PixelOrigin = .corner) throws(AuxError) {
    guard [1, 2, 4, 6].contains(numbers.count), numbers.allSatisfy(\.isFinite), numbers[0] > 0,
      numbers.count == 1 || numbers[1] > 0
    else {
      throw AuxError(.usage, "intrinsics are f, fx,fy, or fx,fy,cx,cy[,width,height] in pixels")
    }
    guard numbers.count > 2 else {
      self = .focalLengths(fx: numbers[0], fy: numbers.count == 1 ? numbers[0] : numbers[1])
      return
    }
    let pinhole = PinholeIntrinsics(fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3])
    self = try MapCamera(
      pinhole.counted(from: origin),
      of: numbers.count == 6 ? .init(width: numbers[4], height: numbers[5]) : nil)
  }

  /// Creates a camera in pixels of an image of that size; nil for the photo's.
  ///
  /// Throws `AuxError` with code `usage` for numbers that make no camera.
  init(_ pinhole: PinholeIntrinsics, of size: CameraCalibrationData.Dimensions?) throws(AuxError) {
    guard let size else {
      self = .intrinsics(fx: pinhole.fx, fy: pinhole.fy, cx: pinhole.cx, cy: pinhole.cy)
      return
    }
    self = .calibration(
      try CameraCalibrationData(
        fx: pinhole.fx, fy: pinhole.fy, cx: pinhole.cx, cy: pinhole.cy, referenceDimensions: size))
  }

  /// Creates the camera of a map of that size.
  ///
  /// Throws `malformed` where it does not see 1 to 168 degrees.
  init(_ pinhole: PinholeIntrinsics, ofMapWith size: (width: Int, height: Int)) throws(AuxError) {
    // Numbers in widths of the map where pixels are expected, or the other way round, are out of this range.
    let dimensions = CameraCalibrationData.Dimensions(width: Double(size.width), height: Double(size.height))
    guard (0.05...50).contains(pinhole.fx / dimensions.width),
      (0.05...50).contains(pinhole.fy / dimensions.height)
    else {
      throw AuxError(
        .malformed,
        "focal lengths of \(pinhole.fx) and \(pinhole.fy) pixels are not of a map of \(size.width)x\(size.height); the unit "
          + "is another one")
    }
    try self.init(pinhole, of: dimensions)
  }
}

/// A camera as options, a file or an array state it.
package struct StatedCamera: Hashable, Sendable {
  /// The camera, whose principal point counts from the corner of the first pixel.
  package var camera: MapCamera
  /// The point from which the principal point was counted; nil if the format of a file says it, or there is no principal point.
  package var origin: PixelOrigin?
  /// The stereo pair of the camera; nil if it is not known.
  package var stereo: CameraFile.Stereo?

  package init(_ camera: MapCamera, origin: PixelOrigin? = nil, stereo: CameraFile.Stereo? = nil) {
    (self.camera, self.origin, self.stereo) = (camera, origin, stereo)
  }

  /// Creates the camera of `MapCamera.init(pixels:from:)`.
  package init(pixels numbers: [Double], from origin: PixelOrigin) throws(AuxError) {
    self.init(try MapCamera(pixels: numbers, from: origin), origin: numbers.count > 2 ? origin : nil)
  }
}

extension CameraCalibrationData {
  /// The size of a pixel in millimetres where nothing is known of the sensor; Apple's rotated files have it.
  static let nominalPixelSize = 0.001

  /// Creates the calibration of an ideal camera, whose numbers are in pixels of an image of that size.
  ///
  /// The principal point is measured from the top left corner, and is the centre of distortion too.
  /// Throws `AuxError` with code `usage` for focal lengths that are not positive, or numbers that are not finite.
  public init(
    fx: Double, fy: Double, cx: Double, cy: Double, referenceDimensions: Dimensions
  ) throws(AuxError) {
    guard fx > 0, fy > 0 else {
      throw AuxError(.usage, "focal lengths are positive numbers of pixels, not \(fx) and \(fy)")
    }
    try self.init(
      intrinsicMatrix: [fx, 0, 0, 0, fy, 0, cx, cy, 1],
      intrinsicMatrixReferenceDimensions: referenceDimensions, pixelSize: Self.nominalPixelSize,
      lensDistortionCenter: .init(x: cx, y: cy))
  }
}
