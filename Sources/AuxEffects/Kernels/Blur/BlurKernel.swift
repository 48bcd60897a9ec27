/// One sample of a kernel.
struct BlurTap {
  /// Where the sample is, from the centre.
  let column, row: Int
  /// The distance of the sample from the centre.
  let distance: Float
  /// The weight of the sample.
  var weight: Float = 0

  /// Returns the taps no farther from the centre than `reach`, the nearest first.
  static func around(reach: Float) -> [BlurTap] {
    let whole = Int(reach)
    var taps: [BlurTap] = []
    for row in -whole...whole {
      for column in -whole...whole {
        let distance = Float(column * column + row * row).squareRoot()
        if distance <= reach { taps.append(BlurTap(column: column, row: row, distance: distance)) }
      }
    }
    // Of equal distance in reading order, so that the sum's order never changes.
    return taps.sorted { ($0.distance, $0.row, $0.column) < ($1.distance, $1.row, $1.column) }
  }
}

/// The weights of the two shapes, 1 at the centre.
enum BlurKernel {
  /// Returns the weight of a sample in a disc whose edge is one sample wide.
  @inline(__always)
  static func disc(_ distance: Float, radius: Float) -> Float {
    clampedToUnit(radius + 0.5 - distance)
  }

  /// The radius of the bell in radii of the disc, squared: then the two have the same variance.
  static let bellExtent: Float = 2.5

  /// Returns the weight of a sample in the bell (1 - d² / (2.5 r²))³, whose variance is that of the disc.
  @inline(__always)
  static func bell(_ squaredDistance: Float, inverse: Float) -> Float {
    let height = 1 - squaredDistance * inverse
    let positive = height > 0 ? height : 0
    return positive * positive * positive
  }

  /// Returns the taps of a shape with weights whose sum is 1.
  static func taps(_ shape: FocalBlur.Shape, radius: Float) -> [BlurTap] {
    let reach = shape == .disc ? radius + 0.5 : radius * bellExtent.squareRoot()
    var taps = BlurTap.around(reach: reach)
    var sum: Float = 0
    for index in taps.indices {
      let distance = taps[index].distance
      taps[index].weight =
        shape == .disc
        ? disc(distance, radius: radius)
        : bell(distance * distance, inverse: 1 / (bellExtent * radius * radius))
      sum += taps[index].weight
    }
    taps.removeAll { $0.weight == 0 }
    for index in taps.indices { taps[index].weight /= sum }
    return taps
  }

  /// Returns how much a sample counts whose own radius is `ratio` times that of the kernel.
  ///
  /// All from 9/10, nothing up to 1/2: what is much sharper does not spread so far.
  @inline(__always)
  static func share(_ ratio: Float) -> Float {
    clampedToUnit(ratio * 2.5 - 1.25)
  }
}
