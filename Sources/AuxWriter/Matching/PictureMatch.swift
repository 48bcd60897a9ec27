public import AuxImage
internal import AuxKernels

/// How a picture was made from a photo: which part it shows, how it is turned and straightened, and how alike both are.
///
/// It is found by the pictures alone, whatever was done to exposure, colour, sharpness and size; see
/// Specs/conversions.md, "Comparing two pictures".
public struct PictureMatch: Hashable, Sendable {
  /// What turns the photo's rows, as stored, into those of the picture, as stored.
  public let turn: ImageOrientation
  /// The part of the photo that the picture shows, in the photo's pixels as stored; nil for the whole photo, and for a
  /// picture that was straightened.
  public let crop: PixelRectangle?
  /// By how many degrees the photo, as stored, was turned clockwise about a point to make the picture; 0 where it was not.
  public let straightening: Double
  /// Whether the perspective was changed.
  public let changesPerspective: Bool
  /// Where the picture's pixels are in the photo as stored, before ``turn``; nil where a part was cut out at most.
  package let warp: PhotoWarp?
  /// How alike both are where they overlap: 1 is the same picture, 0 anything else.
  public let likeness: Double
  /// How far parts of the picture are from where the match has them, in pixels of the photo; 0 where all are within 0.3 % of its
  /// longer side. A lens correction moves parts this way, and maps then fit badly.
  public let misfit: Double
  /// Whether the picture has the colours of the photo, but for what coding changes.
  let keepsColours: Bool

  /// The likeness from which a picture counts as made from the photo.
  ///
  /// Chosen on data: Specs/conversions.md, "Comparing two pictures".
  package static let leastLikeness = 0.65

  /// Finds a picture in a photo; `turn` is the one that is tried first.
  ///
  /// Throws `AuxError` with code `usage`: where the picture shows another photo, or more than the photo, or was
  /// stretched, which the reason says; where one of both has too little detail to compare, or looks like several parts.
  public init(
    of picture: PhotoPixels, in photo: PhotoPixels, trying turn: ImageOrientation = .up
  ) throws(AuxError) {
    try self.init(
      of: picture, in: photo, photoWidth: photo.width, photoHeight: photo.height, trying: turn)
  }

  /// Finds a picture in a photo, or in a smaller copy of the photo.
  init(
    of picture: PhotoPixels, in photo: PhotoPixels, photoWidth: Int, photoHeight: Int,
    trying turn: ImageOrientation
  ) throws(AuxError) {
    if picture.isSame(as: photo) {
      // However little detail there is.
      self.init(
        turn: .up, crop: nil, warp: nil, changesPerspective: false, likeness: 1, misfit: 0, keepsColours: true
      )
      return
    }
    let small = picture.luma(longSide: RectangleSearch.pictureSide)
    let whole = photo.luma(longSide: RectangleSearch.wholeSide)
    let search = RectangleSearch(
      of: small, in: whole,
      unscaled: Double(picture.longSide * whole.longSide)
        / Double(small.longSide * max(photoWidth, photoHeight)))
    guard let found = search.best(first: turn.rawValue) else {
      throw AuxError(
        .usage, "the pictures have too little detail to compare them", remedy: .skipComparison)
    }
    if let quad = Self.straightened(search, found, first: turn) {
      try self.init(
        of: picture, in: photo, photoWidth: photoWidth, photoHeight: photoHeight, quad,
        misfit: search.misfit(of: quad))
      return
    }
    guard let orientation = ImageOrientation(rawValue: found.orientation) else {
      preconditionFailure("a search is of the eight orientations")
    }
    let likeness = max(found.likeness, 0)
    let place = found.rectangle
    guard likeness >= Self.leastLikeness, found.isClear else {
      throw Self.refusal(of: picture, in: photo, trying: turn, likeness)
    }
    guard !Self.reachesOut(place) else { throw Self.margin(likeness) }
    // The picture's sides in the photo's orientation.
    let sides = orientation.swapsSides ? (picture.height, picture.width) : (picture.width, picture.height)
    let seen = (place.width * Double(photoWidth), place.height * Double(photoHeight))
    guard AspectRatio.isSame((Double(sides.0), Double(sides.1)), seen) else { throw Self.stretch(likeness) }
    let shown = BlockColours(of: photo, quad: LumaGrid.Quad(place))
    self.init(
      turn: orientation, crop: Self.crop(place, sides, photoWidth, photoHeight), warp: nil,
      changesPerspective: false, likeness: likeness,
      misfit: Self.misfit(search.misfit(of: found), seen),
      keepsColours: shown.isSame(as: BlockColours(of: picture), turned: orientation))
  }

