import AuxCodecs
import AuxImage
import AuxKernels
import AuxReader
import AuxWriter
import Foundation
import TestSupport

/// Small photos of the package's own writer, in which nothing is wrong.
enum Bases {
  static let jpeg = Result { try photo("jpg") }
  static let heif = Result { try photo("heic") }
  static let dng = Result { try photo("dng") }

  /// A photo of 64x48 with disparity, a portrait matte, a matte of skin and, but for DNG, a gain map.
  static func photo(
    _ suffix: String, disparity: PixelPlane? = nil, matte: PixelPlane? = nil, primary: (Int, Int) = (64, 48)
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let png = try PNGCodec.encode(
      rgb8: Pictures.gradient(width: primary.0, height: primary.1), width: primary.0, height: primary.1)
    let container: ImageContainer = suffix == "jpg" ? .jpeg : suffix == "heic" ? .heif : .dng
    var destination = try ImageDestination(encoding: ImageSource(data: png), as: container, quality: 90)
    try destination.addAuxiliaryImage(try depth(disparity))
    let matte = matte ?? Pictures.ramp(width: 32, height: 24)
    try destination.addAuxiliaryImage(stored(.portraitEffectsMatte, matte))
    try destination.addAuxiliaryImage(stored(.semanticSegmentationSkinMatte, matte))
    if suffix != "dng" { try destination.addAuxiliaryImage(stored(.hdrGainMap, matte)) }
    let path = folder.path + "/photo." + suffix
    _ = try destination.finalize(to: path)
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// A matte of the right shape and an unusual size.
  static let smallMatte = Pictures.ramp(width: 16, height: 12)

  private static func stored(_ type: AuxiliaryDataType, _ plane: PixelPlane) -> StoredAuxiliaryImage {
    StoredAuxiliaryImage(
      type: type, codes: plane, metadata: .matte(type, headroom: type == .hdrGainMap ? 4 : nil))
  }

  private static func depth(_ plane: PixelPlane?) throws -> StoredAuxiliaryImage {
    var metadata = AuxiliaryMetadata()
    metadata.depthDataVersion = 65541
    metadata.quality = .high
    metadata.accuracy = .relative
    metadata.isFiltered = true
    metadata.calibration = try CameraCalibrationData(
      intrinsicMatrix: [60, 0, 0, 0, 60, 0, 32, 24, 1],
      intrinsicMatrixReferenceDimensions: .init(width: 64, height: 48), pixelSize: 0.002,
      lensDistortionCenter: .init(x: 32, y: 24), lensDistortionCoefficients: [0, 1, 2, 3, 4, 5, 6, 7],
      inverseLensDistortionCoefficients: [0, 1, 2, 3, 4, 5, 6, 7])
    metadata.auxiliaryImageType = "disparity"
    metadata.nativeFormat = .hdis
    metadata.storedFormat = .L008
    metadata.intMinValue = 0
    metadata.intMaxValue = 255
    metadata.floatMinValue = 0.5
    metadata.floatMaxValue = 2
    return StoredAuxiliaryImage(
      type: .disparity, codes: plane ?? Pictures.ramp(),
      range: CodeRange(quantity: .disparity, atZero: 0.5, atMax: 2), metadata: metadata)
  }
}
