package import AuxImage

extension FocusMask {
  /// What an effect focuses on.
  public enum Target: Hashable, Sendable {
    /// The nearness that the ``FocusMask`` says.
    case nearness
    /// What is at a distance in meters, on a map that has distances.
    case distance(Float)
    /// What one pixel of the displayed picture shows; columns and rows count from its top left.
    case pixel(x: Int, y: Int)
    /// The subject: what the photo's file says that the camera focused on, else what a matte shows, else the nearest face that
    /// the file marks, else the area that the camera focuses on by itself, else the nearest thing that is as large as a face.
    case subject
  }
}

extension FocusMask.Target {
  /// The share of a picture's samples that something as large as a face has.
  static let faceShare = 0.015
  /// The extent in nearness of a face and what belongs to it.
  static let faceExtent = 20
  /// The number of bins of nearness.
  private static let bins = 256

  /// Returns the nearness in focus on a map of the picture's size without holes, or nil where that is the mask's own.
  ///
  /// `subject` is the matte, of any size; map and matte are yet to be turned by `orientation`. Throws `AuxError` with code
  /// `usage` for a pixel outside of the picture.
  package func nearness(
    in map: NormalisedMap, orientation: ImageOrientation, subject: EffectMask?
  ) throws(AuxError) -> Float? {
    switch self {
    case .nearness: return nil
    case .distance(let meters):
      return try map.disparityRange.map { range throws(AuxError) in
        try Self.nearness(ofDistance: meters, in: range).nearness
      }
    case .pixel(let x, let y):
      let (width, height) =
        orientation.swapsSides ? (map.height, map.width) : (map.width, map.height)
      guard (0..<width).contains(x), (0..<height).contains(y) else {
        throw AuxError(.usage, "the pixel \(x),\(y) is not in the picture of \(width)x\(height)")
      }
      let stored = orientation.storedPixel(x: x, y: y, width: map.width, height: map.height)
      return map.values[stored.y * map.width + stored.x]
    case .subject:
      return subject.flatMap { Self.median(of: map, within: $0) } ?? Self.nearestThing(in: map)
    }
  }

  /// Returns the nearness of a distance in meters on a map with these disparities, clamped to 0...1, and a note if the map ends
  /// before it.
  ///
  /// Throws `AuxError` with code `usage` if the distance is not above 0.
  package static func nearness(
    ofDistance meters: Float, in disparities: ClosedRange<Float>
  ) throws(AuxError) -> (nearness: Float, note: String?) {
    guard meters > 0 else {
      throw AuxError(.usage, "a distance in focus must be above 0 m, not \(meters)")
    }
    let (low, high) = (disparities.lowerBound, disparities.upperBound)
    // All samples of such a map are 0.5.
    let nearness = low < high ? (1 / meters - low) / (high - low) : 0.5
    let clamped = clampedToUnit(nearness)
    guard abs(nearness - clamped) > unnoticed else { return (clamped, nil) }
    func text(_ meters: Float) -> String {
      meters < .infinity ? NumberText.significant(Double(meters), 4) + " m" : "infinity"
    }
    let end = clamped == 0 ? "farthest" : "nearest"
    return (
      clamped,
      "the map has \(text(1 / high)) to \(text(1 / low)), and not \(text(meters)): the \(end) is in focus"
    )
  }

  /// How far beyond its ends a distance may be without a note, as the codes of a map round them.
  private static let unnoticed: Float = 0.005

  /// The median nearness of pixels that a matte covers at least half; nil without such pixels.
  package static func median(of map: NormalisedMap, within subject: EffectMask) -> Float? {
    var counts = [Int](repeating: 0, count: bins)
    for row in 0..<map.height {
      let other = row * subject.height / map.height * subject.width
      for column in 0..<map.width
      where subject.values[other + column * subject.width / map.width] >= 0.5 {
        counts[bin(map.values[row * map.width + column])] += 1
      }
    }
    return median(of: counts, in: 0..<bins)
  }

  /// The median nearness of the nearest thing that is as large as a face, else of the whole map.
  package static func nearestThing(in map: NormalisedMap) -> Float? {
    var counts = [Int](repeating: 0, count: bins)
    for value in map.values { counts[bin(value)] += 1 }
    let least = Int((Double(map.values.count) * faceShare).rounded(.up))
    func count(from first: Int) -> Int { counts[first..<(first + faceExtent)].reduce(0, +) }
    var first = bins - faceExtent
    while first > 0, count(from: first) < least { first -= 1 }
    // On to where most of the thing is.
    while first > 0, count(from: first - 1) > count(from: first) { first -= 1 }
    return median(of: counts, in: first..<(first + faceExtent))
  }

  private static func bin(_ nearness: Float) -> Int { Int(clampedToUnit(nearness) * Float(bins - 1) + 0.5) }

  private static func median(of counts: [Int], in range: Range<Int>) -> Float? {
    let total = counts[range].reduce(0, +)
    guard total > 0 else { return nil }
    var below = 0
    for bin in range {
      below += counts[bin]
      if below * 2 >= total { return Float(bin) / Float(bins - 1) }
    }
    return nil
  }
}

extension FocusMask {
  /// Returns the mask with another nearness in focus.
  ///
  /// Throws `AuxError` as ``init(focus:width:slope:)``.
  package func focused(on nearness: Float) throws(AuxError) -> FocusMask {
    try FocusMask(focus: nearness, width: width, slope: slope)
  }
}
