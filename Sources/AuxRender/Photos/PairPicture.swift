public import AuxEffects
public import AuxImage
package import AuxMaps
public import AuxReader
public import AuxWriter

/// Both eyes of a stereo pair as one picture: side by side, one above the other, or as an anaglyph.
///
/// ```swift
/// try PairPicture(of: ImageSource("spatial.heic"), layout: .leftRight).write(to: "pair.png")
/// ```
///
/// `SpatialPhoto.init(pairPicture:layout:focalLength:baseline:disparityAdjustment:quality:)` makes a pair of such a picture.
public struct PairPicture: Sendable {
  /// The picture, upright.
  public let pixels: PhotoPixels
  /// The layout.
  public let layout: Stereo.Layout
  /// The cameras of the pair, which no picture of this kind records; nil where the file does not state them.
  public let camera: StereoCamera?
  /// The metadata of the left picture.
  public let metadata: PhotoMetadata
  private let limits: AuxLimits

  /// Decodes both eyes, turns them for display and joins them.
  ///
  /// Throws `AuxError`: `missingImage` where the file holds no pair, `usage` for a layout of two pictures and where the eyes
  /// are of different sizes, else as `ImageSource.pixels(of:)`.
  public init(
    of source: ImageSource, layout: Stereo.Layout = .leftRight, jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) {
    guard layout.isOnePicture else {
      throw AuxError(.usage, "the layout \(layout) is of two pictures, not of one")
    }
    let left = try source.pixels(of: .left).upright()
    let right = try source.pixels(of: .right).upright()
    guard (left.width, left.height) == (right.width, right.height),
      left.bitsPerSample == right.bitsPerSample
    else {
      throw AuxError(
        .usage,
        "the left picture is \(left.width)x\(left.height) of \(left.bitsPerSample) bits, the right "
          + "\(right.width)x\(right.height) of \(right.bitsPerSample)")
    }
    let pair = StereoPair(
      left: try left.converted(channels: 3, bitsPerSample: left.bitsPerSample),
      right: try right.converted(channels: 3, bitsPerSample: right.bitsPerSample), gapShare: 0)
    pixels = pair.pictures(layout, encoding: try left.lightEncoding(), jobs: jobs)[0]
    (self.layout, camera, limits) = (layout, source.stereoPair?.camera, source.limits)
    metadata = try source.primaryMetadata()
  }

  /// Writes the picture with the Exif and the ICC profile of the left one, in the container that the extension asks for
  /// where none is given; returns what the container cannot hold.
  ///
  /// Throws `AuxError` as `ImageDestination.finalize(to:options:)`, and `usage` for another extension.
  @discardableResult
  public func write(
    to path: String, as container: ImageContainer? = nil, quality: Int = ImageDestination.standardQuality,
    options: WriteOptions = WriteOptions()
  ) throws(AuxError) -> [String] {
    if let container { try container.checkName(ofOutput: path) }
    let container = if let container { container } else { try ImageContainer.forPicture(at: path, of: .png) }
    let destination = try ImageDestination(
      pixels: pixels, metadata: metadata, as: container, quality: quality, limits: limits)
    try destination.finalize(to: path, options: options)
    return destination.notes
  }

  /// The picture as a JSON object: `layout`, `path`, `width`, `height`, and of the cameras `baseline` (metres),
  /// `fieldOfView` (degrees) and `disparityAdjustment` (widths).
  package func json(path: String) -> JSONValue {
    [
      "layout": .string(layout.rawValue), "path": .path(path), "pathBytes": .pathBytes(path),
      "width": .integer(pixels.width), "height": .integer(pixels.height),
      "baseline": camera.map { .number($0.baseline) }, "fieldOfView": camera.map { .number($0.fieldOfView) },
      "disparityAdjustment": camera.map { .number($0.disparityAdjustment) },
    ]
  }
}

