import AuxImage
import AuxKernels
import AuxReader
import TestSupport

@testable import AuxWriter

/// What the suites of this target share.
enum WriterSupport {
  /// Returns a disparity map of a smooth ramp.
  static func disparity(_ type: PixelFormat = .hdis) throws -> StoredAuxiliaryImage {
    let values: [Float] = (0..<(64 * 48)).map { index in 0.5 + Float(index % 64 + index / 64) / 32 }
    return try StoredAuxiliaryImage(
      quantising: DepthData(
        values: values, width: 64, height: 48, depthDataType: type, metadata: AuxiliaryMetadata()))
  }

  /// Returns a matte.
  static func matte(_ type: AuxiliaryDataType = .portraitEffectsMatte) throws -> StoredAuxiliaryImage {
    try StoredAuxiliaryImage(type: type, codes: Pictures.ramp(width: 32, height: 24), metadata: .matte(type))
  }

  /// Returns a photo with a JFIF header and no further images.
  static func plainPhoto() throws -> [UInt8] {
    JPEGBytes.soi + JPEGBytes.jfif + JPEGBytes.exif(orientation: 1) + (try Pictures.photo())[2...]
  }

  /// Returns a photo whose Exif gives an orientation, with segments after that.
  static func jpeg(
    width: Int = 64, height: Int = 48, orientation: Int = 1, segments: [UInt8] = []
  ) throws -> [UInt8] {
    try JPEGBytes.soi + JPEGBytes.exif(orientation: orientation) + segments
      + Pictures.photo(width: width, height: height)[2...]
  }

  /// Returns disparities that differ in every direction.
  static func depth(width: Int = 64, height: Int = 48, calibrated: Bool = true) throws -> DepthData {
    var metadata = AuxiliaryMetadata()
    metadata.quality = .high
    metadata.isFiltered = true
    if calibrated {
      metadata.calibration = try CameraCalibrationData(
        intrinsicMatrix: [70, 0, 0, 0, 71, 0, 30, 25, 1],
        intrinsicMatrixReferenceDimensions: .init(width: Double(width), height: Double(height)),
        pixelSize: 0.001)
    }
    let values = (0..<(width * height)).map { index in
      Float(1) / (0.5 + 3 * Float(index % width) / Float(width) + Float(index / width) / Float(height))
    }
    return try DepthData(
      depthDataType: .fdis,
      depthDataMap: PixelPlane(width: width, height: height, known: .float(values)), metadata: metadata
    ).converting(toDepthDataType: .hdis)
  }

  /// Writes a photo with a disparity map and two mattes, and opens it.
  static func portrait(
    _ path: String, from source: ImageSource, width: Int = 64, height: Int = 48
  ) throws -> ImageSource {
    let container = ImageContainer(outputPath: path) ?? .jpeg
    var destination =
      container == source.container
      ? try ImageDestination(from: source)
      : try ImageDestination(encoding: source, as: container, quality: 80)
    let (info, type) = try depth(width: width, height: height).dictionaryRepresentation()
    try destination.addAuxiliaryDataInfo(info, type: type)
    let matte = Pictures.ramp(width: width / 2, height: height / 2)
    let portrait = try PortraitEffectsMatte(mattingImage: matte).dictionaryRepresentation()
    try destination.addAuxiliaryDataInfo(portrait.info, type: portrait.type)
    let hair = try SemanticSegmentationMatte(matteType: .hair, mattingImage: matte).dictionaryRepresentation()
    try destination.addAuxiliaryDataInfo(hair.info, type: hair.type)
    _ = try destination.finalize(to: path)
    return try ImageSource(path)
  }
}
