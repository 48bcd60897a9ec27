internal import CAuxKernels

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What a point becomes in one layer, as what each cell gets of those around it.
struct LensKernel: Sendable {
  /// Of a disc, whose rows are read from sums from the left: cells of those and their weights, in the order of rows.
  private let taps: [aux_tap]
  /// Of a disc: how much cells are sharpened before they are summed.
  private let sharpening: Float
  /// Of a bell: the weights from the middle on; empty for a disc.
  private let weights: [Float]
  /// The rows and columns on either side of the middle.
  let reach: Int

  /// Creates the kernel of a disc of a radius in cells, where `blur`, a variance, is added anyway.
  init(discOf radius: Float, blur: Float) {
    let coverage = DiscCoverage(radius: radius)
    (taps, weights, reach) = (Self.taps(of: coverage.cells, reach: coverage.reach), [], coverage.reach)
    sharpening = coverage.sharpening(blur: blur)
  }

  /// Creates the kernel of a bell of a radius in cells, where `blur`, a variance, is added anyway.
  init(bellOf radius: Float, blur: Float) {
    let deviation = Double(max(radius * radius / 4 - blur, 0.01)).squareRoot()
    let bell = (0...Int(3.2 * deviation)).map {
      Float(exp(-Double($0 * $0) / (2 * deviation * deviation)))
    }
    let sum = bell[0] + 2 * bell.dropFirst().reduce(0, +)
    (taps, weights, reach) = ([], bell.map { $0 / sum }, bell.count - 1)
    sharpening = 0
  }

  /// Returns the differences of weights along rows, by which sums from the left become weighted sums.
  private static func taps(of cells: [Float], reach: Int) -> [aux_tap] {
    let side = 2 * reach + 1
    let largest = cells.max() ?? 0
    var (taps, total) = ([aux_tap](), Float(0))
    for row in 0..<side {
      var kept: Float = 0
      // Weights that differ by less than a 200th of the greatest are one.
      for column in -reach - 1...reach {
        let next = column < reach ? cells[row * side + column + 1 + reach] : 0
        guard (next - kept).magnitude > largest / 200 || (next == 0 && kept != 0) else { continue }
        taps.append(aux_tap(row: Int32(row - reach), column: Int32(column), weight: kept - next))
        total += (kept - next) * Float(column + reach + 1)
        kept = next
      }
    }
    return taps.map { aux_tap(row: $0.row, column: $0.column, weight: $0.weight / total) }
  }

  /// Does along each row of a tile's layer what can be done once: sums from the left, or means along it.
  func prepare(_ cells: inout MutableSpan<SIMD4<Float>>, _ rows: Range<Int>, _ start: Int, stride: Int) {
    precondition(start >= 0 && rows.lowerBound >= 0 && start + rows.upperBound * stride <= cells.count)
    guard !weights.isEmpty else { return sum(&cells, rows, start, stride) }
    var line = [SIMD4<Float>](repeating: .zero, count: stride)
    for row in rows {
      let first = start + row * stride
      for cell in 0..<stride { line[cell] = cells[first + cell] }
      let source = line.span
      for cell in weights.count..<max(stride - weights.count + 1, weights.count) {
        var sum = source[cell] * weights[0]
        for tap in 1..<max(weights.count, 1) {
          sum += (source[cell - tap] + source[cell + tap]) * weights[tap]
        }
        cells[first + cell] = sum
      }
    }
  }

  /// Makes sums from the left of sharpened cells; beyond the rows, as beyond their ends, cells go on.
  private func sum(_ cells: inout MutableSpan<SIMD4<Float>>, _ rows: Range<Int>, _ start: Int, _ stride: Int)
  {
    var lines = [SIMD4<Float>](repeating: .zero, count: 2 * stride)
    for (index, row) in rows.enumerated() {
      let line = start &+ row &* stride
      // The cells of the row, before they become sums, and of the row above.
      let (here, above) = ((index & 1) * stride, index == 0 ? 0 : (1 - (index & 1)) * stride)
      var kept = lines.mutableSpan
      precondition(here + stride <= kept.count)
      for cell in 0..<stride {
        unsafe kept[unchecked: here &+ cell] = cells[unchecked: line &+ cell]
      }
      let below = row + 1 < rows.upperBound ? line + stride : line
      sum(
        &cells, line, stride, below: below, here: lines.span.extracting(here..<here + stride),
        above: lines.span.extracting(above..<above + stride))
    }
  }

  private func sum(
    _ cells: inout MutableSpan<SIMD4<Float>>, _ line: Int, _ stride: Int, below: Int,
    here: Span<SIMD4<Float>>, above: Span<SIMD4<Float>>
  ) {
    let (side, middle, isLast) = (-sharpening, 1 + 2 * sharpening, below == line)
    @inline(__always)
    func across(_ cell: Int, _ cells: borrowing MutableSpan<SIMD4<Float>>) -> SIMD4<Float> {
      let next = unsafe isLast ? here[unchecked: cell] : cells[unchecked: below &+ cell]
      return unsafe here[unchecked: cell] * middle + (above[unchecked: cell] + next) * side
    }
    // The first cell is one before the row, where nothing is.
    var sum = SIMD4<Float>.zero
    var current = across(1, cells)
    var left = current
    for cell in 1..<stride {
      let right = cell &+ 1 < stride ? across(cell &+ 1, cells) : current
      sum += current * middle + (left + right) * side
      unsafe cells[unchecked: line &+ cell] = sum
      (left, current) = (current, right)
    }
  }

