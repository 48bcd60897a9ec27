internal import AuxContainers
public import AuxImage
internal import AuxReader

/// A stereo pair in one HEIC file: two images in a `ster` group with the cameras that they are of.
///
/// The primary image is the left one. Source: Specs/heif.md, "Stereo pairs".
public struct SpatialPhoto: Sendable {
  /// What could not go along into the file.
  public let notes: [String]
  private let left: Eye
  private let right: Eye
  private let camera: StereoCamera

  /// The file that holds one eye's picture alone.
  private struct Eye: Sendable {
    let source: MemoryByteSource
    let file: HEIFFile

    init(_ bytes: [UInt8]) throws(AuxError) {
      source = MemoryByteSource(bytes)
      file = try HEIFFile(source)
    }
  }

  /// Creates a pair of two pictures of one size, both upright.
  ///
  /// The focal length and the disparity adjustment, by which a viewer shifts the pictures against each other, are
  /// in widths, the baseline between the cameras in metres. Throws `AuxError` with code `usage` where a number is out
  /// of range, else as ``init(left:right:metadata:camera:quality:)``.
  public init(
    left: PhotoPixels, right: PhotoPixels, metadata: PhotoMetadata = PhotoMetadata(), focalLength: Double,
    baseline: Double, disparityAdjustment: Double, quality: Int = ImageDestination.standardQuality
  ) throws(AuxError) {
    let camera = try StereoCamera(
      focalLength: focalLength, baseline: baseline, disparityAdjustment: disparityAdjustment)
    try self.init(left: left, right: right, metadata: metadata, camera: camera, quality: quality)
  }

  /// Creates a pair of two pictures of one size, both upright, with the cameras that they are of.
  ///
  /// Those of another file are `ImageSource.stereoPair`'s. Both pictures get the metadata. Throws `AuxError` with
  /// code `usage` where the sizes differ or a picture is to be turned, else as
  /// ``ImageDestination/init(pixels:metadata:as:quality:limits:)``.
  public init(
    left: PhotoPixels, right: PhotoPixels, metadata: PhotoMetadata = PhotoMetadata(), camera: StereoCamera,
    quality: Int = ImageDestination.standardQuality
  ) throws(AuxError) {
    guard left.width == right.width, left.height == right.height else {
      throw AuxError(
        .usage, "the left picture is \(left.width)x\(left.height), the right \(right.width)x\(right.height)")
    }
    guard left.orientation == .up, right.orientation == .up else {
      throw AuxError(.usage, "the pictures of a stereo pair stand upright")
    }
    self.camera = camera
    let (bytes, losses) = try PrimaryEncoder.encode(left, metadata, as: .heif, quality: quality)
    notes = losses
    self.left = try Eye(bytes)
    self.right = try Eye(try PrimaryEncoder.encode(right, metadata, as: .heif, quality: quality).bytes)
  }

  /// Writes the file, reads it back, compares it with both pictures, and gives it its name; `-` is standard output.
  ///
  /// Throws `AuxError`: `cannotCreate`, `io`, `verification`; the output is then absent or the old one.
  public func finalize(
    to path: String, replacement: ImageDestination.Replacement = .never
  ) throws(AuxError) {
    do throws(AuxError) {
      let file = ComposedFile(composition: try composition(), source: left.source, limits: .standard)
      try file.write(to: path, replacement: replacement) { written throws(AuxError) in try verify(written) }
    } catch { throw error.ofOutput(path) }
  }

  /// Returns the file in memory, read back and compared as ``finalize(to:replacement:)`` does.
  public func finalize() throws(AuxError) -> [UInt8] {
    let data = try composition().bytes(of: left.source)
    try verify(ImageSource(data: data))
    return data
  }

  private func composition() throws(AuxError) -> ByteComposition {
    var edit = HEIFEdit(left.file)
    try edit.addRightEye(of: right.file, from: right.source, camera: camera)
    return try edit.composition(of: left.source)
  }

  /// Throws `verification` where a file is not of both pictures, the left one first.
  private func verify(_ written: ImageSource) throws(AuxError) {
    guard case .heif(let reader) = written.parsed,
      let pair = reader.file.meta.groups.first(where: { $0.type == "ster" })?.entityIDs, pair.count == 2,
      pair[0] == reader.file.primaryItemID
    else { throw AuxError(.verification, "the stereo pair did not come back") }
    for (id, eye) in zip(pair, [left, right]) {
      guard let item = reader.file.item(id),
        try reader.file.imageSize(of: item) == eye.file.imageSize(of: eye.file.primaryItem),
        try Self.codedBytes(of: item, in: reader.file, written.bytes)
          == Self.codedBytes(of: eye.file.primaryItem, in: eye.file, eye.source)
      else { throw AuxError(.verification, "a picture of the stereo pair changed") }
    }
  }

  /// Returns the bytes of a coded image, or of the tiles of a grid.
  private static func codedBytes(
    of item: HEIFItem, in file: HEIFFile, _ source: any ByteSource
  ) throws(AuxError) -> [[UInt8]] {
    let coded = item.type == "grid" ? try file.grid(of: item, from: source).tiles : [item]
    return try coded.map { item throws(AuxError) in
      try file.data(of: item, from: source, maxBytes: source.byteCount)
    }
  }
}

extension SpatialPhoto {
  /// Returns the focal length of a photo's camera, in widths of its pixels as they stand; nil where nothing says it.
  ///
  /// The calibration of a depth map says it, else Exif's FocalLengthIn35mmFilm, which compares diagonals
  /// (CIPA DCG-001, 6.2): 43.27 mm is that of 35 mm film. Throws `AuxError` with code `malformed` for an Exif block
  /// that is none.
  public static func focalLength(
    of pixels: PhotoPixels, metadata: PhotoMetadata = PhotoMetadata(),
    calibration: CameraCalibrationData? = nil
  ) throws(AuxError) -> Double? {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    if let calibration, let length = calibration.intrinsicMatrix.first, length > 0 {
      let reference = calibration.intrinsicMatrixReferenceDimensions
      let longest = max(reference.width, reference.height)
      // The map may stand otherwise than the picture; the longer side of one is that of the other.
      if longest > 0 { return length / longest * max(width, height) / width }
    }
    guard let exif = metadata.exif, let length = try ExifBlock(exif).focalLengthIn35mmFilm else {
      return nil
    }
    let diagonal = (width * width + height * height).squareRoot()
    return Double(length) / (36 * 36 + 24 * 24 as Double).squareRoot() * diagonal / width
  }
}
