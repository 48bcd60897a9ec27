internal import AuxKernels

/// Where the pixels of an edited photo come from: which part of the stored photo, straightened by how much, at what size, and
/// turned how.
///
/// There are three grids: the *stored* pixels of the source; the *shown* source, with its orientation applied; and the
/// *edited* pixels, as the result stores them. Points are continuous: an image covers `0...width` and `0...height` from its
/// top left corner, in pixels of its own grid. Sizes and orientations follow Exif 2.32, tag 0x0112.
///
/// ```swift
/// var geometry = PhotoGeometry(of: primary)
/// try geometry.crop(to: PixelRectangle(x: 0, y: 500, width: 3024, height: 3024))
/// try geometry.scale(toWidth: 1080, height: 1080)
/// let edited = geometry.applied(to: calibration)
/// ```
public struct PhotoGeometry: Hashable, Sendable {
  /// The photo that is edited.
  public let source: PrimaryImage
  /// How the source is warped before all else; nil where it is not.
  package internal(set) var warp: PhotoWarp?
  /// The part that the result shows: in the stored pixels of the source, or of the straightened source.
  public internal(set) var part: PixelRectangle
  /// The width of that part once it is scaled, not turned.
  package internal(set) var scaledWidth: Int
  /// The height of that part once it is scaled, not turned.
  package internal(set) var scaledHeight: Int
  /// How the rows of pixels are turned after all else; `up` where they stay.
  public private(set) var turn: ImageOrientation = .up
  /// How the result is to be turned for display.
  public private(set) var orientation: ImageOrientation

  /// Creates the geometry of a photo that is not changed.
  public init(of source: PrimaryImage) {
    self.source = source
    part = PixelRectangle(knownX: 0, y: 0, width: source.width, height: source.height)
    (scaledWidth, scaledHeight) = (source.width, source.height)
    orientation = source.orientation
  }

  /// The result: its size as stored, and its orientation.
  public var result: PrimaryImage {
    PrimaryImage(
      width: turn.swapsSides ? scaledHeight : scaledWidth,
      height: turn.swapsSides ? scaledWidth : scaledHeight,
      orientation: orientation)
  }

  /// The size of the photo that ``part`` is a part of, as stored.
  package var frame: (width: Int, height: Int) {
    warp.map { ($0.width, $0.height) } ?? (source.width, source.height)
  }
  /// Whether a part of the frame is left out.
  package var crops: Bool { part.width < frame.width || part.height < frame.height }
  /// Whether the frame has another size than the source's part of it.
  package var scales: Bool { scaledWidth != part.width || scaledHeight != part.height }
  /// Whether the result has other pixels than the source, or in another order.
  package var changesPixels: Bool { resamples || turn != .up }
  /// Whether the result has other pixels than the source, in whatever order.
  package var resamples: Bool { crops || scales || warp != nil }
}

// MARK: - Edits

extension PhotoGeometry {
  /// Keeps a part of the photo, in pixels of the displayed result so far.
  ///
  /// Throws `AuxError` with code `usage` where the part reaches out of the photo, and after scaling: the part is one of whole
  /// pixels of the source.
  public mutating func crop(to rectangle: PixelRectangle) throws(AuxError) {
    guard !scales else { throw AuxError(.usage, "a photo is cropped before it is scaled") }
    let shown = result.displaySize
    guard rectangle.isInside(width: shown.width, height: shown.height) else {
      throw AuxError(
        .usage, "\(rectangle) reaches out of the photo, which is \(shown.width)x\(shown.height) as displayed")
    }
    let stored = rectangle.applyingExifOrientation(
      turn.followed(by: orientation).inverse, width: shown.width, height: shown.height)
    part = PixelRectangle(
      knownX: part.x + stored.x, y: part.y + stored.y, width: stored.width, height: stored.height)
    (scaledWidth, scaledHeight) = (part.width, part.height)
  }

  /// Scales the photo to a size in displayed pixels.
  ///
  /// Throws `AuxError` with code `usage` where a side is not positive, or the aspect ratio is another by more than
  /// 1 % and more than rounding: distances in a stretched picture have no calibration.
  public mutating func scale(toWidth width: Int, height: Int) throws(AuxError) {
    let isTurned = turn.followed(by: orientation).swapsSides
    let (across, down) = isTurned ? (height, width) : (width, height)
    guard across > 0, down > 0, max(across, down) < 1 << 30 else {
      throw AuxError(.usage, "a photo of \(width)x\(height) pixels has no size")
    }
    // Both sides may be those of one factor, rounded.
    let low = max((Double(across) - 0.5) / Double(part.width), (Double(down) - 0.5) / Double(part.height))
    let high = min((Double(across) + 0.5) / Double(part.width), (Double(down) + 0.5) / Double(part.height))
    guard AspectRatio.isSame((across, down), (part.width, part.height)) || low <= high else {
      let shown = isTurned ? (part.height, part.width) : (part.width, part.height)
      throw AuxError(
        .usage,
        "\(width)x\(height) is another aspect ratio than the photo's \(shown.0)x\(shown.1), which would stretch it; "
          + "crop it to that ratio first, or give one side")
    }
    (scaledWidth, scaledHeight) = (across, down)
  }

