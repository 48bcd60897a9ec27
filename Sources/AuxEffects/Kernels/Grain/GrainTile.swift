internal import AuxKernels

/// Noise that is like a photo's grain: many pieces of the grain itself, at random places, one on top of another.
///
/// So it has the grain's spectrum and the relation of its colours, and shows nothing of the photo. Source: spot noise,
/// van Wijk, SIGGRAPH 1991; Galerne, Gousseau and Morel, "Random Phase Textures", 2011.
struct GrainTile: Sendable {
  /// The pixels of the tile's side.
  static let side = 256
  /// The code of a standard deviation of green.
  static let unit: Float = 24
  /// The pixels of a piece's side, and what of the photo around it is its mean.
  private static let piece = 24, reach = 4
  private static let most = 48

  /// Red, green and blue.
  let codes: [Int8]

  /// Takes pieces around flat blocks; nil without any.
  init?<Code: LightCode>(
    _ photo: [Code], width: Int, height: Int, _ measured: GrainBlocks, _ curve: GrainCurve
  ) {
    let pieces = Self.pieces(photo, width, height, measured, curve)
    guard !pieces.isEmpty else { return nil }
    let count = Self.side * Self.side / (Self.piece * Self.piece) * 20
    var sum = [SIMD4<Float>](repeating: .zero, count: Self.side * Self.side)
    for index in 0..<count {
      let random = Self.random(UInt64(index))
      let (across, down) = (Int(random & 255), Int(random >> 8 & 255))
      let sign: Float = random >> 16 & 1 == 0 ? 1 : -1
      Self.add(pieces[Int(random >> 32) % pieces.count], sign, across, down, to: &sum)
    }
    let scale = Self.unit / Self.deviation(sum)
    var codes: [Int8] = []
    codes.reserveCapacity(3 * sum.count)
    for value in sum {
      let scaled = (value * scale).rounded(.toNearestOrEven).clamped(
        lowerBound: SIMD4(repeating: -127), upperBound: SIMD4(repeating: 127))
      codes.append(Int8(scaled.x))
      codes.append(Int8(scaled.y))
      codes.append(Int8(scaled.z))
    }
    self.codes = codes
  }

  /// A number that depends on another one only, and looks random (SplitMix64).
  static func random(_ seed: UInt64) -> UInt64 {
    var value = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  private static func add(
    _ piece: [SIMD4<Float>], _ sign: Float, _ across: Int, _ down: Int, to sum: inout [SIMD4<Float>]
  ) {
    let source = piece.span
    var target = sum.mutableSpan
    for y in 0..<Self.piece {
      let line = (down &+ y) & (side - 1) &* side
      for x in 0..<Self.piece {
        target[line &+ (across &+ x) & (side - 1)] += source[y &* Self.piece &+ x] * sign
      }
    }
  }

  /// The standard deviation of green without the mean of the 5x5 samples around, as of ``GrainBlock``.
  private static func deviation(_ values: [SIMD4<Float>]) -> Float {
    var energy: Float = 0
    for y in 2..<side - 2 {
      for x in 2..<side - 2 {
        var around: Float = 0
        for line in y - 2...y + 2 {
          for column in x - 2...x + 2 { around += values[line * side + column].y }
        }
        let grain = values[y * side + x].y - around / 25
        energy += grain * grain
      }
    }
    return max((energy / Float((side - 4) * (side - 4))).squareRoot(), .leastNormalMagnitude)
  }

  /// Returns the grain around flat blocks that are as grainy as their brightness says, each of a deviation of 1 or so, fading
  /// out to its sides.
  private static func pieces<Code: LightCode>(
    _ photo: [Code], _ width: Int, _ height: Int, _ measured: GrainBlocks, _ curve: GrainCurve
  ) -> [[SIMD4<Float>]] {
    let good = measured.blocks.indices.filter { index in
      let block = measured.blocks[index]
      let expected = curve.deviations[Int(min(max(block.brightness, 0), 255))]
      return block.isFlat && block.isExposed && expected > 0
        && (0.6...1.5).contains(block.deviation / expected)
    }
    let step = max(good.count / most, 1)
    return stride(from: 0, to: good.count, by: step).compactMap { number in
      let (column, row) = measured.origin(good[number])
      let margin = (piece - GrainBlock.side) / 2 + reach
      let (left, top, length) = (column - margin, row - margin, piece + 2 * reach)
      guard left >= 0, top >= 0, left + length <= width, top + length <= height else { return nil }
      return grain(photo, width, left, top, length, of: measured.blocks[good[number]].deviation)
    }
  }

  /// Returns a piece; nil where something beside the block is not flat.
  private static func grain<Code: LightCode>(
    _ photo: [Code], _ width: Int, _ left: Int, _ top: Int, _ length: Int, of deviation: Float
  ) -> [SIMD4<Float>]? {
    let unit = 255 / Float(Code.max) / deviation
    var samples = [SIMD4<Float>](repeating: .zero, count: length * length)
    for y in 0..<length {
      for x in 0..<length {
        let start = ((top + y) * width + left + x) * 3
        samples[y * length + x] =
          SIMD4(Float(photo[start]), Float(photo[start + 1]), Float(photo[start + 2]), 0) * unit
      }
    }
    let around = 2 * reach + 1
    var columns = [SIMD4<Float>](repeating: .zero, count: length * piece)
    for y in 0..<piece {
      for x in 0..<length {
        for line in y..<y + around { columns[y * length + x] += samples[line * length + x] }
      }
    }
    var (result, energy) = ([SIMD4<Float>](repeating: .zero, count: piece * piece), Float(0))
    for y in 0..<piece {
      for x in 0..<piece {
        var sum = SIMD4<Float>.zero
        for column in x..<x + around { sum += columns[y * length + column] }
        let grain = samples[(y + reach) * length + x + reach] - sum / Float(around * around)
        energy += grain.y * grain.y
        func fade(_ place: Int) -> Float {
          1 - abs(Float(place) + 0.5 - Float(piece) / 2) / (Float(piece) / 2)
        }
        result[y * piece + x] = grain * (fade(x) * fade(y))
      }
    }
    return energy / Float(piece * piece) < 2.5 ? result : nil
  }
}

extension GrainTile {
  /// Returns how much of the grain, 0...1, is to be added after a blur of a radius in pixels: what the blur takes away.
  ///
  /// Radii below a pixel are a mixture of the sharp picture and a disc of a pixel. A bell of half the deviation has the
  /// variance of the disc, and takes as much.
  func loss(radius: Float) -> Float {
    let disc = max(radius, 1), share = min(radius, 1)
    let reach = Int(disc.rounded(.up))
    var weights: [Float] = []
    for y in -reach...reach {
      for x in -reach...reach {
        weights.append(clampedToUnit(disc + 0.5 - Float(x * x + y * y).squareRoot()))
      }
    }
    let scale = share / weights.reduce(0, +)
    for index in weights.indices { weights[index] *= scale }
    weights[weights.count / 2] += 1 - share
    let (side, length) = (64, 2 * reach + 1)
    var (before, after): (Float, Float) = (0, 0)
    for y in 0..<side {
      for x in 0..<side {
        var sum: Float = 0
        for line in 0..<length {
          for column in 0..<length {
            sum += weights[line * length + column] * Float(green(x + column, y + line))
          }
        }
        let own = Float(green(x + reach, y + reach))
        (before, after) = (before + own * own, after + sum * sum)
      }
    }
    return before > 0 ? (1 - min(after / before, 1)).squareRoot() : 0
  }

  private func green(_ x: Int, _ y: Int) -> Int8 { codes[(y * Self.side + x) * 3 + 1] }
}
