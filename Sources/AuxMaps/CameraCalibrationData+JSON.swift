internal import AuxContainers
public import AuxImage

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension CameraCalibrationData {
  /// The members of the JSON object: those of the type, matrices by columns, sizes and points as two numbers.
  private struct Document: Decodable {
    var intrinsicMatrix: [Double]
    var intrinsicMatrixReferenceDimensions: [Double]
    var extrinsicMatrix: [Double]?
    var pixelSize: Double?
    var lensDistortionCenter: [Double]?
    var lensDistortionCoefficients: [Double]?
    var inverseLensDistortionCoefficients: [Double]?
  }

  /// Reads the JSON file at `path`, `-` for standard input; throws as ``init(json:)``, and `inputMissing`, naming the file.
  public init(jsonFile path: String) throws(AuxError) {
    self = try InputFile.json(path) { bytes throws(AuxError) in try Self(json: bytes) }
  }

  /// Reads a JSON object with the members of this type, as the program prints them.
  ///
  /// Matrices stand by columns; sizes and points are arrays of two numbers. Only `intrinsicMatrix` and
  /// `intrinsicMatrixReferenceDimensions` are required. Throws `AuxError`: `malformed` where it is no such
  /// object, `usage` for numbers that make no calibration.
  public init(json bytes: [UInt8]) throws(AuxError) {
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(bytes))
    } catch {
      throw AuxError(.malformed, "is no JSON object of a calibration: \(JSONReason.text(error))")
    }
    let size = document.intrinsicMatrixReferenceDimensions
    guard size.count == 2 else {
      throw AuxError(.malformed, "intrinsicMatrixReferenceDimensions needs 2 numbers, \(size.count) given")
    }
    let center = document.lensDistortionCenter
    guard center == nil || center?.count == 2 else {
      throw AuxError(.malformed, "lensDistortionCenter needs 2 numbers")
    }
    try self.init(
      intrinsicMatrix: document.intrinsicMatrix,
      intrinsicMatrixReferenceDimensions: .init(width: size[0], height: size[1]),
      extrinsicMatrix: document.extrinsicMatrix ?? Self.identityExtrinsics,
      pixelSize: document.pixelSize ?? Self.nominalPixelSize,
      lensDistortionCenter: center.map { .init(x: $0[0], y: $0[1]) },
      lensDistortionCoefficients: document.lensDistortionCoefficients,
      inverseLensDistortionCoefficients: document.inverseLensDistortionCoefficients)
  }
}
