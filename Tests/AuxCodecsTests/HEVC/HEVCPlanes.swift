import AuxKernels
import TestSupport

/// Planes that are hard to code, made from a seed.
enum HEVCPlanes {
  static func plane(_ width: Int, _ height: Int, _ code: (Int, Int) -> Int) -> PixelPlane {
    var codes: [UInt8] = []
    codes.reserveCapacity(width * height)
    for row in 0..<height { for column in 0..<width { codes.append(UInt8(clamping: code(column, row))) } }
    return PixelPlane(width: width, height: height, known: .uint8(codes))
  }

  static func noise(_ width: Int, _ height: Int, levels: Int = 256, seed: UInt64 = 3) -> PixelPlane {
    var random = SeededRandom(seed: seed)
    return plane(width, height) { _, _ in random.below(levels) * 255 / (levels - 1) }
  }

  /// A slope with a steep disc in front of it.
  static func disc(_ width: Int, _ height: Int) -> PixelPlane {
    plane(width, height) { column, row in
      let (x, y) = (column - width / 3, row - height / 2)
      return x * x + y * y < height * height / 9 ? 250 - column / 9 : column / 4 + row / 3
    }
  }

  /// A slope whose every hundredth code differs.
  static func salt(_ width: Int, _ height: Int) -> PixelPlane {
    var random = SeededRandom(seed: 11)
    return plane(width, height) { column, row in random.below(100) == 0 ? random.below(256) : column + row / 2
    }
  }

  static let hard: [(name: String, plane: PixelPlane)] = [
    ("noise", noise(72, 88)), ("two levels", noise(96, 72, levels: 2)), ("disc", disc(120, 96)),
    ("salt", salt(128, 80)), ("checkers", plane(64, 80) { ($0 + $1) % 2 * 255 }),
    ("stripes", plane(100, 66) { column, _ in column / 3 % 2 * 255 }),
    ("bars", plane(80, 64) { column, row in (row / 5 + column / 7) % 3 * 100 + 20 }),
  ]
}
