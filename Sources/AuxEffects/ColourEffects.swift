public import AuxImage
package import AuxKernels

/// The light of the photo times the mask: what is out of focus fades to black.
public struct Spotlight: Hashable, Sendable {
  /// Creates the effect.
  public init() {}

  /// Returns the effect of a mask of the image's size, on at most `jobs` threads.
  ///
  /// `encoding` is that of the image's codes, by which its light is computed. Throws `AuxError` with code `usage` where
  /// the sizes differ.
  public func applied(
    to image: PhotoPixels, mask: EffectMask, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try mask.applied(to: image) {
      render($0, mask: mask.values, tables: encoding.tables, into: &$1, jobs: jobs)
    }
  }

  /// Writes the effect over the samples of as many pixels; the mask has a value for each.
  package func render(
    _ image: PhotoPixels, mask: [Float], tables: LightTables, into target: inout [UInt8], jobs: Int
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
        // What is in focus stays as it is.
        guard weight < 1 else {
          (part[start], part[start &+ 1], part[start &+ 2]) = (red, green, blue)
          continue
        }
        let places = LightTables.places(LightTables.light(lights, red, green, blue) * weight)
        part[start] = codes[places.x]
        part[start &+ 1] = codes[places.y]
        part[start &+ 2] = codes[places.z]
      }
    }
  }
}

/// Colour where the mask is 1, luminance where it is 0, and between them a mixture of their light.
public struct Highlight: Hashable, Sendable {
  /// Creates the effect.
  public init() {}

  /// Returns the effect of a mask of the image's size, on at most `jobs` threads.
  ///
  /// `encoding` is that of the image's codes, by which its light is computed. Throws `AuxError` with code `usage` where
  /// the sizes differ.
  public func applied(
    to image: PhotoPixels, mask: EffectMask, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try mask.applied(to: image) {
      render(
        $0, mask: mask.values, tables: encoding.tables, weights: encoding.luminanceWeights, into: &$1,
        jobs: jobs)
    }
  }

  /// Writes the effect over the samples of as many pixels; the mask has a value for each.
  package func render(
    _ image: PhotoPixels, mask: [Float], tables: LightTables, weights weigh: SIMD3<Float>,
    into target: inout [UInt8], jobs: Int
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
        let light = LightTables.light(lights, red, green, blue)
        let luminance = SIMD3(repeating: light.x * weigh.x + light.y * weigh.y + light.z * weigh.z)
        let places = LightTables.places(luminance + (light - luminance) * weight)
        part[start] = codes[places.x]
        part[start &+ 1] = codes[places.y]
        part[start &+ 2] = codes[places.z]
      }
    }
  }
}

/// The photo without its green.
public struct Rosy: Hashable, Sendable {
  /// Creates the effect.
  public init() {}

  /// Returns the effect, on at most `jobs` threads; with a matte, the subject keeps its green.
  ///
  /// Throws `AuxError` with code `usage` where the matte has another size.
  public func applied(
    to image: PhotoPixels, sparing matte: EffectMask? = nil, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    if let matte { try PlaneSize.match(image, width: matte.width, height: matte.height, of: "matte") }
    let image = image.asRGB8
    var samples = Bands.undefined(image.samples.count, of: UInt8.self)
    render(image, sparing: matte?.values, into: &samples, jobs: jobs)
    return image.replacingSamples(rgb8: samples)
  }

  /// Writes the effect over the samples of as many pixels; the matte has a value for each.
  package func render(_ image: PhotoPixels, sparing matte: [Float]?, into target: inout [UInt8], jobs: Int) {
    let rgb = image.rgb8
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
        part[pixel &* 3 &+ 1] = nearestCode(Float(source[pixel &* 3 &+ 1]) * weights[pixel])
      }
    }
  }
}
