/// The radii of the layers, and at which size each is blurred.
///
/// From the greatest on either side of the focus downwards, by a ratio of 1.18 or by 0.7 pixels, and 0. A sample of a radius
/// between two is part of both. A picture's level is how often its size is halved.
struct RadiusLadder: Sendable {
  /// Signed radii in codes, rising; the layer of 0 is among them.
  let radii: [Float]
  let levels: [Int]
  /// The index of the layer that is not blurred.
  let sharp: Int
  /// The index below each 64th of the codes, from the least.
  private let starts: [Int32]
  /// One over the difference between each layer's squared radius and the next one's.
  private let scales: [Float]

  /// The least radius in pixels from which on a layer is of half the size, a quarter, and so on, doubling.
  private static let cuts: [Float] = [7.5, 22, 46]
  /// The ratio of a radius and the next one, and the least difference in pixels, which is the least radius, too.
  private static let ratio: Float = 1.18, step: Float = 0.7

  /// Creates the ladder between the extremes of codes; a code is `unit` pixels.
  init(from least: Int16, to greatest: Int16, unit: Float) {
    let behind = Self.steps(to: -Float(least) * unit), before = Self.steps(to: Float(greatest) * unit)
    let pixels = behind.map { -$0 } + [0] + before.reversed()
    sharp = behind.count
    levels = pixels.map { Self.level(abs($0)) }
    let radii = pixels.map { unit > 0 ? $0 / unit : 0 }
    self.radii = radii
    scales = zip(radii, radii.dropFirst()).map { 1 / ($1 * $1 - $0 * $0) }
    starts = (0...1024).map { part in
      let code = Float(part * 64 - 32768)
      return Int32(max((radii.firstIndex { $0 > code } ?? radii.count) - 1, 0))
    }
  }

  /// Returns radii, the greatest first, down to a pixel or less.
  private static func steps(to greatest: Float) -> [Float] {
    guard greatest > 0 else { return [] }
    var radii = [greatest]
    while let last = radii.last, min(last / ratio, last - step) >= step {
      radii.append(min(last / ratio, last - step))
    }
    return radii
  }

  private static func level(_ radius: Float) -> Int {
    var (level, cut) = (0, cuts[0])
    while radius >= cut {
      level += 1
      cut = level < cuts.count ? cuts[level] : cut * 2
    }
    return level
  }

  /// The coarsest level of the layers before and behind the focus.
  var coarsestBefore: Int { levels.last ?? 0 }
  var coarsestBehind: Int { levels.first ?? 0 }

  /// Returns the layers of a level: at full size all, else those of one side.
  func layers(of level: Int, isBefore: Bool) -> Range<Int> {
    let all = radii.indices.filter {
      levels[$0] == level && (level == 0 || ($0 > sharp) == isBefore)
    }
    guard let first = all.first, let last = all.last else { return 0..<0 }
    return first..<last + 1
  }

  /// The squared radius of a layer, and one over how much the next one's is more; 0 for the last.
  ///
  /// A disc's spread is its squared radius: shares by squares spread light as far as the radius between would.
  func squares(_ layer: Int) -> (base: Float, scale: Float) {
    (radii[layer] * radii[layer], layer < scales.count ? scales[layer] : 0)
  }

  /// Returns the layer at or below a radius, and the share of the next one in it.
  ///
  /// The least radius is the next of none, -1: it is farther than all that is partly in its layer.
  @inline(__always)
  func place(_ radius: Float) -> (layer: Int, next: Float) {
    let radii = radii.span
    if radius <= radii[0] { return (-1, 1) }
    var layer = Int(starts[Int(radius + 32768) >> 6])
    while layer &+ 2 < radii.count, radii[layer &+ 1] <= radius { layer &+= 1 }
    guard layer &+ 1 < radii.count, radius < radii[layer &+ 1] else { return (radii.count - 1, 0) }
    return (layer, clampedToUnit((radius * radius - radii[layer] * radii[layer]) * scales[layer]))
  }
}
