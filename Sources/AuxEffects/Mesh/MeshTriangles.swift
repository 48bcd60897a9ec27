/// Triangles between the samples of a grid: large ones where the surface is a plane, the smallest along tears and holes.
///
/// Squares of ``blockSide`` samples are halved along a diagonal, and each triangle again from the middle of its longest side to the
/// corner across from it, until no middle is off by more than a tolerance. Both triangles at a side are halved together, so that
/// there are no cracks. Source: W. Evans, D. Kirkpatrick and G. Townsend, "Right-Triangulated Irregular Networks", 2001.
struct MeshTriangles {
  /// The side of the largest squares in samples; a power of two.
  static let blockSide = 32

  private let grid: DepthGrid
  /// The grid with whole squares: samples beyond its edges are holes.
  private let width, height: Int
  /// Of each place, whether triangles whose longest side has its middle there are halved.
  private var halves: [Bool]
  /// The three samples of each triangle, counter-clockwise as the camera sees them.
  private(set) var corners: [UInt32] = []

  /// `codeStep` is the distance of two codes of the map: a quarter of it is always tolerated.
  init(_ grid: DepthGrid, tolerance: Float, codeStep: Float) {
    self.grid = grid
    func whole(_ count: Int) -> Int {
      (max(count - 1, 1) + Self.blockSide - 1) / Self.blockSide * Self.blockSide + 1
    }
    (width, height) = (whole(grid.width), whole(grid.height))
    halves = [Bool](repeating: false, count: width * height)
    findHalves(tolerance, codeStep / 4)
    addTriangles()
  }

  /// Whether the surface goes on within the four sides of a cell, named by its first corner.
  private func isWhole(_ column: Int, _ row: Int) -> Bool {
    guard column >= 0, row >= 0, column + 1 < grid.width, row + 1 < grid.height else { return false }
    let index = row * grid.width + column
    return grid.joins[index] == DepthGrid.right | DepthGrid.below
      && grid.joins[index + 1] & DepthGrid.below != 0 && grid.joins[index + grid.width] & DepthGrid.right != 0
  }

  /// Goes from the smallest triangles to the largest: when one is halved, so are those that contain it.
  private mutating func findHalves(_ tolerance: Float, _ least: Float) {
    var side = 1
    while 2 * side <= Self.blockSide {
      // Middles of sides along rows and columns; halves of these triangles have diagonals for longest sides.
      for row in stride(from: 0, to: height, by: side) {
        let first = (row / side) % 2 == 0 ? side : 0
        for column in stride(from: first, to: width, by: 2 * side) {
          let isAlongRow = first != 0
          let ends = isAlongRow ? (side, 0) : (0, side)
          halves[row * width + column] =
            hasHalvedPart(column, row, side) || isOff(column, row, ends, tolerance, least)
        }
      }
      // Middles of squares, whose diagonals meet those of the squares beside.
      for row in stride(from: side, to: height, by: 2 * side) {
        for column in stride(from: side, to: width, by: 2 * side) {
          let place = row * width + column
          let hasHalvedPart =
            halves[place - side] || halves[place + side] || halves[place - side * width]
            || halves[place + side * width]
          let ends = Self.falls(column / (2 * side), row / (2 * side)) ? (side, side) : (side, -side)
          halves[place] = hasHalvedPart || isOff(column, row, ends, tolerance, least)
        }
      }
      side *= 2
    }
  }

  /// Whether a triangle with the middle of its longest side there, which is 2 `side` long, has a part that is halved, or is one
  /// of the smallest and not all of one surface.
  private func hasHalvedPart(_ column: Int, _ row: Int, _ side: Int) -> Bool {
    let half = side / 2
    guard half > 0 else {
      return isTorn(column - 1, row - 1) || isTorn(column, row - 1) || isTorn(column - 1, row)
        || isTorn(column, row)
    }
    return isHalved(column - half, row - half) || isHalved(column + half, row - half)
      || isHalved(column - half, row + half) || isHalved(column + half, row + half)
  }