  /// Creates a match that was found.
  init(
    turn: ImageOrientation, crop: PixelRectangle?, warp: PhotoWarp?, changesPerspective: Bool,
    likeness: Double, misfit: Double,
    keepsColours: Bool
  ) {
    (self.turn, self.crop, self.likeness, self.keepsColours) = (turn, crop, likeness, keepsColours)
    self.misfit = misfit
    (straightening, self.changesPerspective, self.warp) = (warp?.degrees ?? 0, changesPerspective, warp)
  }

  /// The share of a side by which an edge may miss the photo's edge and still count as it.
  private static let edgeTolerance = 0.001
  /// The share of a side by which a picture may reach out of the photo.
  static let margin = 0.003

  /// The part of the longer side from which on a picture fits badly.
  private static let leastMisfit = 0.003

  /// Returns the misfit in pixels of the photo of a picture that shows so many of them; 0 where it is small.
  static func misfit(_ part: Double, _ seen: (width: Double, height: Double)) -> Double {
    part < leastMisfit ? 0 : part * max(seen.width, seen.height)
  }

  private static func reachesOut(_ place: LumaGrid.Rectangle) -> Bool {
    min(place.left, place.top) < -margin || max(place.right, place.bottom) > 1 + margin
  }

  /// Returns whole pixels for the place; nil where it is the whole photo.
  private static func crop(
    _ place: LumaGrid.Rectangle, _ sides: (width: Int, height: Int), _ width: Int, _ height: Int
  ) -> PixelRectangle? {
    let off = max(abs(place.left), abs(place.top), abs(place.right - 1), abs(place.bottom - 1))
    guard off > edgeTolerance else { return nil }
    func span(_ low: Double, _ high: Double, _ side: Int, _ whole: Int) -> (start: Int, count: Int) {
      let (low, high) = (max(low * Double(whole), 0), min(high * Double(whole), Double(whole)))
      // A picture that was not scaled has exactly its own size.
      let count =
        abs(high - low - Double(side)) < 1.5 ? min(side, whole) : (high - low).integer(in: 1...whole)
      return (((low + high - Double(count)) / 2).integer(in: 0...whole - count), count)
    }
    let across = span(place.left, place.right, sides.width, width)
    let down = span(place.top, place.bottom, sides.height, height)
    return PixelRectangle(knownX: across.start, y: down.start, width: across.count, height: down.count)
  }

  /// Returns why a picture is refused that was not found for certain: it may have the photo in it, look like several
  /// parts of it, or be another one.
  private static func refusal(
    of picture: PhotoPixels, in photo: PhotoPixels, trying turn: ImageOrientation, _ likeness: Double
  ) -> AuxError {
    let small = photo.luma(longSide: RectangleSearch.pictureSide)
    let whole = picture.luma(longSide: RectangleSearch.wholeSide)
    let search = RectangleSearch(
      of: small, in: whole,
      unscaled: Double(photo.longSide * whole.longSide) / Double(small.longSide * picture.longSide))
    if let around = search.best(first: turn.inverse.rawValue, isBrief: true), around.isClear,
      around.likeness >= leastLikeness
    {
      return margin(around.likeness)
    }
    guard likeness < leastLikeness else {
      return AuxError(
        .usage,
        "the picture has too little detail, or repeats itself too much, to know which part of the photo it shows",
        remedy: .skipComparison)
    }
    return AuxError(
      .usage, "the picture shows another photo: \(alike(likeness)), and \(percent(leastLikeness)) are needed",
      remedy: .skipComparison)
  }

  static func stretch(_ likeness: Double) -> AuxError {
    AuxError(
      .usage,
      "the picture shows the photo stretched; \(alike(likeness)); scale it to the photo's aspect ratio first")
  }

  static func margin(_ likeness: Double) -> AuxError {
    AuxError(
      .usage,
      "the picture shows more than the photo, which is in a border or a larger canvas that no map covers; "
        + "\(alike(likeness)); crop the border away first")
  }

  private static func alike(_ likeness: Double) -> String { "they are \(percent(likeness)) alike" }
  static func percent(_ part: Double) -> String { "\((part * 100).integer(.down, in: 0...100)) %" }
}

extension PhotoPixels {
  /// Returns whether both have the same pixels as stored.
  fileprivate func isSame(as other: PhotoPixels) -> Bool {
    (width, height, channels) == (other.width, other.height, other.channels) && samples == other.samples
  }

  fileprivate var longSide: Int { max(width, height) }

  /// Returns the luma of the pixels as stored, no side longer than `longSide`.
  fileprivate func luma(longSide: Int) -> LumaGrid {
    LumaGrid(samples8: samples8, channels: channels, width: width, height: height, longSide: longSide)
  }
}