  /// Writes a blurred row of prepared cells; `first` is the middle of the first of `columns`.
  ///
  /// `row` is that of the middle, and only `rows` have something.
  func blur(
    _ source: [SIMD4<Float>], _ first: Int, row: Int, rows: Range<Int>, stride: Int,
    into target: inout [SIMD4<Float>], _ columns: Range<Int>
  ) {
    let cells = source.span
    guard !weights.isEmpty else {
      var line = target.mutableSpan
      return blurDisc(cells, first, row, rows, stride, &line, columns)
    }
    for column in columns {
      var sum = SIMD4<Float>.zero
      for tap in 1 - weights.count..<weights.count where rows.contains(row + tap) {
        sum += cells[first + column - columns.lowerBound + tap * stride] * weights[abs(tap)]
      }
      target[column] = sum
    }
  }

  private func blurDisc(
    _ cells: Span<SIMD4<Float>>, _ first: Int, _ row: Int, _ rows: Range<Int>, _ stride: Int,
    _ target: inout MutableSpan<SIMD4<Float>>, _ columns: Range<Int>
  ) {
    var (next, end) = (0, taps.count)
    while next < end, row + Int(taps[next].row) < rows.lowerBound { next += 1 }
    while end > next, row + Int(taps[end - 1].row) >= rows.upperBound { end -= 1 }
    var line = target._mutatingExtracting(columns)
    guard next < end, !columns.isEmpty else {
      for column in 0..<columns.count { line[column] = .zero }
      return
    }
    let (low, high) = (
      Int(taps[next].row) * stride - reach - 1, Int(taps[end - 1].row) * stride + reach + columns.count
    )
    precondition(first + low >= 0 && first + high <= cells.count)
    unsafe taps.span.extracting(next..<end).withUnsafeBufferPointer { taps in
      unsafe cells.withUnsafeBufferPointer { cells in
        unsafe line.withUnsafeMutableBufferPointer { line in
          unsafe aux_sum_taps(
            UnsafeMutableRawPointer(line.baseAddress!).assumingMemoryBound(to: Float.self), line.count,
            UnsafeRawPointer(cells.baseAddress! + first).assumingMemoryBound(to: Float.self), stride,
            taps.baseAddress!, taps.count)
        }
      }
    }
  }
}

/// The kernels of all layers.
struct LensKernels: Sendable {
  private let shape: FocalBlur.Shape
  private let kernels: [LensKernel]

  init<Code: LightCode>(_ ladder: RadiusLadder, _ shape: FocalBlur.Shape, _ scene: LensScene<Code>) {
    self.shape = shape
    kernels = ladder.radii.indices.map { layer in
      let level = ladder.levels[layer], blur = LightPlane.blur(level: level)
      let radius =
        layer == ladder.sharp ? 1 : ladder.radii[layer].magnitude * scene.radii.unit / Float(1 << level)
      return shape == .disc
        ? LensKernel(discOf: radius, blur: blur) : LensKernel(bellOf: radius, blur: blur)
    }
  }

  /// The kernel of a layer.
  subscript(_ layer: Int) -> LensKernel { kernels[layer] }

  /// The cells that the kernels of a level need around a part, a multiple of a block's.
  ///
  /// Radii are less than 7.5 cells at full size, and less than 11.5 otherwise, and sharpening needs one more cell; blocks are
  /// 8 pixels wide.
  func reach(level: Int) -> Int {
    shape == .disc ? (level == 0 ? 8 : 12) : (level == 0 ? 16 : 20)
  }
}

/// The coverage of the cells around the middle one by a disc.
private struct DiscCoverage {
  /// The radius in cells.
  let radius: Float
  /// The coverage, row by row.
  private(set) var cells: [Float]
  /// The cells on either side of the middle.
  let reach: Int

  /// Lines along a cell's side at which coverage is measured.
  private static let fineness = 16

  init(radius: Float) {
    self.radius = radius
    reach = max(Int((radius + 0.5).rounded(.up)) - 1, 0)
    // All of a small one is in the middle cell.
    guard reach > 0 else {
      cells = [1]
      return
    }
    let side = 2 * reach + 1
    cells = [Float](repeating: 0, count: side * side)
    let step = 1 / Float(Self.fineness)
    for row in 0..<side * Self.fineness {
      let y = ((Float(row) + 0.5) * step - Float(reach) - 0.5) / radius
      let half = max(1 - y * y, 0).squareRoot()
      for column in 0..<side {
        let left = Float(column - reach) - 0.5
        cells[row / Self.fineness * side + column] += max(
          min((left + 1) / radius, half) - max(left / radius, -half), 0)
      }
    }
  }

  /// Returns how much cells have to be sharpened, so that they and the coverage spread light as the disc does.
  ///
  /// A disc spreads light along a row with a variance of a quarter of its squared radius. The coverage of cells adds
  /// about a twelfth, the variance of a cell, and the change of a picture's size adds `blur`. Means with weights -s, 1 + 2 s
  /// and -s along rows and columns take 2 s away. Where the coverage is that of one cell, s is negative, and they blur.
  func sharpening(blur: Float) -> Float { (variance + blur - radius * radius / 4) / 2 }

  /// The mean square of the distance along a row at which the cells put light.
  private var variance: Float {
    let side = 2 * reach + 1
    var (sum, total) = (Float(0), Float(0))
    for cell in cells.indices {
      let column = Float(cell % side - reach)
      sum += cells[cell] * column * column
      total += cells[cell]
    }
    return sum / total
  }
}
