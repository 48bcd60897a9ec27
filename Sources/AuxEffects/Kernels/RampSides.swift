/// The least and the greatest nearness around each sample of a band, which are the two sides of a ramp.
struct RampSides {
  private(set) var low, high: [Float]

  /// The extent in nearness from which on a ramp begins to be one, and is one.
  static let ramp: Float = 0.05, whole: Float = 0.15
  /// The share of that extent, at both ends, which belongs to the sides themselves.
  static let side: Float = 0.2

  /// Looks ``NormalisedMap/rampReach`` samples far in each direction, at the edges as far as there is a map.
  init(_ map: NormalisedMap, band: Range<Int>) {
    let (reach, width) = (map.rampReach, map.width)
    let rows = max(band.lowerBound - reach, 0)..<min(band.upperBound + reach, map.height)
    var (least, greatest) = ([Float](), [Float]())
    least.reserveCapacity(rows.count * width)
    greatest.reserveCapacity(rows.count * width)
    var line = [Float](repeating: 0, count: width + 2 * reach)
    var extremes = [Float](repeating: 0, count: width)
    for row in rows {
      let source = map.values.span.extracting(row * width..<(row + 1) * width)
      for index in line.indices { line[index] = source[min(max(index - reach, 0), width - 1)] }
      SlidingExtreme.along(line, border: reach, reach: reach, least: true, into: &extremes)
      least += extremes
      SlidingExtreme.along(line, border: reach, reach: reach, least: false, into: &extremes)
      greatest += extremes
    }
    (low, high) = ([], [])
    low.reserveCapacity(band.count * width)
    high.reserveCapacity(band.count * width)
    for row in band {
      let around = max(row - reach, 0) - rows.lowerBound...min(row + reach, map.height - 1) - rows.lowerBound
      low += least[around.lowerBound * width..<(around.lowerBound + 1) * width]
      high += greatest[around.lowerBound * width..<(around.lowerBound + 1) * width]
      let start = (row - band.lowerBound) * width
      for other in around.dropFirst() {
        Self.merge(least, greatest, other * width, into: &low, &high, start, width)
      }
    }
  }

  /// Takes the lesser and the greater of two rows.
  private static func merge(
    _ lows: [Float], _ highs: [Float], _ from: Int, into low: inout [Float], _ high: inout [Float],
    _ to: Int, _ count: Int
  ) {
    let (below, above) = (
      lows.span.extracting(from..<from + count), highs.span.extracting(from..<from + count)
    )
    var lesser = low.mutableSpan
    var greater = high.mutableSpan
    precondition(to >= 0 && to + count <= lesser.count && to + count <= greater.count)
    for index in 0..<count {
      let (one, two) = (below[index], lesser[to &+ index])
      lesser[to &+ index] = one < two ? one : two
      let (three, four) = (above[index], greater[to &+ index])
      greater[to &+ index] = three > four ? three : four
    }
  }

  /// Turns ramps into steps: each of the band's nearnesses becomes that of the side that is nearer to it.
  func sharpen(_ values: inout [Float]) {
    var samples = values.mutableSpan
    let (low, high) = (low.span, high.span)
    precondition(low.count == samples.count && high.count == samples.count)
    for index in 0..<samples.count {
      let (nearness, extent) = (samples[index], high[index] - low[index])
      guard extent > Self.ramp else { continue }
      let margin = extent * Self.side
      let (farSide, nearSide) = (low[index] + margin, high[index] - margin)
      let place = clampedToUnit((nearness - farSide) / max(nearSide - farSide, Self.ramp / 2))
      // Each side from its own nearness, on the ramp, to the sample's, in the side.
      let sharp =
        place < 0.5
        ? (nearness < farSide ? nearness : farSide - margin * place)
        : (nearness > nearSide ? nearness : nearSide + margin * (1 - place))
      let share = clampedToUnit((extent - Self.ramp) * (1 / (Self.whole - Self.ramp)))
      samples[index] = nearness + (sharp - nearness) * share
    }
  }
}
