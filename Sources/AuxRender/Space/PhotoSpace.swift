public import AuxEffects
public import AuxImage
internal import AuxKernels
public import AuxReader
internal import AuxWriter

/// A photo and its depth map in space: as points with the photo's colours, or as a mesh with the photo as its texture.
///
/// ```swift
/// let space = try PhotoSpace(ImageSource("portrait.heic"))
/// try space.file(as: .glb).write(to: "portrait.glb")
/// let cloud = try space.pointCloud()
/// ```
///
/// The photo stands upright, whatever its orientation, unless ``isUpright`` is false. Lens distortion is taken out where the calibration has it. There is no
/// matching of two pictures: a stereo pair without a map has no distances here.
public struct PhotoSpace: Sendable {
  /// The photo's file.
  public let source: ImageSource
  /// The depth map that the distances are of.
  public let image: AuxiliaryImage
  /// The map's depth in metres.
  public let depth: DepthData
  /// The camera of the photo.
  public let camera: CameraCalibrationData
  /// Whether map, camera and photo are turned as the photo is displayed; else they are as the file stores them.
  public let isUpright: Bool
  /// Where the camera is known from.
  public let cameraOrigin: CameraOrigin
  /// What is kept of the map, and how.
  public let options: SpaceOptions
  let mask: EffectMask?
  /// The type of the matte that the mask is.
  let maskType: AuxiliaryDataType?

  /// What says the focal length of a photo's camera.
  public enum CameraOrigin: String, Hashable, Sendable {
    /// The caller's field of view; the principal point is taken to be the centre.
    case fieldOfView
    /// The calibration of the map.
    case calibration
    /// The field of view of a stereo pair; the principal point is taken to be the centre.
    case stereoPair
    /// Exif's FocalLengthIn35mmFilm; the principal point is taken to be the centre.
    case exif
  }

  /// Whether distances are relative to each other only, so that metres need not be metres.
  public var isRelative: Bool { depth.metadata.accuracy == .relative }

  /// Takes the photo's first depth map, or the first of some kinds, and decodes it.
  ///
  /// `fieldOfView` is the horizontal one of the upright photo in degrees, in place of what the file says. Of the matte of a type
  /// only samples are kept where it is 0.5 or more. Without `isUpright` all is as the file stores it. Throws `AuxError`:
  /// `missingImage` where there is no such map or matte, `usage` where nothing says the focal length, or an option is out of its
  /// range, and as `ImageSource.depthData(_:)`.
  public init(
    _ source: ImageSource, kinds: [AuxiliaryKind] = [], fieldOfView: Double? = nil,
    mask type: AuxiliaryDataType? = nil, isUpright: Bool = true, options: SpaceOptions = SpaceOptions()
  ) throws(AuxError) {
    try options.check()
    let image = try Self.map(of: source, kinds)
    try self.init(
      source, image, fieldOfView: fieldOfView, mask: type, isUpright: isUpright, options: options)
  }

  /// Takes one depth map of the photo; throws `AuxError` likewise, and `usage` for another type of image.
  public init(
    _ source: ImageSource, _ image: AuxiliaryImage, fieldOfView: Double? = nil,
    mask type: AuxiliaryDataType? = nil, isUpright: Bool = true, options: SpaceOptions = SpaceOptions()
  ) throws(AuxError) {
    try options.check()
    guard image.type.isDepthData else {
      throw AuxError(.usage, "\(image.type) is no map of distances", place: image.place)
    }
    guard !image.isOfOtherView else {
      throw AuxError(
        .unsupported, "the map is of another view of the scene than the photo", place: image.place)
    }
    guard let primary = source.primary else { throw AuxError(.missingImage, "there is no primary image") }
    (self.source, self.image, self.options, maskType) = (source, image, options, type)
    self.isUpright = isUpright
    let turn = isUpright ? primary.orientation : .up
    (camera, cameraOrigin) = try Self.camera(
      of: source, image, fieldOfView: fieldOfView, isUpright: isUpright)
    _ = try source.limits.checkedDecoding(
      width: image.width, height: image.height, bytesPerPixel: AuxLimits.bytesPerSpaceSample)
    let depth = try source.stored(image).depthData(in: .fdep).applyingExifOrientation(turn)
    mask = try type.map { type throws(AuxError) in
      try Self.mask(type, of: source, turn: turn, for: depth, jobs: options.jobs)
    }
    self.depth = depth
  }

