import AuxContainers
import AuxImage
import AuxKernels
import AuxReader
import TestSupport

@testable import AuxWriter

/// What the suites of this target share.
enum WriterSupport {
  /// Returns the bytes of a composition.
  static func bytes(of composition: ByteComposition, from source: [UInt8]) -> [UInt8] {
    composition.pieces.flatMap { piece in
      switch piece {
      case .bytes(let bytes): bytes
      case .source(let range): Array(source[range])
      }
    }
  }

  /// Returns a file less some of its further images plus others.
  static func compose(
    _ source: [UInt8], removing removed: Set<Int> = [], adding added: [[UInt8]] = []
  ) throws -> [UInt8] {
    let bytes = MemoryByteSource(source)
    let composition = try JPEGComposer.compose(
      bytes, JPEGFile(bytes), removing: removed, adding: added)
    let result = Self.bytes(of: composition, from: source)
    precondition(result.count == composition.count)
    return result
  }

  /// Returns a disparity map of a smooth ramp.
  static func disparity(_ type: PixelFormat = .hdis) throws -> StoredAuxiliaryImage {
    let values: [Float] = (0..<(64 * 48)).map { index in 0.5 + Float(index % 64 + index / 64) / 32 }
    return try StoredAuxiliaryImage(
      quantising: DepthData(
        values: values, width: 64, height: 48, depthDataType: type, metadata: AuxiliaryMetadata()))
  }

  /// Returns a matte.
  static func matte(_ type: AuxiliaryDataType = .portraitEffectsMatte) -> StoredAuxiliaryImage {
    StoredAuxiliaryImage(type: type, codes: Pictures.ramp(width: 32, height: 24), metadata: .matte(type))
  }

  /// Returns a photo with a JFIF header and no further images.
  static func plainPhoto() throws -> [UInt8] {
    JPEGBytes.soi + JPEGBytes.jfif + JPEGBytes.exif(orientation: 1) + (try Pictures.photo())[2...]
  }
}
