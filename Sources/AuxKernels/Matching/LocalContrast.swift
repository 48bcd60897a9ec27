/// What of a picture stays through changes of exposure, contrast and colour: how each sample differs from its
/// surroundings, measured by how much these vary.
package enum LocalContrast {
  /// The distance in samples that the surroundings reach.
  package static let radius = 4
  /// The contrast below which surroundings count as flat, as a part of that of the whole picture.
  private static let flatPart: Float = 0.3
  /// The contrast of a whole picture, in 8-bit codes, below which there is nothing but noise.
  private static let leastContrast: Float = 0.75

  /// Returns (sample - mean) / (deviation + floor) for each sample, over squares about it; nil for a picture
  /// without detail.
  package static func of(_ grid: LumaGrid) -> LumaGrid? {
    var difference = grid
    let mean = boxMean(grid)
    var sum = 0.0
    for index in mean.indices {
      let value = grid.samples[index] - mean[index]
      difference.samples[index] = value
      sum += Double(value * value)
    }
    let contrast = Float((sum / Double(mean.count)).squareRoot())
    guard contrast >= leastContrast else { return nil }
    var squares = difference
    multiply(&squares.samples, by: difference.samples)
    let variance = boxMean(squares)
    divide(&difference.samples, byDeviationOf: variance, floor: contrast * flatPart)
    return difference
  }

  private static func multiply(_ values: inout [Float], by factors: [Float]) {
    let factor = factors.span
    var target = values.mutableSpan
    for index in 0..<target.count { target[index] *= factor[index] }
  }

  private static func divide(_ values: inout [Float], byDeviationOf variance: [Float], floor: Float) {
    let variances = variance.span
    var target = values.mutableSpan
    for index in 0..<target.count {
      target[index] /= max(variances[index], 0).squareRoot() + floor
    }
  }

  /// Returns the means over the squares about all samples, as far as they are in the picture.
  private static func boxMean(_ grid: LumaGrid) -> [Float] {
    let (width, height) = (grid.width, grid.height)
    let source = grid.samples.span
    var rows = [Float](repeating: 0, count: width * height)
    var result = rows
    var row = rows.mutableSpan
    for y in 0..<height {
      let start = y * width
      var sum: Float = 0
      for x in 0..<min(radius, width) { sum += source[start &+ x] }
      for x in 0..<width {
        if x + radius < width { sum += source[start &+ x &+ radius] }
        if x > radius { sum -= source[start &+ x &- radius &- 1] }
        row[start &+ x] = sum / Float(min(x + radius, width - 1) - max(x - radius, 0) + 1)
      }
    }
    var target = result.mutableSpan
    var sums = [Float](repeating: 0, count: width)
    var sum = sums.mutableSpan
    for y in 0..<min(radius, height) { for x in 0..<width { sum[x] += row[y &* width &+ x] } }
    for y in 0..<height {
      let count = Float(min(y + radius, height - 1) - max(y - radius, 0) + 1)
      let (entering, leaving) = (y + radius < height, y > radius)
      for x in 0..<width {
        if entering { sum[x] += row[(y &+ radius) &* width &+ x] }
        if leaving { sum[x] -= row[(y &- radius &- 1) &* width &+ x] }
        target[y &* width &+ x] = sum[x] / count
      }
    }
    return result
  }
}
