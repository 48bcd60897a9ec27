/// The ground around a row of a photo, of whose colour gaps are made.
///
/// The very first pixel beside an object may still be mixed with it, and one row is often not like the next:
/// either would be drawn out to a streak. So a colour is that of many pixels.
struct StereoGround {
  private let samples: [UInt8]
  private let width, height: Int
  private let map: NormalisedMap
  private let row: Int

  /// How many pixels along the row, and how many rows above and below it, are looked at.
  private static let length = 3, reach = 2
  /// How far they are apart: the part of a photo that is mixed, or that its map has not right, grows with it.
  private let pitch: Int

  init(_ image: PhotoPixels, _ map: NormalisedMap, row: Int) {
    (samples, width, height) = (image.rgb8, image.width, image.height)
    (self.map, self.row) = (map, row)
    pitch = Self.pitch(width: width)
  }

  private static func pitch(width: Int) -> Int { max(width / 750, 1) }

  /// Returns over how many pixels of the ground a gap fades.
  static func fade(width: Int) -> Int { 2 * pitch(width: width) }

  /// Returns the mean colour of the middle third, by brightness, of the ground from a column on.
  ///
  /// Only pixels of a nearness below `limit` count, so that none is the object's; nil where there is none. The
  /// columns of a mirrored row count from the right.
  func colour(
    from start: Int, step: Int, limit: Float, mirrored: Bool
  ) -> InlineArray<3, UInt8>? {
    let (samples, values) = (samples.span, map.values.span)
    var found = InlineArray<15, (brightness: Int, index: Int)>(repeating: (0, 0))
    precondition(Self.length * (2 * Self.reach + 1) == found.count)
    var count = 0
    for line in stride(from: row - Self.reach * pitch, through: row + Self.reach * pitch, by: pitch) {
      guard line >= 0, line < height else { continue }
      for offset in 0..<Self.length {
        let column = start + offset * step * pitch
        guard column >= 0, column < width else { break }
        let pixel = line * width + (mirrored ? width - 1 - column : column)
        // NaN, a hole, is not below it either.
        guard values[pixel] < limit else { continue }
        let index = pixel * 3
        let brightness = 2 * Int(samples[index]) + 5 * Int(samples[index + 1]) + Int(samples[index + 2])
        var slot = count
        while slot > 0 && found[slot - 1].brightness > brightness {
          found[slot] = found[slot - 1]
          slot -= 1
        }
        found[slot] = (brightness, index)
        count += 1
      }
    }
    guard count > 0 else { return nil }
    let middle = count / 3..<count - count / 3
    return InlineArray { channel in
      let sum = middle.reduce(0) { $0 + Int(samples[found[$1].index + channel]) }
      return UInt8((sum + middle.count / 2) / middle.count)
    }
  }
}
