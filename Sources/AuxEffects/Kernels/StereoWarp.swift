/// One row seen by the left eye; by the right eye, the mirrored row.
///
/// The row is a line of segments between neighbouring pixels. Where it is torn, the two ends reach half a
/// pixel further. For each pixel of the view the place in the photo's row is kept, so that one interpolation
/// of colours is all; the time is linear in the width.
struct StereoWarp {
  private let width: Int
  /// The shift of a nearness d is `scale (d - origin)` pixels.
  private let scale, origin: Float
  /// The nearness, mirrored for the right eye.
  private var nearness: [Float]
  /// For each pixel of the view its place in the row, negative in a gap, and how near that is.
  private var places, depths: [Float]
  /// The number of pixels of the view that nothing of the row fell on.
  private(set) var gapCount = 0

  /// How far two neighbours may move apart, in pixels, before the row is torn between them.
  private static let tear: Float = 2
  /// How wide a tear is closed at once with the farther of its sides.
  ///
  /// On the flank of one object, a little unevenness of the map would let what is behind shine through.
  private let closed: Float

  init(width: Int, scale: Float, origin: Float) {
    (self.width, self.scale, self.origin) = (width, scale, origin)
    nearness = [Float](repeating: 0, count: width)
    (places, depths) = (nearness, nearness)
    closed = max(4, Float(width) * 0.004)
  }

  /// Finds the places for a row of nearness; of its pixels, those of the ground beside gaps are looked at.
  mutating func place(_ row: [Float], _ pixels: Span<UInt8>, mirrored: Bool) {
    precondition(row.count == width)
    for index in 0..<width {
      nearness[index] = mirrored ? row[width &- 1 &- index] : row[index]
      places[index] = -1
      depths[index] = -1
    }
    Self.project(
      nearness, scale: scale, origin: origin, closed: closed, places: &places, depths: &depths)
    fillGaps(pixels, mirrored: mirrored)
  }

  private static func project(
    _ samples: [Float], scale: Float, origin: Float, closed: Float,
    places: inout [Float], depths: inout [Float]
  ) {
    let row = samples.span
    var places = places.mutableSpan
    var depths = depths.mutableSpan
    var here = (row[0] - origin) * scale
    draw(from: here - 0.5, to: here, at: 0, 0, row[0], 0, &places, &depths)
    for column in 0..<row.count {
      let position = Float(column)
      guard column + 1 < row.count else {
        draw(from: here, to: here + 0.5, at: position, 0, row[column], 0, &places, &depths)
        break
      }
      let next = position + 1 + (row[column + 1] - origin) * scale
      let distance = next - here
      if distance > 0 && distance <= tear {
        let rate = 1 / distance
        draw(
          from: here, to: next, at: position, rate, row[column], (row[column + 1] - row[column]) * rate,
          &places, &depths)
      } else {
        if distance > 0 && distance <= closed {
          let isLeft = row[column] < row[column + 1]
          draw(
            from: here, to: next, at: isLeft ? position : position + 1, 0,
            isLeft ? row[column] : row[column + 1], 0, &places, &depths)
        }
        draw(from: here, to: here + 0.5, at: position, 0, row[column], 0, &places, &depths)
        draw(from: next - 0.5, to: next, at: position + 1, 0, row[column + 1], 0, &places, &depths)
      }
      here = next
    }
  }

  /// Draws a segment of the view, where it is nearer than what is there; its places and depths are linear.
  @inline(__always)
  private static func draw(
    from start: Float, to end: Float, at place: Float, _ rate: Float, _ depth: Float, _ slope: Float,
    _ places: inout MutableSpan<Float>, _ depths: inout MutableSpan<Float>
  ) {
    // Truncation is towards zero; it is made to be upwards and downwards.
    let limit = Float(places.count - 1)
    guard end >= 0, start <= limit else { return }
    var pixel = start > 0 ? Int(start) : 0
    if Float(pixel) < start { pixel += 1 }
    let last = Int(end < limit ? end : limit)
    while pixel <= last {
      let distance = Float(pixel) - start
      let nearness = depth + slope * distance
      if nearness > depths[pixel] {
        depths[pixel] = nearness
        places[pixel] = place + rate * distance
      }
      pixel += 1
    }
  }

