public import AuxImage
public import AuxMaps
public import AuxReader

extension CameraExport {
  /// Creates the camera of an auxiliary image as ``AuxiliaryFile`` writes it: as the photo is displayed or, where `isUpright` is false, stored, of another size with
  /// `size`.
  ///
  /// It is that of the image's calibration, or without one that of the stereo pair that the photo is of. Throws `AuxError`:
  /// `missingImage` where the file has neither, `usage` for a size without pixels or of another aspect ratio, `unsupported` for a matrix with a skew.
  public init(
    of image: AuxiliaryImage, in source: ImageSource, isUpright: Bool = true, size: ExtractedSize? = nil
  ) throws(AuxError) {
    try source.checkOwner(of: image)
    let orientation = isUpright ? source.orientation : .up
    let turned = orientation.swapsSides ? (image.height, image.width) : (image.width, image.height)
    let target = try size?.pixels(of: turned, in: source, turned: orientation) ?? turned
    try self.init(
      source.calibration(of: image), in: source, turned: orientation, width: target.0, height: target.1)
  }

  /// Creates the camera of a picture of that size, turned by an orientation, of a calibration in the stored grid.
  init(
    _ calibration: CameraCalibrationData, in source: ImageSource, turned orientation: ImageOrientation,
    width: Int, height: Int
  ) throws(AuxError) {
    try self.init(
      calibration.applyingExifOrientation(orientation), width: width, height: height,
      otherEye: source.otherEye(turned: orientation))
  }
}

extension ImageSource {
  /// The camera in the stored grid: that of the image's calibration, else that of the pair.
  func calibration(of image: AuxiliaryImage) throws(AuxError) -> CameraCalibrationData {
    if let calibration = image.metadata.calibration { return calibration }
    guard let focal = stereoPair?.focalLength, let primary, focal > 0 else {
      throw AuxError(
        .missingImage, "the file says nothing of the camera: \(image.type.name) has no calibration")
    }
    let (width, height) = (Double(primary.width), Double(primary.height))
    return try CameraCalibrationData(
      fx: focal * width, fy: focal * width, cx: width / 2, cy: height / 2,
      referenceDimensions: .init(width: width, height: height))
  }

  /// Where the camera of the other eye is, in metres in the axes of the primary image's turned camera.
  ///
  /// nil where no baseline is known, where the primary is a third picture, and where the cameras are turned against one another or
  /// not side by side: what the axes of `cmex` are in such a file is not known.
  fileprivate func otherEye(turned orientation: ImageOrientation) throws(AuxError) -> [Double]? {
    guard let pair = stereoPair, let baseline = pair.baseline, pair.isSideBySide,
      pair.left.isPrimary || pair.right.isPrimary
    else { return nil }
    // A point one pixel to the right of the centre says where right goes.
    let way = try CameraCalibrationData(
      fx: 1, fy: 1, cx: 3, cy: 2, referenceDimensions: .init(width: 4, height: 4)
    ).applyingExifOrientation(orientation)
    let side = pair.left.isPrimary ? baseline : -baseline
    return [side * (way.intrinsicMatrix[6] - 2), side * (way.intrinsicMatrix[7] - 2), 0]
  }
}
