public import AuxImage
internal import AuxKernels

/// The photo times the mask: what is out of focus fades to black.
public struct Spotlight: Hashable, Sendable {
  /// Creates the effect.
  public init() {}

  /// Returns the effect of a mask of the image's size, on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  public func applied(to image: PhotoPixels, mask: EffectMask, jobs: Int) throws(AuxError) -> PhotoPixels {
    try mask.applied(to: image) { render($0, mask: mask.values, into: &$1, jobs: jobs) }
  }

  /// Writes the effect over the samples of as many pixels; the mask has a value for each.
  package func render(_ image: PhotoPixels, mask: [Float], into target: inout [UInt8], jobs: Int) {
    let rgb = image.rgb8
    Bands.write(&target, rows: image.height, jobs: jobs) { band, part in
      let pixels = band.lowerBound * image.width..<band.upperBound * image.width
      let weights = mask.span.extracting(pixels)
      let source = rgb.span.extracting(pixels.lowerBound * 3..<pixels.upperBound * 3)
      precondition(part.count == source.count && source.count == weights.count * 3)
      for pixel in 0..<weights.count {
        let (start, weight) = (pixel &* 3, weights[pixel])
        part[start] = nearestCode(Float(source[start]) * weight)
        part[start &+ 1] = nearestCode(Float(source[start &+ 1]) * weight)
        part[start &+ 2] = nearestCode(Float(source[start &+ 2]) * weight)
      }
    }
  }
}

/// Colour where the mask is 1, luminance where it is 0, and between them a mixture.
public struct Highlight: Hashable, Sendable {
  /// The weights of red, green and blue in the luminance, taken of the coded samples.
  ///
  /// Source: ITU-R BT.709-6, item 3.2; sRGB has the same primaries.
  public static let luminanceWeights: (red: Float, green: Float, blue: Float) = (0.2126, 0.7152, 0.0722)

  /// Creates the effect.
  public init() {}

  /// Returns the effect of a mask of the image's size, on at most `jobs` threads.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ.
  public func applied(to image: PhotoPixels, mask: EffectMask, jobs: Int) throws(AuxError) -> PhotoPixels {
    try mask.applied(to: image) { render($0, mask: mask.values, into: &$1, jobs: jobs) }
  }

  /// Writes the effect over the samples of as many pixels; the mask has a value for each.
  package func render(_ image: PhotoPixels, mask: [Float], into target: inout [UInt8], jobs: Int) {
    let rgb = image.rgb8
    let weigh = Self.luminanceWeights
    Bands.write(&target, rows: image.height, jobs: jobs) { band, part in
      let pixels = band.lowerBound * image.width..<band.upperBound * image.width
      let weights = mask.span.extracting(pixels)
      let source = rgb.span.extracting(pixels.lowerBound * 3..<pixels.upperBound * 3)
      precondition(part.count == source.count && source.count == weights.count * 3)
      for pixel in 0..<weights.count {
        let (start, weight) = (pixel &* 3, weights[pixel])
        let (red, green) = (Float(source[start]), Float(source[start &+ 1]))
        let blue = Float(source[start &+ 2])
        let luminance = red * weigh.red + green * weigh.green + blue * weigh.blue
        part[start] = nearestCode(luminance + (red - luminance) * weight)
        part[start &+ 1] = nearestCode(luminance + (green - luminance) * weight)
        part[start &+ 2] = nearestCode(luminance + (blue - luminance) * weight)
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
