public import AuxEffects
public import AuxImage
internal import AuxKernels
public import AuxMaps
public import AuxReader

extension DepthMap {
  /// Returns the directions of the map's values, as its camera sees them; lens distortion is taken out.
  ///
  /// Throws `AuxError` as `DepthMap.calibration()`.
  public func rays() throws(AuxError) -> CameraRays {
    try rays(ofWidth: samples.width, height: samples.height)
  }

  /// As `DepthMap.rays()`, of a map whose samples are elsewhere, and have that size.
  package func rays(ofWidth width: Int, height: Int) throws(AuxError) -> CameraRays {
    let size = try sizeOfValues(ofWidth: width, height: height)
    return try CameraRays(
      calibration(ofWidth: width, height: height), width: size.width, height: size.height)
  }

  /// Returns the values of the map as points with normals and without colours; holes are no points.
  ///
  /// Throws `AuxError` as `DepthMap.rays()`, `DepthMap.reading(forPhotoOf:)` and
  /// `PointCloud.init(depths:rays:photo:mask:options:)`.
  public func pointCloud(options: SpaceOptions = SpaceOptions()) throws(AuxError) -> PointCloud {
    let (depths, rays) = try inSpace(options)
    return try PointCloud(depths: depths, rays: rays, options: options)
  }

  /// Returns the surfaces of the map as a mesh, torn where depth steps.
  ///
  /// Throws `AuxError` as `DepthMap.pointCloud(options:)`, and `usage` where there is no triangle.
  public func mesh(options: SpaceOptions = SpaceOptions()) throws(AuxError) -> DepthMesh {
    let (depths, rays) = try inSpace(options)
    return try DepthMesh(depths: depths, rays: rays, options: options)
  }

  /// Returns the values as a file of points, without holes and background, and how they were read.
  ///
  /// Throws `AuxError` as ``pointCloud(options:)``.
  package consuming func points(
    options: SpaceOptions = SpaceOptions()
  ) throws(AuxError) -> (file: SpaceFile, reading: DepthMap.Reading) {
    let (origin, rays) = (try spaceOrigin(), try rays())
    _ = try limits.checkedDecoding(
      width: rays.width, height: rays.height, bytesPerPixel: AuxLimits.bytesPerSpaceSample)
    let reading = try intoReading()
    let given = reading.values.givenValues
    let cloud = try PointCloud(
      depths: reading.quantity == .depth ? given : Reciprocal.reciprocal(given), rays: rays, options: options)
    let file = SpaceFile(
      bytes: cloud.ply(comments: origin.comments), format: .ply, pointCount: cloud.count, triangleCount: nil,
      type: origin.type,
      cameraOrigin: .calibration, isRelative: origin.isRelative, isTextureCopied: nil)
    return (file, reading)
  }

  /// Returns the map and the camera that points and meshes are made of; throws `AuxError` as ``rays()``.
  package func spaceOrigin() throws(AuxError) -> SpaceOrigin {
    let size = try sizeOfValues(ofWidth: samples.width, height: samples.height)
    return SpaceOrigin(
      type: options.valueQuantity == .depth ? .depth : .disparity, width: size.width, height: size.height,
      camera: try calibration(), isRelative: options.convention?.facts.isRelative ?? false)
  }

  private func inSpace(_ options: SpaceOptions) throws(AuxError) -> (depths: [Float], rays: CameraRays) {
    try options.check()
    let rays = try rays()
    _ = try limits.checkedDecoding(
      width: rays.width, height: rays.height, bytesPerPixel: AuxLimits.bytesPerSpaceSample)
    return (try reading().depthData(as: .fdep, keepsHoles: true).values, rays)
  }
}

extension CameraRays {
  /// Creates the rays of the samples of an auxiliary image, upright as the photo is displayed, or as stored.
  ///
  /// The camera is that of ``PhotoSpace``: of `fieldOfView`, of the upright photo in degrees, of the image's calibration, of a
  /// stereo pair, or of Exif. Throws `AuxError`: `usage` where nothing says the focal length, or for an image of another source,
  /// `malformed` where the camera of the file has no positive focal length.
  public init(
    of image: AuxiliaryImage, in source: ImageSource, isUpright: Bool = true, fieldOfView: Double? = nil
  ) throws(AuxError) {
    try source.checkOwner(of: image)
    let camera = try PhotoSpace.camera(of: source, image, fieldOfView: fieldOfView, isUpright: isUpright).0
    let swaps = isUpright && source.orientation.swapsSides
    try self.init(
      camera, of: image, width: swaps ? image.height : image.width,
      height: swaps ? image.width : image.height)
  }

  /// Creates the rays of a camera that a file states.
  init(
    _ camera: CameraCalibrationData, of image: AuxiliaryImage, width: Int, height: Int
  ) throws(AuxError) {
    do throws(AuxError) { try self.init(camera, width: width, height: height) } catch {
      throw AuxError(.malformed, error.reason, place: image.place)
    }
  }
}
