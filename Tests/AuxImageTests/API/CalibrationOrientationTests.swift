import AuxImage
import AuxKernels
import Foundation
import Testing

/// A turned calibration is that of the turned image.
struct CalibrationOrientationTests {
  /// An image of 400x300 with a principal point, focal lengths and a centre that differ in every direction.
  static func calibration() throws -> CameraCalibrationData {
    try CameraCalibrationData(
      intrinsicMatrix: [500, 0, 0, 0, 600, 0, 190, 140, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 400, height: 300), pixelSize: 0.002,
      lensDistortionCenter: .init(x: 210, y: 120),
      lensDistortionCoefficients: [0, 0.5, 0.1, 0, 0, 0, 0, 0])
  }

  /// One orientation and what becomes of the calibration above, computed by hand.
  struct Expected: Sendable {
    let orientation: ImageOrientation
    let size: [Double]
    let focal: [Double]
    let principal: [Double]
    let center: [Double]
    /// The first two columns of the rotation.
    let axes: [Double]
  }

  static let table = [
    Expected(
      orientation: .up, size: [400, 300], focal: [500, 600], principal: [190, 140], center: [210, 120],
      axes: [1, 0, 0, 0, 1, 0]),
    Expected(
      orientation: .upMirrored, size: [400, 300], focal: [500, 600], principal: [210, 140],
      center: [190, 120], axes: [1, 0, 0, 0, 1, 0]),
    Expected(
      orientation: .down, size: [400, 300], focal: [500, 600], principal: [210, 160], center: [190, 180],
      axes: [-1, 0, 0, 0, -1, 0]),
    Expected(
      orientation: .downMirrored, size: [400, 300], focal: [500, 600], principal: [190, 160],
      center: [210, 180], axes: [-1, 0, 0, 0, -1, 0]),
    Expected(
      orientation: .leftMirrored, size: [300, 400], focal: [600, 500], principal: [140, 190],
      center: [120, 210], axes: [0, 1, 0, -1, 0, 0]),
    // As on the photos that were turned before they were written: 0 -1 0, 1 0 0.
    Expected(
      orientation: .right, size: [300, 400], focal: [600, 500], principal: [160, 190], center: [180, 210],
      axes: [0, -1, 0, 1, 0, 0]),
    Expected(
      orientation: .rightMirrored, size: [300, 400], focal: [600, 500], principal: [160, 210],
      center: [180, 190], axes: [0, -1, 0, 1, 0, 0]),
    Expected(
      orientation: .left, size: [300, 400], focal: [600, 500], principal: [140, 210], center: [120, 190],
      axes: [0, 1, 0, -1, 0, 0]),
  ]

