internal import AuxImage
internal import Foundation

/// Calibrations from the command line.
enum CalibrationInput {
  /// The size of a pixel in millimetres where nothing is known of the sensor; Apple's rotated files have it.
  private static let nominalPixelSize = 0.001

  /// Returns the calibration of `fx,fy,cx,cy[,width,height]`, in pixels; the size is the photo's if absent.
  static func intrinsics(
    _ text: String, primary: (width: Int, height: Int)
  ) throws(AuxError) -> CameraCalibrationData {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == parts.count, numbers.count == 4 || numbers.count == 6,
      numbers.allSatisfy(\.isFinite), numbers[0] > 0, numbers[1] > 0
    else {
      throw AuxError(.usage, "--intrinsics needs fx,fy,cx,cy[,width,height] in pixels, not \(text)")
    }
    return try CameraCalibrationData(
      intrinsicMatrix: [numbers[0], 0, 0, 0, numbers[1], 0, numbers[2], numbers[3], 1],
      intrinsicMatrixReferenceDimensions: numbers.count == 6
        ? .init(width: numbers[4], height: numbers[5])
        : .init(width: Double(primary.width), height: Double(primary.height)),
      pixelSize: nominalPixelSize, lensDistortionCenter: .init(x: numbers[2], y: numbers[3]))
  }

  /// The members of the JSON object, as `info --json` prints them.
  private struct Document: Decodable {
    var intrinsicMatrix: [Double]
    var intrinsicMatrixReferenceDimensions: [Double]
    var extrinsicMatrix: [Double]?
    var pixelSize: Double?
    var lensDistortionCenter: [Double]?
    var lensDistortionCoefficients: [Double]?
    var inverseLensDistortionCoefficients: [Double]?
  }

  /// Returns the calibration of a JSON file.
  static func file(_ path: String) throws(AuxError) -> CameraCalibrationData {
    let bytes = try InputFile.read(path, limit: 1 << 20)
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(bytes))
    } catch {
      throw AuxError(.malformed, "is no calibration as info --json prints it: \(reason(error))")
    }
    let size = document.intrinsicMatrixReferenceDimensions
    guard size.count == 2 else {
      throw AuxError(.malformed, "intrinsicMatrixReferenceDimensions needs 2 numbers, \(size.count) given")
    }
    let center = document.lensDistortionCenter
    guard center == nil || center?.count == 2 else {
      throw AuxError(.malformed, "lensDistortionCenter needs 2 numbers")
    }
    return try CameraCalibrationData(
      intrinsicMatrix: document.intrinsicMatrix,
      intrinsicMatrixReferenceDimensions: .init(width: size[0], height: size[1]),
      extrinsicMatrix: document.extrinsicMatrix ?? CameraCalibrationData.identityExtrinsics,
      pixelSize: document.pixelSize ?? nominalPixelSize,
      lensDistortionCenter: center.map { .init(x: $0[0], y: $0[1]) },
      lensDistortionCoefficients: document.lensDistortionCoefficients,
      inverseLensDistortionCoefficients: document.inverseLensDistortionCoefficients)
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
    case .dataCorrupted(let context): context.debugDescription
    default: "\(error)"
    }
  }
}
