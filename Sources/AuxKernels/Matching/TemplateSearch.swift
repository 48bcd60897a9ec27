/// Where in a picture another one may be, found by trying all places at a few samples' resolution.
enum TemplateSearch {
  /// A place where the small picture resembles what is there.
  struct Candidate: Sendable {
    let rectangle: LumaGrid.Rectangle
    /// How unlikely chance is: the normalised cross-correlation, and the more samples it comes from the more.
    let weight: Float
  }

  /// The most samples of the picture that is looked for.
  private static let mostSamples = 2304.0

  /// Returns the most promising places of each of some pictures of one size in `whole`, best first, at most `count` of each.
  ///
  /// `scales` are the parts of the largest size that fits. Each size is tried at the finest resolution that costs no
  /// more than `products` multiplications, so that a small part is not looked for with a handful of samples.
  static func candidates(
    of pictures: [LumaGrid], in whole: LumaGrid, scales: [Double], products: Double, count: Int
  ) -> [[Candidate]] {
    guard let picture = pictures.first else { return [] }
    let fit = min(
      Double(whole.width) / Double(picture.width), Double(whole.height) / Double(picture.height))
    var found = [[Candidate]](repeating: [], count: pictures.count)
    for scale in scales {
      let (across, down) = (Double(picture.width) * fit * scale, Double(picture.height) * fit * scale)
      let finer = resolution(across, down, in: whole, products: products)
      func side(_ length: Double) -> Int { Int((length * finer).rounded()) }
      let (width, height) = (side(Double(whole.width)), side(Double(whole.height)))
      guard min(side(across), side(down)) >= 8,
        let field = LocalContrast.of(whole.resampled(.whole, width: width, height: height))
      else { continue }
      for (index, picture) in pictures.enumerated() {
        let small = picture.resampled(.whole, width: side(across), height: side(down))
        if let template = LocalContrast.of(small) { search(template, field, &found[index]) }
      }
    }
    return found.map { distinct($0.sorted { $0.weight > $1.weight }, count) }
  }

  /// Returns the part of the whole picture's own resolution at which a size is tried.
  private static func resolution(
    _ across: Double, _ down: Double, in whole: LumaGrid, products: Double
  ) -> Double {
    let area = across * down
    let places = max(Double(whole.width) - across, 1) * max(Double(whole.height) - down, 1)
    return min(1, (mostSamples / area).squareRoot(), (products / (area * places)).squareRoot().squareRoot())
  }

  /// Appends the local maxima of the cross-correlation.
  private static func search(
    _ template: LumaGrid, _ field: LumaGrid, _ found: inout [Candidate]
  ) {
    let squares = Integral(squaresOf: field)
    let (across, down) = (field.width - template.width + 1, field.height - template.height + 1)
    guard across > 0, down > 0 else { return }
    var energy: Float = 0
    for value in template.samples { energy += value * value }
    var scores = [Float](repeating: 0, count: across * down)
    for y in 0..<down {
      correlate(template, field, row: y, to: &scores, across: across)
      for x in 0..<across {
        let own = squares.sum(left: x, top: y, width: template.width, height: template.height)
        scores[y * across + x] /= max((energy * own).squareRoot(), 1e-6)
      }
    }
    let (width, height) = (Double(field.width), Double(field.height))
    let samples = Float(template.samples.count).squareRoot()
    for y in 0..<down {
      for x in 0..<across where isPeak(scores, x, y, across, down) {
        let rectangle = LumaGrid.Rectangle(
          left: Double(x) / width, top: Double(y) / height, right: Double(x + template.width) / width,
          bottom: Double(y + template.height) / height)
        let score = min(scores[y * across + x], 0.999)
        let weight = score / (1 - score * score).squareRoot() * samples
        found.append(Candidate(rectangle: rectangle, weight: weight))
      }
    }
  }

  /// Adds up the products of the template with all windows whose first row is `row`.
  private static func correlate(
    _ template: LumaGrid, _ field: LumaGrid, row: Int, to scores: inout [Float], across: Int
  ) {
    let (weights, source) = (template.samples.span, field.samples.span)
    var target = scores.mutableSpan
    let start = row * across
    precondition(start + across <= target.count && weights.count == template.width * template.height)
    for line in 0..<template.height {
      for column in 0..<template.width {
        let weight = weights[line &* template.width &+ column]
        let from = (row &+ line) &* field.width &+ column
        precondition(from + across <= source.count)
        for x in 0..<across { target[start &+ x] += weight * source[from &+ x] }
      }
    }
  }

  private static func isPeak(_ scores: [Float], _ x: Int, _ y: Int, _ across: Int, _ down: Int) -> Bool {
    let score = scores[y * across + x]
    guard score > 0.1 else { return false }
    for row in max(y - 1, 0)...min(y + 1, down - 1) {
      for column in max(x - 1, 0)...min(x + 1, across - 1)
      where scores[row * across + column] > score { return false }
    }
    return true
  }

  /// Returns the first of each group of places that refining would bring together.
  private static func distinct(_ found: [Candidate], _ count: Int) -> [Candidate] {
    var kept: [Candidate] = []
    for candidate in found where kept.count < count {
      let isNew = kept.allSatisfy { other in
        let near = 0.06 * max(other.rectangle.width, candidate.rectangle.width)
        return abs(other.rectangle.left - candidate.rectangle.left) > near
          || abs(other.rectangle.right - candidate.rectangle.right) > near
          || abs(other.rectangle.top - candidate.rectangle.top) > near
          || abs(other.rectangle.bottom - candidate.rectangle.bottom) > near
      }
      if isNew { kept.append(candidate) }
    }
    return kept
  }
}

/// Sums over rectangles in four steps each.
private struct Integral {
  private let width: Int
  private var sums: [Double]

  init(squaresOf grid: LumaGrid) {
    width = grid.width + 1
    sums = [Double](repeating: 0, count: width * (grid.height + 1))
    for y in 0..<grid.height {
      var row = 0.0
      for x in 0..<grid.width {
        let value = Double(grid.samples[y * grid.width + x])
        row += value * value
        sums[(y + 1) * width + x + 1] = sums[y * width + x + 1] + row
      }
    }
  }

  func sum(left: Int, top: Int, width count: Int, height: Int) -> Float {
    let (first, last) = (top * width + left, (top + height) * width + left)
    return Float(max(sums[last + count] - sums[last] - sums[first + count] + sums[first], 0))
  }
}
