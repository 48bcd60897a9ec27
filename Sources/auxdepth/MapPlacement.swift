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
    let stored = isOriented ? Orient.apply(primary.orientation.inverse.rawValue, to: map) : map
    guard mayStretch || fits(stored.width, stored.height) else {
      var reason =
        "the map is \(map.width)x\(map.height) and the photo \(primary.width)x\(primary.height)"
        + (isOriented ? " before its orientation (\(primary.orientation.rawValue))" : "")
        + ", which is another aspect ratio"
      if !isOriented, primary.orientation.swapsSides, fits(map.height, map.width) {
        reason += "; the photo is displayed turned, so that --oriented would fit"
      } else {
        reason += "; --stretch takes it all the same"
      }
      throw AuxError(.usage, reason)
    }
    return stored
  }

  private func fits(_ width: Int, _ height: Int) -> Bool {
    let ratio = Double(width) * Double(primary.height) / (Double(height) * Double(primary.width))
    // Exactly the tolerance must pass, whatever its last bit.
    return abs(ratio - 1) <= Self.tolerance + 1e-9
  }
}
