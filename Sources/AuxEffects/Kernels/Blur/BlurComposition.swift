/// The blurred image out of the image itself and its layers.
struct BlurComposition: Sendable {
  let image: PhotoPixels
  let mask: [Float]
  let tables: LightTables
  /// The radius where the mask is 0.
  let largest: Float
  let layers: [BlurLayer]
  let pyramid: BlurPyramid
  let shape: FocalBlur.Shape

  /// The weight of a pixel's own colour beside that of its layers: alone where they have none.
  private static let ownWeight: Float = 0.002

  /// The rows of one layer that a band needs.
  private struct Rendering {
    var rows = 0..<0
    var cells: [SIMD4<Float>] = []
  }

  /// Writes a band of rows.
  func render(_ band: Range<Int>, into target: inout MutableSpan<UInt8>) {
    let direct = DirectBlur(shape: shape, width: image.width)
    let pixels = direct.pixels(of: image, mask: mask, tables: tables, largest: largest, band: band)
    var greatest: Float = 0
    for row in 0..<band.count {
      let start = (row + direct.reach) * direct.stride + direct.reach
      let line = pixels.span.extracting(start..<start + image.width)
      for column in 0..<line.count { greatest = max(greatest, line[column].w) }
    }
    let renderings = layers.indices.map { index in
      // A layer is needed from the radius of the one below it.
      guard greatest > (index == 0 ? BlurLayer.direct : layers[index - 1].radius) else { return Rendering() }
      let level = pyramid.levels[layers[index].level - 1]
      let rows = layers[index].rows(for: band, in: level)
      return Rendering(rows: rows, cells: layers[index].render(rows, of: level))
    }
    for row in band {
      compose(row, in: band, pixels, direct, renderings, into: &target)
    }
  }

  private func compose(
    _ row: Int, in band: Range<Int>, _ pixels: [SIMD4<Float>], _ direct: DirectBlur,
    _ renderings: [Rendering], into target: inout MutableSpan<UInt8>
  ) {
    let (source, codes) = (pixels.span, tables.codes.span)
    let own = image.rgb8
    let samples = own.span.extracting(row * image.width * 3..<(row + 1) * image.width * 3)
    let start = (row - band.lowerBound + direct.reach) * direct.stride + direct.reach
    let from = (row - band.lowerBound) * image.width * 3
    for column in 0..<image.width {
      let (pixel, to) = (source[start + column], from + column * 3)
      // What is sharp stays as it is.
      guard pixel.w > 0.5 else {
        for component in 0..<3 { target[to + component] = samples[column * 3 + component] }
        continue
      }
      var colour = pixel
      if pixel.w > BlurLayer.direct {
        var upper = 1
        while upper < layers.count - 1 && layers[upper].radius < pixel.w { upper += 1 }
        let (one, two) = (layers[upper - 1], layers[upper])
        let fraction = (pixel.w - one.radius) / (two.radius - one.radius)
        let low = sample(renderings[upper - 1], one.level, column, row)
        let high = sample(renderings[upper], two.level, column, row)
        var sum = low + (high - low) * fraction
        let weight = sum.w + Self.ownWeight
        sum += pixel * Self.ownWeight
        colour = sum / weight
      } else {
        colour = direct.blurred(source, at: start + column)
      }
      colour += (pixel - colour) * direct.sharpness(source, at: start + column)
      LightTables.write(SIMD3(colour.x, colour.y, colour.z), codes, into: &target, at: to)
    }
  }

  /// Returns what a layer has at a pixel, interpolated between the centres of four cells.
  @inline(__always)
  private func sample(_ layer: Rendering, _ level: Int, _ column: Int, _ row: Int) -> SIMD4<Float> {
    let size = pyramid.levels[level - 1]
    let scale = Float(sign: .plus, exponent: -level, significand: 1)
    let x = max((Float(column) + 0.5) * scale - 0.5, 0)
    let y = max((Float(row) + 0.5) * scale - 0.5, 0)
    let left = min(Int(x), size.width - 1), top = min(Int(y), size.height - 1)
    let right = min(left + 1, size.width - 1), bottom = min(top + 1, size.height - 1)
    let across = x - Float(left), down = y - Float(top)
    let cells = layer.cells.span
    let upper = (top - layer.rows.lowerBound) * size.width
    let lower = (bottom - layer.rows.lowerBound) * size.width
    let above = cells[upper + left] + (cells[upper + right] - cells[upper + left]) * across
    let below = cells[lower + left] + (cells[lower + right] - cells[lower + left]) * across
    return above + (below - above) * down
  }
}