  /// Turns or mirrors the displayed photo by its orientation: no pixel moves.
  public mutating func turn(by change: ImageOrientation) { orientation = orientation.followed(by: change) }

  /// Turns the rows of pixels, whatever the orientation, which stays.
  package mutating func turnPixels(by change: ImageOrientation) { turn = turn.followed(by: change) }

  /// Turns the pixels as the photo is shown, so that its orientation becomes `up`.
  public mutating func makeUpright() {
    turn = turn.followed(by: orientation)
    orientation = .up
  }
}

// MARK: - Points

extension PhotoGeometry {
  /// A point in pixels from the top left corner of an image.
  public typealias Point = CameraCalibrationData.Point

  /// Returns the point of the source, as stored, that an edited point shows.
  public func storedPoint(ofEdited point: Point) -> Point {
    let offset = OrientationTransform(turn).offset(width: Double(result.width), height: Double(result.height))
    let scaled = OrientationTransform(turn.inverse)([point.x, point.y] - offset)
    let inFrame: SIMD2<Double> = [
      Double(part.x) + scaled.x * Double(part.width) / Double(scaledWidth),
      Double(part.y) + scaled.y * Double(part.height) / Double(scaledHeight),
    ]
    let stored = warp?.toSource(inFrame) ?? inFrame
    return Point(x: stored.x, y: stored.y)
  }

  /// Returns the edited point that shows a point of the source as stored; outside of the part it is outside of the result.
  public func editedPoint(ofStored point: Point) -> Point {
    let inFrame = warp?.fromSource([point.x, point.y]) ?? [point.x, point.y]
    let scaled: SIMD2<Double> = [
      (inFrame.x - Double(part.x)) * Double(scaledWidth) / Double(part.width),
      (inFrame.y - Double(part.y)) * Double(scaledHeight) / Double(part.height),
    ]
    let transform = OrientationTransform(turn)
    let edited =
      transform(scaled) + transform.offset(width: Double(result.width), height: Double(result.height))
    return Point(x: edited.x, y: edited.y)
  }

  /// Returns the point of the source, as shown, that an edited point shows.
  public func shownPoint(ofEdited point: Point) -> Point {
    source.displayedPoint(ofStored: storedPoint(ofEdited: point))
  }

  /// Returns the point of the result, as displayed, that shows a point of the source as displayed.
  package func displayedPoint(ofShown point: Point) -> Point {
    result.displayedPoint(ofStored: editedPoint(ofStored: source.storedPoint(ofDisplayed: point)))
  }
}

extension PrimaryImage {
  /// Returns where a point of the stored photo is in the displayed one, both in parts of the sides.
  package func displayedPart(ofStored point: PhotoGeometry.Point) -> PhotoGeometry.Point {
    let shown = displayedPoint(
      ofStored: PhotoGeometry.Point(x: point.x * Double(width), y: point.y * Double(height)))
    let size = displaySize
    return PhotoGeometry.Point(x: shown.x / Double(size.width), y: shown.y / Double(size.height))
  }

  /// Returns where a point of the stored pixels is in the displayed ones.
  fileprivate func displayedPoint(ofStored point: PhotoGeometry.Point) -> PhotoGeometry.Point {
    let transform = OrientationTransform(orientation)
    let size = displaySize
    let shown =
      transform([point.x, point.y]) + transform.offset(width: Double(size.width), height: Double(size.height))
    return PhotoGeometry.Point(x: shown.x, y: shown.y)
  }

  /// Returns where a point of the displayed pixels is in the stored ones.
  fileprivate func storedPoint(ofDisplayed point: PhotoGeometry.Point) -> PhotoGeometry.Point {
    let (size, transform) = (displaySize, OrientationTransform(orientation))
    let offset = transform.offset(width: Double(size.width), height: Double(size.height))
    let stored = OrientationTransform(orientation.inverse)([point.x, point.y] - offset)
    return PhotoGeometry.Point(x: stored.x, y: stored.y)
  }
}
