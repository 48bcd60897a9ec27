internal import AuxImage
internal import AuxKernels

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

  /// Takes the means of a part of a picture.
  init(of picture: PhotoPixels, quad: LumaGrid.Quad = LumaGrid.Quad(.whole)) {
    let samples = picture.samples8
    let place = quad.transform ?? PlaneTransform(scaling: 1, 1)
    let side = Double(Self.blocks * Self.points)
    let (width, height) = (picture.width, picture.height)
    means = (0..<Self.blocks * Self.blocks).map { block in
      var sum = SIMD3<Double>.zero
      for y in 0..<Self.points {
        for x in 0..<Self.points {
          let point = place([
            (Double(block % Self.blocks * Self.points + x) + 0.5) / side,
            (Double(block / Self.blocks * Self.points + y) + 0.5) / side,
          ])
          let column = (point.x * Double(width)).integer(.down, in: 0...width - 1)
          let row = (point.y * Double(height)).integer(.down, in: 0...height - 1)
          let at = (row * width + column) * picture.channels
          // Gray has one channel for all three.
          for channel in 0..<3 { sum[channel] += Double(samples[at + min(channel, picture.channels - 1)]) }
        }
      }
      return sum / Double(Self.points * Self.points)
    }
  }

  /// Returns whether the colours are those of `other`, whose rows were turned by `turn` after these.
  func isSame(as other: BlockColours, turned turn: ImageOrientation) -> Bool {
    var sum = 0.0
    for (block, mean) in means.enumerated() {
      let place = PixelRectangle(
        knownX: block % Self.blocks, y: block / Self.blocks, width: 1, height: 1
      ).applyingExifOrientation(turn, width: Self.blocks, height: Self.blocks)
      let difference = mean - other.means[place.y * Self.blocks + place.x]
      for channel in 0..<3 { sum += abs(difference[channel]) }
    }
    return sum / Double(3 * means.count) < Self.leastChange
  }
}
