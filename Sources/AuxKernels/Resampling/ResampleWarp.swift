/// Where the samples of a result come from that is turned, or seen from elsewhere, and not only cut and scaled.
package struct ResampleWarp: Hashable, Sendable {
  /// Leads from points of the result to those of the source, each in samples from its corner.
  package let toSource: PlaneTransform

  package init(_ toSource: PlaneTransform) { self.toSource = toSource }

  /// Returns the side of the square that a sample of the result covers in the source, in samples.
  func coverage(toWidth: Int, toHeight: Int) -> Double {
    toSource.magnification(at: [Double(toWidth) / 2, Double(toHeight) / 2])
  }
}

extension Resample {
  /// Returns a warped plane of depth, mixing what belongs to one surface only; codes are rounded.
  package static func surfacePlane(
    _ plane: PixelPlane, warp: ResampleWarp, toWidth: Int, toHeight: Int
  ) -> PixelPlane {
    mapped(plane, toWidth: toWidth, toHeight: toHeight) { samples in
      warped(
        samples, width: plane.width, height: plane.height, warp, toWidth: toWidth, toHeight: toHeight,
        discontinuity: defaultDiscontinuity(samples))
    }
  }

  /// Returns a warped plane of a matte or gains, mixing all that contribute; codes are rounded.
  package static func smoothPlane(
    _ plane: PixelPlane, warp: ResampleWarp, toWidth: Int, toHeight: Int
  ) -> PixelPlane {
    mapped(plane, toWidth: toWidth, toHeight: toHeight) { samples in
      warped(
        samples, width: plane.width, height: plane.height, warp, toWidth: toWidth, toHeight: toHeight,
        discontinuity: .infinity)
    }
  }

  /// Returns warped values: each is the mean over a square of the size that it covers, upright in the source, or interpolated
  /// where it covers less than one sample.
  ///
  /// Holes and surfaces are treated as in ``edgeRespecting(_:width:height:toWidth:toHeight:discontinuity:window:)``.
  package static func warped(
    _ values: [Float], width: Int, height: Int, _ warp: ResampleWarp, toWidth: Int, toHeight: Int,
    discontinuity: Float
  ) -> [Float] {
    precondition(width > 0 && height > 0 && values.count == width * height)
    var result = Bands.undefined(toWidth * toHeight, of: Float.self)
    let side = max(warp.coverage(toWidth: toWidth, toHeight: toHeight), 1)
    Bands.write(&result, rows: toHeight, jobs: AuxWorkerPool.coreCount) { band, part in
      var (columns, rows) = (CoveredSamples(of: width, side: side), CoveredSamples(of: height, side: side))
      var surfaces = Surfaces(capacity: columns.capacity * rows.capacity)
      let source = values.span
      for row in band {
        for column in 0..<toWidth {
          let centre = warp.toSource([Double(column) + 0.5, Double(row) + 0.5])
          columns.move(to: centre.x)
          rows.move(to: centre.y)
          part[(row - band.lowerBound) * toWidth + column] = surfaces.mean(
            of: source, from: rows.first * width + columns.first, width: width,
            columns.weights.span.extracting(first: columns.count),
            rows.weights.span.extracting(first: rows.count), discontinuity: discontinuity)
        }
      }
    }
    return result
  }
}

/// The samples of a line that a stretch about a point covers, and what part of it each does.
///
/// A stretch of one sample's length weighs the two nearest as linear interpolation does. Outside of the line its outermost
/// samples go on, as in ``ResampleAxis``.
private struct CoveredSamples {
  private(set) var first = 0
  private(set) var count = 1
  private(set) var weights: [Double]
  private let end: Int
  private let half: Double

  /// The most samples that a stretch covers.
  var capacity: Int { weights.count }

  init(of end: Int, side: Double) {
    (self.end, half) = (end, side / 2)
    weights = [Double](repeating: 0, count: Int(side.rounded(.up)) + 2)
  }

  mutating func move(to centre: Double) {
    let whole = Double(end)
    let (low, high) = (min(max(centre - half, 0), whole), min(max(centre + half, 0), whole))
    first = min(Int(low), end - 1)
    guard high - low >= 1e-6 else {
      (count, weights[0]) = (1, 1)
      return
    }
    let last = min(max(Int(high.rounded(.up)) - 1, first), end - 1)
    count = last - first + 1
    for tap in 0..<count {
      let overlap = min(high, Double(first + tap + 1)) - max(low, Double(first + tap))
      weights[tap] = max(overlap, 0) / (high - low)
    }
  }
}
