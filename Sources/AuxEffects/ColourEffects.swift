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
    MaskedLight.render(image, mask: mask, tables: tables, into: &target, jobs: jobs) { $0 * $1 }
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
      render($0, mask: mask.values, tables: encoding.tables, into: &$1, jobs: jobs)
    }
  }

  /// Writes the effect over the samples of as many pixels; the mask has a value for each.
  package func render(
    _ image: PhotoPixels, mask: [Float], tables: LightTables, into target: inout [UInt8], jobs: Int
  ) {
    let weigh = tables.luminanceWeights
    MaskedLight.render(image, mask: mask, tables: tables, into: &target, jobs: jobs) { light, weight in
      let luminance = SIMD3(repeating: light.x * weigh.x + light.y * weigh.y + light.z * weigh.z)
      return luminance + (light - luminance) * weight
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
