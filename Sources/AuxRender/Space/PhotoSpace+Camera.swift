internal import AuxEffects
internal import AuxImage
internal import AuxReader
internal import AuxWriter

extension PhotoSpace {
  /// Returns the camera of the upright photo, or of the photo as stored, and what says so.
  ///
  /// The caller's word goes before the calibration, that before the cameras of a pair, and these before Exif. Throws `usage` where
  /// nothing says the focal length: a guess would make other shapes of the same photo.
  static func camera(
    of source: ImageSource, _ image: AuxiliaryImage, fieldOfView: Double?, isUpright: Bool
  ) throws(AuxError) -> (CameraCalibrationData, CameraOrigin) {
    if fieldOfView == nil, let calibration = image.metadata.calibration {
      return (calibration.applyingExifOrientation(isUpright ? source.orientation : .up), .calibration)
    }
    let (camera, origin) = try camera(of: source, image, fieldOfView: fieldOfView)
    return (isUpright ? camera : camera.applyingExifOrientation(source.orientation.inverse), origin)
  }

  /// Returns the camera of the upright photo that anything but a calibration gives.
  private static func camera(
    of source: ImageSource, _ image: AuxiliaryImage, fieldOfView: Double?
  ) throws(AuxError) -> (CameraCalibrationData, CameraOrigin) {
    let size: (width: Int, height: Int) = source.primary?.displaySize ?? (image.width, image.height)
    if let fieldOfView {
      let focal = try StereoCamera.focalLength(fieldOfView: fieldOfView)
      return (try .centred(focalLength: focal, width: size.width, height: size.height), .fieldOfView)
    }
    // These are in widths of the photo as stored.
    let widths = Double(source.primary?.width ?? size.width) / Double(size.width)
    if let focal = source.stereoPair?.focalLength {
      return (
        try .centred(focalLength: focal * widths, width: size.width, height: size.height), .stereoPair
      )
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

  /// Returns the members that say the camera of the upright photo: where it is known from as `origin`, and its numbers as
  /// `CameraRays.cameraMembers` has them.
  ///
  /// Throws `usage` where nothing says the focal length, `malformed` where it is not positive.
  package static func cameraMembers(
    of source: ImageSource, _ image: AuxiliaryImage
  ) throws(AuxError) -> [JSONValue.Member] {
    let (camera, origin) = try camera(of: source, image, fieldOfView: nil, isUpright: true)
    let rays = try CameraRays(camera, of: image, width: image.width, height: image.height)
    return [.init("origin", .string(origin.rawValue))] + rays.cameraMembers
  }
}