  private func isHalved(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && row >= 0 && column < width && row < height && halves[row * width + column]
  }

  /// Whether there is a cell that is not whole.
  private func isTorn(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && row >= 0 && column + 1 < width && row + 1 < height && !isWhole(column, row)
  }

  /// Whether the disparity of a sample is another than half way between two around it, since on a plane it is linear, or the
  /// corners of both triangles there are too far from each other.
  private func isOff(
    _ column: Int, _ row: Int, _ way: (x: Int, y: Int), _ tolerance: Float, _ least: Float
  ) -> Bool {
    guard let own = disparity(column, row), let one = disparity(column - way.x, row - way.y),
      let two = disparity(column + way.x, row + way.y)
    else { return true }
    // Not the other way round, since a hole is no number.
    guard abs((one + two) / 2 - own) <= max(tolerance * own, least) else { return true }
    // The corners across from the longest side, on both sides of it.
    var (far, near) = (min(one, two), max(one, two))
    func extend(_ corner: Float?) {
      guard let corner, corner > 0 else { return }
      (far, near) = (min(far, corner), max(near, corner))
    }
    extend(disparity(column - way.y, row + way.x))
    extend(disparity(column + way.y, row - way.x))
    return near > grid.maxStep * far
  }

  private func disparity(_ column: Int, _ row: Int) -> Float? {
    guard column >= 0, row >= 0, column < grid.width, row < grid.height else { return nil }
    return grid.disparities[row * grid.width + column]
  }

  /// Whether the diagonal of a square goes down from the left to the right, by its place among squares of its size.
  private static func falls(_ column: Int, _ row: Int) -> Bool { (column + row) % 2 == 0 }
}

extension MeshTriangles {
  private typealias Place = SIMD2<Int32>

  private mutating func addTriangles() {
    let side = Int32(Self.blockSide)
    for row in 0..<Int32(height - 1) / side {
      for column in 0..<Int32(width - 1) / side {
        let (left, top) = (column * side, row * side)
        let corners: (Place, Place, Place, Place) = (
          [left, top], [left + side, top], [left + side, top + side], [left, top + side]
        )
        if Self.falls(Int(column), Int(row)) {
          add(corners.2, corners.0, corners.1)
          add(corners.0, corners.2, corners.3)
        } else {
          add(corners.1, corners.3, corners.0)
          add(corners.3, corners.1, corners.2)
        }
      }
    }
  }

  /// Adds the triangle of a longest side and the corner across from it, or what it is halved into.
  private mutating func add(_ one: Place, _ two: Place, _ corner: Place) {
    let sum = one &+ two
    if sum.x & 1 == 0, sum.y & 1 == 0 {
      let middle: Place = [sum.x / 2, sum.y / 2]
      if halves[Int(middle.y) * width + Int(middle.x)] {
        add(corner, one, middle)
        add(two, corner, middle)
        return
      }
    } else if !isJoined(corner, one) || !isJoined(corner, two) || isStep(one, two) {
      return
    }
    // From the longest side to the corner is always the same way round.
    for place in [one, corner, two] {
      corners.append(UInt32(Int(place.y) * grid.width + Int(place.x)))
    }
  }

  /// Whether the depths of two samples differ by more than the greatest factor.
  private func isStep(_ one: Place, _ two: Place) -> Bool {
    func disparity(_ place: Place) -> Float {
      grid.disparities[Int(place.y) * grid.width + Int(place.x)]
    }
    let (one, two) = (disparity(one), disparity(two))
    return max(one, two) > grid.maxStep * min(one, two)
  }

  /// Whether the surface goes on between two samples beside or above each other.
  private func isJoined(_ one: Place, _ two: Place) -> Bool {
    let (column, row) = (Int(min(one.x, two.x)), Int(min(one.y, two.y)))
    let (right, bottom) = (Int(max(one.x, two.x)), Int(max(one.y, two.y)))
    guard right < grid.width, bottom < grid.height else { return false }
    return grid.joins[row * grid.width + column] & (one.y == two.y ? DepthGrid.right : DepthGrid.below) != 0
  }
}
