internal import AuxImage
internal import AuxKernels

extension DepthMap {
  /// Depth Anything's metric models call their arrays so, after the photo's name.
  private static let metricName = "_depth_meter"
  /// How much greater, on average, the upper quarter of a map is than the lower one where it is of distances: the
  /// ground is nearer than what is above it.
  private static let topFactor = 1.5

  /// Throws `usage` where the name of the file or its samples say that a map which is named a relative one of Depth
  /// Anything is of the metric models, whose floats are metres: read as inverse depth, near and far would change places.
  ///
  /// `isUpright` says whether the first row is the top of the picture.
  func checkConvention(isUpright: Bool) throws(AuxError) {
    guard options.convention == .depthAnything, !content.hasIntegers else { return }
    let name = path.map { PathText.fileName(of: $0).lowercased() } ?? ""
    let reason: String
    if name.contains(Self.metricName) {
      reason = "the metric models of Depth Anything name their maps so"
    } else if isUpright, looksMetric {
      reason = "no sample is 0 and the upper quarter is greater than the lower one, as with metres"
    } else {
      return
    }
    throw AuxError(
      .usage, "\(reason), and the convention depth-anything is of inverse depth, in which near is great",
      remedy: .stateConvention)
  }

  /// Whether samples grow towards the top and none is 0, which the relative models give to the sky.
  private var looksMetric: Bool {
    let rows = samples.height / 4
    guard rows > 0 else { return false }
    let values: [Float] =
      switch samples.storage {
      case .float(let floats): floats
      case .half(let bits): Half.decode(bits)
      case .uint8, .uint16: []
      }
    guard !values.isEmpty, values.allSatisfy({ $0 > 0 && $0.isFinite }) else { return false }
    let count = rows * samples.width
    func sum(_ part: ArraySlice<Float>) -> Double { part.reduce(0) { $0 + Double($1) } }
    return sum(values.prefix(count)) > Self.topFactor * sum(values.suffix(count))
  }
}
