/// The colours of red, green, blue and white of a device, as x and y of CIE 1931, in that order.
///
/// Source: SMPTE RP 177; the adaptation between whites is Bradford's, of ICC.1:2022, annex E.
package struct Chromaticities: Hashable, Sendable {
  /// Eight numbers: x and y of red, green, blue and white.
  package let values: [Double]

  /// Rec. 709, whose primaries sRGB has; white is D65.
  package static let sRGB = Chromaticities(known: [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329])

  /// The colours and their names by code points of primaries that are red, green and blue.
  ///
  /// Source: ISO/IEC 23091-2, 8.1, table 2.
  static let named: [Int: (name: String, colours: Chromaticities)] = [
    1: ("Rec. 709", .sRGB),
    4: ("BT.470 M", Chromaticities(known: [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, 0.31, 0.316])),
    5: ("BT.601 625", Chromaticities(known: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, 0.3127, 0.329])),
    6: ("BT.601 525", Chromaticities(known: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, 0.3127, 0.329])),
    7: ("SMPTE ST 240", Chromaticities(known: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, 0.3127, 0.329])),
    8: ("Generic film", Chromaticities(known: [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, 0.31, 0.316])),
    9: ("BT.2020", Chromaticities(known: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329])),
    11: ("DCI-P3", Chromaticities(known: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351])),
    12: ("Display P3", Chromaticities(known: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329])),
    22: ("EBU Tech 3213", Chromaticities(known: [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, 0.3127, 0.329])),
  ]

  /// Creates chromaticities of eight numbers that are known to span colours.
  init(known values: [Double]) { self.values = values }

  /// Creates chromaticities of eight numbers; nil where they span no colours.
  package init?(_ values: [Float]) {
    self.init(known: values.map(Double.init))
    guard values.count == 8, values.allSatisfy(\.isFinite),
      // The blue of ACES has a negative y.
      stride(from: 1, to: 8, by: 2).allSatisfy({ abs(values[$0]) > 1e-6 }), values[7] > 0,
      toXYZ.inverse != nil
    else { return nil }
  }

  /// Whether both are the same but for rounding.
  package func isSame(as other: Chromaticities) -> Bool {
    zip(values, other.values).allSatisfy { abs($0 - $1) < 1e-3 }
  }

  /// Returns what makes linear sRGB of linear light of these colours, by rows; nil where they are those of sRGB.
  package var matrixToSRGB: [Float]? {
    guard !isSame(as: .sRGB), let fromXYZ = Self.sRGB.toXYZ.inverse else { return nil }
    return (fromXYZ * adaptation(to: .sRGB) * toXYZ).values.map(Float.init)
  }

  /// The X, Y and Z of a point with Y = 1.
  private func tristimulus(_ number: Int) -> [Double] {
    let (x, y) = (values[2 * number], values[2 * number + 1])
    return [x / y, 1, (1 - x - y) / y]
  }

  var white: [Double] { tristimulus(3) }

  /// The X, Y and Z of light of 1 of each colour, by columns, so that all three together are white.
  var toXYZ: Matrix3 {
    let columns = (0..<3).map(tristimulus)
    let primaries = Matrix3((0..<3).flatMap { (row: Int) -> [Double] in columns.map { $0[row] } })
    guard let inverse = primaries.inverse else { return primaries }
    let scale = inverse * white
    return Matrix3((0..<9).map { (index: Int) -> Double in primaries.values[index] * scale[index % 3] })
  }

  private func adaptation(to other: Chromaticities) -> Matrix3 { .adaptation(from: white, to: other.white) }
}

/// A matrix of three rows, as colours are converted with.
package struct Matrix3: Hashable, Sendable {
  package let values: [Double]

  package init(_ values: [Double]) { self.values = values }

  private func row(_ row: Int, times vector: [Double]) -> Double {
    var sum = values[3 * row] * vector[0]
    sum += values[3 * row + 1] * vector[1]
    sum += values[3 * row + 2] * vector[2]
    return sum
  }

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

  package static func * (a: Matrix3, vector: [Double]) -> [Double] {
    (0..<3).map { a.row($0, times: vector) }
  }

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
