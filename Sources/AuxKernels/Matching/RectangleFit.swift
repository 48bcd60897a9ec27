/// The rectangle of a picture that another one shows, improved by least squares.
///
/// Both are compared by their local contrast. The four edges are moved as the gradients of both pictures ask for
/// (Gauss and Newton's method), differences that nothing explains counting less (Cauchy's weights).
struct RectangleFit: Sendable {
  /// The rectangle, in parts of the whole picture; it may reach outside.
  private(set) var rectangle: LumaGrid.Rectangle
  /// The correlation of the local contrast inside the whole picture, -1...1.
  private(set) var likeness: Double = 0
  /// How far each edge may be off, in parts of the whole picture's longer side: the standard deviation that the
  /// gradients and what both pictures differ by leave.
  private(set) var deviation = Double.infinity
  /// The number of squares of the local contrast that have detail of their own.
  private(set) var detail = 0.0

  private let whole: LumaGrid
  /// The local contrast of the picture that the rectangle shows.
  private let shown: LumaGrid

  /// Starts at a rectangle; nil where the picture has no detail at `longSide` samples.
  init?(of picture: LumaGrid, in whole: LumaGrid, from start: LumaGrid.Rectangle, longSide: Int) {
    // Never finer than the whole picture is: samples that are made up agree with anything smooth.
    let own = max(start.width * Double(whole.width), start.height * Double(whole.height))
    let size = picture.size(longSide: min(longSide, max(Int(own.rounded()), 8)))
    guard min(size.width, size.height) >= 8,
      let shown = LocalContrast.of(picture.resampled(.whole, width: size.width, height: size.height))
    else { return nil }
    (rectangle, self.whole, self.shown) = (start, whole, shown)
  }

  /// Moves the edges until they stay, in at most `steps` steps.
  mutating func improve(steps: Int) {
    for _ in 0..<steps {
      guard let seen = seen() else { return }
      var equations = Equations()
      equations.add(seen, shown)
      guard let move = equations.solution() else { return }
      let (across, down) = (rectangle.width, rectangle.height)
      // A step of more than a sixth of a side comes from a place where nothing fits.
      guard move.allSatisfy({ abs($0) < Double(shown.longSide) / 6 }) else { return }
      rectangle.left += move[0] * across / Double(shown.width)
      rectangle.right += move[1] * across / Double(shown.width)
      rectangle.top += move[2] * down / Double(shown.height)
      rectangle.bottom += move[3] * down / Double(shown.height)
      guard rectangle.width > 0.02, rectangle.height > 0.02, rectangle.width < 4, rectangle.height < 4 else {
        return
      }
      if move.allSatisfy({ abs($0) < 0.004 }) { break }
    }
  }

  /// Measures ``likeness``, ``deviation`` and ``detail`` at the rectangle.
  mutating func measure() {
    (likeness, deviation, detail) = (0, .infinity, 0)
    guard rectangle.width > 0.02, rectangle.height > 0.02, let seen = seen() else { return }
    func span(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
      let step = (high - low) / Double(count)
      let first = max(Int((-low / step).rounded(.up)), 0)
      let end = min(Int(((1 - low) / step).rounded(.down)), count)
      return first..<max(first, end)
    }
    let columns = span(rectangle.left, rectangle.right, shown.width)
    let rows = span(rectangle.top, rectangle.bottom, shown.height)
    var correlation = Correlation()
    for row in rows {
      for column in columns {
        let index = row * shown.width + column
        correlation.add(seen.samples[index], shown.samples[index])
      }
    }
    // A rectangle that is mostly outside does not count, however well the rest fits.
    guard correlation.count * 2 >= Double(shown.samples.count), correlation.variances.min() > 0
    else { return }
    likeness = correlation.value
    var equations = Equations()
    equations.add(seen, shown)
    if let deviations = equations.deviations() {
      let across = rectangle.width * Double(whole.width) / Double(shown.width)
      let down = rectangle.height * Double(whole.height) / Double(shown.height)
      deviation =
        max(max(deviations[0], deviations[1]) * across, max(deviations[2], deviations[3]) * down)
        / Double(whole.longSide)
    }
    detail = Self.detail(of: shown)
  }

