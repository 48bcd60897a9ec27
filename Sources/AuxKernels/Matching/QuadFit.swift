/// The quadrilateral of a picture that another one shows, improved by least squares as ``RectangleFit`` improves a rectangle.
///
/// The four corners are moved as the gradients of the local contrast of both pictures ask for.
struct QuadFit: Sendable {
  /// The corners, in parts of the whole picture; they may be outside.
  private(set) var quad: LumaGrid.Quad
  /// The correlation of the local contrast inside the whole picture, -1...1.
  private(set) var likeness = 0.0
  /// How far a corner may be off, in parts of the whole picture's longer side, as ``RectangleFit/deviation``.
  private(set) var deviation = Double.infinity
  /// The number of squares of the local contrast that have detail of their own.
  private(set) var detail = 0.0

  /// The whole picture, whose samples are about as wide as those that are compared.
  private let whole: LumaGrid
  private let shown: LumaGrid
  /// Width by height of the picture and of the whole one.
  private let aspects: (picture: Double, whole: Double)

  /// Starts at a quadrilateral; nil where the picture has no detail at `longSide` samples.
  init?(of picture: LumaGrid, in whole: LumaGrid, from start: LumaGrid.Quad, longSide: Int) {
    let own = start.sides(width: Double(whole.width), height: Double(whole.height)).max() ?? 0
    guard own.isFinite, own >= 8, own < 4 * Double(whole.longSide) else { return nil }
    let side = min(longSide, Int(own.rounded()))
    let size = picture.size(longSide: side)
    guard min(size.width, size.height) >= 8,
      let shown = LocalContrast.of(picture.resampled(.whole, width: size.width, height: size.height))
    else { return nil }
    let wanted = whole.size(
      longSide: Int((Double(whole.longSide) * Double(shown.longSide) / own).rounded(.up)))
    self.whole =
      wanted == (whole.width, whole.height)
      ? whole : whole.resampled(.whole, width: wanted.width, height: wanted.height)
    (quad, self.shown) = (start, shown)
    aspects = (
      Double(picture.width) / Double(picture.height), Double(whole.width) / Double(whole.height)
    )
  }

  /// Moves the corners until they stay, in at most `steps` steps; with `isRigid` the picture is turned, scaled and moved alone.
  mutating func improve(steps: Int, isRigid: Bool) {
    for _ in 0..<steps {
      guard let transform = quad.transform, let seen = seen(transform) else { return }
      var equations = QuadEquations()
      equations.add(seen, shown)
      guard let move = equations.solution() else { return }
      // A step of more than a sixth of a side comes from a place where nothing fits.
      guard move.allSatisfy({ max(abs($0.x), abs($0.y)) < Double(shown.longSide) / 6 }) else { return }
      let moved = zip(Self.unit, move).map { corner, move in
        transform(corner + move / [Double(shown.width), Double(shown.height)])
      }
      let before = quad
      quad = LumaGrid.Quad(moved)
      if isRigid { quad = quad.rigid(aspect: aspects.picture, whole: aspects.whole) }
      if quad.distance(to: before) * Double(whole.longSide) < 0.004 { break }
    }
  }

  private static let unit: [SIMD2<Double>] = [[0, 0], [1, 0], [0, 1], [1, 1]]

  /// Measures ``likeness``, ``deviation`` and ``detail`` at the quadrilateral.
  mutating func measure() {
    (likeness, deviation, detail) = (0, .infinity, 0)
    guard let transform = quad.transform, let seen = seen(transform) else { return }
    var correlation = Correlation()
    for row in 0..<shown.height {
      for column in 0..<shown.width {
        let point = transform([
          (Double(column) + 0.5) / Double(shown.width), (Double(row) + 0.5) / Double(shown.height),
        ])
        guard min(point.x, point.y) >= 0, max(point.x, point.y) <= 1 else { continue }
        let index = row * shown.width + column
        correlation.add(seen.samples[index], shown.samples[index])
      }
    }
    guard correlation.count * 2 >= Double(shown.samples.count), correlation.variances.min() > 0
    else { return }
    likeness = correlation.value
    var equations = QuadEquations()
    equations.add(seen, shown)
    if let most = equations.greatestDeviation() {
      // Samples of both are about as wide.
      deviation = most / Double(whole.longSide)
    }
    detail = RectangleFit.detail(of: shown)
  }

