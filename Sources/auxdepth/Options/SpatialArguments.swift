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
    parsing: .unconditional,
    help: "The distance between the cameras in millimetres (default: as the photos say).")
  var baseline: Double?

  @Option(
    name: .customLong("fov"), parsing: .unconditional,
    help:
      "The horizontal field of view in degrees (default: as the photos say, else by calibration or Exif of the left one)."
  )
  var fieldOfView: Double?

  @Option(
    parsing: .unconditional,
    help: """
      The disparity adjustment: how far viewers shift the pictures against each other, as a fraction of the width, \
      -1 to 1; a positive one moves the scene back (default: as the photos say, else 0).
      """)
  var adjustment: Double?

  func validate() throws {
    guard right != nil || baseline == nil && fieldOfView == nil && adjustment == nil else {
      throw ValidationError("--baseline, --fov and --adjustment go with --right")
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

  /// Returns the pair of two photos; throws as `SpatialPhoto`.
  func photo(_ left: ImageSource, _ right: ImageSource, quality: Int) throws(AuxError) -> SpatialPhoto {
    let focalLength = try fieldOfView.map { degrees throws(AuxError) in
      try StereoCamera.focalLength(fieldOfView: degrees)
    }
    return try SpatialPhoto(
      left: left, right: right, focalLength: focalLength, baseline: baseline.map { $0 / 1000 },
      disparityAdjustment: adjustment, quality: quality)
  }
}
