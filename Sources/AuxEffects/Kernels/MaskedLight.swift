internal import AuxKernels

/// What effects make of the light of pixels, by a mask.
enum MaskedLight {
  /// Writes what an effect makes of the light and the mask of each pixel over the samples of as many pixels.
  ///
  /// Where the mask is 1, a pixel keeps its codes.
  @inline(__always)
  static func render<Code: LightCode>(
    _ rgb: [Code], rows: Int, mask: [Float], tables: LightTables, into target: inout [Code], jobs: Int,
    _ effect: @Sendable (_ light: SIMD3<Float>, _ weight: Float) -> SIMD3<Float>
  ) {
    let (width, entries) = (mask.count / rows, Code.entries(tables))
    Bands.write(&target, rows: rows, jobs: jobs) { band, part in
      let pixels = band.lowerBound * width..<band.upperBound * width
      let weights = mask.span.extracting(pixels)
      let source = rgb.span.extracting(pixels.lowerBound * 3..<pixels.upperBound * 3)
      precondition(part.count == source.count && source.count == weights.count * 3)
      let (lights, codes) = (tables.light.span, entries.span)
      for pixel in 0..<weights.count {
        let (start, weight) = (pixel &* 3, weights[pixel])
        let (red, green, blue) = (source[start], source[start &+ 1], source[start &+ 2])
        guard weight < 1 else {
          (part[start], part[start &+ 1], part[start &+ 2]) = (red, green, blue)
          continue
        }
        let light = effect(Code.light(lights, red, green, blue), weight)
        Code.write(light, codes, into: &part, at: start)
      }
    }
  }
}
