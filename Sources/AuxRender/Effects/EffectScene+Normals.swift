internal import AuxEffects
internal import AuxImage
internal import AuxKernels
internal import AuxWriter

extension EffectScene {
  /// The field of view in degrees of the longer side of a picture whose camera is not known.
  private static let usualFieldOfView = 60.0
  /// The disparities of the farthest and the nearest sample of a map that has no distances: of a map, only their ratio counts.
  private static let usualDisparities: ClosedRange<Float> = 0.1...1

  /// Returns the surface normals of the map at the picture's size, and gives the map up.
  ///
  /// Throws `usage` where all of the map is holes or infinitely far.
  mutating func takeNormals() throws(AuxError) -> PhotoPixels {
    guard let map else { throw AuxError(.missingImage, "there is no depth map", remedy: .giveMap) }
    let range = map.disparityRange ?? Self.usualDisparities
    let (low, extent) = (range.lowerBound, range.upperBound - range.lowerBound)
    let depths = Reciprocal.reciprocal(map.values.map { low + extent * $0 })
    let usual = try Self.usualCamera(width: image.width, height: image.height)
    let rays = try CameraRays(camera ?? usual, width: map.width, height: map.height)
    return try SurfaceNormals.picture(
      depths: depths, rays: rays, range: range, nearness: takeNearness(), photo: image, jobs: jobs)
  }

  private static func usualCamera(width: Int, height: Int) throws(AuxError) -> CameraCalibrationData {
    let longer = try StereoCamera.focalLength(fieldOfView: usualFieldOfView)
    return try .centred(
      focalLength: longer * Double(max(width, height)) / Double(width), width: width, height: height)
  }
}

extension CameraCalibrationData {
  /// Returns a camera of a focal length in widths whose principal point is the centre.
  static func centred(
    focalLength: Double, width: Int, height: Int
  ) throws(AuxError) -> CameraCalibrationData {
    let (across, down) = (Double(width), Double(height))
    let focal = focalLength * across
    return try CameraCalibrationData(
      intrinsicMatrix: [focal, 0, 0, 0, focal, 0, across / 2, down / 2, 1],
      intrinsicMatrixReferenceDimensions: .init(width: across, height: down), pixelSize: 0)
  }
}