  /// Gives the pixels of gaps a place of the farther of the two sides.
  private mutating func fillGaps(_ pixels: Span<UInt8>, mirrored: Bool) {
    gapCount = 0
    var column = 0
    while column < width {
      guard places[column] < 0 else {
        column += 1
        continue
      }
      let first = column
      while column < width && places[column] < 0 { column += 1 }
      gapCount += column - first
      let (left, right) = (first - 1, column)
      if left < 0 && right == width { return fillPlainly() }
      let place: Float
      if left < 0 || right == width {
        place = places[left < 0 ? right : left]
      } else if depths[left] > depths[right] {
        place = ground(beside: Int(places[left]) + 1, step: 1, of: left, or: right, pixels, mirrored)
      } else {
        let end = Int(places[right].rounded(.up)) - 1
        place = ground(beside: end, step: -1, of: right, or: left, pixels, mirrored)
      }
      for pixel in first..<column { places[pixel] = place }
    }
  }

  /// Returns the place of medium brightness among the first of the ground beside an object.
  ///
  /// `object` is the nearer side of a gap, and `start` the pixel of the row beyond it, from which the ground
  /// goes on in steps of -1 or 1; in the view something else may hide it. Its very first pixel may still be
  /// mixed with the object, and would be drawn out to a streak. Where there is no ground, it is the `other`
  /// side's place.
  private func ground(
    beside start: Int, step: Int, of object: Int, or other: Int, _ pixels: Span<UInt8>, _ mirrored: Bool
  ) -> Float {
    let tolerance = 1 / max(scale, 1)
    guard start >= 0, start < width, nearness[start] < depths[object] - tolerance else {
      return places[other]
    }
    var candidates = InlineArray<5, (brightness: Int, column: Int)>(repeating: (0, start))
    var (count, column) = (0, start)
    while count < candidates.count, column >= 0, column < width {
      guard (nearness[column] - nearness[start]).magnitude <= tolerance else { break }
      let first = (mirrored ? width - 1 - column : column) * 3
      let brightness = 2 * Int(pixels[first]) + 5 * Int(pixels[first + 1]) + Int(pixels[first + 2])
      var slot = count
      while slot > 0 && candidates[slot - 1].brightness > brightness {
        candidates[slot] = candidates[slot - 1]
        slot -= 1
      }
      candidates[slot] = (brightness, column)
      count += 1
      column += step
    }
    return Float(candidates[count / 2].column)
  }

  /// Shows the row as it is, where all of it was moved out of the view.
  private mutating func fillPlainly() {
    for column in 0..<width { places[column] = Float(column) }
  }

  /// Writes the colours of the view.
  func sample(_ pixels: Span<UInt8>, mirrored: Bool, into target: inout MutableSpan<UInt8>, from start: Int) {
    let places = places.span
    precondition(pixels.count == width * 3 && places.count == width)
    precondition(start >= 0 && start + width * 3 <= target.count)
    for column in 0..<width {
      let place = places[column]
      let whole = min(Int(place), width - 1)
      let next = min(whole + 1, width - 1)
      let fraction = place - Float(whole)
      let (one, two) = mirrored ? (width - 1 - whole, width - 1 - next) : (whole, next)
      let pixel = start + (mirrored ? width - 1 - column : column) * 3
      for channel in 0..<3 {
        let value = Float(pixels[one * 3 + channel])
        target[pixel + channel] = nearestCode(value + (Float(pixels[two * 3 + channel]) - value) * fraction)
      }
    }
  }
}
