import AuxImage
import TestSupport

@testable import AuxEffects

/// Planes that a seed repeats.
enum Sample {
  /// An image of independent samples.
  static func image(_ width: Int, _ height: Int, seed: UInt64) throws -> RGBImage {
    var generator = SeededRandom(seed: seed)
    let samples = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return try RGBImage(width: width, height: height, samples: samples)
  }

  /// An image of one colour.
  static func plain(_ width: Int, _ height: Int, _ colour: [UInt8] = [200, 100, 50]) throws -> RGBImage {
    let samples = (0..<width * height).flatMap { _ in colour }
    return try RGBImage(width: width, height: height, samples: samples)
  }

  /// Independent values of 0...1.
  static func values(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SeededRandom(seed: seed)
    return (0..<count).map { _ in Float.random(in: 0...1, using: &generator) }
  }

  /// A map of blocks of nearness, as objects have, and of holes where asked for.
  static func map(_ width: Int, _ height: Int, seed: UInt64, holes: Float = 0) throws -> NormalisedMap {
    var generator = SeededRandom(seed: seed)
    let levels = (0..<64).map { _ in Float.random(in: 0...1, using: &generator) }
    let values = (0..<width * height).map { index in
      Float.random(in: 0..<1, using: &generator) < holes
        ? Float.nan : levels[(index % width / 7 + index / width / 5 * 5) % 64]
    }
    return try NormalisedMap(width: width, height: height, values: values)
  }

  /// A mask of independent values.
  static func mask(_ width: Int, _ height: Int, seed: UInt64) throws -> EffectMask {
    try EffectMask(width: width, height: height, values: values(width * height, seed: seed))
  }

  /// The sizes at which a loop has no inside.
  static let tinySizes = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (3, 2), (2, 5)]
}

extension RGBImage {
  /// The image mirrored left to right.
  var mirrored: RGBImage {
    var result = self
    for row in 0..<height {
      for column in 0..<width {
        for channel in 0..<3 {
          result.samples[(row * width + column) * 3 + channel] =
            samples[(row * width + width - 1 - column) * 3 + channel]
        }
      }
    }
    return result
  }

  /// The pixel's samples.
  func pixel(_ column: Int, _ row: Int) -> [UInt8] {
    Array(samples[((row * width + column) * 3)..<((row * width + column) * 3 + 3)])
  }
}

extension NormalisedMap {
  /// The map mirrored left to right.
  var mirrored: NormalisedMap {
    var result = self
    for index in values.indices {
      result.values[index] = values[index / width * width + width - 1 - index % width]
    }
    return result
  }
}
