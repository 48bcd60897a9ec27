internal import AuxCodecs
internal import AuxContainers
public import AuxImage

extension MapCamera {
  /// Reads the camera of a file, `-` for standard input, recognised by its content.
  ///
  /// It is a file of any ``CameraExport/Format``, an OpenEXR file with a camera in its attributes, an NPZ archive with the array
  /// `K`, `intrinsics` or `focallength_px`, or an NPY file with a matrix of 3x3. The numbers of an OpenEXR file are in pixels of
  /// its picture, those of arrays in pixels of the photo. OpenCV's coefficients of distortion have no place in a calibration:
  /// `losses` says where they are not 0. Throws `AuxError` that names the file: `inputMissing`, `malformed`, `usage` for numbers
  /// that make no calibration, `unsupported` for a file of another kind, `missingImage` where it says nothing of a camera,
  /// `limitExceeded` for a text of more than a megabyte.
  public init(
    contentsOf path: String, limits: AuxLimits = .standard, losses: inout [String]
  ) throws(AuxError) {
    var notes: [String] = []
    do throws(AuxError) { self = try Self.read(path, limits, &notes) } catch {
      throw error.about(StandardStream.inputName(path))
    }
    losses += notes
  }

  private static func read(
    _ path: String, _ limits: AuxLimits, _ losses: inout [String]
  ) throws(AuxError) -> MapCamera {
    let source = try InputFile.source(path, limits: limits)
    let prefix = try source.readPrefix(at: 0, count: 16)
    switch MapFile.Kind(prefix: prefix) {
    case .exr:
      let parts = try EXRHeader(source, limits: limits).parts
      for part in parts {
        guard let window = part.displayWindow else { continue }
        if let camera = part.camera.pinhole(width: window.width, height: window.height) {
          return try MapCamera(camera, width: window.width, height: window.height)
        }
      }
      throw AuxError(
        .missingImage,
        "no attribute says anything of a camera (worldToNDC, screenWindowWidth, CameraFocalLength)")
    case .npz:
      let archive = try NPZArchive(source.read(at: 0, count: source.byteCount))
      if let numbers = try matrix(in: archive) { return try .matrix(numbers) }
      guard let length = try archive.numbers("focallength_px", most: 1)?.first else {
        throw AuxError(.missingImage, "the archive has no array K, intrinsics or focallength_px")
      }
      return try MapCamera(pixels: [length])
    case .npy:
      return try .matrix(NPYCodec.numbers(source.read(at: 0, count: source.byteCount), most: 9))
    case nil:
      guard source.byteCount <= mostTextBytes else {
        throw AuxError(
          .limitExceeded, "a camera as text has \(source.byteCount) bytes, \(mostTextBytes) at most are read")
      }
      return .calibration(
        try CameraCalibrationData(camera: source.read(at: 0, count: source.byteCount), &losses))
    default: throw AuxError(.unsupported, "has samples, and no camera: a camera is text, OpenEXR, NPZ or NPY")
    }
  }

  private static let mostTextBytes = 1 << 20

  private static func matrix(
    in archive: NPZArchive, of map: NPZArchive.Choice? = nil
  ) throws(AuxError) -> [Double]? {
    for key in ["K", "intrinsics"] {
      if let numbers = try archive.numbers(key, most: 9, of: map) { return numbers }
    }
    return nil
  }

  /// Creates the camera of a matrix by rows, in pixels of the photo.
  private static func matrix(_ rows: [Double]) throws(AuxError) -> MapCamera {
    guard rows.count == 9, rows[0] > 0, rows[4] > 0, rows[8] == 1, rows.allSatisfy(\.isFinite),
      [rows[3], rows[6], rows[7]].allSatisfy({ $0 == 0 }), abs(rows[1]) <= rows[0] / 1000
    else { throw AuxError(.malformed, "the intrinsics are no matrix of 3x3 of a camera without skew") }
    guard rows[2] > 2, rows[5] > 2 else {
      throw AuxError(.unsupported, "the intrinsics are in widths of a picture, and not in pixels")
    }
    return .intrinsics(fx: rows[0], fy: rows[4], cx: rows[2], cy: rows[5])
  }

  /// Returns the camera of an archive whose matrix can be of a map of that size; nil for other matrices, and without one.
  static func matrix(
    of archive: NPZArchive, map: NPZArchive.Choice, width: Int, height: Int
  ) -> MapCamera? {
    guard let numbers = try? matrix(in: archive, of: map), numbers.count == 9 else { return nil }
    return try? .matrix(numbers, ofMap: (width, height))
  }

  /// Creates the camera of a matrix by rows next to a map: in pixels of the map or, where the principal point is outside of it, in
  /// pixels of the photo.
  static func matrix(_ rows: [Double], ofMap size: (width: Int, height: Int)) throws(AuxError) -> MapCamera {
    guard (0...Double(size.width)).contains(rows[2]), (0...Double(size.height)).contains(rows[5]) else {
      return try matrix(rows)
    }
    return try matrix(rows, width: size.width, height: size.height)
  }

  /// Creates the camera of an OpenEXR file, whose picture has that size.
  init(_ camera: EXRCamera.Pinhole, width: Int, height: Int) throws(AuxError) {
    self = .calibration(
      try CameraCalibrationData(
        fx: camera.fx, fy: camera.fy, cx: camera.cx, cy: camera.cy,
        referenceDimensions: .init(width: Double(width), height: Double(height))))
  }
}
