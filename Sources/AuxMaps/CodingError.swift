internal import AuxImage
internal import AuxKernels

/// How far code values leave distances from those that were given.
struct CodingError {
  /// The relative error, 0...1: the median of |d - m| / m over all samples, or over the nearer half of them if that is greater.
  let median: Double
  /// The few samples, one in a thousand at most, that take most of the code values; nil if there are none.
  let outliers: MapNote.Outliers?
}

extension StoredAuxiliaryImage {
  /// Returns the error that coding leaves; nil for floats, and if no sample has a finite distance.
  ///
  /// `forEachStrip` passes the given values, in `quantity`, with the index of the first one of each strip. NaN, as of missing
  /// samples and background, is left out. Errors are averaged over the samples of each code value, so that memory does not depend on
  /// the size of the map.
  func codingError<Failure: Error>(
    in quantity: DepthQuantity,
    forEachStrip: ((_ start: Int, _ values: [Float]) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> CodingError? {
    guard case .depth(let codes, let range) = content else { return nil }
    return switch codes.storage {
    case .uint8(let codes): try Self.error(codes, range, quantity, forEachStrip)
    case .uint16(let codes): try Self.error(codes, range, quantity, forEachStrip)
    case .half, .float: nil
    }
  }

  private static func error<Failure: Error>(
    _ codes: [some FixedWidthInteger], _ range: CodeRange, _ quantity: DepthQuantity,
    _ forEachStrip: ((_ start: Int, _ values: [Float]) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> CodingError? {
    let count = 1 << (codes.first?.bitWidth ?? 8)
    let step = (range.lastValue - range.firstValue) / Double(count - 1)
    var levels = (0..<count).map { Level(code: $0, distance: range.firstValue + step * Double($0)) }
    if range.quantity == .disparity {
      for index in levels.indices { levels[index].distance = 1 / levels[index].distance }
    }
    try forEachStrip { start, values in
      for (index, value) in values.enumerated() {
        let distance = quantity == .depth ? Double(value) : 1 / Double(value)
        guard distance > 0, distance.isFinite else { continue }
        levels[Int(codes[start + index])].add(distance)
      }
    }
    levels.removeAll { $0.samples == 0 }
    levels.sort { $0.distance < $1.distance }
    let samples = levels.reduce(0) { $0 + $1.samples }
    guard samples > 0 else { return nil }
    return CodingError(
      median: max(median(of: levels, samples), median(of: levels, (samples + 1) / 2)),
      outliers: outliers(in: levels, samples))
  }

  /// Returns the nearest or the farthest samples, if they are apart from the others by more code values than these take.
  private static func outliers(in levels: [Level], _ samples: Int) -> MapNote.Outliers? {
    let most = max(samples / 1000, 1)
    func end(_ levels: some Collection<Level>) -> (last: Level, count: Int) {
      var count = 0
      for level in levels {
        guard count + level.samples <= most else { return (level, count) }
        count += level.samples
      }
      return (levels[levels.startIndex], 0)
    }
    guard let first = levels.first, let last = levels.last, samples > most else { return nil }
    let (near, far) = (end(levels), end(levels.reversed()))
    let (nearGap, farGap) = (abs(near.last.code - first.code), abs(last.code - far.last.code))
    guard max(nearGap, farGap) > abs(far.last.code - near.last.code) else { return nil }
    return nearGap > farGap
      ? .nearer(count: near.count, than: near.last.nearest)
      : .farther(count: far.count, than: far.last.farthest)
  }

  /// Returns the median error of the `count` nearest samples.
  private static func median(of levels: [Level], _ count: Int) -> Double {
    var left = count
    var errors: [(error: Double, samples: Int)] = []
    for level in levels where left > 0 {
      errors.append((level.meanError, min(level.samples, left)))
      left -= level.samples
    }
    errors.sort { $0.error < $1.error }
    var passed = 0
    for (error, samples) in errors {
      passed += samples
      if 2 * passed > count { return error }
    }
    return errors.last?.error ?? 0
  }
}

/// The samples of one code value.
private struct Level {
  let code: Int
  /// The distance in meters that the code value stands for; infinite for a disparity of 0.
  var distance: Double
  var samples = 0
  var errorSum = 0.0
  /// The nearest and the farthest distance that was given.
  var (nearest, farthest) = (Double.infinity, 0.0)

  init(code: Int, distance: Double) { (self.code, self.distance) = (code, distance) }

  var meanError: Double { errorSum / Double(samples) }

  /// Counts a sample of that distance. An error is 1 at most, since that of an infinite distance has no mean.
  mutating func add(_ given: Double) {
    samples += 1
    (nearest, farthest) = (min(nearest, given), max(farthest, given))
    errorSum += min(abs(distance - given) / given, 1)
  }
}