  private static func map(of source: ImageSource, _ kinds: [AuxiliaryKind]) throws(AuxError) -> AuxiliaryImage
  {
    let maps = source.auxiliaryImages.filter { image in
      image.type.isDepthData && (kinds.isEmpty || kinds.contains { $0.includes(image) })
    }
    if let map = maps.first(where: { !$0.isOfOtherView }) ?? maps.first { return map }
    guard source.auxiliaryImages.contains(where: { $0.type.isDepthData }) else {
      let types = source.auxiliaryImages.map(\.type.name)
      let others = types.isEmpty ? "no auxiliary images" : types.joined(separator: ", ")
      guard source.stereoPair == nil else {
        throw AuxError(
          .missingImage,
          "the photo is a stereo pair without a depth map, and its two pictures are not matched here (it has \(others))",
          remedy: .attachMap)
      }
      throw AuxError(.missingImage, "the photo has no depth map (it has \(others))", remedy: .attachMap)
    }
    if let other = source.auxiliaryImages.first(where: { image in kinds.contains { $0.includes(image) } }) {
      throw AuxError(.usage, "points and meshes are made of depth or disparity, not of \(other.type.name)")
    }
    throw source.missingError(of: kinds)
  }

  private static func mask(
    _ type: AuxiliaryDataType, of source: ImageSource, turn: ImageOrientation, for depth: DepthData, jobs: Int
  ) throws(AuxError) -> EffectMask {
    guard let image = source.auxiliaryImage(type) else { throw source.missingError(of: [.type(type)]) }
    let matte = try source.stored(image).with8BitCodes().applyingExifOrientation(turn)
    let map = depth.depthDataMap
    return try EffectMask(matte: matte.codes, width: map.width, height: map.height, jobs: jobs)
  }
}

extension PhotoSpace {
  /// The directions of the map's samples, as the camera sees them.
  ///
  /// Throws `AuxError` with code `malformed` where the camera of the file has no positive focal length.
  public func rays() throws(AuxError) -> CameraRays {
    let map = depth.depthDataMap
    return try CameraRays(camera, of: image, width: map.width, height: map.height)
  }

  /// Returns the map's samples as points, with normals and, unless `colours` is false, the photo's colours in sRGB.
  ///
  /// Throws `AuxError` as `PointCloud.init(depths:rays:photo:mask:options:)` and `ImageSource.primaryPixels()`.
  public func pointCloud(colours: Bool = true) throws(AuxError) -> PointCloud {
    try pointCloud(photo: colours ? photo() : nil)
  }

  func pointCloud(photo: PhotoPixels?) throws(AuxError) -> PointCloud {
    try PointCloud(depths: depth.values, rays: rays(), photo: photo, mask: mask, options: options)
  }

  /// Returns the map's surfaces as a mesh, whose outlines are those of the photo.
  ///
  /// Throws `AuxError` as `DepthMesh.init(depths:rays:photo:mask:options:)` and `ImageSource.primaryPixels()`.
  public func mesh() throws(AuxError) -> DepthMesh { try mesh(photo: photo()) }

  func mesh(photo: PhotoPixels) throws(AuxError) -> DepthMesh {
    try DepthMesh(depths: depth.values, rays: rays(), photo: photo, mask: mask, options: options)
  }

  /// Returns the photo as sRGB of 8 bits, turned as the map is.
  func photo() throws(AuxError) -> PhotoPixels {
    try Self.photo(of: source, isUpright: isUpright, jobs: options.jobs)
  }

  /// Returns a photo as sRGB of 8 bits, upright or as stored.
  static func photo(of source: ImageSource, isUpright: Bool, jobs: Int) throws(AuxError) -> PhotoPixels {
    let pixels = try inSRGB(source.primaryPixels(), jobs: jobs)
    return isUpright ? pixels.upright() : pixels
  }

  private static func inSRGB(_ decoded: PhotoPixels, jobs: Int) throws(AuxError) -> PhotoPixels {
    // What a profile says that is not understood is taken for sRGB, as PhotoRenderer does.
    do throws(AuxError) {
      return try decoded.converted(toProfile: nil, jobs: jobs).asRGB8
    } catch {
      try error.throwIfOfSystem()
      return decoded.asRGB8
    }
  }

  /// Returns which sample each sample of an upright map takes its disparity from in a mesh, given the decoded primary, as
  /// `DepthMesh.outlineMoves` has it.
  package static func outlineMoves(
    of depth: DepthData, by decoded: PhotoPixels, jobs: Int
  ) throws(AuxError) -> [UInt8] {
    let map = depth.depthDataMap
    var options = SpaceOptions()
    options.jobs = jobs
    return try DepthMesh.outlineMoves(
      depths: depth.values, width: map.width, height: map.height,
      photo: inSRGB(decoded, jobs: jobs).upright(), options: options)
  }
}
