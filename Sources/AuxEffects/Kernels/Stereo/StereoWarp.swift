/// One row seen by the left eye; by the right eye, the mirrored row.
///
/// The row is a line of segments between neighbouring pixels. Where it is torn, the two ends reach half a
/// pixel further. For each pixel of the view the place in the photo's row is kept, so that one interpolation
/// of colours is all; gaps have a colour each. The time is linear in the width.
struct StereoWarp {
  /// A run of pixels of the view that nothing of the row fell on, and their colour.
  private struct Gap {
    let columns: Range<Int>
    let colour: InlineArray<3, UInt8>
    /// Where the ground begins, and in which direction it goes on.
    let ground: Int, step: Int
  }

  private let width: Int
  /// The shift of a nearness d is `scale (d - origin)` pixels.
  private let scale, origin: Float
  /// The nearness, mirrored for the right eye.
  private var nearness: [Float]
  /// For each pixel of the view its place in the row, negative in a gap, and how near that is.
  private var places, depths: [Float]
  private var gaps: [Gap] = []
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

  /// Finds the places for a row of nearness, and the colours of its gaps by the ground beside them.
  mutating func place(_ row: [Float], _ ground: StereoGround, mirrored: Bool) {
    precondition(row.count == width)
    for index in 0..<width {
      nearness[index] = mirrored ? row[width &- 1 &- index] : row[index]
      places[index] = -1
      depths[index] = -1
    }
    Self.project(
      nearness, scale: scale, origin: origin, closed: closed, places: &places, depths: &depths)
    fillGaps(ground, mirrored: mirrored)
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

  /// Gives the pixels of gaps a place of the farther of the two sides, and where there is ground its colour.
  private mutating func fillGaps(_ ground: StereoGround, mirrored: Bool) {
    gapCount = 0
    gaps.removeAll(keepingCapacity: true)
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
      if left < 0 || right == width {
        for pixel in first..<column { places[pixel] = places[left < 0 ? right : left] }
        continue
      }
      let isObjectLeft = depths[left] > depths[right]
      let (object, other) = isObjectLeft ? (left, right) : (right, left)
      for pixel in first..<column { places[pixel] = places[other] }
      // The pixel of the row beyond the object; in the view something else may hide it.
      let start = isObjectLeft ? Int(places[left].rounded(.up)) + 1 : Int(places[right]) - 1
      guard start >= 0, start < width, nearness[start] < depths[object] - tolerance else { continue }
      let colour = ground.colour(
        from: start, step: isObjectLeft ? 1 : -1,
        limit: nearness[start] + (depths[object] - nearness[start]) * 0.3, mirrored: mirrored)
      if let colour {
        gaps.append(
          Gap(columns: first..<column, colour: colour, ground: other, step: isObjectLeft ? 1 : -1))
      }
    }
  }

  /// The difference in nearness that moves by a pixel.
  private var tolerance: Float { 1 / max(scale, 1) }

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
    for gap in gaps { paint(gap, mirrored: mirrored, into: &target, from: start) }
  }

  /// Writes the colour of a gap, which fades into the ground.
  ///
  /// The first pixels of the ground were the object's neighbours in the photo, and would be left behind as its outline.
  private func paint(
    _ gap: Gap, mirrored: Bool, into target: inout MutableSpan<UInt8>, from start: Int
  ) {
    for column in gap.columns {
      let pixel = start + (mirrored ? width - 1 - column : column) * 3
      for channel in 0..<3 { target[pixel + channel] = gap.colour[channel] }
    }
    let fade = StereoGround.fade(width: width)
    for distance in 0..<fade {
      let column = gap.ground + distance * gap.step
      guard column >= 0, column < width, depths[column] <= depths[gap.ground] + tolerance else { return }
      let weight = Float(fade - distance) / Float(fade + 1)
      let pixel = start + (mirrored ? width - 1 - column : column) * 3
      for channel in 0..<3 {
        let value = Float(target[pixel + channel])
        target[pixel + channel] = nearestCode(value + (Float(gap.colour[channel]) - value) * weight)
      }
    }
  }
}
