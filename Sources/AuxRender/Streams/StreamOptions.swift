public import AuxEffects
public import AuxImage
internal import AuxKernels

/// How frames are filtered by maps that may come at another rate.
public struct StreamOptions: Sendable {
  /// The share of the filtered frame's light in the result; all of it by default.
  public var mixer = Mixer.filtered
  /// What brings each map to the scale of the one before, as those of a model need; nil, the default, for none.
  public var alignment: DepthAlignment?
  /// What smooths the maps over time and fills their holes; nil, the default, for maps as they come.
  public var smoother: TemporalSmoother?
  /// How many maps per second are used; nil, the default, for all that come. The frames keep their rate.
  public var mapsPerSecond: Double?
  /// What frames between two maps get.
  public var hold = DepthHold.Mode.held
  /// How many maps per second come, fewer than frames; nil, the default, for one with each frame, or the rate that
  /// a Y4M depth states where it is ``mapsPerSecond``.
  public var incomingMapsPerSecond: Double?
  /// Whether maps and mattes of another aspect ratio than the frames' are taken.
  public var mayStretch = false
  /// The greatest number of threads; by default as many as there are processors.
  public var jobs = WorkerPool.coreCount

  /// Creates the options of the defaults.
  public init() {}

  /// Throws `AuxError` with code `usage` where a rate is not a positive number, or there is no thread.
  public func check() throws(AuxError) {
    for rate in [mapsPerSecond, incomingMapsPerSecond].compactMap(\.self) where !(rate > 0 && rate.isFinite) {
      throw AuxError(.usage, "a rate must be a number above 0")
    }
    guard jobs > 0 else { throw AuxError(.usage, "\(jobs) threads") }
  }
}
