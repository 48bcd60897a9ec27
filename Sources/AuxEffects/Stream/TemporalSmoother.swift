public import AuxImage
internal import AuxKernels

/// Smoothing of maps over time, and filling of their holes from the frames before and after.
///
/// A value goes on slowly where it stays within the noise, which is measured, and at once where it leaves
/// it, so edges in motion leave no trail. A hole takes the values before and after it, if its colour is
/// theirs or, where colour is not given, if they agree with what is around it now; what then remains takes
/// the nearest value beside it. A fixed number of frames is kept, so the maps come out that much later.
public struct TemporalSmoother: Sendable {
  /// How many frames before and after may fill a hole, and how many the maps come out later; 2 by default.
  public let window: Int
  /// The share of the past in a value that stays within the noise; 0.75 by default.
  public let strength: Float
  /// The greatest number of threads.
  public let jobs: Int

  private var frames: [TemporalFrame] = []
  /// Which of the frames comes out next.
  private var current = 0
  private var state: [Float] = []
  private var noise: Float = 0.005

  /// Creates a smoother.
  ///
  /// Throws `AuxError` with code `usage` where the window is outside of 1...8 or the strength of 0...0.99.
  public init(window: Int = 2, strength: Float = 0.75, jobs: Int) throws(AuxError) {
    guard (1...8).contains(window) else {
      throw AuxError(.usage, "the window of a smoother must be from 1 to 8 frames, not \(window)")
    }
    try Parameter.check(strength, "strength of the smoothing", in: 0...0.99)
    (self.window, self.strength, self.jobs) = (window, strength, jobs)
  }

  /// Takes the next map, with its frame of any size if there is one, and returns the smoothed one due.
  ///
  /// Throws `AuxError` with code `usage` where a size differs from those before.
  public mutating func push(
    _ map: NormalisedMap, colour: PhotoPixels? = nil
  ) throws(AuxError) -> NormalisedMap? {
    if let last = frames.last?.map, last.width != map.width || last.height != map.height {
      throw AuxError(
        .usage, "a map is \(map.width)x\(map.height), the one before \(last.width)x\(last.height)")
    }
    frames.append(TemporalFrame(map, colour, jobs: jobs))
    return frames.count > current + window ? next() : nil
  }

  /// Returns the maps that are still due.
  public mutating func finish() -> [NormalisedMap] {
    var maps: [NormalisedMap] = []
    while current < frames.count { maps.append(next()) }
    reset()
    return maps
  }

  /// Forgets the frames so far.
  public mutating func reset() {
    (frames, current, state) = ([], 0, [])
    noise = 0.005
  }

  private mutating func next() -> NormalisedMap {
    let map = frames[current].map
    if state.isEmpty { state = [Float](repeating: .nan, count: map.values.count) }
    if current > 0 && current + 1 < frames.count {
      noise =
        TemporalNoise.deviation(
          frames[current - 1].map.values, map.values, frames[current + 1].map.values) ?? noise
    }
    let step = TemporalStep(
      frames: frames, current: current, window: window, rate: 1 - strength,
      motion: min(max(7 * noise, 0.02), 0.15))
    Bands.write(&state, rows: map.height, jobs: jobs) { band, part in step.update(band, &part) }
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
}

/// A map with the luminance of its frame.
struct TemporalFrame: Sendable {
  /// The weights of red, green and blue in the luminance, in 256ths: those of ITU-R BT.709-6, item 3.2.
  private static let weights = SIMD3<UInt32>(54, 183, 19)

  let map: NormalisedMap
  /// The luminance as codes, empty where no frame was given.
  let luminance: [UInt8]

  init(_ map: NormalisedMap, _ colour: PhotoPixels?, jobs: Int) {
    self.map = map
    guard let colour else {
      luminance = []
      return
    }
    var codes = Bands.undefined(map.values.count, of: UInt8.self)
    if colour.width == map.width, colour.height == map.height {
      let rgb = colour.rgb8
      let source = rgb.span
      var target = codes.mutableSpan
      precondition(source.count == target.count * 3)
      for pixel in 0..<target.count {
        let sum =
          Self.weights.x &* UInt32(source[pixel &* 3]) &+ Self.weights.y &* UInt32(source[pixel &* 3 &+ 1])
          &+ Self.weights.z &* UInt32(source[pixel &* 3 &+ 2])
        target[pixel] = UInt8(truncatingIfNeeded: sum >> 8)
      }
    } else {
      let reduced = GuideReduction.reduce(colour, width: map.width, height: map.height, jobs: jobs)
      let weights = SIMD4(SIMD3<Float>(Self.weights), 0) * (255 / 256)
      for pixel in codes.indices { codes[pixel] = clampedCode((reduced[pixel] * weights).sum()) }
    }
    luminance = codes
  }
}

/// The noise of maps over time.
enum TemporalNoise {
  /// Returns the standard deviation of the noise of three maps in a row, or nil where nothing is known.
  ///
  /// By the median of the second difference, in which even motion cancels out: it is 1.652 deviations of
  /// normal noise.
  static func deviation(_ before: [Float], _ now: [Float], _ after: [Float]) -> Float? {
    var counts = [Int32](repeating: 0, count: 512)
    let (a, b, c) = (before.span, now.span, after.span)
    precondition(a.count == b.count && b.count == c.count)
    var total: Int32 = 0
    // Every fourth sample of a plane is plenty.
    for index in stride(from: 0, to: b.count, by: b.count > 4096 ? 4 : 1) {
      let difference = (a[index] - 2 * b[index] + c[index]).magnitude
      guard difference < 4 else { continue }
      counts[min(Int(difference * 1024), 511)] += 1
      total += 1
    }
    guard total > 0 else { return nil }
    var sum: Int32 = 0
    for bin in counts.indices {
      sum += counts[bin]
      if sum * 2 >= total { return (Float(bin) + 0.5) / 1024 / 1.652 }
    }
    return nil
  }
}
