internal import AuxContainers
internal import AuxImage

/// The cameras that two pictures name, and what a caller gives in their place.
struct SpatialCameras {
  /// What a caller gives; nil where the pictures decide.
  struct Given {
    let focalLength: Double?
    let baseline: Double?
    let disparityAdjustment: Double?

    var isNothing: Bool { focalLength == nil && baseline == nil && disparityAdjustment == nil }
  }

  private let left: StereoProperties
  private let right: StereoProperties

  init(_ left: SpatialEye, _ right: SpatialEye) throws(AuxError) {
    self.left = try left.camera()
    self.right = try right.camera()
  }

  /// Returns the cameras that both pictures are to name; nil where what they say is complete and stays.
  ///
  /// `otherFocalLength` is asked where neither the caller nor a picture gives one. Throws `usage` where baseline or
  /// focal length are not known, out of range, or the left camera is right of the other.
  func camera(
    _ given: Given, notes: inout [String], otherFocalLength: () throws(AuxError) -> Double?
  ) throws(AuxError) -> StereoCamera? {
    var distance = given.baseline
    if distance == nil { distance = try ownBaseline() }
    guard let baseline = distance else {
      throw AuxError(
        .usage, "neither picture says how far the cameras of the pair are apart", remedy: .stateBaseline)
    }
    guard (0.000001...10).contains(baseline) else {
      throw AuxError(.usage, "the baseline of a pair is 0.000001 to 10 meters, not \(baseline)")
    }
    let isComplete = [left, right].allSatisfy { $0.focalLength != nil && $0.disparityAdjustment != nil }
    if given.isNothing, isComplete { return nil }
    var known = given.focalLength ?? left.focalLength ?? right.focalLength
    if known == nil { known = try otherFocalLength() }
    guard let focalLength = known else {
      throw AuxError(
        .usage, "neither a calibration nor Exif's FocalLengthIn35mmFilm gives the field of view",
        remedy: .stateFieldOfView)
    }
    let adjustment = given.disparityAdjustment ?? left.disparityAdjustment ?? right.disparityAdjustment
    if adjustment == nil { notes.append("nothing says the disparity adjustment; it is written as 0") }
    return try StereoCamera(
      focalLength: focalLength, baseline: baseline, disparityAdjustment: adjustment ?? 0)
  }

  /// The distance between the positions that the pictures name; nil where they do not, or name one and the same.
  private func ownBaseline() throws(AuxError) -> Double? {
    guard let left = left.position, let right = right.position, left != right else { return nil }
    guard left[0] <= right[0] else {
      throw AuxError(
        .usage, "the camera of the left picture is right of that of the right picture",
        remedy: .swapEyes)
    }
    return zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }
}
