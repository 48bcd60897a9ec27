internal import AuxKernels

/// The linear fits of nearness by colour in the windows of a map.
struct GuidedFits {
  /// How far a window reaches from its centre.
  let radius: Int
  /// What is added to the variance of each colour.
  let regularisation: Double

  /// The rows of a band: enough that the windows of its first row are a small part of the work.
  private var bandHeight: Int { max(64, 4 * radius) }

  /// The variance of a fit that counts as a perfect one, the square of 1/1000 of the range of nearness.
  private static let perfectFit = 1e-6

  /// Returns for each sample the slopes of red, green and blue and the constant of the averaged fits, and writes into the last
  /// component of `guide` how much colour counts there, 0...1.
  ///
  /// Where no window that covers a sample has a value, the slopes are 0 and the constant is that of `filled`.
  func coefficients(
    of values: [Float], filled: [Float], guide: inout [SIMD4<Float>], width: Int, height: Int, jobs: Int
  ) -> [SIMD4<Float>] {
    let fits = windowFits(values, guide: guide, width: width, height: height, jobs: jobs)
    var result = Bands.undefined(values.count, of: SIMD4<Float>.self)
    Bands.write(&result, &guide, rows: height, height: bandHeight, jobs: jobs) { band, part, guide in
      var sums = WindowSums<SIMD8<Double>>(width: width, height: height, radius: radius)
      let source = fits.span
      for row in band {
        sums.move(to: row) { row, sign, columns in
          var target = columns.mutableSpan
          for column in 0..<width { target[column] += sign * SIMD8<Double>(source[row * width + column]) }
        }
        sums.forEachColumn { column, sum in
          let place = row * width + column
          // The sixth lane counts windows, so that no rounding error looks like a fit.
          part[place - band.lowerBound * width] =
            sum[5] > 0.5 ? SIMD4<Float>(sum.lowHalf / sum[4]) : SIMD4(0, 0, 0, filled[place])
          // A sample is near an edge if half of the windows that cover it have one.
          guide[place - band.lowerBound * width].w = Float(min(2 * sum[6] / max(sum[5], 1), 1))
        }
      }
    }
    return result
  }

  /// Returns for each window the slopes and the constant of its fit times its weight, the weight, 1, and how much colours
  /// count.
  private func windowFits(
    _ values: [Float], guide: [SIMD4<Float>], width: Int, height: Int, jobs: Int
  ) -> [SIMD8<Float>] {
    var fits = Bands.undefined(values.count, of: SIMD8<Float>.self)
    Bands.write(&fits, rows: height, height: bandHeight, jobs: jobs) { band, part in
      var sums = WindowSums<SIMD16<Double>>(width: width, height: height, radius: radius)
      var places = WindowSums<SIMD2<Double>>(width: width, height: height, radius: radius)
      var slopes = [SIMD2<Double>](repeating: .zero, count: width)
      for row in band {
        sums.move(to: row) { row, sign, columns in
          Self.add(row * width..<(row + 1) * width, sign, values, guide, to: &columns)
        }
        places.move(to: row) { row, sign, columns in
          Self.addPlaces(row, sign, values, to: &columns)
        }
        places.forEachColumn { column, sum in slopes[column] = sum }
        sums.forEachColumn { column, sum in
          let colour = colourShare(sum, slopes[column], column, row)
          part[(row - band.lowerBound) * width + column] = fit(sum, colour)
        }
      }
    }
    return fits
  }

  /// Adds nearness times its column and times its row.
  private static func addPlaces(
    _ row: Int, _ sign: Double, _ values: [Float], to columns: inout [SIMD2<Double>]
  ) {
    let count = columns.count
    let values = values.span.extracting(row * count..<(row + 1) * count)
    var sums = columns.mutableSpan
    for column in 0..<count where !values[column].isNaN {
      sums[column] += SIMD2(Double(column), Double(row)) * (sign * Double(values[column]))
    }
  }

  /// Returns how much colours count in a window: not at all where a plane explains its nearness, as on a slope.
  ///
  /// `places` are the sums of nearness times columns and rows. What a surface's texture has in common with its slope is
  /// chance. Steep slopes may be the ramps of edges.
  @inline(__always)
  private func colourShare(
    _ sum: SIMD16<Double>, _ places: SIMD2<Double>, _ column: Int, _ row: Int
  ) -> Double {
    let side = Double(2 * radius + 1)
    guard sum[0] > side * side - 0.5 else { return 1 }
    let variance = max(sum[14] / sum[0] - (sum[4] / sum[0]) * (sum[4] / sum[0]), 0)
    let spread = Double(radius * (radius + 1)) / 3
    let slope = (places - SIMD2(Double(column), Double(row)) * sum[4]) / (sum[0] * spread)
    let rest = variance - (slope * slope).sum() * spread
    let steepness = (abs(slope.x) + abs(slope.y)) * (side - 1)
    let unlikePlane = (rest / max(variance, 1e-12) - Self.planar) / Self.planarRange
    return min(max(unlikePlane, (steepness - Self.steep) / Self.steepRange, 0), 1)
  }

