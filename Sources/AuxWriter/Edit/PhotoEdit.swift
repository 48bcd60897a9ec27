public import AuxImage
internal import AuxKernels
internal import AuxReader

/// An edit of a photo with all that goes with it: its depth map, mattes and gain map, its calibration and its metadata.
///
/// ```swift
/// var edit = PhotoEdit()
/// edit.crop = .aspect(width: 4, height: 5, anchor: .subject)
/// edit.size = .longSide(2048)
/// edit.strips = [.location]
/// let edited = try edit.applied(to: ImageSource("photo.heic"), as: .jpeg)
/// try edited.destination.finalize(to: "small.jpg")
/// ```
///
/// Coordinates and sides are those of the displayed photo. The photo is straightened, cropped, scaled, rotated and
/// flipped in this order, whatever order the members were set in. Orientation, metadata and images that go are changes around the coded bytes, which
/// stay; a straightening, a crop, another size, upright pixels and another container decode the photo once and code it once.
public struct PhotoEdit: Hashable, Sendable {
  /// The part that stays.
  public enum Crop: Hashable, Sendable {
    /// A rectangle of the displayed photo.
    case rectangle(PixelRectangle)
    /// The largest part of an aspect ratio.
    case aspect(width: Int, height: Int, anchor: Anchor)
  }

  /// What the largest part of an aspect ratio is centred on.
  public enum Anchor: String, Hashable, Sendable, CaseIterable {
    /// The centre of the photo.
    case center
    /// The centre of gravity of the portrait effects matte.
    case subject
  }

  /// The size of the result, in displayed pixels, before the rotation.
  public enum Size: Hashable, Sendable {
    /// That size, whose aspect ratio is the photo's.
    case pixels(width: Int, height: Int)
    /// So many per cent of each side.
    case percent(Double)
    /// The longer side has at most so many pixels; a smaller photo stays as large as it is.
    case longSide(Int)
    /// The shorter side has at most so many pixels, likewise.
    case shortSide(Int)
    /// The width is at most so many pixels, likewise.
    case width(Int)
    /// The height is at most so many pixels, likewise.
    case height(Int)
  }

