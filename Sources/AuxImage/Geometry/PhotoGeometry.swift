/// Where the pixels of an edited photo come from: which part of the stored photo, at what size, and turned how.
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
  /// The part of the source that the result shows, in its stored pixels.
  public private(set) var part: PixelRectangle
  /// The width of that part once it is scaled, not turned.
  package private(set) var scaledWidth: Int
  /// The height of that part once it is scaled, not turned.
  package private(set) var scaledHeight: Int
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

  /// Whether a part is left out.
  package var crops: Bool { part.width < source.width || part.height < source.height }
  /// Whether pixels are mixed.
  package var scales: Bool { scaledWidth != part.width || scaledHeight != part.height }
  /// Whether the result has other pixels than the source, or in another order.
  package var changesPixels: Bool { crops || scales || turn != .up }
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
    return Point(
      x: Double(part.x) + scaled.x * Double(part.width) / Double(scaledWidth),
      y: Double(part.y) + scaled.y * Double(part.height) / Double(scaledHeight))
  }

  /// Returns the edited point that shows a point of the source as stored; outside of the part it is outside of the result.
  public func editedPoint(ofStored point: Point) -> Point {
    let scaled: SIMD2<Double> = [
      (point.x - Double(part.x)) * Double(scaledWidth) / Double(part.width),
      (point.y - Double(part.y)) * Double(scaledHeight) / Double(part.height),
    ]
    let transform = OrientationTransform(turn)
    let edited =
      transform(scaled) + transform.offset(width: Double(result.width), height: Double(result.height))
    return Point(x: edited.x, y: edited.y)
  }

  /// Returns the point of the source, as shown, that an edited point shows.
  public func shownPoint(ofEdited point: Point) -> Point {
    let stored = storedPoint(ofEdited: point)
    let transform = OrientationTransform(source.orientation)
    let size = source.displaySize
    let shown =
      transform([stored.x, stored.y])
      + transform.offset(width: Double(size.width), height: Double(size.height))
    return Point(x: shown.x, y: shown.y)
  }
}

// MARK: - What goes with the pixels

extension PhotoGeometry {
  /// Returns the calibration of the edited pixels, from that of the stored ones.
  ///
  /// It is cut and turned as the photo is. Scaling leaves it as it is: intrinsics are those of an image of the reference
  /// dimensions, and whoever reads them scales them to the image at hand. Source: AVFoundation,
  /// `AVCameraCalibrationData.intrinsicMatrixReferenceDimensions`; Specs/xmp.md, "Calibration".
  public func applied(to calibration: CameraCalibrationData) -> CameraCalibrationData {
    let cut =
      crops ? calibration.cropped(to: part, width: source.width, height: source.height) : calibration
    return cut.applyingExifOrientation(turn)
  }

  /// Returns where a region of the stored photo is in the edited pixels, without what is left out of it; nil where all is.
  package func applied(to area: RegionArea) -> RegionArea? {
    let (width, height) = (Double(source.width), Double(source.height))
    let one = editedPoint(
      ofStored: Point(x: (area.x - area.width / 2) * width, y: (area.y - area.height / 2) * height))
    let two = editedPoint(
      ofStored: Point(x: (area.x + area.width / 2) * width, y: (area.y + area.height / 2) * height))
    let size = result
    let across = Self.overlap(one.x, two.x, Double(size.width))
    let down = Self.overlap(one.y, two.y, Double(size.height))
    guard let across, let down else { return nil }
    return RegionArea(x: across.centre, y: down.centre, width: across.length, height: down.length)
  }

  /// Returns what of a stretch is inside of a side, in parts of the side; nil where nothing is. A point counts as a stretch.
  private static func overlap(
    _ one: Double, _ two: Double, _ side: Double
  ) -> (centre: Double, length: Double)? {
    let (low, high) = (max(min(one, two), 0), min(max(one, two), side))
    guard low < high || low == high && one == two else { return nil }
    return ((low + high) / 2 / side, (high - low) / side)
  }
}

/// A rectangle about a centre, in parts of the sides of a stored photo; without a size it is a point.
package struct RegionArea: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double = 0, height: Double = 0) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}
