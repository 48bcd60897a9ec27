internal import AuxKernels

/// The last step of guided upsampling: each pixel's nearness by the fits of the samples around it.
enum GuidedInterpolation {
  /// The square of the distance of colours, of range 1, at which a sample counts a quarter.
  static let colourScale: Float = 0.001

  /// Returns the nearness of each pixel of the photo.
  static func apply(
    _ coefficients: [SIMD4<Float>], guide: [SIMD4<Float>], width: Int, height: Int,
    to photo: PhotoPixels, jobs: Int
  ) -> [Float] {
    let rgb = photo.rgb8
    let rows = LinePlaces(count: photo.height, sourceCount: height)
    let columns = LinePlaces(count: photo.width, sourceCount: width)
    var result = Bands.undefined(photo.width * photo.height, of: Float.self)
    Bands.write(&result, rows: photo.height, jobs: jobs) { band, part in
      for row in band {
        let lines = (Int(rows.first[row]) * width, Int(rows.second[row]) * width)
        let pixels = rgb.span.extracting(row * photo.width * 3..<(row + 1) * photo.width * 3)
        interpolate(
          pixels, coefficients.span, guide.span, lines: lines, fraction: rows.fraction[row], columns,
          from: (row - band.lowerBound) * photo.width, into: &part)
      }
    }
    return result
  }

  private static func interpolate(
    _ pixels: Span<UInt8>, _ coefficients: Span<SIMD4<Float>>, _ guide: Span<SIMD4<Float>>,
    lines: (Int, Int), fraction down: Float, _ columns: LinePlaces, from start: Int,
    into target: inout MutableSpan<Float>
  ) {
    let (first, second, right) = (columns.first.span, columns.second.span, columns.fraction.span)
    let count = first.count
    precondition(second.count == count && right.count == count && pixels.count == count * 3)
    precondition(start >= 0 && start + count <= target.count)
    var pixel = 0
    while pixel < count {
      let (left, next) = (first[pixel], second[pixel])
      let places = (lines.0 + Int(left), lines.0 + Int(next), lines.1 + Int(left), lines.1 + Int(next))
      let fit = Quad(coefficients, places)
      let colour = Quad(guide, places)
      // The pixels between the same four samples share what was loaded.
      while pixel < count && first[pixel] == left {
        let across = right[pixel]
        let near = SIMD4(
          (1 - down) * (1 - across), (1 - down) * across, down * (1 - across), down * across)
        let scale: Float = 1 / 255
        let red = Float(pixels[pixel &* 3]) * scale
        let green = Float(pixels[pixel &* 3 &+ 1]) * scale
        let blue = Float(pixels[pixel &* 3 &+ 2]) * scale
        let (x, y, z) = (colour.x - red, colour.y - green, colour.z - blue)
        let distance = 1 + (x * x + y * y + z * z) * (1 / colourScale)
        let weight = near / (distance * distance) + near * 1e-6
        let product = weight * (fit.x * red + fit.y * green + fit.z * blue + fit.w)
        let value =
          (product[0] + product[1] + product[2] + product[3])
          / (weight[0] + weight[1] + weight[2] + weight[3])
        target[start &+ pixel] = clampedToUnit(value)
        pixel += 1
      }
    }
  }

  /// Four vectors by their lanes.
  private struct Quad {
    let x, y, z, w: SIMD4<Float>

    @inline(__always)
    init(_ samples: Span<SIMD4<Float>>, _ places: (Int, Int, Int, Int)) {
      let (a, b) = (samples[places.0], samples[places.1])
      let (c, d) = (samples[places.2], samples[places.3])
      x = SIMD4(a.x, b.x, c.x, d.x)
      y = SIMD4(a.y, b.y, c.y, d.y)
      z = SIMD4(a.z, b.z, c.z, d.z)
      w = SIMD4(a.w, b.w, c.w, d.w)
    }
  }
}
