internal import AuxCodecs
internal import AuxContainers
public import AuxImage

extension MapCamera {
  /// Reads the camera of a file, `-` for standard input, recognised by its content.
  ///
  /// It is a file of any ``CameraExport/Format``; a camera or a trajectory of Open3D; a calibration of KITTI or Middlebury, whose left
  /// color camera it is; MVSNet's camera; an OpenEXR file with a camera in its attributes; an NPZ archive with the array `K`,
  /// `intrinsics`, `intrinsic` or `focallength_px`; or a matrix of 3x3, 3x4 or 4x4 as text or NPY. The numbers of a file that states no size are in
  /// pixels of the photo. `origin` is where the principal point counts from in a file that does not say it: in a matrix, and in an
  /// archive. OpenCV's coefficients of distortion have no place in a calibration: `losses` says where they are not 0. Throws
  /// `AuxError` that names the file: `inputMissing`, `malformed`, `usage` for numbers that make no calibration and an `origin` that is
  /// not that of the file's format, `unsupported` for a file of another kind, `missingImage` where it says nothing of a camera,
  /// `limitExceeded` for a text of more than a megabyte.
  public init(
    contentsOf path: String, origin: PixelOrigin? = nil, limits: AuxLimits = .standard, losses: inout [String]
  ) throws(AuxError) {
    self = try StatedCamera(contentsOf: path, origin: origin, limits: limits, losses: &losses).camera
  }

  /// Creates a camera in pixels of the photo; throws `unsupported` if it is in widths.
  static func ofPhoto(_ pinhole: PinholeIntrinsics) throws(AuxError) -> MapCamera {
    guard pinhole.cx > 2, pinhole.cy > 2 else {
      throw AuxError(.unsupported, "the intrinsics are in widths of a picture, and not in pixels")
    }
    return try MapCamera(pinhole, of: nil)
  }

  /// Creates the camera of an OpenEXR file, whose picture has that size.
  init(_ camera: EXRCamera.Pinhole, width: Int, height: Int) throws(AuxError) {
    self = try MapCamera(
      PinholeIntrinsics(fx: camera.fx, fy: camera.fy, cx: camera.cx, cy: camera.cy),
      of: .init(width: Double(width), height: Double(height)))
  }
}

extension StatedCamera {
  /// Reads the camera of a file, as ``MapCamera/init(contentsOf:origin:limits:losses:)``; `convention` is that of its map.
  package init(
    contentsOf path: String, origin: PixelOrigin?, convention: MapConvention? = nil,
    limits: AuxLimits = .standard,
    losses: inout [String]
  ) throws(AuxError) {
    var notes: [String] = []
    let usual = convention?.facts.pixelOrigin ?? .corner
    do throws(AuxError) { self = try Self.read(path, origin, usual, limits, &notes) } catch {
      throw error.about(StandardStream.inputName(path))
    }
    losses += notes
  }

  private static func read(
    _ path: String, _ stated: PixelOrigin?, _ usual: PixelOrigin, _ limits: AuxLimits,
    _ losses: inout [String]
  ) throws(AuxError) -> StatedCamera {
    let source = try InputFile.source(path, limits: limits)
    let prefix = try source.readPrefix(at: 0, count: 16)
    switch MapFile.Kind(prefix: prefix) {
    case .exr:
      let parts = try EXRHeader(source, limits: limits).parts
      for part in parts {
        guard let window = part.displayWindow else { continue }
        if let camera = part.camera.pinhole(width: window.width, height: window.height) {
          return StatedCamera(try MapCamera(camera, width: window.width, height: window.height))
        }
      }
      throw AuxError(
        .missingImage,
        "no attribute says anything of a camera (worldToNDC, screenWindowWidth, CameraFocalLength)")
    case .npz:
      let archive = try NPZArchive(source.read(at: 0, count: source.byteCount))
      if let numbers = try matrix(in: archive) { return try ofPhoto(numbers, stated ?? usual) }
      guard let length = try archive.numbers("focallength_px", most: 1)?.first else {
        throw AuxError(.missingImage, "the archive has no array K, intrinsics, intrinsic or focallength_px")
      }
      return StatedCamera(try MapCamera(pixels: [length]))
    case .npy:
      return try ofPhoto(
        NPYCodec.numbers(source.read(at: 0, count: source.byteCount), most: 16), stated ?? usual)
    case nil:
      guard source.byteCount <= mostTextBytes else {
        throw AuxError(
          .limitExceeded, "a camera as text has \(source.byteCount) bytes, \(mostTextBytes) at most are read")
      }
      return try StatedCamera(
        text: source.read(at: 0, count: source.byteCount), origin: stated, usual: usual, &losses)
    default: throw AuxError(.unsupported, "has samples, and no camera: a camera is text, OpenEXR, NPZ or NPY")
    }
  }

  private static let mostTextBytes = 1 << 20

  private static func matrix(
    in archive: NPZArchive, of map: NPZArchive.Choice? = nil
  ) throws(AuxError) -> [Double]? {
    for key in ["K", "intrinsics", "intrinsic"] {
      if let numbers = try archive.numbers(key, most: 16, of: map) { return numbers }
    }
    return nil
  }

  private static func ofPhoto(_ rows: [Double], _ origin: PixelOrigin) throws(AuxError) -> StatedCamera {
    StatedCamera(try .ofPhoto(PinholeIntrinsics(rows: rows).counted(from: origin)), origin: origin)
  }

  /// Creates the camera of a matrix by rows next to a map: in pixels of the map or, if the principal point is outside of it, in
  /// pixels of the photo.
  init(
    rows: [Double], ofMapWith size: (width: Int, height: Int), from origin: PixelOrigin
  ) throws(AuxError) {
    let pinhole = try PinholeIntrinsics(rows: rows).counted(from: origin)
    let isInMap =
      (0...Double(size.width)).contains(pinhole.cx) && (0...Double(size.height)).contains(pinhole.cy)
    self.init(try isInMap ? MapCamera(pinhole, ofMapWith: size) : .ofPhoto(pinhole), origin: origin)
  }

  /// Returns the camera of an archive whose matrix can be of a map of that size; nil for other matrices, and without one.
  static func matrix(
    of archive: NPZArchive, map: NPZArchive.Choice, ofMapWith size: (width: Int, height: Int),
    from origin: PixelOrigin
  ) -> StatedCamera? {
    guard let numbers = try? matrix(in: archive, of: map) else { return nil }
    return try? StatedCamera(rows: numbers, ofMapWith: size, from: origin)
  }
}
