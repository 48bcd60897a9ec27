internal import AuxKernels

/// The image blurred with one radius, at a size at which that takes few samples.
struct BlurLayer: Sendable {
  /// The radius in pixels of the image.
  let radius: Float
  /// The level of the pyramid, 1 half the size.
  let level: Int
  /// The kernel in cells of that level, its weights of sum 1.
  let taps: [BlurTap]

  /// The greatest radius that is summed pixel by pixel.
  static let direct: Float = 3

  /// The rows and columns that the kernel needs on each side.
  var reach: Int { taps.map { max(abs($0.column), abs($0.row)) }.max() ?? 0 }

  /// Returns the layers whose radii go from ``direct`` to `largest` in factors of √2, none if that is less.
  static func layers(upTo largest: Float, shape: FocalBlur.Shape) -> [BlurLayer] {
    guard largest > direct else { return [] }
    var layers: [BlurLayer] = []
    var radius = direct
    var level = 1
    while true {
      let isLast = radius >= largest
      if isLast { radius = largest }
      // Above the first level the kernel's radius is from 1.6 to 3.7 cells.
      while radius > 3.8 * Float(1 << level) { level += 1 }
      let scale = Float(1 << level)
      // Making the cells smaller and interpolating between them blurs already; the variances add up.
      let rest = max(radius * radius - scale * scale + 1 / 3, 0.25).squareRoot() / scale
      layers.append(BlurLayer(radius: radius, level: level, taps: BlurKernel.taps(shape, radius: rest)))
      if isLast { return layers }
      radius *= Float(2).squareRoot()
    }
  }

  /// Returns the rows of cells between which the rows of a band are interpolated.
  func rows(for band: Range<Int>, in level: BlurPyramid.Level) -> Range<Int> {
    let first = ((band.lowerBound << 1) + 1 - (1 << self.level)) >> (self.level + 1)
    let last = ((band.upperBound << 1) - 1 - (1 << self.level)) >> (self.level + 1)
    // Above and below the centres of the outermost cells, those stand for what is beyond them.
    return min(max(first, 0), level.height - 1)..<min(max(last, 0) + 2, level.height)
  }

  /// Returns rows of cells blurred: colour times weight, and weight.
  func render(_ rows: Range<Int>, of level: BlurPyramid.Level) -> [SIMD4<Float>] {
    let reach = reach
    let stride = level.width + 2 * reach
    let source = weighted(rows.lowerBound - reach..<rows.upperBound + reach, stride: stride, of: level)
    var result = Bands.undefined(rows.count * level.width, of: SIMD4<Float>.self)
    let offsets = taps.map { ($0.row + reach) * stride + $0.column + reach }
    let weights = taps.map(\.weight)
    let (cells, steps, factors) = (source.span, offsets.span, weights.span)
    var target = result.mutableSpan
    precondition(steps.count == factors.count && cells.count == (rows.count + 2 * reach) * stride)
    for row in 0..<rows.count {
      for column in 0..<level.width {
        let centre = row * stride + column
        var sum = SIMD4<Float>.zero
        for tap in 0..<steps.count {
          // In range: the source has `reach` rows and columns more on each side.
          sum += unsafe cells[unchecked: centre &+ steps[unchecked: tap]] * factors[unchecked: tap]
        }
        target[row * level.width + column] = sum
      }
    }
    return result
  }

  /// Returns rows of cells times their share in this layer, with an edge of `reach` empty cells.
  private func weighted(
    _ rows: Range<Int>, stride: Int, of level: BlurPyramid.Level
  ) -> [SIMD4<Float>] {
    var result = [SIMD4<Float>](repeating: .zero, count: rows.count * stride)
    let edge = (stride - level.width) / 2
    let (cells, radii) = (level.cells.span, level.radii.span)
    var target = result.mutableSpan
    let scale = 1 / radius
    for row in rows where row >= 0 && row < level.height {
      let start = (row - rows.lowerBound) * stride + edge
      let from = row * level.width
      for column in 0..<level.width {
        target[start + column] =
          cells[from + column] * BlurKernel.share(radii[from + column] * scale)
      }
    }
    return result
  }
}
