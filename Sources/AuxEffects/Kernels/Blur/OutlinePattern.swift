/// Which of the 5x5 pixels around one are nearer than its middle, and what that says of the shares of the 3x3.
///
/// The shares are those that straight outlines leave, which pass at any distance and in any direction: a pixel whose four
/// sides are all beside pixels of its own surface is whole, even if a corner is not.
struct OutlinePattern: Sendable {
  /// Row by row, the first in the lowest bit.
  let bits: UInt32

  /// A pixel's share of the surface that its middle shows: what to expect, and the variance.
  struct Share {
    let mean, variance: Float
  }

  private static let sides: UInt32 = 0b00010_00101_00010, corners: UInt32 = 0b00101_00000_00101
  /// The share with no colour to say otherwise, of maps whose outlines may be some pixels off.
  private static let unknown = Share(mean: 1, variance: 0.04)
  /// The shares left by straight outlines, by how many sides and corners are beyond: five for each number of sides.
  private static let table: [Share] = [
    (1, 0), (1, 0), (1, 0.001), (0.9, 0.01), (0.9, 0.01),
    (1, 0.001), (1, 0.001), (0.91, 0.014), (0.75, 0.04), (0.7, 0.04),
    (0.9, 0.011), (0.88, 0.011), (0.66, 0.013), (0.6, 0.04), (0.6, 0.04),
    (0.7, 0.04), (0.65, 0.04), (0.6, 0.04), (0.6, 0.04), (0.6, 0.04),
    (0.6, 0.04), (0.6, 0.04), (0.6, 0.04), (0.6, 0.04), (0.6, 0.04),
  ].map { Share(mean: $0.0, variance: max($0.1, least)) }
  /// The least variance: a map's outline may be off by a part of a pixel.
  private static let least: Float = 0.001

  /// Whether a pixel is nearer; of the 3x3, the middle has the column and row 0.
  func isBefore(_ column: Int, _ row: Int) -> Bool { bits >> UInt32(row * 5 + column + 12) & 1 != 0 }

  /// Returns how much of a pixel of the 3x3 is of what is nearer; 1 or 0 is expected where outlines are not exact.
  func share(_ column: Int, _ row: Int, isExact: Bool) -> Share {
    let own = isBefore(column, row)
    guard isExact else { return Share(mean: own ? 1 : 0, variance: Self.unknown.variance) }
    let others = (own ? ~bits : bits) >> UInt32(row * 5 + column + 6)
    let share = Self.table[
      (others & Self.sides).nonzeroBitCount * 5 + (others & Self.corners).nonzeroBitCount]
    return Share(mean: own ? share.mean : 1 - share.mean, variance: share.variance)
  }
}