extension SpatialPhoto {
  /// Creates a pair of a picture that holds both eyes: side by side, or one above the other.
  ///
  /// Both halves are coded anew and get the picture's metadata. The focal length, in widths of an eye's picture, is that of
  /// Exif's FocalLengthIn35mmFilm where none is given; the baseline is in metres, the disparity adjustment in widths. Throws
  /// `AuxError`: `usage` for a layout whose eyes have not all of their pixels, for an odd number of columns or rows, and where
  /// baseline or focal length are not known; else as
  /// `SpatialPhoto.init(left:right:metadata:camera:quality:bitsPerSample:limits:)`.
  public init(
    pairPicture source: ImageSource, layout: Stereo.Layout = .leftRight, focalLength: Double? = nil,
    baseline: Double? = nil, disparityAdjustment: Double? = nil,
    quality: Int = ImageDestination.standardQuality
  ) throws(AuxError) {
    let eyes = try layout.eyes(of: source.primaryPixels().upright())
    let metadata = try source.primaryMetadata()
    guard let baseline else {
      throw AuxError(.usage, "a picture of both eyes does not say how far apart they are; give the baseline")
    }
    let ofExif = try Self.focalLength(of: eyes.left, metadata: metadata, limits: source.limits)
    guard let known = focalLength ?? ofExif else {
      throw AuxError(
        .usage, "Exif's FocalLengthIn35mmFilm, which gives the field of view, is not there",
        remedy: .stateFieldOfView)
    }
    try self.init(
      left: eyes.left, right: eyes.right, metadata: metadata,
      camera: StereoCamera(
        focalLength: known, baseline: baseline, disparityAdjustment: disparityAdjustment ?? 0),
      quality: quality, limits: source.limits)
    if !source.auxiliaryImages.isEmpty {
      notes.append("the auxiliary images of a picture of both eyes are left out")
    }
  }

  /// What a caller states of the pictures of a pair; what is missing is as the photos say.
  package struct Description: Sendable {
    /// How one picture holds both eyes.
    package var layout = Stereo.Layout.leftRight
    /// The distance between the cameras in meters.
    package var baseline: Double?
    /// The horizontal field of view in degrees.
    package var fieldOfView: Double?
    /// The camera of the left picture as displayed; the field of view takes its place.
    package var camera: MapCamera?
    /// The disparity adjustment in widths.
    package var disparityAdjustment: Double?
    package var quality = ImageDestination.standardQuality

    package init() {}
  }

  /// Creates the pair of two photos, or of the halves of one where there is no other.
  ///
  /// Throws `AuxError` as ``init(pairPicture:layout:focalLength:baseline:disparityAdjustment:quality:)`` and
  /// `SpatialPhoto.init(left:right:focalLength:baseline:disparityAdjustment:quality:)`.
  package init(left: ImageSource, right: ImageSource?, _ described: Description) throws(AuxError) {
    var focalLength: Double?
    if let fieldOfView = described.fieldOfView {
      focalLength = try StereoCamera.focalLength(fieldOfView: fieldOfView)
    } else if let camera = described.camera, let primary = left.primary {
      let calibration = try camera.calibration(forPhotoOf: primary.displaySize)
      focalLength =
        calibration.intrinsicMatrix[0] / calibration.intrinsicMatrixReferenceDimensions.width
    }
    guard let right else {
      try self.init(
        pairPicture: left, layout: described.layout, focalLength: focalLength, baseline: described.baseline,
        disparityAdjustment: described.disparityAdjustment, quality: described.quality)
      return
    }
    try self.init(
      left: left, right: right, focalLength: focalLength, baseline: described.baseline,
      disparityAdjustment: described.disparityAdjustment, quality: described.quality)
  }
}

extension Stereo.Layout {
  /// Returns the pictures of both eyes; throws `usage` for layouts that do not hold all of their pixels.
  fileprivate func eyes(of picture: PhotoPixels) throws(AuxError) -> (left: PhotoPixels, right: PhotoPixels) {
    let isAcross: Bool
    switch self {
    case .leftRight, .rightLeft: isAcross = true
    case .topBottom, .bottomTop: isAcross = false
    case .halfWidth, .halfHeight, .anaglyph, .pair, .multiPicture:
      throw AuxError(
        .usage,
        "of the layout \(self) the eyes cannot be taken apart; left-right, right-left, top-bottom and "
          + "bottom-top can")
    }
    let side = isAcross ? picture.width : picture.height
    guard side.isMultiple(of: 2) else {
      throw AuxError(
        .usage, "\(side) \(isAcross ? "columns" : "rows") are not those of two pictures of one size")
    }
    let (width, height) = isAcross ? (side / 2, picture.height) : (picture.width, side / 2)
    let first = picture.cropped(left: 0, top: 0, width: width, height: height)
    let second = picture.cropped(
      left: isAcross ? width : 0, top: isAcross ? 0 : height, width: width, height: height)
    return self == .leftRight || self == .topBottom ? (first, second) : (second, first)
  }
}
