internal import AuxKernels

/// The blur with small radii, summed pixel by pixel.
struct DirectBlur: Sendable {
  let shape: FocalBlur.Shape
  /// The rows and columns that a kernel needs on each side.
  let reach: Int
  /// The length of a row of ``pixels(of:mask:largest:band:)``.
  let stride: Int
  /// The distances of the taps, rising, and where they are from the centre in those rows.
  private let distances: [Float]
  private let offsets: [Int]

  /// A pixel that does not exist.
  static let outside = SIMD4<Float>(0, 0, 0, -1)

  init(shape: FocalBlur.Shape, width: Int) {
    self.shape = shape
    let extent = BlurLayer.direct * (shape == .disc ? 1 : BlurKernel.bellExtent.squareRoot())
    let taps = BlurTap.around(reach: extent + (shape == .disc ? 0.5 : 0))
    reach = Int(extent + 0.5)
    let stride = width + 2 * reach
    self.stride = stride
    distances = taps.map(\.distance)
    offsets = taps.map { $0.row * stride + $0.column }
  }

  /// Returns the light and the radii of a band's pixels and of `reach` more on each side.
  ///
  /// Beyond the image the radius is ``outside``, so nothing spreads from there.
  func pixels(
    of image: PhotoPixels, mask: [Float], tables: LightTables, largest: Float, band: Range<Int>
  ) -> [SIMD4<Float>] {
    let rgb = image.rgb8
    var result = Bands.undefined((band.count + 2 * reach) * stride, of: SIMD4<Float>.self)
    let lights = tables.light.span
    var target = result.mutableSpan
    for line in 0..<(band.count + 2 * reach) {
      let row = line + band.lowerBound - reach
      let start = line * stride
      guard row >= 0 && row < image.height else {
        for column in 0..<stride { target[start + column] = Self.outside }
        continue
      }
      for column in 0..<reach {
        target[start + column] = Self.outside
        target[start + stride - 1 - column] = Self.outside
      }
      let samples = rgb.span.extracting(row * image.width * 3..<(row + 1) * image.width * 3)
      let sharp = mask.span.extracting(row * image.width..<(row + 1) * image.width)
      for column in 0..<sharp.count {
        let light = LightTables.light(
          lights, samples[column &* 3], samples[column &* 3 &+ 1], samples[column &* 3 &+ 2])
        target[start + reach + column] = SIMD4(light, (1 - sharp[column]) * largest)
      }
    }
    return result
  }

  /// Returns the colour of a pixel blurred with its radius, which is from 0.5 to `BlurLayer.direct`.
  func blurred(_ pixels: Span<SIMD4<Float>>, at place: Int) -> SIMD4<Float> {
    let radius = pixels[place].w
    let scale = 1 / radius
    let (distances, offsets) = (distances.span, offsets.span)
    let isDisc = shape == .disc
    let limit = isDisc ? radius + 0.5 : radius * BlurKernel.bellExtent.squareRoot()
    let inverse = 1 / (BlurKernel.bellExtent * radius * radius)
    precondition(distances.count == offsets.count)
    var sum = SIMD4<Float>.zero
    var total: Float = 0
    for index in 0..<distances.count {
      let distance = distances[index]
      guard distance < limit else { break }
      // In range: there are `reach` rows and columns more on each side of the band.
      let pixel = unsafe pixels[unchecked: place &+ offsets[unchecked: index]]
      let kernel =
        isDisc
        ? BlurKernel.disc(distance, radius: radius)
        : BlurKernel.bell(distance * distance, inverse: inverse)
      let weight = kernel * BlurKernel.share(pixel.w * scale)
      sum += pixel * weight
      total += weight
    }
    return sum / total
  }

  /// Returns how much of itself a pixel keeps because sharp pixels touch it, 0...0.5.
  ///
  /// The pixels of an edge are a mixture of both sides in the photo; where they were given up entirely, the
  /// edge would have steps.
  @inline(__always)
  func sharpness(_ pixels: Span<SIMD4<Float>>, at place: Int) -> Float {
    let scale = 2 / pixels[place].w
    let beside = SIMD4(
      pixels[place &- 1].w, pixels[place &+ 1].w, pixels[place &- stride].w, pixels[place &+ stride].w)
    // Outside of the image the radius is negative; it has no say.
    let sharp = (1 - beside * scale).clamped(lowerBound: .zero, upperBound: .one)
    let known = sharp.replacing(with: 0, where: beside .< 0)
    return min(known.sum() * 0.35, 0.5)
  }
}
