import AuxImage
import Foundation
import Testing

/// Lookup tables and the points that they move.
struct LensDistortionTests {
  /// The values of a phone's rear camera.
  static func calibration() throws -> CameraCalibrationData {
    try CameraCalibrationData(
      intrinsicMatrix: [6073.92, 0, 0, 0, 6073.92, 0, 1517.9, 2031.96, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 3024, height: 4032), pixelSize: 0.001,
      lensDistortionCenter: .init(x: 1513.75, y: 1983.62),
      lensDistortionCoefficients: [
        0, 0.45647189021110535, 0.1424415111541748, -0.47674611210823059, 0.23691605031490326,
        -0.051346227526664734, 0.005277369637042284, -0.0002107100299326703,
      ],
      inverseLensDistortionCoefficients: [
        0, -0.46562471985816956, -0.11933492124080658, 0.45753777027130127, -0.22950322926044464,
        0.04987553134560585, -0.0051311762072145939, 0.00020492772455327213,
      ])
  }

  @Test func tableFollowsTheFormula() throws {
    let calibration = try Self.calibration()
    let table = try #require(calibration.lensDistortionLookupTable)
    let coefficients = try #require(calibration.lensDistortionCoefficients)
    #expect(table.count == 42)
    let largest = (pow(1513.75, 2) + pow(4032 - 1983.62, 2)).squareRoot() * 0.001
    for (k, entry) in table.enumerated() {
      let r = largest * Double(k) / 41
      var percent = 0.0
      for (i, c) in coefficients.enumerated() { percent += c * pow(r, Double(2 * i)) }
      #expect(abs(Double(entry) - (1 / (1 + percent / 100) - 1)) < 1e-7)
    }
    #expect(table[0] == 0)
  }

  @Test func aMagnificationThatIsNotPositiveIsNone() throws {
    var calibration = try Self.calibration()
    calibration.lensDistortionCoefficients = [-100, 0, 0, 0, 0, 0, 0, 0]
    #expect(calibration.lensDistortionLookupTable == [Float](repeating: 0, count: 42))
    // 25 percent more everywhere.
    calibration.lensDistortionCoefficients = [25, 0, 0, 0, 0, 0, 0, 0]
    #expect(calibration.lensDistortionLookupTable == [Float](repeating: -0.2, count: 42))
  }

  @Test func noTableWithoutCoefficientsOrCentre() throws {
    var calibration = try Self.calibration()
    calibration.inverseLensDistortionCoefficients = nil
    #expect(calibration.inverseLensDistortionLookupTable == nil)
    calibration.lensDistortionCenter = nil
    #expect(calibration.lensDistortionLookupTable == nil)
  }

  @Test func thereAndBackAgain() throws {
    let calibration = try Self.calibration()
    let size = calibration.intrinsicMatrixReferenceDimensions
    let center = try #require(calibration.lensDistortionCenter)
    let (there, back) = (
      try #require(calibration.lensDistortionLookupTable),
      try #require(calibration.inverseLensDistortionLookupTable)
    )
    for point in [(100.0, 200.0), (2900, 3900), (1513.75, 1983.62), (1600, 40)] {
      let start = CameraCalibrationData.Point(x: point.0, y: point.1)
      let bent = CameraCalibrationData.lensDistortionPoint(
        for: start, lookupTable: there, distortionOpticalCenter: center, imageSize: size)
      let end = CameraCalibrationData.lensDistortionPoint(
        for: bent, lookupTable: back, distortionOpticalCenter: center, imageSize: size)
      // The inverse polynomial is a fit of its own.
      #expect(hypot(end.x - start.x, end.y - start.y) < 1)
    }
  }

  @Test func pointsAreInterpolatedBetweenEntries() {
    // Two entries: 0 at the centre, 1 at the corner, which is 5 away.
    func moved(_ x: Double, _ y: Double) -> CameraCalibrationData.Point {
      CameraCalibrationData.lensDistortionPoint(
        for: .init(x: x, y: y), lookupTable: [0, 1], distortionOpticalCenter: .init(x: 3, y: 4),
        imageSize: .init(width: 6, height: 8))
    }
    #expect(moved(3, 4) == .init(x: 3, y: 4))
    #expect(moved(5.5, 4) == .init(x: 3 + 2.5 * 1.5, y: 4))
    // The corner itself and beyond take the last entry.
    #expect(moved(6, 8) == .init(x: 9, y: 12))
    #expect(moved(33, 4) == .init(x: 63, y: 4))
  }
}
