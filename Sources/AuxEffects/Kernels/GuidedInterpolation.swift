internal import AuxImage
internal import AuxKernels

/// The last step of guided upsampling: each pixel's nearness by the fits of the samples around it.
enum GuidedInterpolation {
  /// The square of the distance of colours, of range 1, at which a sample counts a quarter.
  static let colourScale: Float = 0.001

  /// Returns the nearness of each pixel of the photo.
  static func apply(
    _ coefficients: [SIMD4<Float>], guide: [SIMD4<Float>], bounds: [SIMD2<Float>], width: Int, height: Int,
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
          pixels, coefficients.span, guide.span, bounds.span, lines: lines, fraction: rows.fraction[row],
          columns,
          from: (row - band.lowerBound) * photo.width, into: &part)
      }
    }
    return result
  }

  /// Writes a row of the photo, four pixels at a time.
  private static func interpolate(
    _ pixels: Span<UInt8>, _ coefficients: Span<SIMD4<Float>>, _ guide: Span<SIMD4<Float>>,
    _ bounds: Span<SIMD2<Float>>, lines: (Int, Int), fraction down: Float, _ columns: LinePlaces,
    from start: Int,
    into target: inout MutableSpan<Float>
  ) {
    let (first, second, right) = (columns.first.span, columns.second.span, columns.fraction.span)
    let count = first.count
    precondition(second.count == count && right.count == count && pixels.count == count * 3)
    precondition(start >= 0 && start + count <= target.count && count > 0)
    // Places grow along a line.
    let end = max(lines.0, lines.1) + Int(second[count - 1])
    precondition(min(lines.0, lines.1) >= 0 && first[0] >= 0 && end < min(guide.count, coefficients.count))
    precondition(bounds.count == guide.count)
    let scale: Float = 1 / 255
    for group in stride(from: 0, to: count, by: 4) {
      // The last group goes on with its last pixel.
      let last = count &- 1
      let (a, b) = (group, min(group &+ 1, last))
      let (c, d) = (min(group &+ 2, last), min(group &+ 3, last))
      let red = bytes(pixels, 0, a, b, c, d) * scale
      let green = bytes(pixels, 1, a, b, c, d) * scale
      let blue = bytes(pixels, 2, a, b, c, d) * scale
      let across = SIMD4(right[a], right[b], right[c], right[d])
      let left = SIMD4(first[a], first[b], first[c], first[d])
      let next = SIMD4(second[a], second[b], second[c], second[d])
      var (weights, products) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      @inline(__always)
      func add(_ line: Int, _ places: SIMD4<Int32>, _ near: SIMD4<Float>) {
        let colour = Lanes(guide, line, places)
        let fit = Lanes(coefficients, line, places)
        let (x, y, z) = (colour.x - red, colour.y - green, colour.z - blue)
        let distance = (x * x + y * y + z * z) * colour.w * (1 / colourScale) + 1
        let weight = near / (distance * distance) + near * 1e-6
        weights += weight
        products += weight * (fit.x * red + fit.y * green + fit.z * blue + fit.w)
      }
      add(lines.0, left, (1 - across) * (1 - down))
      add(lines.0, next, across * (1 - down))
      add(lines.1, left, (1 - across) * down)
      add(lines.1, next, across * down)
      let (least, greatest) = extremes(
        bounds, down < 0.5 ? lines.0 : lines.1, left.replacing(with: next, where: across .>= 0.5))
      let values = (products / weights).clamped(lowerBound: least, upperBound: greatest)
      for lane in 0..<min(4, count &- group) { target[start &+ group &+ lane] = values[lane] }
    }
  }

  /// Returns the bounds of four samples.
  @inline(__always)
  private static func extremes(
    _ bounds: Span<SIMD2<Float>>, _ line: Int, _ places: SIMD4<Int32>
  ) -> (SIMD4<Float>, SIMD4<Float>) {
    let (a, b) = unsafe (bounds[unchecked: line &+ Int(places.x)], bounds[unchecked: line &+ Int(places.y)])
    let (c, d) = unsafe (bounds[unchecked: line &+ Int(places.z)], bounds[unchecked: line &+ Int(places.w)])
    return (SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y))
  }

  /// Returns a component of four pixels.
  @inline(__always)
  private static func bytes(
    _ pixels: Span<UInt8>, _ component: Int, _ a: Int, _ b: Int, _ c: Int, _ d: Int
  ) -> SIMD4<Float> {
    unsafe SIMD4(
      Float(pixels[unchecked: a &* 3 &+ component]), Float(pixels[unchecked: b &* 3 &+ component]),
      Float(pixels[unchecked: c &* 3 &+ component]), Float(pixels[unchecked: d &* 3 &+ component]))
  }

  /// The components of four samples, each in a vector.
  private struct Lanes {
    let x, y, z, w: SIMD4<Float>

    @inline(__always)
    init(_ samples: Span<SIMD4<Float>>, _ line: Int, _ places: SIMD4<Int32>) {
      let (a, b) = unsafe (
        samples[unchecked: line &+ Int(places.x)], samples[unchecked: line &+ Int(places.y)]
      )
      let (c, d) = unsafe (
        samples[unchecked: line &+ Int(places.z)], samples[unchecked: line &+ Int(places.w)]
      )
      x = SIMD4(a.x, b.x, c.x, d.x)
      y = SIMD4(a.y, b.y, c.y, d.y)
      z = SIMD4(a.z, b.z, c.z, d.z)
      w = SIMD4(a.w, b.w, c.w, d.w)
    }
  }
}
