internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// How a map lies on its photo.
struct MapPlacement {
  /// The photo.
  let primary: PrimaryImage
  /// Whether maps are given as the photo is displayed.
  let isOriented: Bool
  /// Whether a map of another aspect ratio is taken.
  let mayStretch: Bool

  /// The part by which aspect ratios may differ.
  private static let tolerance = 0.01

  /// Returns the map in the stored grid of the photo.
  ///
  /// Throws `usage` where its aspect ratio is not the photo's.
  func place(_ map: PixelPlane) throws(AuxError) -> PixelPlane {
    try check(width: map.width, height: map.height)
    return isOriented ? Orient.apply(primary.orientation.inverse.rawValue, to: map) : map
  }

  /// Throws `usage` where a map of that size has not the photo's aspect ratio.
  func check(width: Int, height: Int) throws(AuxError) {
    let isTurned = isOriented && primary.orientation.swapsSides
    guard mayStretch || (isTurned ? fits(height, width) : fits(width, height)) else {
      var reason =
        "the map is \(width)x\(height) and the photo \(primary.width)x\(primary.height)"
        + (isOriented ? " before its orientation (\(primary.orientation.rawValue))" : "")
        + ", which is another aspect ratio"
      if !isOriented, primary.orientation.swapsSides, fits(height, width) {
        reason += "; the photo is displayed turned, so that --oriented would fit"
      } else {
        reason += "; --stretch takes it all the same"
      }
      throw AuxError(.usage, reason)
    }
  }

  private func fits(_ width: Int, _ height: Int) -> Bool {
    Self.fits((width, height), on: (primary.width, primary.height))
  }

  /// Returns whether a map has the aspect ratio of a picture.
  static func fits(_ map: (width: Int, height: Int), on picture: (width: Int, height: Int)) -> Bool {
    let ratio = Double(map.width) * Double(picture.height) / (Double(map.height) * Double(picture.width))
    // Exactly the tolerance must pass, whatever its last bit.
    return abs(ratio - 1) <= Self.tolerance + 1e-9
  }
}
