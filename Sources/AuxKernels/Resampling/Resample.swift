/// Planes in another size, in whatever quantity the caller has: disparity is the one to choose for depth.
///
/// Each axis is for itself: a mean over the area where it shrinks, linear where it grows. With a window, the result covers that
/// part of the plane alone. A sample that is
/// not finite is a hole: it takes no part, and the result is a hole, NaN, where holes have more than half
/// of the weight.
package enum Resample {
  /// Returns values in another size, mixing all that contribute, across edges too.
  package static func smooth(
    _ values: [Float], width: Int, height: Int, toWidth: Int, toHeight: Int, window: ResampleWindow? = nil
  ) -> [Float] {
    precondition(width > 0 && height > 0 && values.count == width * height)
    let axes = ResampleAxes(width: width, height: height, toWidth: toWidth, toHeight: toHeight, window)
    let (columns, rows) = (axes.columns, axes.rows)
    var result = [Float](repeating: 0, count: toWidth * toHeight)
    // Columns are summed first, which needs a row of sums and not a plane of them.
    var sums = [Double](repeating: 0, count: width)
    var weights = [Double](repeating: 0, count: width)
    for row in 0..<toHeight {
      for index in sums.indices { (sums[index], weights[index]) = (0, 0) }
      for (tap, at) in (rows.bounds[row]..<rows.bounds[row + 1]).enumerated() {
        let start = (rows.starts[row] + tap) * width
        add(values, from: start, times: rows.weights[at], to: &sums, and: &weights)
      }
      combine(sums, weights, columns, to: &result, at: row * toWidth)
    }
    return result
  }

  private static func add(
    _ values: [Float], from start: Int, times weight: Double, to sums: inout [Double],
    and weights: inout [Double]
  ) {
    let source = values.span
    var sum = sums.mutableSpan
    var total = weights.mutableSpan
    precondition(sum.count == total.count && start + sum.count <= source.count)
    for column in 0..<sum.count {
      let value = source[start &+ column]
      // NaN fails the comparison.
      let isFinite = abs(value) < .infinity
      sum[column] += isFinite ? Double(value) * weight : 0
      total[column] += isFinite ? weight : 0
    }
  }

  private static func combine(
    _ sums: [Double], _ weights: [Double], _ columns: ResampleAxis, to result: inout [Float], at start: Int
  ) {
    for column in columns.starts.indices {
      var (sum, total) = (0.0, 0.0)
      var source = columns.starts[column]
      for at in columns.bounds[column]..<columns.bounds[column + 1] {
        sum += sums[source] * columns.weights[at]
        total += weights[source] * columns.weights[at]
        source += 1
      }
      result[start + column] = isHole(total) ? .nan : Float(sum / total)
    }
  }

  /// Returns whether so little of a full weight of 1 is valid that the result is a hole; half is enough.
  @inline(__always)
  static func isHole(_ validWeight: Double) -> Bool {
    validWeight < 0.5 - 1e-9
  }

  /// Returns the codes of a matte in another size, or those of a picture whose pixels have `channels` samples in turn:
  /// rounded to the nearest, ties up.
  package static func smooth(
    _ codes: [UInt8], width: Int, height: Int, channels: Int = 1, toWidth: Int, toHeight: Int,
    window: ResampleWindow? = nil
  ) -> [UInt8] {
    precondition(width > 0 && height > 0 && channels > 0 && codes.count == width * height * channels)
    let axes = ResampleAxes(width: width, height: height, toWidth: toWidth, toHeight: toHeight, window)
    let (columns, rows) = (axes.columns, axes.rows)
    var result = [UInt8](repeating: 0, count: toWidth * toHeight * channels)
    let length = width * channels
    var sums = [Double](repeating: 0, count: length)
    for row in 0..<toHeight {
      for index in sums.indices { sums[index] = 0 }
      for (tap, at) in (rows.bounds[row]..<rows.bounds[row + 1]).enumerated() {
        let start = (rows.starts[row] + tap) * length
        add(codes, from: start, times: rows.weights[at], to: &sums)
      }
      for column in 0..<toWidth {
        for channel in 0..<channels {
          var sum = 0.0
          var source = columns.starts[column] * channels + channel
          for at in columns.bounds[column]..<columns.bounds[column + 1] {
            sum += sums[source] * columns.weights[at]
            source += channels
          }
          // The sums of weights are 1 to within a few roundings, which must not turn a tie.
          result[(row * toWidth + column) * channels + channel] = UInt8(min(255, sum + 0.5 + 1e-9))
        }
      }
    }
    return result
  }

  private static func add(
    _ codes: [UInt8], from start: Int, times weight: Double, to sums: inout [Double]
  ) {
    let source = codes.span
    var sum = sums.mutableSpan
    precondition(start + sum.count <= source.count)
    for column in 0..<sum.count { sum[column] += Double(source[start &+ column]) * weight }
  }
}

extension Resample {
  /// Returns a plane in another size, mixing what belongs to one surface only, as ``defaultDiscontinuity(_:)`` tells them
  /// apart.
  ///
  /// Halves and 16-bit codes are rounded to the nearest; 8-bit codes, which are mattes, are always smooth.
  package static func plane(_ plane: PixelPlane, toWidth: Int, toHeight: Int) -> PixelPlane {
    guard toWidth != plane.width || toHeight != plane.height else { return plane }
    if case .uint8 = plane.storage { return smoothPlane(plane, toWidth: toWidth, toHeight: toHeight) }
    return surfacePlane(plane, toWidth: toWidth, toHeight: toHeight)
  }

  /// Returns a part of a plane of depth in another size, mixing what belongs to one surface only; codes are rounded.
  package static func surfacePlane(
    _ plane: PixelPlane, window: ResampleWindow? = nil, toWidth: Int, toHeight: Int
  ) -> PixelPlane {
    mapped(plane, toWidth: toWidth, toHeight: toHeight) { samples in
      edgeRespecting(
        samples, width: plane.width, height: plane.height, toWidth: toWidth, toHeight: toHeight,
        discontinuity: defaultDiscontinuity(samples), window: window)
    }
  }

  /// Returns a part of a plane of a matte or gains in another size, mixing all that contribute; codes are rounded.
  package static func smoothPlane(
    _ plane: PixelPlane, window: ResampleWindow? = nil, toWidth: Int, toHeight: Int
  ) -> PixelPlane {
    if case .uint8(let codes) = plane.storage {
      let mixed = smooth(
        codes, width: plane.width, height: plane.height, toWidth: toWidth, toHeight: toHeight, window: window)
      return PixelPlane(width: toWidth, height: toHeight, known: .uint8(mixed))
    }
    return mapped(plane, toWidth: toWidth, toHeight: toHeight) { samples in
      smooth(
        samples, width: plane.width, height: plane.height, toWidth: toWidth, toHeight: toHeight,
        window: window)
    }
  }

  static func mapped(
    _ plane: PixelPlane, toWidth: Int, toHeight: Int, _ values: ([Float]) -> [Float]
  ) -> PixelPlane {
    let storage: PixelPlane.Storage =
      switch plane.storage {
      case .uint8(let codes): .uint8(values(codes.map(Float.init)).map { UInt8($0 + 0.5) })
      case .uint16(let codes): .uint16(values(codes.map(Float.init)).map { UInt16($0 + 0.5) })
      case .half(let bits): .half(Half.encode(values(Half.decode(bits))))
      case .float(let samples): .float(values(samples))
      }
    return PixelPlane(width: toWidth, height: toHeight, known: storage)
  }
}
