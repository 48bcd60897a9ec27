internal import AuxKernels

/// The luminance of a frame, and that at a half, a quarter and so on of its size.
struct LuminancePyramid: Sendable {
  /// Codes of one size, rows tightly packed.
  struct Level: Sendable {
    let width, height: Int
    let codes: [UInt8]
  }

  /// The levels, the largest first.
  let levels: [Level]

  /// The shortest side that a level has, and the most levels.
  private static let shortest = 48, most = 5

  /// Halves codes as often as they allow.
  init(_ codes: [UInt8], width: Int, height: Int, jobs: Int) {
    var levels = [Level(width: width, height: height, codes: codes)]
    while levels.count < Self.most, let last = levels.last, min(last.width, last.height) >= 2 * Self.shortest
    {
      levels.append(Self.halved(last, jobs: jobs))
    }
    self.levels = levels
  }

  private static func halved(_ level: Level, jobs: Int) -> Level {
    let (width, height) = (level.width / 2, level.height / 2)
    var codes = Bands.undefined(width * height, of: UInt8.self)
    Bands.write(&codes, rows: height, jobs: jobs) { band, part in
      for row in band {
        let above = level.codes.span.extracting(2 * row * level.width..<(2 * row + 1) * level.width)
        let below = level.codes.span.extracting((2 * row + 1) * level.width..<(2 * row + 2) * level.width)
        let start = (row - band.lowerBound) * width
        precondition(2 * width <= above.count && above.count == below.count && start + width <= part.count)
        for column in 0..<width {
          let sum =
            UInt32(above[2 &* column]) + UInt32(above[2 &* column &+ 1]) + UInt32(below[2 &* column])
            + UInt32(below[2 &* column &+ 1])
          part[start &+ column] = UInt8(truncatingIfNeeded: (sum + 2) >> 2)
        }
      }
    }
    return Level(width: width, height: height, codes: codes)
  }
}
