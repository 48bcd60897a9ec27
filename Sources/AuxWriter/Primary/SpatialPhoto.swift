internal import AuxContainers
public import AuxImage
public import AuxReader

/// A stereo pair in one HEIC file: two images in a `ster` group, with their cameras.
///
/// The primary image is the left one. Source: Specs/heif.md, "Stereo pairs".
public struct SpatialPhoto: Sendable {
  /// What could not be carried over into the file.
  public package(set) var notes: [String]
  private let left: SpatialEye
  private let right: SpatialEye
  /// The cameras; nil for those that both pictures name.
  private let camera: StereoCamera?
  private let limits: AuxLimits

  /// Creates a pair of two pictures of one size, both upright, with their cameras.
  ///
  /// Those of another file are `ImageSource.stereoPair`'s. Both pictures get the metadata. A sample has `bitsPerSample`,
  /// 8 or 10; without it 10 where the pixels have 16. `limits` are those of coding, and of reading the file back. Throws `AuxError` with code
  /// `usage` where the sizes differ or a picture is to be turned, else as
  /// ``ImageDestination/init(pixels:metadata:as:quality:bitsPerSample:limits:jobs:)``.
  public init(
    left: PhotoPixels, right: PhotoPixels, metadata: PhotoMetadata = PhotoMetadata(), camera: StereoCamera,
    quality: Int = ImageDestination.standardQuality, bitsPerSample: Int? = nil, limits: AuxLimits = .standard
  ) throws(AuxError) {
    try Self.check(left, right)
    (self.camera, self.limits) = (camera, limits)
    let eyes = try [left, right].map { picture throws(AuxError) in
      try ImageDestination(
        pixels: picture, metadata: metadata, as: .heif, quality: quality, bitsPerSample: bitsPerSample,
        limits: limits)
    }
    notes = eyes[0].notes
    self.left = try SpatialEye(file: eyes[0].base)
    self.right = try SpatialEye(file: eyes[1].base)
  }

  /// Creates a pair of two pictures that were made of a photo, likewise; both get new thumbnails where the photo has some.
  package init(
    left: PhotoPixels, right: PhotoPixels, of source: ImageSource, metadata: PhotoMetadata,
    camera: StereoCamera, quality: Int, bitsPerSample: Int?
  ) throws(AuxError) {
    try Self.check(left, right)
    (self.camera, limits) = (camera, source.limits)
    let eyes = try [left, right].map { picture throws(AuxError) in
      try ImageDestination(
        picture: picture, of: source, metadata: metadata, as: .heif, quality: quality,
        bitsPerSample: bitsPerSample)
    }
    notes = eyes[0].notes
    let files = try eyes.map { eye throws(AuxError) in
      try SpatialEye(file: ImageSource(data: eye.finalize().data, limits: source.limits))
    }
    (self.left, self.right) = (files[0], files[1])
  }

  /// Creates a pair of two pictures of one size that say of their cameras what is known of them.
  init(left: SpatialEye, right: SpatialEye, limits: AuxLimits) {
    (self.left, self.right, self.limits) = (left, right, limits)
    (camera, notes) = (nil, [])
  }

  /// Throws `usage` where two pictures are of different sizes or one is to be turned.
  static func check(_ left: PhotoPixels, _ right: PhotoPixels) throws(AuxError) {
    guard left.width == right.width, left.height == right.height else {
      throw AuxError(
        .usage, "the left picture is \(left.width)x\(left.height), the right \(right.width)x\(right.height)")
    }
    guard left.orientation == .up, right.orientation == .up else {
      throw AuxError(.usage, "the pictures of a stereo pair must be upright")
    }
  }

  /// Creates a pair of two photos of one size.
  ///
  /// An upright HEVC image is taken over as it is coded, the left one with all that is in its file; any other photo is
  /// decoded, turned upright and coded, the left one's auxiliary images with it. Missing values come from what the photos
  /// say of their cameras, as photos extracted from a pair do; else the focal length, in widths, as
  /// ``focalLength(of:metadata:calibration:limits:)`` finds it for the left one, and the disparity adjustment, in widths, 0.
  /// The baseline is in metres. Where nothing is given, what both say stays bit for bit.
  ///
  /// Throws `AuxError`: `usage` where the sizes differ, baseline or focal length are not known, a number is out of
  /// range, a photo is a pair itself, or the left camera is right of the other; `missingImage` for a lone auxiliary
  /// image; and as ``ImageDestination/init(encoding:as:quality:allowsPreview:)``. Errors of the right photo name its path.
  public init(
    left: ImageSource, right: ImageSource, focalLength: Double? = nil, baseline: Double? = nil,
    disparityAdjustment: Double? = nil, quality: Int = ImageDestination.standardQuality
  ) throws(AuxError) {
    var notes: [String] = []
    limits = left.limits
    self.left = try SpatialEye(left, keepsAuxiliaryImages: true, quality: quality, notes: &notes)
    do throws(AuxError) {
      self.right = try SpatialEye(right, keepsAuxiliaryImages: false, quality: quality, notes: &notes)
    } catch { throw right.path.map(error.about) ?? error }
    let (size, other) = (try self.left.size(), try self.right.size())
    guard size == other else {
      throw AuxError(
        .usage,
        "the left picture is \(size.width)x\(size.height), the right \(other.width)x\(other.height); "
          + "those of a pair are of one size")
    }
    let given = SpatialCameras.Given(
      focalLength: focalLength, baseline: baseline, disparityAdjustment: disparityAdjustment)
    camera = try SpatialCameras(self.left, self.right).camera(
      given, notes: &notes
    ) { () throws(AuxError) in
      try Self.focalLength(
        width: Double(size.width), height: Double(size.height), metadata: left.primaryMetadata(),
        calibration: left.auxiliaryImages.lazy.compactMap(\.metadata.calibration).first, limits: left.limits)
    }
    self.notes = notes
  }

