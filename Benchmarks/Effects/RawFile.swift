internal import AuxEffects
internal import AuxImage
internal import AuxKernels
internal import Foundation

/// Files of samples and nothing else, rows from the top left, floats in little-endian order.
enum RawFile {
  /// Reads 8-bit red, green and blue samples.
  static func image(_ path: String, width: Int, height: Int) throws -> PhotoPixels {
    try PhotoPixels(width: width, height: height, rgb8: [UInt8](bytes(path)))
  }

  /// Reads a map of floats from 0 to 1; NaN is a hole.
  static func map(_ path: String, width: Int, height: Int) throws -> NormalisedMap {
    let plane = try PixelPlane(
      width: width, height: height, bytesPerRow: width * MemoryLayout<Float>.size, data: [UInt8](bytes(path)),
      sampleType: .float)
    guard let plane, case .float(let values) = plane.storage else {
      throw AuxError(.usage, "\(path) is too short for \(width)x\(height) floats")
    }
    return try NormalisedMap(width: width, height: height, values: values)
  }

  /// Writes the samples of a result; of a pair, those of the left eye and then those of the right.
  static func write(_ result: EffectResult, to path: String) throws {
    switch result {
    case .image(let image): try write(image.rgb8, to: path)
    case .map(let map): try write(map.values, to: path)
    case .mask(let mask): try write(mask.values, to: path)
    case .plane(let plane): try write(EffectResult.codes(plane), to: path)
    case .pair(let pair), .gaps(let pair): try write(pair.left.rgb8 + pair.right.rgb8, to: path)
    case .bytes(let bytes): try write(bytes, to: path)
    }
  }

  private static func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  private static func write(_ samples: [UInt8], to path: String) throws {
    try Data(samples).write(to: URL(filePath: path))
  }

  private static func write(_ values: [Float], to path: String) throws {
    let patterns = values.map(\.bitPattern.littleEndian)
    let data = unsafe patterns.withUnsafeBytes { unsafe Data($0) }
    try data.write(to: URL(filePath: path))
  }
}
