/// The luma of a picture, to be compared with others.
package struct LumaGrid: Sendable {
  /// A rectangle in parts of a picture's sides, from its top left.
  package struct Rectangle: Hashable, Sendable {
    /// The edges; 0 and 1 are those of the picture.
    package var left, top, right, bottom: Double

    /// Creates a rectangle of its edges.
    package init(left: Double, top: Double, right: Double, bottom: Double) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// The whole picture.
    package static let whole = Rectangle(left: 0, top: 0, right: 1, bottom: 1)
    /// The part of the picture's width.
    package var width: Double { right - left }
    /// The part of the picture's height.
    package var height: Double { bottom - top }
  }

  /// The number of samples in a row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// The samples, `width * height` of them.
  package internal(set) var samples: [Float]

  /// Creates a grid of samples, `width * height` of them.
  package init(width: Int, height: Int, samples: [Float]) {
    precondition(width > 0 && height > 0 && samples.count == width * height)
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  /// Creates the luma (ITU-R BT.601) of interleaved 8-bit samples, 1 of gray or 3 of red, green and blue a
  /// pixel, made smaller so that no side is longer than `longSide`.
  package init(samples8: [UInt8], channels: Int, width: Int, height: Int, longSide: Int) {
    precondition(samples8.count == width * height * channels && (channels == 1 || channels == 3))
    var luma = Bands.undefined(width * height, of: Float.self)
    Bands.write(&luma, rows: height, jobs: AuxWorkerPool.coreCount) { rows, part in
      let source = samples8.span
      var at = rows.lowerBound * width * channels
      for index in 0..<part.count {
        part[index] =
          channels == 1
          ? Float(source[at])
          : 0.299 * Float(source[at]) + 0.587 * Float(source[at &+ 1]) + 0.114 * Float(source[at &+ 2])
        at &+= channels
      }
    }
    let full = LumaGrid(width: width, height: height, samples: luma)
    let size = full.size(longSide: longSide)
    self = size == (width, height) ? full : full.resampled(.whole, width: size.width, height: size.height)
  }

  /// The length of the longer side.
  package var longSide: Int { max(width, height) }

  /// Returns the size of the picture with that longer side, or its own if that is smaller.
  package func size(longSide: Int) -> (width: Int, height: Int) {
    let scale = min(1, Double(longSide) / Double(self.longSide))
    return (
      max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded()))
    )
  }

  /// Returns the grid turned as ``Orient/apply(_:to:)`` does.
  package func turned(_ orientation: Int) -> LumaGrid {
    let plane = PixelPlane(width: width, height: height, known: .float(samples))
    let result = Orient.apply(orientation, to: plane)
    guard case .float(let values) = result.storage else { preconditionFailure("a turn keeps the samples") }
    return LumaGrid(width: result.width, height: result.height, samples: values)
  }

  /// Returns a rectangle in another size: means over areas, or interpolated where it grows.
  ///
  /// Outside the picture its outermost samples go on.
  package func resampled(_ part: Rectangle, width newWidth: Int, height newHeight: Int) -> LumaGrid {
    let columns = ResampleAxis(
      from: width, low: part.left * Double(width), high: part.right * Double(width), to: newWidth)
    let rows = ResampleAxis(
      from: height, low: part.top * Double(height), high: part.bottom * Double(height), to: newHeight)
    let first = columns.starts[0]
    let end = columns.starts[newWidth - 1] + columns.bounds[newWidth] - columns.bounds[newWidth - 1]
    let columnWeights = columns.weights.map(Float.init)
    var result = Bands.undefined(newWidth * newHeight, of: Float.self)
    Bands.write(&result, rows: newHeight, jobs: AuxWorkerPool.coreCount) { band, target in
      var sums = [Float](repeating: 0, count: end - first)
      for row in band {
        sumRows(rows, row, first, to: &sums)
        let (sum, weights) = (sums.span, columnWeights.span)
        let start = (row - band.lowerBound) * newWidth
        for column in 0..<newWidth {
          var total: Float = 0
          var at = columns.starts[column] - first
          for tap in columns.bounds[column]..<columns.bounds[column + 1] {
            total += weights[tap] * sum[at]
            at &+= 1
          }
          target[start &+ column] = total
        }
      }
    }
    return LumaGrid(width: newWidth, height: newHeight, samples: result)
  }

  /// Adds up the source's rows that make one of the result, from column `first` on.
  private func sumRows(_ rows: ResampleAxis, _ row: Int, _ first: Int, to sums: inout [Float]) {
    for index in sums.indices { sums[index] = 0 }
    let source = samples.span
    var sum = sums.mutableSpan
    for (tap, at) in (rows.bounds[row]..<rows.bounds[row + 1]).enumerated() {
      let weight = Float(rows.weights[at])
      let start = (rows.starts[row] + tap) * width + first
      precondition(start + sum.count <= source.count)
      for column in 0..<sum.count { sum[column] += weight * source[start &+ column] }
    }
  }
}