  /// Returns a destination whose primary is the left picture and that holds the pair, so that depth maps and mattes go
  /// into the file as well.
  ///
  /// Throws `AuxError` as ``finalize()``.
  public func destination() throws(AuxError) -> ImageDestination {
    ImageDestination(
      encoded: try ImageSource(data: finalize(), limits: limits), notes: notes,
      isPrimaryEncoded: !left.isTakenOver)
  }

  /// Writes the file, reads it back, compares it with both pictures, and gives it its name; `-` is standard output.
  ///
  /// Throws `AuxError`: `usage` where the extension names another kind of picture, `cannotCreate`, `io`, `verification`;
  /// the output is then absent or the old one.
  public func finalize(
    to path: String, options: WriteOptions = WriteOptions()
  ) throws(AuxError) {
    try ImageContainer.heif.checkName(ofOutput: path)
    try file.write(to: path, options, check: verify)
  }

  /// Returns the file in memory, read back and compared as ``finalize(to:options:)`` does.
  public func finalize() throws(AuxError) -> [UInt8] {
    try file.data(check: verify).bytes
  }

  private var file: ComposedFile {
    ComposedFile(source: left.source, limits: limits) { () throws(AuxError) in
      var edit = HEIFEdit(left.file)
      try edit.addRightEye(of: right.file, from: right.source, camera: camera)
      return try edit.composition(of: left.source)
    }
  }

  /// Throws `verification` where a file is not of both pictures, the left one first.
  private func verify(_ written: ImageSource) throws(AuxError) {
    guard case .heif(let reader) = written.parsed, let found = reader.stereoPair,
      camera == nil || found.camera != nil,
      let pair = reader.file.meta.groups.first(where: { $0.type == "ster" })?.entityIDs, pair.count == 2,
      pair[0] == reader.file.primaryItemID
    else { throw AuxError(.verification, "the stereo pair did not come back") }
    for (id, eye) in zip(pair, [left, right]) {
      guard let item = reader.file.item(id),
        try reader.file.imageSize(of: item) == eye.file.imageSize(of: eye.file.primaryItem),
        try reader.file.codedBytes(of: item, from: written.bytes)
          == eye.file.codedBytes(of: eye.file.primaryItem, from: eye.source)
      else { throw AuxError(.verification, "a picture of the stereo pair changed") }
      let (found, asked) = (try StereoProperties(of: item, in: reader.file), try eye.camera())
      guard camera != nil || found == asked else {
        throw AuxError(.verification, "what the pictures say of their cameras changed")
      }
    }
  }
}

extension SpatialPhoto {
  /// Returns the focal length of a photo's camera, in widths of its stored pixels; nil where nothing gives it.
  ///
  /// The calibration of a depth map says it, else Exif's FocalLengthIn35mmFilm, which compares diagonals
  /// (CIPA DCG-001, 6.2): 43.27 mm is that of 35 mm film. Throws `AuxError` with code `malformed` for a block that
  /// is not Exif.
  public static func focalLength(
    of pixels: PhotoPixels, metadata: PhotoMetadata = PhotoMetadata(),
    calibration: CameraCalibrationData? = nil, limits: AuxLimits = .standard
  ) throws(AuxError) -> Double? {
    try focalLength(
      width: Double(pixels.width), height: Double(pixels.height), metadata: metadata,
      calibration: calibration, limits: limits)
  }

  /// Returns it for a photo of that size.
  package static func focalLength(
    width: Double, height: Double, metadata: PhotoMetadata, calibration: CameraCalibrationData?,
    limits: AuxLimits
  ) throws(AuxError) -> Double? {
    if let calibration, let length = calibration.intrinsicMatrix.first, length > 0 {
      let reference = calibration.intrinsicMatrixReferenceDimensions
      let longest = max(reference.width, reference.height)
      // The map may be turned; the longer side of one is that of the other.
      if longest > 0 { return length / longest * max(width, height) / width }
    }
    guard let exif = metadata.exif,
      let length = try ExifBlock(exif, limits: limits).focalLengthIn35mmFilm
    else { return nil }
    let diagonal = (width * width + height * height).squareRoot()
    return Double(length) / (36 * 36 + 24 * 24 as Double).squareRoot() * diagonal / width
  }
}