  @Test(arguments: table) func valuesByHand(_ expected: Expected) throws {
    let turned = try Self.calibration().applyingExifOrientation(expected.orientation)
    let size = turned.intrinsicMatrixReferenceDimensions
    #expect([size.width, size.height] == expected.size)
    #expect(
      turned.intrinsicMatrix == [expected.focal[0], 0, 0, 0, expected.focal[1], 0] + expected.principal + [1])
    let center = try #require(turned.lensDistortionCenter)
    #expect([center.x, center.y] == expected.center)
    #expect(turned.extrinsicMatrix == expected.axes + [0, 0, 1, 0, 0, 0])
    #expect(turned.pixelSize == 0.002)
    #expect(turned.lensDistortionCoefficients == [0, 0.5, 0.1, 0, 0, 0, 0, 0])
  }

  /// Where a point of the reference camera's space falls on the image, in pixels.
  static func project(_ point: [Double], _ calibration: CameraCalibrationData) -> [Double] {
    let e = calibration.extrinsicMatrix
    // The matrix leads from the camera to the reference; a rotation's inverse is its transpose.
    let moved = (0..<3).map { row in point[row] - e[9 + row] }
    let seen = (0..<3).map { column in
      (0..<3).reduce(0.0) { sum, row in sum + e[3 * column + row] * moved[row] }
    }
    let k = calibration.intrinsicMatrix
    let image = (0..<3).map { row in
      (0..<3).reduce(0.0) { sum, column in sum + k[3 * column + row] * seen[column] }
    }
    return [image[0] / image[2], image[1] / image[2]]
  }

  /// Where a point of an image of 400x300 goes, spelled out for each orientation.
  static func moved(_ p: [Double], _ orientation: ImageOrientation) -> [Double] {
    switch orientation {
    case .up: p
    case .upMirrored: [400 - p[0], p[1]]
    case .down: [400 - p[0], 300 - p[1]]
    case .downMirrored: [p[0], 300 - p[1]]
    case .leftMirrored: [p[1], p[0]]
    case .right: [300 - p[1], p[0]]
    case .rightMirrored: [300 - p[1], 400 - p[0]]
    case .left: [p[1], 400 - p[0]]
    }
  }

  @Test(arguments: ImageOrientation.allCases)
  func aPointIsSeenWhereTheTurnedImageShowsIt(_ orientation: ImageOrientation) throws {
    var calibration = try Self.calibration()
    // A camera that is turned and moved against the reference: 3-4-5 about the x axis, and skewed pixels.
    calibration.extrinsicMatrix = [1, 0, 0, 0, 0.8, 0.6, 0, -0.6, 0.8, 12, -3, 5]
    calibration.intrinsicMatrix[3] = 1.5
    let turned = calibration.applyingExifOrientation(orientation)
    let isMirrored = [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored].contains(orientation)
    let back = turned.applyingExifOrientation(orientation.inverse)
    #expect(zip(back.extrinsicMatrix, calibration.extrinsicMatrix).allSatisfy { abs($0 - $1) < 1e-12 })
    // The matrix stays an upper triangle, as it is documented.
    #expect(turned.intrinsicMatrix[1] == 0 && abs(back.intrinsicMatrix[3] - 1.5) < 1e-9)
    for point in [[100.0, 50, 900], [-220, 130, 1500], [12, -400, 2000]] {
      let expected = Self.moved(Self.project(point, calibration), orientation)
      // A mirrored picture shows the mirrored world.
      let found = Self.project([isMirrored ? -point[0] : point[0], point[1], point[2]], turned)
      #expect(hypot(found[0] - expected[0], found[1] - expected[1]) < 1e-9)
    }
  }

  @Test(arguments: ImageOrientation.allCases)
  func pixelsAndCalibrationTurnTogether(_ orientation: ImageOrientation) throws {
    let values = (0..<12).map { Float($0) }
    var metadata = AuxiliaryMetadata()
    metadata.calibration = try Self.calibration()
    let depth = try DepthData(
      depthDataType: .fdep, depthDataMap: PixelPlane(width: 4, height: 3, known: .float(values)),
      metadata: metadata)
    let turned = depth.applyingExifOrientation(orientation)
    guard case .float(let found) = turned.depthDataMap.storage else { throw AuxError(.usage, "no floats") }
    // A pixel's centre, in the calibration's pixels of a hundredth of the width, is where its value went.
    for y in 0..<3 {
      for x in 0..<4 {
        let to = Self.moved([(Double(x) + 0.5) * 100, (Double(y) + 0.5) * 100], orientation)
        let (column, row) = (Int(to[0] / 100), Int(to[1] / 100))
        #expect(found[row * turned.depthDataMap.width + column] == values[y * 4 + x])
      }
    }
    let size = try #require(turned.cameraCalibrationData).intrinsicMatrixReferenceDimensions
    #expect(size.width == Double(turned.depthDataMap.width * 100))
    #expect(turned.applyingExifOrientation(orientation.inverse) == depth)
  }

  @Test(arguments: ImageOrientation.allCases) func orientationsFollowOneAnother(_ first: ImageOrientation) {
    #expect(first.followed(by: first.inverse) == .up)
    for second in ImageOrientation.allCases {
      let plane = PixelPlane(width: 3, height: 2, known: .uint8([1, 2, 3, 4, 5, 6]))
      let both = Orient.apply(second.rawValue, to: Orient.apply(first.rawValue, to: plane))
      #expect(Orient.apply(first.followed(by: second).rawValue, to: plane) == both)
    }
  }
}
