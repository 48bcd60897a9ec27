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
    var levels = (0..<count).map { Level(distance: range.firstValue + step * Double($0)) }
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
    let outliers = outliers(in: levels)
    levels.removeAll { $0.samples == 0 }
    levels.sort { $0.distance < $1.distance }
    let samples = levels.reduce(0) { $0 + $1.samples }
    guard samples > 0 else { return nil }
    return CodingError(
      median: max(median(of: levels, samples), median(of: levels, (samples + 1) / 2)), outliers: outliers)
  }

  /// Returns the few samples that are apart from all others; nil if there are none. The levels are those of all code values.
  private static func outliers(in levels: [Level]) -> MapNote.Outliers? {
    guard let most = levels.map(\.samples).binsWithoutOutliers() else { return nil }
    let used = levels[most].filter { $0.samples > 0 }
    guard let nearest = used.map(\.nearest).min(), let farthest = used.map(\.farthest).max() else {
      return nil
    }
    let near = levels.filter { $0.samples > 0 && $0.farthest < nearest }.reduce(0) { $0 + $1.samples }
    let far = levels.filter { $0.samples > 0 && $0.nearest > farthest }.reduce(0) { $0 + $1.samples }
    return near > 0
      ? .nearer(count: near, than: nearest) : far > 0 ? .farther(count: far, than: farthest) : nil
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
  /// The distance in meters that the code value stands for; infinite for a disparity of 0.
  var distance: Double
  var samples = 0
  var errorSum = 0.0
  /// The nearest and the farthest distance that was given.
  var (nearest, farthest) = (Double.infinity, 0.0)

  init(distance: Double) { self.distance = distance }

  var meanError: Double { errorSum / Double(samples) }

  /// Counts a sample of that distance. An error is 1 at most, since that of an infinite distance has no mean.
  mutating func add(_ given: Double) {
    samples += 1
    (nearest, farthest) = (min(nearest, given), max(farthest, given))
    errorSum += min(abs(distance - given) / given, 1)
  }
}

extension [Int] {
  /// Returns the bins of a histogram without those of a few samples, one in a thousand at most, that are apart from all others; nil if
  /// there are no such samples. The others take less than half of the bins.
  func binsWithoutOutliers() -> Range<Int>? {
    let samples = reduce(0, +)
    let most = samples - Swift.max(samples / 1000, 1)
    // Of a few samples, one is no exception.
    guard samples >= 100 else { return nil }
    var (first, held) = (0, 0)
    for (last, added) in enumerated() {
      held += added
      while held - self[first] >= most {
        held -= self[first]
        first += 1
      }
      let width = last - first + 1
      guard held >= most, width * 2 < count else { continue }
      // What is next to the others belongs to them.
      let bins = Swift.max(first - width, 0)..<Swift.min(last + width + 1, count)
      return self[bins].reduce(0, +) < samples ? bins : nil
    }
    return nil
  }
}
