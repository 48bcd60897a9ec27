internal import AuxEffects
internal import AuxImage
internal import AuxWriter
internal import Foundation

extension StereoOptions {
  /// Returns both eyes' pictures of two parallel cameras, and what is to be told of them.
  ///
  /// Throws `usage` where the field of view or the distances are known neither from the files nor the options.
  func spatialPhoto(
    _ renderer: EffectRenderer, _ map: RenderMap?
  ) throws(AuxError) -> (photo: SpatialPhoto, description: String, notes: [String]) {
    let picture = renderer.picture
    var known = focalLength
    if known == nil { known = try picture.focalLength(calibration: map?.calibration) }
    guard let focal = known else {
      throw AuxError(
        .usage,
        "neither a calibration nor Exif's FocalLengthIn35mmFilm tells the field of view; --fov gives it")
    }
    guard let range = map?.map.disparityRange else {
      throw AuxError(.usage, "a map of plain codes has no distances; --min and --max give them")
    }
    let cameras = try cameras(focalLength: Float(focal), range)
    let eyes = try renderer.pictures(of: cameras.stereo(for: range), layout: .pair)
    // What converges in other layouts is left to the viewer here, so that the infinitely far stays so.
    let plane = range.lowerBound + convergence * (range.upperBound - range.lowerBound)
    let photo = try SpatialPhoto(
      left: eyes[0], right: eyes[1], focalLength: focal, baseline: Double(cameras.baseline),
      disparityAdjustment: Double(cameras.disparity(of: plane)))
    let view = 2 * atan(0.5 / focal) * 180 / .pi
    return (
      photo,
      "stereo, two of \(picture.width)x\(picture.height), "
        + String(format: "baseline %.1f mm, field of view %.1f degrees", cameras.baseline * 1000, view),
      baseline == nil && cameras.baseline > Self.wideBaseline
        ? [
          "the cameras are farther apart than eyes: the map is of far or nearly equal distances; see --baseline"
        ]
        : []
    )
  }

  /// The baseline in metres from which on a pair looks as if of a model.
  private static let wideBaseline: Float = 0.2

  private func cameras(
    focalLength: Float, _ range: ClosedRange<Float>
  ) throws(AuxError) -> ParallelCameras {
    guard let baseline else {
      return try ParallelCameras(focalLength: focalLength, maxShift: shift, disparityRange: range)
    }
    return try ParallelCameras(focalLength: focalLength, baseline: baseline / 1000)
  }
}