  /// Returns how many squares share the local contrast: all of them where each has as much, 1 where one has it all.
  static func detail(of grid: LumaGrid) -> Double {
    let side = 2 * LocalContrast.radius + 1
    var (sum, squares) = (0.0, 0.0)
    for top in stride(from: 0, to: grid.height, by: side) {
      for left in stride(from: 0, to: grid.width, by: side) {
        var energy = 0.0
        for row in top..<min(top + side, grid.height) {
          for column in left..<min(left + side, grid.width) {
            let value = Double(grid.samples[row * grid.width + column])
            energy += value * value
          }
        }
        sum += energy
        squares += energy * energy
      }
    }
    return squares > 0 ? sum * sum / squares : 0
  }

  /// Returns the local contrast of the rectangle as the whole picture shows it.
  private func seen() -> LumaGrid? {
    LocalContrast.of(whole.resampled(rectangle, width: shown.width, height: shown.height))
  }
}

/// The normal equations of the four edges, in samples: left and right from the columns, top and bottom from the rows.
private struct Equations {
  private var matrix = [Double](repeating: 0, count: 16)
  private var right = [Double](repeating: 0, count: 4)
  /// The weighted squares of what both differ by, and the weights.
  private var squares = 0.0
  private var weights = 0.0

  /// Adds all samples but those at the border.
  mutating func add(_ seen: LumaGrid, _ shown: LumaGrid) {
    let (width, height) = (shown.width, shown.height)
    let (one, two) = (seen.samples.span, shown.samples.span)
    var total = [SIMD4<Float>](repeating: .zero, count: 5)
    for row in 1..<(height - 1) {
      let down = (Float(row) + 0.5) / Float(height)
      // Sums of a row in single precision, of the rows in double.
      var (a, b, c, d, e) = (
        SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero
      )
      var (square, count): (Float, Float) = (0, 0)
      for column in 1..<(width - 1) {
        let at = row &* width &+ column
        let across = (Float(column) + 0.5) / Float(width)
        let sample = SampleDifference(one, two, at: at, width: width)
        let (x, y) = (sample.across, sample.down)
        let slopes = SIMD4(x * (1 - across), x * across, y * (1 - down), y * down)
        square += sample.square
        count += sample.weight
        let weighted = slopes * sample.weight
        a += weighted * slopes[0]
        b += weighted * slopes[1]
        c += weighted * slopes[2]
        d += weighted * slopes[3]
        e += weighted * sample.difference
      }
      squares += Double(square)
      weights += Double(count)
      total = [a, b, c, d, e]
      for (line, sum) in total.enumerated() {
        for item in 0..<4 {
          if line < 4 {
            matrix[line * 4 + item] += Double(sum[item])
          } else {
            right[item] += Double(sum[item])
          }
        }
      }
    }
  }

  /// Returns what the edges move by; nil where the samples do not determine it.
  func solution() -> [Double]? { solution(of: right) }

  /// Returns the standard deviations of the edges, in samples; nil where the samples do not determine them.
  func deviations() -> [Double]? {
    var result: [Double] = []
    for edge in 0..<4 {
      guard let column = solution(of: (0..<4).map { $0 == edge ? 1 : 0 }), column[edge] > 0
      else { return nil }
      result.append((SampleDifference.alike * squares / weights * column[edge]).squareRoot())
    }
    return result
  }

  private func solution(of right: [Double]) -> [Double]? {
    LinearEquations.solution((0..<4).map { Array(matrix[$0 * 4..<$0 * 4 + 4]) + [right[$0]] })
  }
}

/// What one sample of two pictures says of how they are shifted against each other.
struct SampleDifference {
  /// Neighbours whose differences are alike, and count as one sample.
  static let alike = 9.0

  /// The mean gradient of both, which brings a step near that of second order.
  let across: Float
  let down: Float
  let difference: Float
  /// How much the sample counts: less, the more both differ.
  let weight: Float
  /// The weighted square of the difference.
  var square: Float { weight * difference * difference }

  @inline(__always)
  init(_ one: Span<Float>, _ two: Span<Float>, at place: Int, width: Int) {
    across = (one[place &+ 1] - one[place &- 1] + two[place &+ 1] - two[place &- 1]) * 0.25
    down = (one[place &+ width] - one[place &- width] + two[place &+ width] - two[place &- width]) * 0.25
    difference = two[place] - one[place]
    weight = 1 / (1 + difference * difference * 4)
  }
}
