public import AuxImage
internal import AuxKernels

/// Smooths maps over time, and fills their holes from the frames before and after.
///
/// A value changes slowly where it stays within the measured noise, and at once where it leaves it, so edges in
/// motion leave no trail. A hole takes the values before and after it, if its colour is theirs or, where colour is
/// not given, if they agree with the values around it now; remaining holes take the nearest value beside them. If
/// colour is given, a value follows the motion of its object: blocks of luminance are searched for in the frame
/// before. A fixed number of frames is kept, so the maps come out that much later.
public struct TemporalSmoother: Sendable {
  /// How many frames before and after may fill a hole, and how many the maps come out later; 2 by default.
  public let window: Int
  /// The share of the past in a value that stays within the noise; 0.75 by default.
  package let strength: Float
  /// Whether values follow what moves; true by default.
  package let followsMotion: Bool
  /// The greatest number of threads.
  public let jobs: Int

  private var frames: [TemporalFrame] = []
  /// Which of the frames comes out next.
  private var current = 0
  private var state: [Float] = []
  /// The state before that, whose memory is that of the next.
  private var former: [Float] = []
  private var noise: Float = 0.005

  /// Creates a smoother.
  ///
  /// Throws `AuxError` with code `usage` where the window is outside of 1...8 or the strength of 0...0.99.
  public init(
    window: Int = 2, strength: Float = 0.75, followsMotion: Bool = true, jobs: Int
  ) throws(AuxError) {
    guard (1...8).contains(window) else {
      throw AuxError(.usage, "the window of a smoother must be from 1 to 8 frames, not \(window)")
    }
    try Parameter.check(strength, "strength of the smoothing", in: 0...0.99)
    (self.window, self.strength, self.jobs) = (window, strength, jobs)
    self.followsMotion = followsMotion
  }

  /// Takes the next map, with its frame of any size if there is one, and returns the smoothed one due.
  ///
  /// Throws `AuxError` with code `usage` where a size differs from those before.
  package mutating func push(
    _ map: NormalisedMap, colour: PhotoPixels? = nil
  ) throws(AuxError) -> NormalisedMap? {
    try map.checkSize(after: frames.last?.map)
    frames.append(TemporalFrame(map, colour, hasPyramid: followsMotion, jobs: jobs))
    return frames.count > current + window ? next() : nil
  }

  /// Returns the maps that are still due.
  package mutating func finish() -> [NormalisedMap] {
    var maps: [NormalisedMap] = []
    while current < frames.count { maps.append(next()) }
    reset()
    return maps
  }

  /// Forgets the frames so far.
  package mutating func reset() {
    (frames, current, state, former) = ([], 0, [], [])
    noise = 0.005
  }

  private mutating func next() -> NormalisedMap {
    let map = frames[current].map
    if state.isEmpty { state = [Float](repeating: .nan, count: map.values.count) }
    if former.count != state.count { former = state }
    let field = current > 0 ? Self.field(frames[current], frames[current - 1], jobs: jobs) : nil
    if current > 0 && current + 1 < frames.count {
      noise =
        TemporalNoise.deviation(
          frames[current - 1].map, map, frames[current + 1].map, field: field) ?? noise
    }
    let step = TemporalStep(
      frames: frames, current: current, window: window, rate: 1 - strength,
      motion: min(max(7 * noise, 0.02), 0.15), field: field)
    swap(&state, &former)
    let past = former
    Bands.write(&state, rows: map.height, jobs: jobs) { band, part in
      step.update(band, from: past.span, &part)
    }
    var smoothed = NormalisedMap(
      width: map.width, height: map.height, known: state, disparityRange: map.disparityRange)
    // Where nothing is known of a whole frame, its holes stay.
    _ = HoleFill.fillNearest(&smoothed.values, width: map.width, height: map.height)
    current += 1
    if current > window {
      frames.removeFirst()
      current -= 1
    }
    return smoothed
  }

  /// Returns where a frame was in the one before; nil where nothing is known, or nothing moves.
  private static func field(_ now: TemporalFrame, _ before: TemporalFrame, jobs: Int) -> MotionField? {
    guard let one = now.pyramid, let two = before.pyramid else { return nil }
    let field = MotionField(from: one, to: two, jobs: jobs)
    return field.isStill ? nil : field
  }
}