extension LumaGrid {
  /// The longest side at which luma itself is compared.
  private static let agreementSide = 128
  /// The least deviation of luma that says something, in codes.
  private static let leastDeviation = 2.0
  /// The correlation of luma from which two pictures are the same.
  private static let sameLuma = 0.9975
  /// The part of what another place differs by that the same picture may differ by.
  private static let rivalPart = 0.5

  /// Returns the correlation of luma with that of a picture that hardly has any detail, where both are the same
  /// picture as a whole; nil otherwise.
  ///
  /// `turned` is the picture turned back by each orientation. A gradient looks like each of its parts and may look
  /// like its mirror image, so that the whole in the orientation `first` must fit better than parts and turns: in
  /// luma whatever its exposure, or in the codes themselves.
  func sameLuma(as turned: [LumaGrid], first: Int) -> Double? {
    guard let own = agreement(with: turned[first - 1], at: .whole), own.correlation >= Self.sameLuma
    else { return nil }
    var rivals: [Agreement] = []
    for orientation in 1...8 {
      var rectangles = (0..<9).map { index in
        let (left, top) = (Double(index % 3) * 0.05, Double(index / 3) * 0.05)
        return Rectangle(left: left, top: top, right: left + 0.9, bottom: top + 0.9)
      }
      if orientation != first { rectangles.append(.whole) }
      rivals += rectangles.compactMap { agreement(with: turned[orientation - 1], at: $0) }
    }
    let isSamePattern = rivals.allSatisfy { own.isClearly(\.unexplained, below: $0, atLeast: 0.001) }
    let isSameCodes = rivals.allSatisfy { own.isClearly(\.difference, below: $0, atLeast: 0.5) }
    return isSamePattern || isSameCodes ? own.correlation : nil
  }

  private struct Agreement {
    /// The correlation of luma, at most 1.
    let correlation: Double
    /// The root of the mean square of what luma differs by, in codes.
    let difference: Double
    /// The part of the variance of luma that the other picture does not explain.
    var unexplained: Double { 1 - correlation * correlation }

    /// Returns whether a measure is well below that of a rival, which has at least some of it.
    func isClearly(_ measure: (Agreement) -> Double, below rival: Agreement, atLeast least: Double) -> Bool {
      measure(rival) >= least && measure(self) <= measure(rival) * rivalPart
    }
  }

  /// Compares luma with that of `picture`, which shows the rectangle; nil where one of both is of one tone.
  private func agreement(with picture: LumaGrid, at rectangle: Rectangle) -> Agreement? {
    let size = picture.size(longSide: Self.agreementSide)
    let shown = picture.resampled(.whole, width: size.width, height: size.height)
    let seen = resampled(rectangle, width: size.width, height: size.height)
    var correlation = Correlation()
    var squares = 0.0
    for (one, two) in zip(seen.samples, shown.samples) {
      correlation.add(one, two)
      squares += Double((one - two) * (one - two))
    }
    let least = Self.leastDeviation * Self.leastDeviation * correlation.count
    guard correlation.variances.min() >= least else { return nil }
    return Agreement(
      correlation: correlation.value, difference: (squares / correlation.count).squareRoot())
  }
}

/// The correlation of two series of samples, as they are added pair by pair.
struct Correlation {
  private var sums = SIMD2<Double>.zero
  private var squares = SIMD2<Double>.zero
  private var product = 0.0
  /// The number of pairs.
  private(set) var count = 0.0

  /// Adds a pair.
  mutating func add(_ one: Float, _ two: Float) {
    let pair = SIMD2(Double(one), Double(two))
    sums += pair
    squares += pair * pair
    product += pair.x * pair.y
    count += 1
  }

  /// The variances of both, times the number of pairs.
  var variances: SIMD2<Double> { squares - sums * sums / count }

  /// The correlation, -1...1, where both vary.
  var value: Double {
    let variances = variances
    return (product - sums.x * sums.y / count) / (variances.x * variances.y).squareRoot()
  }
}