  private func seen(_ transform: PlaneTransform) -> LumaGrid? {
    LocalContrast.of(whole.warped(transform, width: shown.width, height: shown.height))
  }
}

/// The normal equations of the four corners: what moves by a corner is the more the nearer it is, in both directions.
private struct QuadEquations {
  /// x and y of the corners, row by row: the upper triangle of the matrix is summed, and the whole of it solved.
  private var matrix = [Double](repeating: 0, count: 64)
  private var right = [Double](repeating: 0, count: 8)
  private var squares = 0.0
  private var weights = 0.0

  /// Adds all samples but those at the border, as the equations of a rectangle do.
  mutating func add(_ seen: LumaGrid, _ shown: LumaGrid) {
    let (width, height) = (shown.width, shown.height)
    let (one, two) = (seen.samples.span, shown.samples.span)
    for row in 1..<(height - 1) {
      let down = (Float(row) + 0.5) / Float(height)
      var sums = [SIMD8<Float>](repeating: .zero, count: 9)
      var sum = sums.mutableSpan
      var (square, count): (Float, Float) = (0, 0)
      for column in 1..<(width - 1) {
        let at = row &* width &+ column
        let across = (Float(column) + 0.5) / Float(width)
        let sample = SampleDifference(one, two, at: at, width: width)
        let (x, y) = (sample.across, sample.down)
        let near = SIMD4(
          (1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down)
        let slopes = SIMD8(lowHalf: near * x, highHalf: near * y)
        square += sample.square
        count += sample.weight
        let weighted = slopes * sample.weight
        for line in 0..<8 { sum[line] += weighted * slopes[line] }
        sum[8] += weighted * sample.difference
      }
      squares += Double(square)
      weights += Double(count)
      for line in 0..<8 {
        for item in 0..<8 { matrix[line * 8 + item] += Double(sum[line][item]) }
        right[line] += Double(sum[8][line])
      }
    }
  }

  /// Returns what the corners move by, in samples; nil where the samples do not determine it.
  func solution() -> [SIMD2<Double>]? {
    guard let moves = solution(of: right) else { return nil }
    return (0..<4).map { [moves[$0], moves[$0 + 4]] }
  }

  /// Returns the greatest standard deviation of a corner, in samples; nil where the samples do not determine them.
  func greatestDeviation() -> Double? {
    var most = 0.0
    for corner in 0..<8 {
      guard let column = solution(of: (0..<8).map { $0 == corner ? 1 : 0 }), column[corner] > 0
      else { return nil }
      most = max(most, (SampleDifference.alike * squares / weights * column[corner]).squareRoot())
    }
    return most
  }

  private func solution(of right: [Double]) -> [Double]? {
    LinearEquations.solution((0..<8).map { Array(matrix[$0 * 8..<$0 * 8 + 8]) + [right[$0]] })
  }
}

/// Systems of linear equations.
enum LinearEquations {
  /// Returns the solution of rows of factors and the term that they lead to; nil where there is not one alone.
  static func solution(_ equations: [[Double]]) -> [Double]? {
    var rows = equations
    let count = rows.count
    for pivot in 0..<count {
      guard let best = (pivot..<count).max(by: { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) }),
        abs(rows[best][pivot]) > 1e-9
      else { return nil }
      rows.swapAt(pivot, best)
      for row in 0..<count where row != pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for item in pivot...count { rows[row][item] -= factor * rows[pivot][item] }
      }
    }
    let result = (0..<count).map { rows[$0][count] / rows[$0][$0] }
    return result.allSatisfy(\.isFinite) ? result : nil
  }
}
