/// The ground behind a thin thing, from the ground on both of its sides: what ends at one side goes on at the other.
///
/// Lines of the ground may cross behind the thing at a slant. Of some slants we take the one whose ends are most alike.
struct GroundBridge {
  private let row: Int
  /// The columns of the ground on both sides, and the rows by which that on the second is lower.
  private let first, second: Int
  private let rise: Float
  /// How alike both ends are, 0...1.
  let trust: Float

  /// The greatest width of a thing in a row of so many pixels.
  static func greatest(_ width: Int) -> Int { 8 + width / 100 }

  /// The slants to each side of a level line.
  private static let slants = 6
  /// What a rise of one column's width adds to the squared difference of both ends, so that level lines come first.
  private static let slantCost: Float = 0.002

  /// The squared difference of both ends at which the bridge and the ground around count alike.
  private static let doubt: Float = 0.05

  /// Finds the slant; nil where the ground of that depth is not seen on both sides.
  ///
  /// `last` and `far` are the columns beside the thing, which may be mixed with it.
  init?<Code: LightCode>(
    row: Int, last: Int, far: Int, step: Int, depth: Float, of scene: LensScene<Code>
  ) {
    (self.row, first, second) = (row, last - step, far + step)
    let (width, height, edge) = (scene.width, scene.height, scene.edge)
    guard first >= 0, first < width, second >= 0, second < width else { return nil }
    let (codes, table, depths) = (scene.codes.span, scene.light.span, scene.radii.codes.span)
    let (near, other) = (first, second)
    func light(_ column: Int, _ beside: Int, _ row: Int) -> SIMD3<Float>? {
      guard row >= 0, row < height, abs(Float(depths[row * width + column]) - depth) <= edge,
        abs(Float(depths[row * width + beside]) - depth) <= edge
      else { return nil }
      return Code.light(codes, table, row * width + column)
    }
    let span = Float(abs(second - first))
    let unit = max(span / Float(Self.slants), 1)
    var best: (cost: Float, rise: Float)?
    for slant in -Self.slants...Self.slants {
      let rise = Float(slant) * unit
      guard abs(rise) <= span else { continue }
      let (above, below) = (row - Int((rise / 2).rounded(.down)), row + Int((rise / 2).rounded(.up)))
      var (cost, count) = (Float(0), Float(0))
      for line in -1...1 {
        guard let one = light(near, last, above + line), let two = light(other, far, below + line)
        else { continue }
        let difference = one - two
        cost += (difference * difference).sum()
        count += 1
      }
      guard count > 1 else { continue }
      cost = cost / count + Self.slantCost * abs(rise) / span
      if cost < best?.cost ?? .infinity { best = (cost, rise) }
    }
    guard let best else { return nil }
    rise = best.rise
    trust = Self.doubt / (Self.doubt + best.cost)
  }

  /// Returns light between that of both ends of the slant through a pixel.
  func light<Code: LightCode>(at column: Int, of scene: LensScene<Code>) -> SIMD3<Float> {
    let share = Float(column - first) / Float(second - first)
    let (codes, table) = (scene.codes.span, scene.light.span)
    func end(_ column: Int, _ drop: Float) -> SIMD3<Float> {
      let line = min(max(row + Int(drop.rounded()), 0), scene.height - 1)
      return Code.light(codes, table, line * scene.width + column)
    }
    let (one, two) = (end(first, -rise * share), end(second, rise * (1 - share)))
    return one + (two - one) * share
  }
}
