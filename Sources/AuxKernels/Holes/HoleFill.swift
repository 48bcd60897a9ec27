/// Filling holes, the samples without a usable value, which are NaN.
///
/// ``SampleMarks`` makes NaN of what imported maps use for them. Source: Specs/conversions.md, "Float maps and
/// holes".
package enum HoleFill {
  /// Replaces every NaN by a value and returns how many there were.
  package static func fill(_ values: inout [Float], with value: Float) -> Int {
    var count = 0
    var samples = values.mutableSpan
    for index in 0..<samples.count {
      let sample = samples[index]
      let isHole: UInt32 = sample.isNaN ? .max : 0
      let bits = sample.bitPattern & ~isHole | value.bitPattern & isHole
      samples[index] = Float(bitPattern: bits)
      count &+= Int(isHole & 1)
    }
    return count
  }

  /// Replaces every NaN by the nearest other sample and returns how many there were.
  ///
  /// Nearest by Euclidean distance between sample centres; of several, the one furthest left is taken, and
  /// of those the uppermost. Returns nil and changes nothing where all `width * height` values are NaN.
  /// The time is linear in the number of samples. Source: A. Meijster, J. Roerdink and W. Hesselink,
  /// "A general algorithm for computing distance transforms in linear time", 2000.
  package static func fillNearest(_ values: inout [Float], width: Int, height: Int) -> Int? {
    precondition(width > 0 && height > 0 && values.count == width * height)
    let above = nearestRowsAbove(values, width: width, height: height)
    // The last row knows of every valid sample's column.
    guard above[(values.count - width)...].contains(where: { $0 >= 0 }) else { return nil }
    return fillUpwards(&values, above: above, width: width, height: height)
  }

  /// Returns for every sample the row of the nearest valid one at or above it in its column, or -1.
  private static func nearestRowsAbove(_ values: [Float], width: Int, height: Int) -> [Int32] {
    var rows = [Int32](repeating: -1, count: values.count)
    let source = values.span
    var target = rows.mutableSpan
    for row in 0..<height {
      let start = row * width
      let number = Int32(row)
      for index in start..<(start + width) {
        let inherited = row == 0 ? -1 : target[index - width]
        target[index] = source[index].isNaN ? inherited : number
      }
    }
    return rows
  }

  /// Fills the rows from the last to the first, keeping the nearest valid row below each column.
  private static func fillUpwards(
    _ values: inout [Float], above: [Int32], width: Int, height: Int
  ) -> Int {
    var below = [Int32](repeating: -1, count: width)
    var envelope = LowerEnvelope(capacity: width)
    var filled = 0
    for row in (0..<height).reversed() {
      let number = Int32(row)
      let start = row * width
      var column = 0
      while column < width {
        // `above` still marks the holes when they are filled.
        guard above[start + column] != number else {
          below[column] = number
          column += 1
          continue
        }
        let first = column
        while column < width && above[start + column] != number { column += 1 }
        let run = first..<column
        envelope.removeAll()
        // The valid neighbours of a run are nearer to it than anything beyond them.
        for site in max(first - 1, 0)...min(column, width - 1) {
          let upper = above[start + site]
          let lower = upper == number ? number : below[site]
          let isLower = upper < 0 || (lower >= 0 && lower - number < number - upper)
          let nearest = isLower ? lower : upper
          guard nearest >= 0 else { continue }
          envelope.insert(column: site, row: Int(nearest), distance: Int(abs(nearest - number)), in: run)
        }
        envelope.forEachColumn(in: run) { hole, column, row in
          values[start + hole] = values[row * width + column]
        }
        filled += run.count
      }
    }
    return filled
  }
}

/// For each column of a row the site whose sample is nearest, found in linear time.
///
/// A site is a column's nearest sample; seen along the row its squared distance is a parabola, and the
/// lowest of them at a column is the nearest sample. Source: Meijster et al. 2000, second phase.
private struct LowerEnvelope {
  private struct Parabola {
    let column, square: Int
    /// The row of the sample.
    let row: Int
    /// The first column where this parabola is the lowest of those so far.
    let start: Int

    func height(at column: Int) -> Int {
      (column - self.column) * (column - self.column) + square
    }
  }

  private var parabolas: [Parabola] = []

  init(capacity: Int) {
    parabolas.reserveCapacity(capacity)
  }

  mutating func removeAll() {
    parabolas.removeAll(keepingCapacity: true)
  }

  /// Adds a site to the right of those present, whose sample is `distance` rows away.
  ///
  /// Only its part in the columns of `run` matters. Where two are equal, the left one stays.
  mutating func insert(column: Int, row: Int, distance: Int, in run: Range<Int>) {
    let square = distance * distance
    var start = run.lowerBound
    while let last = parabolas.last {
      let height = (last.start - column) * (last.start - column) + square
      guard last.height(at: last.start) > height else {
        // The last column where the old parabola is not above the new; it is not
        // before `last.start`.
        let difference = column * column - last.column * last.column + square - last.square
        start = difference / (2 * (column - last.column)) + 1
        break
      }
      parabolas.removeLast()
    }
    guard start < run.upperBound else { return }
    parabolas.append(Parabola(column: column, square: square, row: row, start: start))
  }

  /// Calls `body` with each column of `run` and the column and row of its nearest sample.
  @inline(__always)
  func forEachColumn(in run: Range<Int>, _ body: (_ column: Int, _ siteColumn: Int, _ siteRow: Int) -> Void) {
    for (index, parabola) in parabolas.enumerated() {
      let end = index + 1 < parabolas.count ? parabolas[index + 1].start : run.upperBound
      for column in parabola.start..<end { body(column, parabola.column, parabola.row) }
    }
  }
}
