/// For each column of a row the site whose sample is nearest, found in linear time.
///
/// A site is a column's nearest sample; seen along the row its squared distance is a parabola, and the
/// lowest of them at a column is the nearest sample. Source: Meijster et al. 2000, second phase.
struct LowerEnvelope {
  private struct Parabola {
    /// The vertex.
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
        // The last column where the old parabola is not above the new; not negative, as it is none
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
