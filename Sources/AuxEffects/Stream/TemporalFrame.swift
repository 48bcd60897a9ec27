internal import AuxImage
internal import AuxKernels

/// A map with the luminance of its frame.
struct TemporalFrame: Sendable {
  /// The weights of red, green and blue in the luminance, in 256ths: those of ITU-R BT.709-6, item 3.2.
  private static let weights = SIMD3<UInt32>(54, 183, 19)

  let map: NormalisedMap
  /// The luminance as codes, empty where no frame was given.
  let luminance: [UInt8]
  /// The luminance at several sizes; nil where no frame was given, or it is not asked for.
  let pyramid: LuminancePyramid?

  init(_ map: NormalisedMap, _ colour: PhotoPixels?, hasPyramid: Bool, jobs: Int) {
    self.map = map
    luminance = colour.map { Self.luminance(of: $0, map.width, map.height, jobs: jobs) } ?? []
    pyramid =
      hasPyramid && colour != nil
      ? LuminancePyramid(luminance, width: map.width, height: map.height, jobs: jobs) : nil
  }

  /// Creates another map with the luminance of a frame.
  init(_ map: NormalisedMap, like frame: TemporalFrame) {
    (self.map, luminance, pyramid) = (map, frame.luminance, frame.pyramid)
  }

  /// Returns the luminance of a picture as codes, at the size of its map.
  private static func luminance(of colour: PhotoPixels, _ width: Int, _ height: Int, jobs: Int) -> [UInt8] {
    var codes = Bands.undefined(width * height, of: UInt8.self)
    if colour.width == width, colour.height == height {
      let rgb = colour.rgb8
      let source = rgb.span
      var target = codes.mutableSpan
      precondition(source.count == target.count * 3)
      for pixel in 0..<target.count {
        let sum =
          Self.weights.x &* UInt32(source[pixel &* 3]) &+ Self.weights.y &* UInt32(source[pixel &* 3 &+ 1])
          &+ Self.weights.z &* UInt32(source[pixel &* 3 &+ 2])
        target[pixel] = UInt8(truncatingIfNeeded: sum >> 8)
      }
    } else {
      let reduced = GuideReduction.reduce(colour, width: width, height: height, jobs: jobs)
      let weights = SIMD4(SIMD3<Float>(Self.weights), 0) * (255 / 256)
      for pixel in codes.indices { codes[pixel] = clampedCode((reduced[pixel] * weights).sum()) }
    }
    return codes
  }
}

/// The luminance of a frame, and that at a half, a quarter and so on of its size.
struct LuminancePyramid: Sendable {
  /// Codes of one size, rows tightly packed.
  struct Level: Sendable {
    let width, height: Int
    let codes: [UInt8]
  }

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
