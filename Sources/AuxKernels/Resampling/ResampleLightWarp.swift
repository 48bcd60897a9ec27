extension Resample {
  /// Returns a warped picture of 8 bits, whose light is interpolated by a cubic kernel.
  ///
  /// The kernel is Catmull and Rom's, as wide as a pixel of the result is in the source, so that a smaller result has
  /// no moiré. `codes` are `channels` samples a pixel, 1 or 3. The result does not depend on `jobs`, the greatest number of threads.
  package static func light(
    _ codes: [UInt8], width: Int, height: Int, channels: Int, warp: ResampleWarp, toWidth: Int, toHeight: Int,
    tables: LightTables, jobs: Int
  ) -> [UInt8] {
    precondition(tables.bits == 8 && codes.count == width * height * channels)
    var result = Bands.undefined(toWidth * toHeight * channels, of: UInt8.self)
    Bands.write(&result, rows: toHeight, jobs: jobs) { band, part in
      var kernel = LightKernel(width, height, channels, warp, toWidth, toHeight)
      let (source, light, table) = (codes.span, tables.light.span, tables.codes.span)
      var at = 0
      for row in band {
        for column in 0..<toWidth {
          kernel.move(to: warp.toSource([Double(column) + 0.5, Double(row) + 0.5]))
          let mixed = kernel.light(of: source, light)
          if channels == 3 {
            writeCodes(ofLight: mixed, table, into: &part, at: at)
          } else {
            part[at] = table[placesOfCodes(mixed).x]
          }
          at += channels
        }
      }
    }
    return result
  }

  /// Returns a warped picture of 16 bits, likewise.
  package static func light(
    _ codes: [UInt16], width: Int, height: Int, channels: Int, warp: ResampleWarp, toWidth: Int,
    toHeight: Int, tables: LightTables, jobs: Int
  ) -> [UInt16] {
    precondition(tables.bits == 16 && codes.count == width * height * channels)
    var result = Bands.undefined(toWidth * toHeight * channels, of: UInt16.self)
    Bands.write(&result, rows: toHeight, jobs: jobs) { band, part in
      var kernel = LightKernel(width, height, channels, warp, toWidth, toHeight)
      let (source, light, table) = (codes.span, tables.light.span, tables.wideCodes.span)
      var pixel: [UInt16] = [0, 0, 0]
      var at = 0
      for row in band {
        for column in 0..<toWidth {
          kernel.move(to: warp.toSource([Double(column) + 0.5, Double(row) + 0.5]))
          let mixed = kernel.light(of: source, light)
          if channels == 3 {
            writeCodes(ofLight: mixed, table, into: &part, at: at)
          } else {
            var three = pixel.mutableSpan
            writeCodes(ofLight: mixed, table, into: &three, at: 0)
            part[at] = three[0]
          }
          at += channels
        }
      }
    }
    return result
  }
}

/// The pixels that contribute to one of a warped picture.
private struct LightKernel {
  private var columns: CubicTaps
  private var rows: CubicTaps
  private let length: Int
  private let channels: Int

  init(
    _ width: Int, _ height: Int, _ channels: Int, _ warp: ResampleWarp, _ toWidth: Int, _ toHeight: Int
  ) {
    precondition(channels == 1 || channels == 3)
    let stretch = max(warp.coverage(toWidth: toWidth, toHeight: toHeight), 1)
    columns = CubicTaps(of: width, stretch: stretch, step: channels)
    rows = CubicTaps(of: height, stretch: stretch, step: width * channels)
    (self.channels, length) = (channels, width * height * channels)
  }

  mutating func move(to point: SIMD2<Double>) {
    columns.move(to: point.x)
    rows.move(to: point.y)
  }

  /// Returns the light at the point; `light` has that of each code, of one component after the other.
  @inline(__always)
  func light<Code: FixedWidthInteger & UnsignedInteger>(
    of codes: Span<Code>, _ light: Span<Float>
  ) -> SIMD3<Float> {
    let levels = 1 << Code.bitWidth
    precondition(codes.count == length && light.count == 3 * levels)
    var sum = SIMD3<Float>()
    for row in rows.places.indices {
      var line = SIMD3<Float>()
      let start = rows.places[row]
      for column in columns.places.indices {
        let at = start + columns.places[column]
        let red = light[Int(codes[at])]
        let pixel =
          channels == 3
          ? SIMD3(red, light[levels &+ Int(codes[at &+ 1])], light[2 &* levels &+ Int(codes[at &+ 2])])
          : SIMD3(repeating: red)
        line += pixel * columns.weights[column]
      }
      sum += line * rows.weights[row]
    }
    return sum
  }
}

/// The samples of a line that contribute to a point of it by a cubic kernel, and their weights, whose sum is 1.
private struct CubicTaps {
  /// Where each sample is: `step` times its number. Outside of the line the outermost one goes on.
  private(set) var places: [Int]
  private(set) var weights: [Float]
  private let end: Int
  private let stretch: Double
  private let step: Int

  init(of end: Int, stretch: Double, step: Int) {
    (self.end, self.stretch, self.step) = (end, stretch, step)
    let count = Int((4 * stretch).rounded(.up)) + (stretch > 1 ? 1 : 0)
    (places, weights) = ([Int](repeating: 0, count: count), [Float](repeating: 0, count: count))
  }

  mutating func move(to point: Double) {
    let centre = point - 0.5
    let first = (centre - 2 * stretch).integer(.down, in: -(1 << 40)...1 << 40) + 1
    var sum: Float = 0
    for tap in places.indices {
      places[tap] = min(max(first + tap, 0), end - 1) * step
      weights[tap] = Self.cubic(Float(abs(Double(first + tap) - centre) / stretch))
      sum += weights[tap]
    }
    for tap in weights.indices { weights[tap] /= sum }
  }

  /// Catmull and Rom's cubic, which keeps straight lines and passes through the samples. Source: E. Catmull, R. Rom, "A class of
  /// local interpolating splines", 1974.
  private static func cubic(_ distance: Float) -> Float {
    if distance < 1 { return (1.5 * distance - 2.5) * distance * distance + 1 }
    if distance < 2 { return ((2.5 - 0.5 * distance) * distance - 4) * distance + 2 }
    return 0
  }
}
