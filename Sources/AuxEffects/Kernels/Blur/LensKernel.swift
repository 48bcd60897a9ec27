import Foundation

/// What a point becomes in one layer, in rows: of each row so many cells are summed.
struct LensKernel: Sendable {
  private let shape: FocalBlur.Shape
  /// For a disc the half chords of the rows from the middle on, in cells; for a bell the weights of cells.
  private let rows: [Float]
  /// What the sum is multiplied by.
  private let scale: Float

  /// The cells that the kernel of a level needs around a part, a multiple of a block's.
  static func reach(level: Int, shape: FocalBlur.Shape) -> Int {
    switch shape {
    // Radii are less than 8 cells at full size, and less than 12 otherwise.
    case .disc: level == 0 ? 8 : 12
    case .gaussian: level == 0 ? 16 : 20
    }
  }

  /// Creates the kernel of a radius in cells.
  init(_ shape: FocalBlur.Shape, radius: Float) {
    self.shape = shape
    switch shape {
    case .disc:
      rows = Self.chords(Double(radius))
      scale = 1 / (2 * (rows[0] + 2 * rows.dropFirst().reduce(0, +)))
    case .gaussian:
      let deviation = Double(radius) / 2
      let weights = (0...Int(3.2 * deviation)).map {
        Float(exp(-Double($0 * $0) / (2 * deviation * deviation)))
      }
      let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
      (rows, scale) = (weights.map { $0 / sum }, 1)
    }
  }

  /// The mean half chords of a disc in rows of height 1: the areas of its strips.
  private static func chords(_ radius: Double) -> [Float] {
    func area(_ height: Double) -> Double {
      let y = min(max(height, -radius), radius)
      return (y * (radius * radius - y * y).squareRoot() + radius * radius * asin(y / radius)) / 2
    }
    return (0...Int(radius + 0.5)).map { Float(area(Double($0) + 0.5) - area(Double($0) - 0.5)) }.filter {
      $0 > 0
    }
  }

  /// Does along each row of some cells what can be done once: sums from the left, or means along it.
  func prepare(_ cells: inout MutableSpan<SIMD4<Float>>, _ range: Range<Int>, stride: Int) {
    var line = [SIMD4<Float>](repeating: .zero, count: stride)
    for start in Swift.stride(from: range.lowerBound, to: range.upperBound, by: stride) {
      switch shape {
      case .disc:
        var sum = SIMD4<Float>.zero
        cells[start] = sum
        for cell in start + 1..<start + stride {
          sum += cells[cell]
          cells[cell] = sum
        }
      case .gaussian:
        for cell in 0..<stride { line[cell] = cells[start + cell] }
        let source = line.span
        for cell in rows.count..<max(stride - rows.count + 1, rows.count) {
          var sum = source[cell] * rows[0]
          for tap in 1..<max(rows.count, 1) { sum += (source[cell - tap] + source[cell + tap]) * rows[tap] }
          cells[start + cell] = sum
        }
      }
    }
  }

  /// Writes a blurred row of prepared cells, of which `first` is the middle of the first.
  func blur(
    _ cells: Span<SIMD4<Float>>, _ first: Int, stride: Int, into target: inout MutableSpan<SIMD4<Float>>
  ) {
    switch shape {
    case .disc: blurDisc(cells, first, stride, &target)
    case .gaussian:
      for column in 0..<target.count {
        var sum = cells[first + column] * rows[0]
        for tap in 1..<max(rows.count, 1) {
          sum += (cells[first + column - tap * stride] + cells[first + column + tap * stride]) * rows[tap]
        }
        target[column] = sum
      }
    }
  }

  private func blurDisc(
    _ cells: Span<SIMD4<Float>>, _ first: Int, _ stride: Int, _ target: inout MutableSpan<SIMD4<Float>>
  ) {
    let count = target.count
    for column in 0..<count { target[column] = .zero }
    for row in 1 - rows.count..<rows.count {
      let chord = rows[abs(row)]
      // Whole cells on each side, and the share of the cell beyond them.
      let whole = Int((chord - 0.5).rounded(.down))
      let share = (chord - 0.5 - Float(whole)) * scale
      let rest = scale - share
      let middle = first + row * stride
      let right = cells.extracting(middle + whole..<middle + whole + count)
      let beyond = cells.extracting(middle + whole + 1..<middle + whole + 1 + count)
      let left = cells.extracting(middle - whole - 1..<middle - whole - 1 + count)
      let before = cells.extracting(middle - whole - 2..<middle - whole - 2 + count)
      for column in 0..<count {
        // In range: all five have as many.
        let inner = unsafe right[unchecked: column] - left[unchecked: column]
        let outer = unsafe beyond[unchecked: column] - before[unchecked: column]
        unsafe target[unchecked: column] += inner * rest + outer * share
      }
    }
  }
}
