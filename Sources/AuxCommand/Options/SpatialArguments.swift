internal import ArgumentParser
internal import AuxDepthKit

/// The options of `attach` that make a spatial photo of two.
struct SpatialArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The picture of the right eye, of the same size; a pattern or a folder too.",
      discussion: "The photo is that of the left eye, and the output a spatial photo: HEIC with both."),
    completion: .photo)
  var right: String?

  @Option(
    help: """
      The photo is a picture of both eyes, whose maps are of the left one: left-right, right-left, top-bottom or \
      bottom-top, as extract --eye both --layout writes it. Goes with --baseline.
      """)
  var layout: Stereo.Layout?

  /// Whether a spatial photo is made.
  var isGiven: Bool { right != nil || layout != nil }

  @Option(
    help: "The distance between the cameras in millimetres (default: as the photos say).")
  var baseline: Double?

  @Option(
    name: .customLong("fov"),
    help:
      "The horizontal field of view in degrees (default: by --camera or --intrinsics, as the photos say, else by calibration or Exif of the left one)."
  )
  var fieldOfView: Double?

  @Option(
    help: """
      The disparity adjustment: how far viewers shift the pictures against each other, as a fraction of the width, \
      -1 to 1; a positive one moves the scene back (default: as the photos say, else 0).
      """)
  var adjustment: Double?

  func validate() throws {
    guard isGiven || baseline == nil && fieldOfView == nil && adjustment == nil else {
      throw ValidationError("--baseline, --fov and --adjustment go with --right or --layout")
    }
    guard right == nil || layout == nil else {
      throw ValidationError("give --right, or --layout of a picture that holds both eyes, not both")
    }
    guard layout == nil || baseline != nil else {
      throw ValidationError("--layout needs --baseline, which a picture of both eyes does not say")
    }
    if let baseline, !(0.001...10_000).contains(baseline) {
      throw ValidationError("--baseline is 0.001 to 10000 millimetres")
    }
    if let fieldOfView, !(1...175).contains(fieldOfView) {
      throw ValidationError("--fov is 1 to 175 degrees")
    }
    if let adjustment, !(-1...1).contains(adjustment) {
      throw ValidationError("--adjustment is a fraction of the width, -1 to 1")
    }
  }

  /// Returns the pair of two photos, or of the halves of one where there is no other; throws as `SpatialPhoto`.
  ///
  /// `camera` is that of the left picture as displayed; `--fov` takes its place.
  func photo(
    _ left: ImageSource, _ right: ImageSource?, camera: MapCamera?, quality: Int
  ) throws(AuxError) -> SpatialPhoto {
    var described = SpatialPhoto.Description()
    described.layout = layout ?? described.layout
    described.baseline = baseline.map { $0 / 1000 }
    (described.fieldOfView, described.camera) = (fieldOfView, camera)
    (described.disparityAdjustment, described.quality) = (adjustment, quality)
    return try SpatialPhoto(left: left, right: right, described)
  }
}

/// What `extract --layout` is.
enum PairLayout {
  static let help = ArgumentHelp(
    """
    With --eye both: both eyes as one picture (default: PNG): left-right, right-left, top-bottom, bottom-top, half-width, \
    half-height or anaglyph.
    """,
    discussion: "attach --layout makes a spatial photo of the first four.")
}
