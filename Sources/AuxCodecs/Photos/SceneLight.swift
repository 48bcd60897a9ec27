internal import AuxKernels

/// Scene-linear light as sRGB codes of 16 bits: nothing is exposed or tone-mapped, and what is no code is clipped.
///
/// Source: IEC 61966-2-1, 5.2; Specs/photos.md, "OpenEXR".
package enum SceneLight {
  package struct Codes: Sendable {
    package var samples: [UInt16]
    /// The number of pixels with light above 1.
    package var above = 0
    package var below = 0
    /// The number of pixels without a number.
    package var missing = 0
    package var greatest: Float = 0
  }

  private struct Row: BitwiseCopyable {
    var above: Int32 = 0
    var below: Int32 = 0
    var missing: Int32 = 0
    var greatest: Float = 0
  }

  /// Returns the codes of one channel of gray, or of three, which `matrix` converts where it is given.
  ///
  /// The matrix is by rows, 9 numbers. All channels have `width * height` samples.
  package static func codes(
    _ channels: [[Float]], width: Int, height: Int, matrix: [Float]? = nil,
    jobs: Int = AuxWorkerPool.coreCount
  ) -> Codes {
    let count = channels.count
    precondition(count == 1 || count == 3)
    precondition(channels.allSatisfy { $0.count == width * height })
    var samples = Bands.undefined(width * height * count, of: UInt16.self)
    var rows = [Row](repeating: Row(), count: height)
    Bands.write(&rows, &samples, rows: height, jobs: jobs) { band, rows, samples in
      for y in band {
        let start = (y - band.lowerBound) * width * count
        rows[y - band.lowerBound] =
          count == 1
          ? gray(channels[0], y * width, width, &samples, start)
          : colour(channels, y * width, width, matrix, &samples, start)
      }
    }
    var codes = Codes(samples: samples)
    for row in rows {
      codes.above += Int(row.above)
      codes.below += Int(row.below)
      codes.missing += Int(row.missing)
      codes.greatest = max(codes.greatest, row.greatest)
    }
    return codes
  }

  private static func gray(
    _ light: [Float], _ from: Int, _ width: Int, _ samples: inout MutableSpan<UInt16>, _ start: Int
  ) -> Row {
    var row = Row()
    for x in 0..<width {
      let value = light[from + x]
      if value.isNaN { row.missing += 1 }
      if value > 1 { row.above += 1 }
      if value < 0 { row.below += 1 }
      row.greatest = max(row.greatest, value)
      samples[start + x] = code(value)
    }
    return row
  }

  private static func colour(
    _ light: [[Float]], _ from: Int, _ width: Int, _ matrix: [Float]?,
    _ samples: inout MutableSpan<UInt16>, _ start: Int
  ) -> Row {
    var row = Row()
    let (reds, greens, blues) = (light[0], light[1], light[2])
    for x in 0..<width {
      var (red, green, blue) = (reds[from + x], greens[from + x], blues[from + x])
      if let m = matrix {
        (red, green, blue) = (
          m[0] * red + m[1] * green + m[2] * blue, m[3] * red + m[4] * green + m[5] * blue,
          m[6] * red + m[7] * green + m[8] * blue
        )
      }
      if red.isNaN || green.isNaN || blue.isNaN { row.missing += 1 }
      if red > 1 || green > 1 || blue > 1 { row.above += 1 }
      if red < 0 || green < 0 || blue < 0 { row.below += 1 }
      row.greatest = max(row.greatest, max(red, max(green, blue)))
      samples[start + 3 * x] = code(red)
      samples[start + 3 * x + 1] = code(green)
      samples[start + 3 * x + 2] = code(blue)
    }
    return row
  }

  /// Returns the code of light; 0 where it is no number.
  @inline(__always)
  private static func code(_ light: Float) -> UInt16 {
    guard light > 0 else { return 0 }
    guard light < 1 else { return 65535 }
    return UInt16(SRGBTransfer.encoded(light) * 65535 + 0.5)
  }
}
