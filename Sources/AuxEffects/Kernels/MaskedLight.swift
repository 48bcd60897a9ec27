internal import AuxImage
internal import AuxKernels

/// What effects make of the light of pixels, by a mask.
enum MaskedLight {
  /// Writes what an effect makes of the light and the mask of each pixel over the samples of as many pixels.
  ///
  /// Where the mask is 1, a pixel keeps its codes.
  @inline(__always)
  static func render(
    _ image: PhotoPixels, mask: [Float], tables: LightTables, into target: inout [UInt8], jobs: Int,
    _ effect: @Sendable (_ light: SIMD3<Float>, _ weight: Float) -> SIMD3<Float>
  ) {
    let rgb = image.rgb8
    Bands.write(&target, rows: image.height, jobs: jobs) { band, part in
      let pixels = band.lowerBound * image.width..<band.upperBound * image.width
      let weights = mask.span.extracting(pixels)
      let source = rgb.span.extracting(pixels.lowerBound * 3..<pixels.upperBound * 3)
      precondition(part.count == source.count && source.count == weights.count * 3)
      let (lights, codes) = (tables.light.span, tables.codes.span)
      for pixel in 0..<weights.count {
        let (start, weight) = (pixel &* 3, weights[pixel])
        let (red, green, blue) = (source[start], source[start &+ 1], source[start &+ 2])
        guard weight < 1 else {
          (part[start], part[start &+ 1], part[start &+ 2]) = (red, green, blue)
          continue
        }
        let light = effect(LightTables.light(lights, red, green, blue), weight)
        LightTables.write(light, codes, into: &part, at: start)
      }
    }
  }
}
