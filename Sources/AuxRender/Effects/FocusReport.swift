public import AuxImage

/// What was in focus.
public struct FocusReport: Hashable, Sendable {
  /// How a focus was found.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The caller's nearness.
    case given
    /// The caller's pixel.
    case pixel
    /// The distance that Google's camera focused on, which the file states.
    case focalDistance
    /// The region in focus that the file marks.
    case focusRegion
    /// The area of the subject in Exif.
    case subjectArea
    /// What a matte shows.
    case matte
    /// The nearest face that the file marks.
    case face
    /// The nearest thing as large as a face.
    case nearest
  }

  /// The nearness, 0 the farthest and 1 the nearest.
  public let nearness: Float
  /// The disparity in 1/metres; nil where the map has no distances.
  public let disparity: Float?
  /// The distance in metres; nil where the map has no distances, and for the infinitely far.
  public let distance: Float?
  /// How far the map's distances are to be trusted; nil where it is not the photo's own.
  public let accuracy: DepthData.Accuracy?
  /// How it was found.
  public let source: Source
}

/// What a report says of a map; the map itself is given up when it has been used.
struct MapReport {
  private let disparities: ClosedRange<Float>?
  private let accuracy: DepthData.Accuracy?
  /// The share of the samples that are holes.
  let holeShare: Double
  /// What was in focus, once that is known.
  private(set) var focus: FocusReport?

  init(_ map: RenderMap) {
    (disparities, accuracy) = (map.nearness.disparityRange, map.accuracy)
    holeShare = Double(map.nearness.holeCount) / Double(map.nearness.values.count)
  }

  /// Takes note of the nearness in focus, if there was one.
  mutating func focus(_ nearness: Float?, _ source: FocusReport.Source) {
    guard let nearness else { return }
    let disparity = disparities.map { $0.lowerBound + nearness * ($0.upperBound - $0.lowerBound) }
    focus = FocusReport(
      nearness: nearness, disparity: disparity,
      distance: disparity.flatMap { $0 > 0 && (1 / $0).isFinite ? 1 / $0 : nil }, accuracy: accuracy,
      source: source)
  }
}
