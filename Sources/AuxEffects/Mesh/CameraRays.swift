public import AuxImage
public import AuxKernels

/// The directions in which a camera sees the samples of a map: x to the right, y down, and z = 1 along the optical axis.
///
/// Times the depth of a sample its direction is a point in metres, in the axes of OpenCV. The centre of the first sample is at
/// (0.5, 0.5) from the corner, from which a calibration measures the principal point. Source: Specs/space.md, "Rays".
public struct CameraRays: Hashable, Sendable {
  /// The number of samples in a row of the map.
  public let width: Int
  /// The number of rows of the map.
  public let height: Int
  private let calibration: CameraCalibrationData
  private let distortion: Distortion?
  /// Columns and rows of the map in pixels of the reference dimensions.
  private let across, down: Double

  /// The radial magnification by a table of equally distant radii, from a distorted to an undistorted point or the other way.
  private struct Distortion: Hashable {
    let table: [Float]
    let isInverse: Bool
    let center: CameraCalibrationData.Point
    /// The radius of the last number of the table, in reference pixels.
    let largest: Double

    /// Whether points farther out are moved to places farther out, as by every lens.
    var isMonotonic: Bool {
      let radii = table.indices.map { Double($0) * (1 + Double(table[$0])) }
      return zip(radii, radii.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Returns the share of the radius by which a point moves, as `CameraCalibrationData.lensDistortionPoint` does.
    @inline(__always)
    func share(atRadius radius: Double) -> Double {
      let position = radius / largest * Double(table.count - 1)
      guard position < Double(table.count - 1) else { return Double(table[table.count - 1]) }
      let index = position.integer(.down, in: 0...table.count - 2)
      let (low, high) = (Double(table[index]), Double(table[index + 1]))
      return low + (high - low) * (position - Double(index))
    }

    func undistorted(_ point: CameraCalibrationData.Point) -> CameraCalibrationData.Point {
      let (x, y) = (point.x - center.x, point.y - center.y)
      let radius = (x * x + y * y).squareRoot()
      guard radius > 0 else { return point }
      var factor = 1 + share(atRadius: radius)
      if !isInverse {
        // The radius whose distorted one this is: each step takes away what the one before was off by.
        var found = radius
        for _ in 0..<30 {
          let off = found * (1 + share(atRadius: found)) - radius
          found -= off
          if abs(off) < 1e-9 * radius { break }
        }
        factor = found / radius
      }
      return .init(x: center.x + x * factor, y: center.y + y * factor)
    }
  }

  /// Creates the rays of a map of a camera's photo, lens distortion taken out where the calibration has it and `rectifies`.
  ///
  /// Throws `AuxError` with code `usage` where a side or a focal length is not positive, and `malformed` where the lens distortion
  /// moves a point at least as far out as one that is farther out.
  public init(
    _ calibration: CameraCalibrationData, width: Int, height: Int, rectifies: Bool = true
  ) throws(AuxError) {
    let matrix = calibration.intrinsicMatrix
    guard width > 0, height > 0, matrix[0] > 0, matrix[4] > 0 else {
      throw AuxError(
        .usage, "a camera with focal lengths of \(matrix[0]) and \(matrix[4]) pixels sees nothing")
    }
    (self.width, self.height, self.calibration) = (width, height, calibration)
    let reference = calibration.intrinsicMatrixReferenceDimensions
    (across, down) = (reference.width / Double(width), reference.height / Double(height))
    distortion = rectifies ? Self.distortion(of: calibration) : nil
    guard distortion?.isMonotonic ?? true else {
      throw AuxError(
        .malformed,
        "the lens distortion coefficients of the camera fold the picture: points farther out are seen farther in"
      )
    }
  }

  /// Whether lens distortion is taken out.
  public var areRectified: Bool { distortion != nil }

  private static func distortion(of calibration: CameraCalibrationData) -> Distortion? {
    guard let center = calibration.lensDistortionCenter else { return nil }
    let size = calibration.intrinsicMatrixReferenceDimensions
    let (x, y) = (max(center.x, size.width - center.x), max(center.y, size.height - center.y))
    let largest = (x * x + y * y).squareRoot()
    if let table = calibration.inverseLensDistortionLookupTable, table.contains(where: { $0 != 0 }) {
      return Distortion(table: table, isInverse: true, center: center, largest: largest)
    }
    guard let table = calibration.lensDistortionLookupTable, table.contains(where: { $0 != 0 }) else {
      return nil
    }
    return Distortion(table: table, isInverse: false, center: center, largest: largest)
  }

  /// Returns the direction of a point of the map, in samples from its top left corner, with z = 1.
  public func direction(x: Double, y: Double) -> (x: Double, y: Double) {
    let seen = CameraCalibrationData.Point(x: x * across, y: y * down)
    let point = distortion?.undistorted(seen) ?? seen
    // By columns: (fx, 0, 0), (skew, fy, 0), (ox, oy, 1).
    let matrix = calibration.intrinsicMatrix.span
    let vertical = (point.y - matrix[7]) / matrix[4]
    return ((point.x - matrix[6] - matrix[3] * vertical) / matrix[0], vertical)
  }

  /// Returns the direction of each sample: x, y and z = 1, by rows from the top.
  ///
  /// At most so many threads work on it.
  public func directions(jobs: Int = AuxWorkerPool.coreCount) -> [Float] {
    var directions = Bands.undefined(3 * width * height, of: Float.self)
    Bands.write(&directions, rows: height, jobs: jobs) { band, part in
      for row in band {
        let line = self.directions(row: row, columns: stride(from: 0, to: width, by: 1))
        let start = 3 * (row - band.lowerBound) * width
        for column in 0..<width {
          part[start + 3 * column] = line[column].x
          part[start + 3 * column + 1] = line[column].y
          part[start + 3 * column + 2] = 1
        }
      }
    }
    return directions
  }

  /// Returns the directions of the samples of a row at some columns, x and y of each.
  func directions(row: Int, columns: StrideTo<Int>) -> [SIMD2<Float>] {
    let y = Double(row) + 0.5
    guard distortion == nil, calibration.intrinsicMatrix[3] == 0 else {
      return columns.map {
        let direction = direction(x: Double($0) + 0.5, y: y)
        return [Float(direction.x), Float(direction.y)]
      }
    }
    let vertical = Float(direction(x: 0, y: y).y)
    let (focal, center) = (calibration.intrinsicMatrix[0], calibration.intrinsicMatrix[6])
    return columns.map { [Float(((Double($0) + 0.5) * across - center) / focal), vertical] }
  }
}

extension CameraRays {
  /// The camera as members of a JSON object, in pixels of `width` x `height`: `focal`, `center`, and `skew` if it is not 0.
  ///
  /// `distortion` has what rectifies: `center`, the radius `largest` of the last number of `table`, and whether the table
  /// `isInverse`, which goes from distorted to undistorted points. The size of the map does not matter.
  package var cameraMembers: [JSONValue.Member] {
    func numbers(_ values: Double...) -> JSONValue { .array(values.map(JSONValue.number)) }
    let (matrix, size) = (calibration.intrinsicMatrix, calibration.intrinsicMatrixReferenceDimensions)
    var members: [JSONValue.Member] = [
      .init("width", .number(size.width)), .init("height", .number(size.height)),
      .init("focal", numbers(matrix[0], matrix[4])), .init("center", numbers(matrix[6], matrix[7])),
    ]
    if matrix[3] != 0 { members.append(.init("skew", .number(matrix[3]))) }
    guard let distortion else { return members }
    let lens: JSONValue = [
      "center": numbers(distortion.center.x, distortion.center.y), "largest": .number(distortion.largest),
      "table": .array(distortion.table.map { .number(Double($0)) }),
      "isInverse": .boolean(distortion.isInverse),
    ]
    return members + [.init("distortion", lens)]
  }
}
