/// The least and the greatest nearness around each sample of a band, which are the two sides of a ramp.
struct RampSides {
  let low, high: [Float]

  /// The extent in nearness from which on a ramp begins to be one, and is one.
  private static let ramp: Float = 0.05, whole: Float = 0.15
  /// The share of that extent, at both ends, which belongs to the sides themselves.
  private static let side: Float = 0.2

  /// Where a nearness is on a ramp between two.
  struct Place {
    /// From the far side, 0, to the near one, 1.
    let share: Float
    /// The nearness of each side: from its own, on the ramp, to the sample's, in the side.
    let far, near: Float
    /// How much of a ramp there is, 0...1.
    let weight: Float

    @inline(__always)
    init(_ nearness: Float, from least: Float, to greatest: Float) {
      let extent = greatest - least
      let margin = extent * side
      let (farSide, nearSide) = (least + margin, greatest - margin)
      share = clampedToUnit((nearness - farSide) / max(nearSide - farSide, ramp / 2))
      far = nearness < farSide ? nearness : farSide - margin * share
      near = nearness > nearSide ? nearness : nearSide + margin * (1 - share)
      weight = clampedToUnit((extent - ramp) * (1 / (whole - ramp)))
    }
  }

  /// Looks so many samples far in each direction, at the edges as far as there is a map.
  ///
  /// A ramp of a large photo may be longer than ``NormalisedMap/rampReach``; twice that reaches both of its sides.
  init(_ map: NormalisedMap, band: Range<Int>, columns: Range<Int>, reach: Int? = nil) {
    func sides(least: Bool) -> [Float] {
      SlidingExtreme.around(
        map.values, width: map.width, height: map.height, reach: reach ?? 2 * map.rampReach, band: band,
        columns: columns,
        least: least)
    }
    (low, high) = (sides(least: true), sides(least: false))
  }

  /// Returns the columns of a band in which there may be ramps: elsewhere nearness hardly differs.
  static func columns(of map: NormalisedMap, band: Range<Int>) -> [Range<Int>] {
    let (reach, width, side) = (2 * map.rampReach, map.width, 64)
    var least = [Float](repeating: .infinity, count: width)
    var greatest = [Float](repeating: -.infinity, count: width)
    for row in max(band.lowerBound - reach, 0)..<min(band.upperBound + reach, map.height) {
      SlidingExtreme.add(map.values.span.extracting(row * width..<(row + 1) * width), to: &least, &greatest)
    }
    var found: [Range<Int>] = []
    for first in stride(from: 0, to: width, by: side) {
      let around = max(first - reach, 0)..<min(first + side + reach, width)
      let extent = (greatest[around].max() ?? 0) - (least[around].min() ?? 0)
      // A hole is a number that is no extent.
      guard !(extent <= ramp) else { continue }
      if let last = found.last, last.upperBound == first {
        found[found.count - 1] = last.lowerBound..<min(first + side, width)
      } else {
        found.append(first..<min(first + side, width))
      }
    }
    return found
  }

  /// Turns ramps into steps: each of a band's nearnesses becomes that of the side that is nearer to it.
  ///
  /// None is nearer to the focus than both sides are.
  static func sharpen(_ values: inout [Float], of map: NormalisedMap, band: Range<Int>, focus: Float) {
    for columns in columns(of: map, band: band) {
      let sides = RampSides(map, band: band, columns: columns, reach: map.rampReach)
      var samples = values.mutableSpan
      for row in 0..<band.count {
        let from = row * columns.count, to = row * map.width + columns.lowerBound
        sides.sharpen(&samples, from: from, to: to, columns.count, focus)
      }
    }
  }

  private func sharpen(
    _ samples: inout MutableSpan<Float>, from: Int, to: Int, _ count: Int, _ focus: Float
  ) {
    let (low, high) = (low.span, high.span)
    for column in 0..<count {
      let (nearness, least, greatest) = (samples[to + column], low[from + column], high[from + column])
      guard greatest - least > Self.ramp else { continue }
      let place = Place(nearness, from: least, to: greatest)
      var sharp = place.share < 0.5 ? place.far : place.near
      if abs(sharp - focus) < min(abs(least - focus), abs(greatest - focus)) {
        sharp = place.share < 0.5 ? least : greatest
      }
      samples[to + column] = nearness + (sharp - nearness) * place.weight
    }
  }
}
