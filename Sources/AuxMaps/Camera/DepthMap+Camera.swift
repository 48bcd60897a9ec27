public import AuxImage

extension DepthMap {
  /// Returns the calibration of the map's camera, in the grid of the samples as they were given.
  ///
  /// Throws `AuxError`: `missingImage` where neither the options nor the file of the map give a camera, `usage` for numbers that
  /// make none, or whose size of reference has another aspect ratio than the map.
  public func calibration() throws(AuxError) -> CameraCalibrationData {
    try calibration(ofWidth: samples.width, height: samples.height)
  }

  /// As ``calibration()``, of a map whose samples are elsewhere, and have that size.
  package func calibration(ofWidth width: Int, height: Int) throws(AuxError) -> CameraCalibrationData {
    let itself = PrimaryImage(width: width, height: height)
    guard let calibration = try calibration(on: MapPlacement(on: itself)) else {
      throw AuxError(
        .missingImage, "neither the options nor the file of the map give a camera", path: path)
    }
    return calibration
  }

  /// Returns the size of the values of a map of that size, which ``Options/size`` may change.
  package func sizeOfValues(
    ofWidth width: Int, height: Int
  ) throws(AuxError) -> (width: Int, height: Int) {
    let own = (width: width, height: height)
    return try options.size?.dimensions(forPhotoOf: own, limits: limits) ?? own
  }
}

extension CameraExport {
  /// Creates the camera of a map, in pixels of its values, whose size ``DepthMap/Options/size`` may change.
  ///
  /// Throws `AuxError` as ``DepthMap/calibration()`` and ``init(_:width:height:otherEye:)``.
  public init(of map: DepthMap) throws(AuxError) {
    try self.init(of: map, ofWidth: map.samples.width, height: map.samples.height)
  }

  /// As ``init(of:)``, of a map whose samples are elsewhere, and have that size.
  package init(of map: DepthMap, ofWidth width: Int, height: Int) throws(AuxError) {
    let size = try map.sizeOfValues(ofWidth: width, height: height)
    try self.init(
      map.calibration(ofWidth: width, height: height), width: size.width, height: size.height)
  }
}