  /// Returns how much of what colours explain of a variance is more than three random ones would (James and Stein 1961); 1
  /// where the variance is that of a step, which is no noise.
  @inline(__always)
  private func significance(_ explained: Double, of variance: Double, _ count: Double) -> Double {
    guard count > 4.5 else { return 1 }
    let rest = max(variance - explained, 0)
    let step = (variance - Self.noise) / (3 * Self.noise)
    return min(max(1 - 3 / (count - 4) * rest / max(explained, 1e-12), step, 0), 1)
  }

  /// The variance up to which it may be noise: that of steps of 0.05. Steps twice as high are not
  /// noise.
  private static let noise = 6.25e-4

  /// The share of a window's variance that is not a plane's, up to which colours do not count, and by how much more they do.
  private static let planar = 0.01, planarRange = 0.05
  /// The difference of nearness across a window from which on a slope may be an edge's ramp, and by how much more it is one.
  private static let steep = 0.06, steepRange = 0.1

  /// Adds to the columns' moments count, r, g, b, p, rr, rg, rb, gg, gb, bb, rp, gp, bp, pp of the samples that are no
  /// holes.
  private static func add(
    _ row: Range<Int>, _ sign: Double, _ values: [Float], _ guide: [SIMD4<Float>],
    to columns: inout [SIMD16<Double>]
  ) {
    let (values, guide) = (values.span.extracting(row), guide.span.extracting(row))
    var sums = columns.mutableSpan
    for column in 0..<values.count {
      let value = values[column]
      guard !value.isNaN else { continue }
      let colour = SIMD4<Double>(guide[column])
      let (r, g, b, p) = (colour[0], colour[1], colour[2], Double(value))
      // The compiler takes seconds for one expression with all the products.
      let (reds, greens, nears) = (colour * r, colour * g, colour * p)
      sums[column] +=
        sign
        * SIMD16<Double>(
          1, r, g, b, p, reds[0], reds[1], reds[2], greens[1], greens[2], b * b, nears[0], nears[1], nears[2],
          p * p, 0)
    }
  }

  /// Returns the fit of a window's moments, weighted; all 0 where it has no value.
  @inline(__always)
  private func fit(_ sum: SIMD16<Double>, _ share: Double) -> SIMD8<Float> {
    guard sum[0] > 0.5 else { return .zero }
    let mean = sum / sum[0]
    let (r, g, b, p) = (mean[1], mean[2], mean[3], mean[4])
    let rr = mean[5] - r * r + regularisation, gg = mean[8] - g * g + regularisation
    let bb = mean[10] - b * b + regularisation
    let rg = mean[6] - r * g, rb = mean[7] - r * b, gb = mean[9] - g * b
    let rp = mean[11] - r * p, gp = mean[12] - g * p, bp = mean[13] - b * p
    // The inverse of the symmetric matrix by its cofactors; the regularisation keeps it regular.
    let c00 = gg * bb - gb * gb, c01 = rb * gb - rg * bb, c02 = rg * gb - rb * gg
    let c11 = rr * bb - rb * rb, c12 = rb * rg - rr * gb, c22 = rr * gg - rg * rg
    let scale = 1 / (rr * c00 + rg * c01 + rb * c02)
    var slopes =
      SIMD3(
        c00 * rp + c01 * gp + c02 * bp, c01 * rp + c11 * gp + c12 * bp, c02 * rp + c12 * gp + c22 * bp)
      * scale
    let explained = (slopes * SIMD3(rp, gp, bp)).sum()
    let share = share * significance(explained, of: mean[14] - p * p, sum[0])
    slopes *= share
    let (red, green, blue) = (slopes.x, slopes.y, slopes.z)
    let constant = p - red * r - green * g - blue * b
    let residue = max(mean[14] - p * p - red * rp - green * gp - blue * bp, 0)
    let weight = Self.perfectFit / (residue + Self.perfectFit) * sum[0]
    return SIMD8<Float>(
      SIMD8<Double>(
        red * weight, green * weight, blue * weight, constant * weight, weight, 1, share, 0))
  }
}

/// Sums over the windows of a map, row by row.
private struct WindowSums<Sum: SIMD> where Sum.Scalar == Double {
  private let height, radius: Int
  private var row: Int?
  /// The sums over the rows of a window, for each column.
  private var columns: [Sum]

  init(width: Int, height: Int, radius: Int) {
    (self.height, self.radius) = (height, radius)
    columns = [Sum](repeating: .zero, count: width)
  }

  /// Moves to the row after the one before, or to any row at first; `add` adds a row, or with a sign of -1 takes it away.
  @inline(__always)
  mutating func move(to next: Int, _ add: (_ row: Int, _ sign: Double, _ columns: inout [Sum]) -> Void) {
    if row == nil {
      for index in max(next - radius, 0)...min(next + radius, height - 1) { add(index, 1, &columns) }
    } else {
      if next + radius < height { add(next + radius, 1, &columns) }
      if next > radius { add(next - radius - 1, -1, &columns) }
    }
    row = next
  }

  /// Calls `body` with each column and the sum over the window around it.
  @inline(__always)
  func forEachColumn(_ body: (_ column: Int, _ sum: Sum) -> Void) {
    var sum = Sum.zero
    for column in 0..<min(radius, columns.count) { sum += columns[column] }
    for column in columns.indices {
      if column + radius < columns.count { sum += columns[column + radius] }
      if column > radius { sum -= columns[column - radius - 1] }
      body(column, sum)
    }
  }
}
