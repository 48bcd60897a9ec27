import AuxImage
import AuxKernels
import TestSupport
import Testing

/// A scene whose disparity is a function of the direction in which the reference camera sees a point: what an edited map shows
/// can be compared with it.
struct SyntheticScene {
  let width: Int
  let height: Int
  let orientation: ImageOrientation
  let calibration: CameraCalibrationData

  /// Creates a scene; `down` is the focal length down, where that across is 200.
  init(width: Int = 96, height: Int = 72, orientation: ImageOrientation = .up, down: Double = 210) throws {
    (self.width, self.height, self.orientation) = (width, height, orientation)
    // The reference dimensions are those of a larger picture, as in files of cameras.
    calibration = try CameraCalibrationData(
      intrinsicMatrix: [200, 0, 0, 0, down, 0, 1.05 * Double(width), 0.94 * Double(height), 1],
      intrinsicMatrixReferenceDimensions: .init(width: 2 * Double(width), height: 2 * Double(height)),
      pixelSize: 0.002, lensDistortionCenter: .init(x: 1.02 * Double(width), y: 0.97 * Double(height)))
  }

  var primary: PrimaryImage { PrimaryImage(width: width, height: height, orientation: orientation) }

  /// The disparity in a direction: linear, so that a mean over a pixel is the value at its centre.
  static func disparity(_ direction: SIMD2<Double>) -> Double { 2 + 1.1 * direction.x - 0.7 * direction.y }
  /// How much it changes over a pixel of the reference dimensions at most.
  static let steepest = 1.1 / 200 + 0.7 / 200

  /// Returns the direction in which the reference camera sees a point of a picture, `0...1` of its sides.
  static func direction(
    _ x: Double, _ y: Double, _ calibration: CameraCalibrationData, mirrored: Bool
  ) -> SIMD2<Double> {
    let k = calibration.intrinsicMatrix
    let size = calibration.intrinsicMatrixReferenceDimensions
    let down = (y * size.height - k[7]) / k[4]
    let ray: [Double] = [(x * size.width - k[6] - k[3] * down) / k[0], down, 1]
    let e = calibration.extrinsicMatrix
    let seen = (0..<3).map { row in e[row] * ray[0] + e[3 + row] * ray[1] + e[6 + row] * ray[2] }
    // A mirrored picture shows a mirrored world.
    return [(mirrored ? -1 : 1) * seen[0] / seen[2], seen[1] / seen[2]]
  }

  /// Returns the map of the photo as it is stored, with so many samples.
  func map(width columns: Int, height rows: Int) throws -> StoredAuxiliaryImage {
    var values: [Float] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let (x, y) = ((Double(column) + 0.5) / Double(columns), (Double(row) + 0.5) / Double(rows))
        values.append(Float(Self.disparity(Self.direction(x, y, calibration, mirrored: false))))
      }
    }
    var metadata = AuxiliaryMetadata()
    metadata.calibration = calibration
    return try StoredAuxiliaryImage(
      quantising: DepthData(
        values: values, width: columns, height: rows, depthDataType: .fdis, metadata: metadata))
  }

  /// Returns the greatest difference between a map and the scene, in codes, and the place of it.
  ///
  /// What is at an edge is left out: beyond the centres of outermost samples these go on, and a small map that was made finer has
  /// several samples there.
  static func greatestError(
    of image: StoredAuxiliaryImage, mirrored: Bool
  ) throws -> (codes: Double, pixels: Double) {
    let calibration = try #require(image.metadata.calibration)
    let range = try #require(image.range)
    let depth = try image.depthData(in: .fdis)
    let step = abs(range.lastValue - range.firstValue) / 255
    var greatest = 0.0
    let border = 1 + image.width / 36
    // Every second one is enough.
    for row in stride(from: border, to: image.height - border, by: 2) {
      for column in stride(from: border, to: image.width - border, by: 2) {
        let (x, y) = (
          (Double(column) + 0.5) / Double(image.width), (Double(row) + 0.5) / Double(image.height)
        )
        let truth = disparity(direction(x, y, calibration, mirrored: mirrored))
        greatest = max(greatest, abs(Double(depth.values[row * image.width + column]) - truth))
      }
    }
    let size = calibration.intrinsicMatrixReferenceDimensions
    // What a pixel of the map is in pixels of the reference dimensions.
    let pixel = steepest * size.width / Double(image.width)
    return (greatest / step, greatest / pixel)
  }
}
