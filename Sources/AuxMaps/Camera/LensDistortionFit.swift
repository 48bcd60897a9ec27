internal import AuxImage

/// OpenCV's coefficients of the lens distortion, nearest to the lookup table of a calibration.
///
/// OpenCV moves a point x, y of the plane at distance 1 to x (1 + k1 r² + k2 r⁴ + k3 r⁶) + 2 p1 x y + p2 (r² + 2 x²), and y
/// likewise. Apple's table is radial about a centre of its own, which is not always the principal point, so that the
/// coefficients are a fit. Source: Specs/conversions.md, "Cameras that are written".
public struct LensDistortionFit: Hashable, Sendable {
  /// The radial coefficients k1, k2 and k3.
  public let radial: [Double]
  /// The tangential coefficients p1 and p2.
  public let tangential: [Double]
  /// How far the fit is from the table at most, in pixels of the map, over a grid of 33 x 33 points.
  public let largestResidual: Double
  /// The root of the mean square of that distance.
  public let meanResidual: Double

  /// The coefficients in OpenCV's order: k1, k2, p1, p2, k3.
  public var coefficients: [Double] { [radial[0], radial[1], tangential[0], tangential[1], radial[2]] }

  /// The points of a side of the grid, from edge to edge.
  private static let side = 33

  /// Fits the coefficients for a map of that size, whose camera is `camera`; nil for a calibration without a table.
  init?(_ calibration: CameraCalibrationData, width: Int, height: Int, camera: PinholeIntrinsics) {
    guard let table = calibration.lensDistortionLookupTable, let center = calibration.lensDistortionCenter
    else { return nil }
    let size = calibration.intrinsicMatrixReferenceDimensions
    let (across, down) = (size.width / Double(width), size.height / Double(height))
    var rows: [[Double]] = []
    var targets: [Double] = []
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        let left = Double(column) * Double(width) / Double(Self.side - 1)
        let top = Double(row) * Double(height) / Double(Self.side - 1)
        let moved = CameraCalibrationData.lensDistortionPoint(
          for: .init(x: left * across, y: top * down), lookupTable: table, distortionOpticalCenter: center,
          imageSize: size)
        let (x, y) = ((left - camera.cx) / camera.fx, (top - camera.cy) / camera.fy)
        let r2 = x * x + y * y
        // Both equations are in pixels of the map.
        let ofX = [x * r2, x * r2 * r2, 2 * x * y, r2 + 2 * x * x, x * r2 * r2 * r2]
        let ofY = [y * r2, y * r2 * r2, r2 + 2 * y * y, 2 * x * y, y * r2 * r2 * r2]
        rows.append(ofX.map { $0 * camera.fx })
        rows.append(ofY.map { $0 * camera.fy })
        targets += [moved.x / across - left, moved.y / down - top]
      }
    }
    let found = LeastSquares.solution(rows, targets)
    radial = [found[0], found[1], found[4]]
    tangential = [found[2], found[3]]
    var (largest, sum) = (0.0, 0.0)
    for point in 0..<(targets.count / 2) {
      var square = 0.0
      for index in [2 * point, 2 * point + 1] {
        let difference = zip(rows[index], found).reduce(-targets[index]) { $0 + $1.0 * $1.1 }
        square += difference * difference
      }
      largest = max(largest, square)
      sum += square
    }
    largestResidual = largest.squareRoot()
    meanResidual = (sum / Double(targets.count / 2)).squareRoot()
  }
}

/// Linear equations, more of them than unknowns.
private enum LeastSquares {
  /// Returns the unknowns that leave the least sum of squares, by the modified Gram-Schmidt process; one that the equations
  /// do not determine is 0.
  static func solution(_ rows: [[Double]], _ targets: [Double]) -> [Double] {
    let count = rows.first?.count ?? 0
    var columns = (0..<count).map { column in rows.map { $0[column] } }
    var upper = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var products = [Double](repeating: 0, count: count)
    var rest = targets
    for index in 0..<count {
      let before = dot(columns[index], columns[index]).squareRoot()
      for earlier in 0..<index where upper[earlier][earlier] > 0 {
        upper[earlier][index] = dot(columns[earlier], columns[index])
        subtract(columns[earlier], times: upper[earlier][index], from: &columns[index])
      }
      let length = dot(columns[index], columns[index]).squareRoot()
      guard length > before * 1e-10, length > 0 else { continue }
      upper[index][index] = length
      for row in columns[index].indices { columns[index][row] /= length }
      products[index] = dot(columns[index], rest)
      subtract(columns[index], times: products[index], from: &rest)
    }
    var unknowns = [Double](repeating: 0, count: count)
    for index in (0..<count).reversed() where upper[index][index] > 0 {
      let known = ((index + 1)..<count).reduce(0.0) { $0 + upper[index][$1] * unknowns[$1] }
      unknowns[index] = (products[index] - known) / upper[index][index]
    }
    return unknowns
  }

  private static func dot(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func subtract(_ vector: [Double], times factor: Double, from other: inout [Double]) {
    for index in other.indices { other[index] -= factor * vector[index] }
  }
}
