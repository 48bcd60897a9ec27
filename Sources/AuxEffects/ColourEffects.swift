package import AuxImage
package import AuxKernels

/// The light of the photo times the mask: pixels out of focus fade to black.
package struct Spotlight: Hashable, Sendable {
  package init() {}

  /// Returns the effect of a mask of the image's size, on at most `jobs` threads.
  ///
  /// `encoding` is that of the image's codes, by which its light is computed. Throws `AuxError` with code `usage` where
  /// the sizes differ.
  package func applied(
    to image: PhotoPixels, mask: EffectMask, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try mask.applied(to: image) {
      render(
        $0, mask: mask.values, tables: encoding.tables(bits: $0.bitsPerSample), into: &$1, jobs: jobs)
    }
  }

  /// Writes the effect over samples of as many pixels and of the image's bits; the mask has a value for each.
  package func render(
    _ image: PhotoPixels, mask: [Float], tables: LightTables, into target: inout PhotoPixels.Samples,
    jobs: Int
  ) {
    target.write(
      { render(image.rgb8, rows: image.height, mask, tables, into: &$0, jobs) },
      {
        MaskedLight.render(
          image.rgb16, rows: image.height, mask: mask, tables: tables, into: &$0, jobs: jobs
        ) { light, weight in light * weight }
      })
  }

  /// There are few codes of 8 bits: roots of their light are looked up, and no light is computed.
  private func render(
    _ rgb: [UInt8], rows: Int, _ mask: [Float], _ tables: LightTables, into target: inout [UInt8],
    _ jobs: Int
  ) {
    let width = mask.count / rows
    // The places of codes go by the root of light, and that of a product is the product of the roots.
    let most = Float(LightTables.resolution - 1)
    let roots = tables.light.map { $0.squareRoot() * most }
    Bands.write(&target, rows: rows, jobs: jobs) { band, part in
      let pixels = band.lowerBound * width..<band.upperBound * width
      let weights = mask.span.extracting(pixels)
      let source = rgb.span.extracting(pixels.lowerBound * 3..<pixels.upperBound * 3)
      precondition(part.count == source.count && source.count == weights.count * 3)
      let (places, codes) = (roots.span, tables.codes.span)
      for pixel in 0..<weights.count {
        let (start, weight) = (pixel &* 3, weights[pixel])
        let (red, green, blue) = (source[start], source[start &+ 1], source[start &+ 2])
        guard weight < 1 else {
          (part[start], part[start &+ 1], part[start &+ 2]) = (red, green, blue)
          continue
        }
        let root = weight > 0 ? weight.squareRoot() : 0
        part[start] = codes[Self.place(places[Int(red)] * root)]
        part[start &+ 1] = codes[Self.place(places[256 &+ Int(green)] * root) &+ LightTables.resolution]
        part[start &+ 2] = codes[Self.place(places[512 &+ Int(blue)] * root) &+ 2 &* LightTables.resolution]
      }
    }
  }

  /// Returns the place nearest to one that is not negative.
  @inline(__always)
  private static func place(_ value: Float) -> Int {
    // Adding 2^23 leaves the integer at the end of the significand.
    Int((value + 0x1p23).bitPattern & 0xFFFF)
  }
}

/// Colour where the mask is 1, gray where it is 0, and between them a mixture of their light.
package struct Highlight: Hashable, Sendable {
  package init() {}

  /// Returns the effect of a mask of the image's size, on at most `jobs` threads.
  ///
  /// `encoding` is that of the image's codes, by which its light is computed. Throws `AuxError` with code `usage` where
  /// the sizes differ.
  package func applied(
    to image: PhotoPixels, mask: EffectMask, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try mask.applied(to: image) {
      render(
        $0, mask: mask.values, tables: encoding.tables(bits: $0.bitsPerSample), into: &$1, jobs: jobs)
    }
  }

  /// Writes the effect over samples of as many pixels and of the image's bits; the mask has a value for each.
  package func render(
    _ image: PhotoPixels, mask: [Float], tables: LightTables, into target: inout PhotoPixels.Samples,
    jobs: Int
  ) {
    target.write(
      { render(image.rgb8, rows: image.height, mask, tables, into: &$0, jobs) },
      { render(image.rgb16, rows: image.height, mask, tables, into: &$0, jobs) })
  }

  private func render<Code: LightCode>(
    _ rgb: [Code], rows: Int, _ mask: [Float], _ tables: LightTables, into target: inout [Code],
    _ jobs: Int
  ) {
    let weigh = tables.luminanceWeights
    MaskedLight.render(rgb, rows: rows, mask: mask, tables: tables, into: &target, jobs: jobs) {
      light, weight in
      let luminance = SIMD3(repeating: light.x * weigh.x + light.y * weigh.y + light.z * weigh.z)
      return luminance + (light - luminance) * weight
    }
  }
}

/// The photo without its green.
package struct Rosy: Hashable, Sendable {
  package init() {}

  /// Returns the effect, on at most `jobs` threads; with a matte, the subject keeps its green.
  ///
  /// Throws `AuxError` with code `usage` where the matte has another size.
  package func applied(
    to image: PhotoPixels, sparing matte: EffectMask? = nil, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    if let matte { try PlaneSize.match(image, width: matte.width, height: matte.height, of: "matte") }
    return image.rewritten { render($0, sparing: matte?.values, into: &$1, jobs: jobs) }
  }

  /// Writes the effect over samples of as many pixels and of the image's bits; the matte has a value for each.
  package func render(
    _ image: PhotoPixels, sparing matte: [Float]?, into target: inout PhotoPixels.Samples, jobs: Int
  ) {
    target.write(
      { render(image.rgb8, image, sparing: matte, into: &$0, jobs) },
      { render(image.rgb16, image, sparing: matte, into: &$0, jobs) })
  }

  private func render<Code: LightCode>(
    _ rgb: [Code], _ image: PhotoPixels, sparing matte: [Float]?, into target: inout [Code], _ jobs: Int
  ) {
    Bands.write(&target, rows: image.height, jobs: jobs) { band, part in
      let pixels = band.lowerBound * image.width..<band.upperBound * image.width
      let source = rgb.span.extracting(pixels.lowerBound * 3..<pixels.upperBound * 3)
      precondition(part.count == source.count && source.count == pixels.count * 3)
      for pixel in 0..<pixels.count {
        let start = pixel &* 3
        part[start] = source[start]
        part[start &+ 1] = 0
        part[start &+ 2] = source[start &+ 2]
      }
      guard let matte else { return }
      let weights = matte.span.extracting(pixels)
      for pixel in 0..<weights.count {
        part[pixel &* 3 &+ 1] = Code.nearest(Float(source[pixel &* 3 &+ 1]) * weights[pixel])
      }
    }
  }
}

/// What effects make of the light of pixels, by a mask.
private enum MaskedLight {
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
