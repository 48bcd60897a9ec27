internal import AuxKernels

/// A row as one eye sees it.
///
/// Samples are drawn from near to far, and farther ones get the coverage that is left: parts of one surface add up.
struct EyeLine {
  private let width: Int
  /// Light times its coverage, and the coverage.
  private var cells: [SIMD4<Float>]
  /// How many pixels of all rows so far show something that the photo does not.
  private(set) var madeUp = 0
  /// The parallax that does not move, and in which direction the others do.
  private var origin: Float = 0
  private var sign: Float = 1

  /// The coverage below which nothing is there.
  private static let nothing: Float = 1 / 64

  init(width: Int) {
    self.width = width
    cells = [SIMD4<Float>](repeating: .zero, count: width)
  }

  /// Draws the surfaces of a row from the nearest run on; the eye's view of parallax p is shifted by p - origin, or by a share
  /// of that.
  mutating func draw(_ line: borrowing StereoLine, origin: Float, isRight: Bool, share: Float = 1) {
    (self.origin, sign) = (origin, isRight ? -share : share)
    for index in cells.indices { cells[index] = .zero }
    for whole in stride(from: line.firstRuns.count - 1, through: 0, by: -1) {
      var index = Int(line.firstRuns[whole])
      while index >= 0 {
        let run = line.runs[index]
        let columns = Int(run.columns.lowerBound)..<Int(run.columns.upperBound)
        if run.isGround { drawGround(line, columns) } else { drawFront(line, columns) }
        index = Int(run.next)
      }
    }
  }

  @inline(__always)
  private func place(_ column: Int, _ parallax: Float) -> Float { Float(column) + sign * (parallax - origin) }

  private mutating func drawFront(_ line: borrowing StereoLine, _ columns: Range<Int>) {
    let last = columns.upperBound - 1
    if line.neighbour(of: columns.lowerBound, isGround: false, step: -1) == nil {
      drawStart(line, columns.lowerBound, isGround: false)
    }
    Self.drawInside(line.front, line.frontParallax, columns, sign, origin, into: &cells)
    _ = drawEnd(line, last, isGround: false)
  }

  private mutating func drawGround(_ line: borrowing StereoLine, _ columns: Range<Int>) {
    for column in columns {
      if line.neighbour(of: column, isGround: true, step: -1) == nil {
        drawStart(line, column, isGround: true)
      }
      let taken = drawEnd(line, column, isGround: true)
      if taken > 0.5, line.isMadeUp[column] { madeUp += 1 }
    }
  }

  private static func drawInside(
    _ light: [SIMD4<Float>], _ parallax: [Float], _ columns: Range<Int>, _ sign: Float, _ origin: Float,
    into cells: inout [SIMD4<Float>]
  ) {
    guard columns.count > 1 else { return }
    let (light, parallax) = (light.span.extracting(columns), parallax.span.extracting(columns))
    precondition(light.count == parallax.count)
    var target = cells.mutableSpan
    var start = Float(columns.lowerBound) + sign * (parallax[0] - origin)
    var index = firstPlace(start)
    var own = light[0]
    for offset in 1..<light.count {
      let end = Float(columns.lowerBound &+ offset) + sign * (parallax[offset] - origin)
      let next = light[offset]
      let rate = 1 / (end - start)
      // Each place is between two neighbours once: the next ones begin where these end.
      while Float(index) < end, index < target.count {
        _ = add(own + (next - own) * ((Float(index) - start) * rate), at: index, &target)
        index &+= 1
      }
      (start, own) = (end, next)
    }
  }

  /// The first place of the view at or beyond one.
  @inline(__always)
  private static func firstPlace(_ start: Float) -> Int {
    // Truncation is towards zero; it is made to be upwards.
    var index = start > 0 ? Int(start) : 0
    if Float(index) < start { index &+= 1 }
    return index
  }

  /// Adds light as far as its place is free; returns the coverage that was.
  @inline(__always)
  private static func add(
    _ value: SIMD4<Float>, at index: Int, _ cells: inout MutableSpan<SIMD4<Float>>
  ) -> Float {
    let free = 1 - cells[index].w
    guard value.w > free else {
      cells[index] += value
      return value.w
    }
    guard free > 0 else { return 0 }
    cells[index] += value * (free / value.w)
    return free
  }

  /// Draws what is between a sample and its neighbour to the right or, without one, fades it out; returns the sum of
  /// coverage that was free.
  private mutating func drawEnd(_ line: borrowing StereoLine, _ column: Int, isGround: Bool) -> Float {
    guard let own = line.node(column, isGround: isGround) else { return 0 }
    let here = place(column, own.parallax)
    let next = line.neighbour(of: column, isGround: isGround, step: 1)
    let end = next.map { place(column + 1, $0.parallax) } ?? here + 1
    var target = cells.mutableSpan
    return Self.drawSegment(from: here, own.light, to: end, next?.light ?? .zero, into: &target)
  }

  /// Fades a sample in that has no neighbour to the left.
  private mutating func drawStart(_ line: borrowing StereoLine, _ column: Int, isGround: Bool) {
    guard let own = line.node(column, isGround: isGround) else { return }
    let here = place(column, own.parallax)
    var target = cells.mutableSpan
    _ = Self.drawSegment(from: here - 1, .zero, to: here, own.light, into: &target)
  }

  /// Draws the stretch between two samples, at whole places from the first to before the second.
  @inline(__always)
  private static func drawSegment(
    from start: Float, _ first: SIMD4<Float>, to end: Float, _ second: SIMD4<Float>,
    into cells: inout MutableSpan<SIMD4<Float>>
  ) -> Float {
    guard end > start, end > 0, start < Float(cells.count) else { return 0 }
    var index = firstPlace(start)
    let rate = 1 / (end - start)
    var taken: Float = 0
    while index < cells.count, Float(index) < end {
      taken += add(first + (second - first) * ((Float(index) - start) * rate), at: index, &cells)
      index &+= 1
    }
    return taken
  }

  /// Fills empty places with their surroundings, mirrored.
  mutating func fillHoles(_ line: borrowing StereoLine) {
    var column = 0
    while column < width {
      guard cells[column].w < 0.5 else {
        column += 1
        continue
      }
      let first = column
      while column < width, cells[column].w < 0.5 { column += 1 }
      madeUp += column - first
      guard first > 0 || column < width else {
        // All of the row was moved out of the view.
        for index in 0..<width { cells[index] = line.front[index] }
        return
      }
      fill(first..<column)
    }
  }

  private mutating func fill(_ hole: Range<Int>) {
    let (left, right) = (hole.lowerBound - 1, hole.upperBound)
    for column in hole where cells[column].w < Self.nothing {
      if left < 0 {
        let mirrored = cells[min(2 * right - 1 - column, width - 1)]
        // What is there may be a hole itself.
        cells[column] = mirrored.w < 0.5 ? cells[right] : mirrored
      } else if right == width {
        let mirrored = cells[max(2 * left + 1 - column, 0)]
        cells[column] = mirrored.w < 0.5 ? cells[left] : mirrored
      } else {
        let share = Float(column - left) / Float(right - left)
        cells[column] = cells[left] + (cells[right] - cells[left]) * share
      }
    }
  }

  /// Writes the codes of the row, which is gone then.
  mutating func write<Code: LightCode>(
    _ entries: Span<Code.Entry>, into target: inout MutableSpan<Code>, at start: Int
  ) {
    var row = cells.mutableSpan
    Code.write(&row, entries, into: &target, from: start)
  }
}
