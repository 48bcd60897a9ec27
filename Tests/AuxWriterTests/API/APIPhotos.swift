import AuxCodecs
import AuxImage
import AuxKernels
import AuxReader
import AuxWriter
import Foundation

/// Small photos for the tests of dictionaries, copying and GDepth.
enum APIPhotos {
  /// A folder that goes away with its last reference.
  final class Folder: Sendable {
    let path: String

    init() throws {
      path = FileManager.default.temporaryDirectory.path + "/auxdepth-api-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
  }

  /// Returns a segment.
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)] + payload
  }

  /// Returns a colour gradient as JPEG with Exif that gives an orientation.
  static func jpeg(
    width: Int = 64, height: Int = 48, orientation: Int = 1, segments: [UInt8] = []
  ) throws -> [UInt8] {
    let samples = (0..<(width * height)).flatMap { index -> [UInt8] in
      [UInt8(index % width * 255 / width), UInt8(index / width * 255 / height), 128]
    }
    let stream = try JPEGCodec.encode(
      rgb: samples, width: width, height: height, quality: 85, subsampled: true)
    let exif: [UInt8] =
      Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8) + [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1]
      + [0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
    return [0xFF, 0xD8] + segment(0xE1, exif) + segments + stream[2...]
  }

  /// Returns disparities that tell every direction apart.
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
      depthDataMap: PixelPlane(width: width, height: height, storage: .float(values)), metadata: metadata
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
    let matte = PixelPlane(
      width: width / 2, height: height / 2,
      storage: .uint8((0..<(width * height / 4)).map { UInt8($0 % (width / 2) * 255 / (width / 2 - 1)) }))
    let portrait = try PortraitEffectsMatte(mattingImage: matte).dictionaryRepresentation()
    try destination.addAuxiliaryDataInfo(portrait.info, type: portrait.type)
    let hair = try SemanticSegmentationMatte(matteType: .hair, mattingImage: matte).dictionaryRepresentation()
    try destination.addAuxiliaryDataInfo(hair.info, type: hair.type)
    _ = try destination.finalize(to: path)
    return try ImageSource(path)
  }
}
