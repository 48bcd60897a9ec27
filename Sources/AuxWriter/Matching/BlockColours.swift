internal import AuxImage

/// The mean colours of a picture's blocks, which show whether an edit changed colours.
///
/// Means hardly change with coding, sharpness, noise and size.
struct BlockColours {
  /// The number of blocks along each side.
  private static let blocks = 8
  /// The number of pixels along each side of a block that are looked at.
  private static let points = 16
  /// The mean difference of the means, in 8-bit codes, from which colours count as changed.
  private static let leastChange = 2.0

  /// Red, green and blue of each block, row by row.
  private let means: [SIMD3<Double>]

  /// Takes the means of a part of a picture, in parts of its sides.
  init(of picture: PhotoPixels, left: Double = 0, top: Double = 0, width: Double = 1, height: Double = 1) {
    let samples = picture.samples8
    let across = Self.positions(left, width, picture.width)
    let down = Self.positions(top, height, picture.height)
    let count = Double(Self.points * Self.points)
    means = (0..<Self.blocks * Self.blocks).map { block in
      var sum = SIMD3<Double>.zero
      for y in 0..<Self.points {
        let row = down[block / Self.blocks * Self.points + y] * picture.width
        for x in 0..<Self.points {
          let at = (row + across[block % Self.blocks * Self.points + x]) * picture.channels
          // Gray has one channel for all three.
          for channel in 0..<3 { sum[channel] += Double(samples[at + min(channel, picture.channels - 1)]) }
        }
      }
      return sum / count
    }
  }

  /// Returns the pixels that are looked at along a side.
  private static func positions(_ low: Double, _ length: Double, _ side: Int) -> [Int] {
    let count = blocks * points
    return (0..<count).map { index in
      let at = (low + length * (Double(index) + 0.5) / Double(count)) * Double(side)
      return min(max(Int(at), 0), side - 1)
    }
  }

  /// Returns whether the colours are those of `other`, whose rows were turned by `turn` after these.
  func isSame(as other: BlockColours, turned turn: ImageOrientation) -> Bool {
    difference(from: other, turned: turn) < Self.leastChange
  }

  /// Returns the mean difference of the means, in 8-bit codes, from those of `other`, whose rows were turned by `turn`.
  func difference(from other: BlockColours, turned turn: ImageOrientation = .up) -> Double {
    var sum = 0.0
    for (block, mean) in means.enumerated() {
      let place = PixelRectangle(
        knownX: block % Self.blocks, y: block / Self.blocks, width: 1, height: 1
      ).applyingExifOrientation(turn, width: Self.blocks, height: Self.blocks)
      let difference = mean - other.means[place.y * Self.blocks + place.x]
      for channel in 0..<3 { sum += abs(difference[channel]) }
    }
    return sum / Double(3 * means.count)
  }
}
