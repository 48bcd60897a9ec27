/// A matrix of three rows, as colours are converted with.
package struct Matrix3: Hashable, Sendable {
  /// Nine numbers, by rows.
  package let values: [Double]

  /// Creates a matrix of nine numbers, by rows.
  package init(_ values: [Double]) { self.values = values }

  private func row(_ row: Int, times vector: [Double]) -> Double {
    var sum = values[3 * row] * vector[0]
    sum += values[3 * row + 1] * vector[1]
    sum += values[3 * row + 2] * vector[2]
    return sum
  }

  /// Returns the product of two matrices.
  package static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    var product: [Double] = []
    for row in 0..<3 {
      for column in 0..<3 {
        product.append(
          a.row(row, times: [b.values[column], b.values[column + 3], b.values[column + 6]]))
      }
    }
    return Matrix3(product)
  }

  /// Returns the product of a matrix and a column.
  package static func * (a: Matrix3, vector: [Double]) -> [Double] {
    (0..<3).map { a.row($0, times: vector) }
  }

  /// The inverse, or nil where there is none.
  package var inverse: Matrix3? {
    let m = values
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
    let first = [minor(4, 5, 7, 8), minor(2, 1, 8, 7), minor(1, 2, 4, 5)]
    let second = [minor(5, 3, 8, 6), minor(0, 2, 6, 8), minor(2, 0, 5, 3)]
    let third = [minor(3, 4, 6, 7), minor(1, 0, 7, 6), minor(0, 1, 3, 4)]
    let determinant = row(0, times: [first[0], second[0], third[0]])
    guard abs(determinant) > 1e-12 else { return nil }
    return Matrix3((first + second + third).map { $0 / determinant })
  }
}

extension Matrix3 {
  /// Returns what makes one white another, by Bradford's cone responses; both are X, Y and Z.
  ///
  /// Source: ICC.1:2022, annex E.
  package static func adaptation(from white: [Double], to other: [Double]) -> Matrix3 {
    let cones = Matrix3([0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296])
    guard let back = cones.inverse else { return cones }
    let (from, to) = (cones * white, cones * other)
    let scale = Matrix3([to[0] / from[0], 0, 0, 0, to[1] / from[1], 0, 0, 0, to[2] / from[2]])
    return back * scale * cones
  }
}
