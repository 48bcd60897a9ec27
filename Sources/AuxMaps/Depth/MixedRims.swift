internal import AuxImage

/// Samples of an antialiased depth pass at the rim of holes and of the background, which mix two surfaces.
///
/// A renderer that filters depth writes a * z + (1 - a) * b there, where b is 0, or the number of its background. Such samples
/// are nearer or farther than anything in the scene, and would seed the fill of holes.
/// Source: Specs/conversions.md, "Antialiased passes".
struct MixedRims {
  private let width: Int
  private let height: Int
  private let quantity: DepthQuantity

  /// The least number of samples at holes that a verdict needs.
  private static let fewestSamples = 16
  /// The most samples that the filters of renderers mix on each side of an edge, diagonally.
  private static let rings = 8
  /// How many times as far as the sample behind it a sample at the background is that has a part of the background's number.
  private static let farFactor: Float = 10_000

  init(width: Int, height: Int, quantity: DepthQuantity) {
    (self.width, self.height, self.quantity) = (width, height, quantity)
  }

  /// Marks mixed samples as holes and returns their number: at the background those that are far beyond the scene, and at holes
  /// those that are nearer than the surface behind them, if most are.
  ///
  /// `values` have NaN for holes, and the background is infinite depth or disparity 0.
  func markHoles(in values: inout [Float]) -> Int {
    var rim = values.indices.filter { index in
      !isEmpty(values[index]) && directions.contains { outer(index, $0, values) != nil }
    }
    let verdicts = rim.compactMap { isNearer($0, values, by: 0.1) }
    let isNearerAtHoles =
      verdicts.count >= Self.fewestSamples && verdicts.count(where: \.self) * 2 > verdicts.count
    var count = 0
    for _ in 0..<Self.rings {
      // What is too thin for a verdict is mixed on both sides.
      let mixed = rim.filter {
        isFar($0, values) || isNearerAtHoles && isNearer($0, values, by: 0.01) ?? true
      }
      guard !mixed.isEmpty else { break }
      for index in mixed { values[index] = .nan }
      count += mixed.count
      rim = Set(mixed.flatMap { index in directions.compactMap { neighbor(index, $0, 1) } })
        .filter { !isEmpty(values[$0]) }.sorted()
    }
    return count
  }

  private let directions = [(1, 0), (-1, 0), (0, 1), (0, -1)]

  private func isEmpty(_ value: Float) -> Bool { value.isNaN || quantity.isBackground(value) }

  private func neighbor(_ index: Int, _ direction: (x: Int, y: Int), _ steps: Int) -> Int? {
    let (x, y) = (index % width + direction.x * steps, index / width + direction.y * steps)
    return (0..<width).contains(x) && (0..<height).contains(y) ? y * width + x : nil
  }

  /// Returns the hole or the background next to a sample in a direction; nil for another neighbor.
  private func outer(_ index: Int, _ direction: (x: Int, y: Int), _ values: [Float]) -> Float? {
    neighbor(index, direction, 1).map { values[$0] }.flatMap { isEmpty($0) ? $0 : nil }
  }

  /// Returns the disparity of the sample that is so many steps behind another; nil for a hole or the background.
  private func disparity(_ index: Int, _ direction: (x: Int, y: Int), behind steps: Int, _ values: [Float])
    -> Float?
  {
    guard let inner = neighbor(index, direction, -steps), !isEmpty(values[inner]) else { return nil }
    return quantity == .depth ? 1 / values[inner] : values[inner]
  }

  private func isFar(_ index: Int, _ values: [Float]) -> Bool {
    directions.contains { direction in
      guard outer(index, direction, values) != nil, let own = disparity(index, direction, behind: 0, values),
        let inner = disparity(index, direction, behind: 1, values)
      else { return false }
      return own * Self.farFactor < inner
    }
  }

  /// Returns true if a sample at holes is nearer than the plane of the two samples behind it; nil if there are none.
  private func isNearer(_ index: Int, _ values: [Float], by tolerance: Float) -> Bool? {
    var verdict: Bool?
    for direction in directions {
      guard let hole = outer(index, direction, values), hole.isNaN,
        let own = disparity(index, direction, behind: 0, values),
        let inner = disparity(index, direction, behind: 1, values),
        let second = disparity(index, direction, behind: 2, values)
      else { continue }
      verdict = (verdict ?? false) || own > (2 * inner - second) * (1 + tolerance)
    }
    return verdict
  }
}
