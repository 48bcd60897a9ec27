package import AuxEffects
internal import AuxImage
internal import AuxReader
internal import AuxWriter

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension PhotoSpace {
  /// Returns the camera of the upright photo, and what says so.
  ///
  /// The caller's word goes before the calibration, that before the cameras of a pair, and these before Exif. Throws `usage` where
  /// nothing says the focal length: a guess would make other shapes of the same photo.
  static func camera(
    of source: ImageSource, _ image: AuxiliaryImage, fieldOfView: Double?
  ) throws(AuxError) -> (CameraCalibrationData, CameraOrigin) {
    let orientation = source.primary?.orientation ?? .up
    let size: (width: Int, height: Int) = source.primary?.displaySize ?? (image.width, image.height)
    if let fieldOfView {
      let focal = try StereoCamera.focalLength(fieldOfView: fieldOfView)
      return (try .centred(focalLength: focal, width: size.width, height: size.height), .fieldOfView)
    }
    if let calibration = image.metadata.calibration {
      return (calibration.applyingExifOrientation(orientation), .calibration)
    }
    // These are in widths of the photo as stored.
    let widths = Double(source.primary?.width ?? size.width) / Double(size.width)
    if let focal = source.stereoPair?.focalLength {
      return (
        try .centred(focalLength: focal * widths, width: size.width, height: size.height), .stereoPair)
    }
    guard
      let focal = try SpatialPhoto.focalLength(
        width: Double(size.width), height: Double(size.height), metadata: source.primaryMetadata(),
        calibration: nil, limits: source.limits)
    else {
      throw AuxError(
        .usage, "neither a calibration nor Exif's FocalLengthIn35mmFilm gives the field of view",
        remedy: .stateFieldOfView)
    }
    return (try .centred(focalLength: focal, width: size.width, height: size.height), .exif)
  }

  /// The camera as viewers of a scene place it, whose optical axis goes through the centre.
  package var viewCamera: DepthMesh.ViewCamera {
    let (size, matrix) = (camera.intrinsicMatrixReferenceDimensions, camera.intrinsicMatrix)
    let (across, down) = (size.width / matrix[0], size.height / matrix[4])
    return .init(verticalFieldOfView: 2 * atan(down / 2), aspectRatio: across / down)
  }
}