  /// A turn clockwise, in degrees.
  public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    /// A quarter turn to the right.
    case right = 90
    /// Half a turn.
    case half = 180
    /// A quarter turn to the left.
    case left = 270
  }

  /// A mirroring.
  public enum Flip: String, Hashable, Sendable, CaseIterable {
    /// Left and right change places.
    case horizontal
    /// Top and bottom change places.
    case vertical
  }

  /// The colours that a photo is coded in.
  public enum Colour: String, Hashable, Sendable, CaseIterable {
    /// Those that it has.
    case keep
    /// sRGB.
    case sRGB = "srgb"
    /// Display P3.
    case displayP3 = "p3"
  }

  /// The angle in degrees, clockwise as displayed, -45...45, by which the photo is turned about its centre; what remains is the
  /// largest part of its aspect ratio that has no empty corners.
  public var straightening = 0.0
  /// The part that stays, of the straightened photo; nil for the whole.
  public var crop: Crop?
  /// The size of the result; nil for that of the part.
  public var size: Size?
  /// A turn after that.
  public var rotation: Rotation?
  /// A mirroring after that.
  public var flip: Flip?
  /// Whether the pixels are turned as the photo is shown, so that its orientation is `up`.
  public var isUpright = false
  /// The auxiliary images that go.
  public var dropped: [AuxiliaryKind] = []
  /// Those of them that a preset names, of which a photo need not have any.
  var droppedByPreset: [AuxiliaryKind] = []
  /// The only auxiliary images that stay; empty for all.
  public var only: [AuxiliaryKind] = []
  /// What is taken out of the metadata.
  public var strips: Set<MetadataKind> = []
  /// The quality, 1...100, that the photo is coded with, even if no pixel changes; nil to code it only if something else needs
  /// that, with ``ImageDestination/standardQuality``.
  public var quality: Int?
  /// The quality in place of ``ImageDestination/standardQuality`` that a preset chooses.
  var presetQuality: Int?
  /// The bits of a sample that the photo is coded with, one of `ImageContainer.photoBits`, even if no pixel changes.
  ///
  /// nil codes 8, and out of a photo with more the most that the container has: 10 in HEIF and AVIF.
  public var bitDepth: Int?
  /// The colours that the photo is converted to, in linear light; those outside are clipped.
  ///
  /// A gain map of one component means the same light then; one of several is an error, as are PQ and HLG where they stay.
  public var colour = Colour.keep
  /// Whether the coded data stay: a crop cuts them where they can be cut, and what needs coding is refused.
  ///
  /// JPEG is cut and turned by whole MCUs, HEIC by tiles and clean apertures; AVIF is not cut. Pixels outside of the part may stay in the file:
  /// those of MCUs that the part ends in, and in HEIF all behind an aperture.
  public var isLossless = false
  /// How auxiliary images are coded that are coded anew.
  public var encoding = AuxiliaryEncoding()
  /// True if auxiliary images are coded with ``encoding`` even if their samples stay.
  ///
  /// Those that are not coded anew keep their bytes: maps in other forms than Apple's, images of several components that are
  /// no gain maps, and images that cannot be decoded.
  public var codesAuxiliaryImages = false
  /// Whether every code of an auxiliary image comes back where the container can code so; JPEG cannot.
  public var keepsCodes = false
  /// The forms in which a gain map is described; empty for those that it has, and in another container for
  /// ``usualForms(in:)``.
  public var gainMapForms: [GainMapDescription.Form] = []
  /// The headroom of a gain map in Apple's form, a ratio of luminances of at least 1; nil for the one that the file states.
  public var gainMapHeadroom: Double?
  /// Whether the preview of a DNG is taken for the photo where it is smaller than the raw image.
  public var allowsPreview = false
  /// True if the edit may replace its source in place although the photo loses something that the edit does not ask for,
  /// as ``ImageDestination/losses`` say it.
  public var allowsLosses = false

  /// Creates an edit that changes nothing: into another container it is a conversion.
  public init() {}

  /// Returns the forms of a gain map that most readers of a container know.
  ///
  /// In JPEG ISO 21496-1 and Ultra HDR, in HEIF Apple's and ISO's as iOS 18 writes them, in AVIF ISO's; none in others.
  /// Source: Specs/gainmaps.md, "Which form where".
  public static func usualForms(in container: ImageContainer) -> [GainMapDescription.Form] {
    GainMapDescription.usualForms(in: container)
  }
}

extension PhotoEdit {
  /// Whether nothing but the container can change.
  package var isEmpty: Bool {
    straightening == 0 && crop == nil && size == nil && rotation == nil && flip == nil && !isUpright
      && dropped.isEmpty
      && only.isEmpty
      && strips.isEmpty && !describesGainMap && !codes && colour == .keep && !codesAuxiliaryImages
  }

  /// True if the caller says how the photo is coded, so that it is.
  var codes: Bool { quality != nil || bitDepth != nil }

  /// Whether the gain map is described anew.
  var describesGainMap: Bool { !gainMapForms.isEmpty || gainMapHeadroom != nil }

  /// Whether an image goes.
  func drops(_ image: AuxiliaryImage) -> Bool {
    dropped.contains { $0.includes(image) } || !only.isEmpty && !only.contains { $0.includes(image) }
  }

  /// How rotation and flip turn the displayed photo.
  var turn: ImageOrientation {
    let rotated: ImageOrientation =
      switch rotation {
      case nil: .up
      case .right: .right
      case .half: .down
      case .left: .left
      }
    let mirrored: ImageOrientation =
      switch flip {
      case nil: .up
      case .horizontal: .upMirrored
      case .vertical: .downMirrored
      }
    return rotated.followed(by: mirrored)
  }

  /// Whether the subject has to be found.
  var needsSubject: Bool { if case .aspect(_, _, .subject)? = crop { true } else { false } }

  /// Whether a crop is of a place in the photo, and not about its centre.
  var needsPlace: Bool {
    switch crop {
    case nil, .aspect(_, _, .center)?: false
    case .rectangle?, .aspect(_, _, .subject)?: true
    }
  }

