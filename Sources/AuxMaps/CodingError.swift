internal import AuxImage
internal import AuxKernels

extension StoredAuxiliaryImage {
  /// Returns the relative error of distances that coding leaves, 0...1: the median of |d - m| / m over all samples, or over the
  /// nearer half of them if that is greater. Nil for floats, and if no sample has a finite distance.
  ///
  /// `forEachStrip` passes the given values, in `quantity`, with the index of the first one of each strip. NaN, as of missing
  /// samples and background, is left out. Errors are averaged over the samples of each code value, so that memory does not depend on
  /// the size of the map.
  func medianDistanceError<Failure: Error>(
    in quantity: DepthQuantity,
    forEachStrip: ((_ start: Int, _ values: [Float]) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> Double? {
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
  ) throws(Failure) -> Double? {
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
    levels.removeAll { $0.samples == 0 }
    levels.sort { $0.distance < $1.distance }
    let samples = levels.reduce(0) { $0 + $1.samples }
    guard samples > 0 else { return nil }
    return max(median(of: levels, samples), median(of: levels, (samples + 1) / 2))
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

  init(distance: Double) { self.distance = distance }

  var meanError: Double { errorSum / Double(samples) }

  /// Counts a sample of that distance. An error is 1 at most, since that of an infinite distance has no mean.
  mutating func add(_ given: Double) {
    samples += 1
    errorSum += min(abs(distance - given) / given, 1)
  }
}
