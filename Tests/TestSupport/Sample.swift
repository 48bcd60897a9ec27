package import AuxEffects
package import AuxImage

/// Planes that a seed repeats.
package enum Sample {
  /// An image of independent samples.
  package static func image(_ width: Int, _ height: Int, seed: UInt64) throws -> PhotoPixels {
    var generator = SeededRandom(seed: seed)
    let samples = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return try PhotoPixels(width: width, height: height, rgb8: samples)
  }

  /// An image of one colour.
  package static func plain(_ width: Int, _ height: Int, _ colour: [UInt8] = [200, 100, 50]) throws
    -> PhotoPixels
  {
    let samples = (0..<width * height).flatMap { _ in colour }
    return try PhotoPixels(width: width, height: height, rgb8: samples)
  }

  /// Independent values of 0...1.
  package static func values(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SeededRandom(seed: seed)
    return (0..<count).map { _ in Float.random(in: 0...1, using: &generator) }
  }

  /// A map of blocks of nearness, as objects have, and of holes where asked for.
  package static func map(_ width: Int, _ height: Int, seed: UInt64, holes: Float = 0) throws -> NormalisedMap
  {
    var generator = SeededRandom(seed: seed)
    let levels = (0..<64).map { _ in Float.random(in: 0...1, using: &generator) }
    let values = (0..<width * height).map { index in
      Float.random(in: 0..<1, using: &generator) < holes
        ? Float.nan : levels[(index % width / 7 + index / width / 5 * 5) % 64]
    }
    return try NormalisedMap(width: width, height: height, values: values)
  }

  /// A mask of independent values.
  package static func mask(_ width: Int, _ height: Int, seed: UInt64) throws -> EffectMask {
    try EffectMask(width: width, height: height, values: values(width * height, seed: seed))
  }

  /// The sizes at which a loop has no inside.
  package static let tinySizes = [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (3, 2), (2, 5)]

  /// A photo of 96x72: a slope with grain and two objects; and the nearness of its map of 24x18, with a few holes.
  package static func scene() throws -> (photo: PhotoPixels, nearness: [Float]) {
    let noise = try image(96, 72, seed: 900)
    let isObject = (0..<96 * 72).map { index in
      let (x, y) = (index % 96, index / 96)
      return (20..<44).contains(x) && (12..<60).contains(y) || (x - 68) * (x - 68) + (y - 40) * (y - 40) < 300
    }
    var samples = noise.rgb8.map { $0 / 8 }
    for index in samples.indices {
      let pixel = index / 3
      samples[index] += isObject[pixel] ? [180, 90, 40][index % 3] : UInt8(40 + pixel % 96 + pixel / 96)
    }
    var values = (0..<24 * 18).map { index -> Float in
      let (x, y) = (index % 24 * 4 + 2, index / 24 * 4 + 2)
      return isObject[y * 96 + x] ? 0.8 : Float(y) / 200
    }
    for hole in [30, 31, 200, 333] { values[hole] = .nan }
    return (try PhotoPixels(width: 96, height: 72, rgb8: samples), values)
  }
}

extension PhotoPixels {
  /// The pixel's samples.
  package func pixel(_ column: Int, _ row: Int) -> [UInt8] {
    Array(rgb8[((row * width + column) * 3)..<((row * width + column) * 3 + 3)])
  }
}