  /// Returns the geometry for a photo; `subject` is the point that a crop is centred on, in parts of the photo as shown.
  ///
  /// Throws `AuxError` with code `usage` as ``PhotoGeometry/straighten(by:)``, ``PhotoGeometry/crop(to:)`` and
  /// ``PhotoGeometry/scale(toWidth:height:)``.
  func geometry(
    of primary: PrimaryImage, subject: CameraCalibrationData.Point? = nil
  ) throws(AuxError) -> PhotoGeometry {
    var geometry = PhotoGeometry(of: primary)
    try geometry.straighten(by: straightening)
    let shown = geometry.result.displaySize
    switch crop {
    case nil: break
    case .rectangle(let rectangle)?: try geometry.crop(to: rectangle)
    case .aspect(let width, let height, _)?:
      var centre = CameraCalibrationData.Point(x: 0.5, y: 0.5)
      if let subject {
        let whole = primary.displaySize
        let moved = geometry.displayedPoint(
          ofShown: .init(x: subject.x * Double(whole.width), y: subject.y * Double(whole.height)))
        centre = .init(x: moved.x / Double(shown.width), y: moved.y / Double(shown.height))
      }
      try geometry.crop(to: Self.largest(width, height, of: shown, around: centre))
    }
    if let size = try size?.pixels(of: geometry.result.displaySize) {
      try geometry.scale(toWidth: size.width, height: size.height)
    }
    geometry.turn(by: turn)
    if isUpright { geometry.makeUpright() }
    return geometry
  }

  /// Returns the largest rectangle of an aspect ratio whose centre is as near to a point as it can be.
  private static func largest(
    _ across: Int, _ down: Int, of size: (width: Int, height: Int), around centre: CameraCalibrationData.Point
  ) throws(AuxError) -> PixelRectangle {
    guard across > 0, down > 0, max(across, down) < 1 << 16 else {
      throw AuxError(.usage, "an aspect ratio of \(across):\(down)")
    }
    let isWider = size.width * down >= size.height * across
    let width = isWider ? max((size.height * across + down / 2) / down, 1) : size.width
    let height = isWider ? size.height : max((size.width * down + across / 2) / across, 1)
    func start(_ centre: Double, _ side: Int, _ whole: Int) -> Int {
      (centre * Double(whole) - Double(side) / 2).integer(in: 0...whole - side)
    }
    let (fitWidth, fitHeight) = (min(width, size.width), min(height, size.height))
    return try PixelRectangle(
      x: start(centre.x, fitWidth, size.width), y: start(centre.y, fitHeight, size.height), width: fitWidth,
      height: fitHeight)
  }
}

extension PhotoEdit.Size {
  /// Returns the size in pixels for a photo of that size; throws `AuxError` with code `usage` for one without pixels.
  func pixels(
    of photo: (width: Int, height: Int)
  ) throws(AuxError) -> (width: Int, height: Int) {
    // A product that is a whole number or a half is exactly that before it is divided.
    func scaled(_ part: Double, of whole: Double) -> (width: Int, height: Int) {
      let (width, height) = (Double(photo.width) * part / whole, Double(photo.height) * part / whole)
      return (max(Int(width.rounded()), 1), max(Int(height.rounded()), 1))
    }
    func fitting(_ side: Int, _ most: Int) throws(AuxError) -> (width: Int, height: Int) {
      guard most > 0 else { throw AuxError(.usage, "a side of \(most) pixels") }
      return most < side ? scaled(Double(most), of: Double(side)) : photo
    }
    switch self {
    case .pixels(let width, let height): return (width, height)
    case .percent(let part):
      guard part > 0, part <= 1000 else {
        throw AuxError(.usage, "\(part) % is no size: more than 0 and 1000 at most")
      }
      return scaled(part, of: 100)
    case .longSide(let most): return try fitting(max(photo.width, photo.height), most)
    case .shortSide(let most): return try fitting(min(photo.width, photo.height), most)
    case .width(let most): return try fitting(photo.width, most)
    case .height(let most): return try fitting(photo.height, most)
    }
  }
}
