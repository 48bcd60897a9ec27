internal import AuxKernels

/// Outlines of a photo that are several pixels wide, beside the steps of a stretched map.
///
/// A lens and a stretched map leave an outline a few pixels wide, and off by a few. Along a row, the photo's colours say
/// how much of each pixel is of the thing: from its colour well inside to that of the ground well outside. That share
/// only falls on the way out, so that what merely looks like the thing, and is away from it, is not taken along.
struct SoftOutline {
  /// How far to each side of a step a pixel may be mixed; 0 where outlines are exact.
  let reach: Int
  /// Where in the list of edges a column is; -1 for nowhere.
  private var places: [Int]

  /// The pixels beyond the reach, whose means are the colours of both sides.
  private static let sample = 3
  /// The squared difference of both colours at which the photo and the map count alike.
  private static let doubt: Float = 0.02
  /// How much more the squared difference of some light from all mixtures of both colours counts.
  private static let strangeness: Float = 20
  /// Coverage that is not worth a second sample.
  private static let trace: Float = 0.04

  init(width: Int, isStretched: Bool) {
    reach = isStretched ? max(width / 400 - 2, 0) : 0
    places = [Int](repeating: -1, count: reach > 0 ? width : 0)
  }

  /// Adds the mixed pixels of a row to its edges, which are in the order of columns before and after.
  mutating func add<Code: LightCode>(to edges: inout [StereoEdge], _ row: Int, of scene: LensScene<Code>) {
    guard reach > 0, !edges.isEmpty else { return }
    let count = edges.count
    for index in 0..<count { places[edges[index].column] = index }
    for index in 0..<count {
      for inward in [1, -1] {
        guard let sides = Sides(edges[index].column, inward, row, reach: reach, of: scene) else { continue }
        edges[index].mixed = addOutside(sides, to: &edges, scene)
        addInside(sides, to: &edges, scene)
      }
    }
    for edge in edges { places[edge.column] = -1 }
    if edges.count > count { edges.sort { $0.column < $1.column } }
  }

  private mutating func set(_ edge: StereoEdge, in edges: inout [StereoEdge]) {
    if places[edge.column] < 0 {
      places[edge.column] = edges.count
      edges.append(edge)
    } else {
      edges[places[edge.column]].parts = edge.parts
    }
  }

  /// Adds pixels of the ground that show something of the thing; returns how many they are.
  private mutating func addOutside<Code: LightCode>(
    _ sides: Sides, to edges: inout [StereoEdge], _ scene: LensScene<Code>
  ) -> Int {
    var share: Float = 1
    for distance in 0..<sides.outside {
      let column = sides.column - distance * sides.inward
      let own = sides.light(column, scene)
      share = min(share, sides.share(own))
      let coverage = share * sides.trust(own)
      guard coverage > Self.trace else { return distance }
      let rest = ((own - sides.front * coverage) / max(1 - coverage, 0.3)).clamped(
        lowerBound: .zero, upperBound: .one)
      let ground = sides.ground + (rest - sides.ground) * clampedToUnit((0.7 - coverage) / 0.5)
      set(sides.edge(column, own, coverage, ground, scene), in: &edges)
    }
    return sides.outside
  }

  /// Adds pixels of the thing that show something of the ground.
  private mutating func addInside<Code: LightCode>(
    _ sides: Sides, to edges: inout [StereoEdge], _ scene: LensScene<Code>
  ) {
    var share: Float = 0
    for distance in 1...max(sides.inside, 1) where distance <= sides.inside {
      let column = sides.column + distance * sides.inward
      let own = sides.light(column, scene)
      share = max(share, sides.share(own))
      let coverage = 1 - (1 - share) * sides.trust(own)
      guard coverage < 1 - Self.trace else { return }
      set(sides.edge(column, own, coverage, sides.ground, scene), in: &edges)
    }
  }

  /// Both sides of a step.
  private struct Sides {
    /// The last pixel of the ground, and the direction of the thing.
    let column, inward, row: Int
    /// How many pixels of the ground, from that on, and of the thing may be mixed.
    let outside, inside: Int
    /// The codes of the parallax of both.
    let depth, thing: Float
    let front, ground: SIMD3<Float>
    private let squared, scale: Float

    /// Looks at a step; nil without one, and where a side is too narrow.
    init?<Code: LightCode>(_ column: Int, _ inward: Int, _ row: Int, reach: Int, of scene: LensScene<Code>) {
      let width = scene.width
      let codes = scene.radii.codes.span.extracting(row * width..<(row + 1) * width)
      guard column + inward >= 0, column + inward < width else { return nil }
      let (depth, edge) = (Float(codes[column]), scene.edge)
      guard Float(codes[column + inward]) - depth > edge else { return nil }
      let most = reach + SoftOutline.sample
      func count(from first: Int, _ step: Int, _ isOfSide: (Float) -> Bool) -> Int {
        var (count, other) = (0, first)
        while count < most, other >= 0, other < width, isOfSide(Float(codes[other]) - depth) {
          (count, other) = (count + 1, other + step)
        }
        return count
      }
      outside = count(from: column, -inward) { abs($0) <= edge } - SoftOutline.sample
      inside = count(from: column + inward, inward) { $0 > edge } - SoftOutline.sample
      guard outside > 0, inside > 0 else { return nil }
      (self.column, self.inward, self.row, self.depth) = (column, inward, row, depth)
      thing = Float(codes[column + inward])
      func mean(_ first: Int, _ step: Int) -> SIMD3<Float> {
        let (codes, table) = (scene.codes.span, scene.light.span)
        var sum = SIMD3<Float>.zero
        for index in 0..<SoftOutline.sample {
          sum += Code.light(codes, table, row * width + first + index * step)
        }
        return sum / Float(SoftOutline.sample)
      }
      front = mean(column + inward * (inside + 1), inward)
      ground = mean(column - inward * outside, -inward)
      let difference = front - ground
      squared = (difference * difference).sum()
      scale = 1 / max(squared, 1e-5)
    }

    func light<Code: LightCode>(_ column: Int, _ scene: LensScene<Code>) -> SIMD3<Float> {
      Code.light(scene.codes.span, scene.light.span, row * scene.width + column)
    }

    /// How much of some light is of the thing, by its colour.
    func share(_ light: SIMD3<Float>) -> Float {
      clampedToUnit(((light - ground) * (front - ground)).sum() * scale)
    }

    /// How much the colours count for some light: less where they are alike, and where it is not between them.
    func trust(_ light: SIMD3<Float>) -> Float {
      let rest = light - ground - (front - ground) * share(light)
      return squared / (squared + SoftOutline.doubt + SoftOutline.strangeness * (rest * rest).sum())
    }

    func edge<Code: LightCode>(
      _ column: Int, _ own: SIMD3<Float>, _ coverage: Float, _ behind: SIMD3<Float>, _ scene: LensScene<Code>
    ) -> StereoEdge {
      let code = Float(scene.radii.codes[row * scene.width + column])
      let isNear = (column - self.column) * inward > 0
      let light = (own - behind * (1 - coverage)).clamped(
        lowerBound: .zero, upperBound: .init(repeating: .infinity))
      return StereoEdge(
        column: column,
        parts: BlockEdges.Parts(
          front: SIMD4(light, coverage), frontRadius: isNear ? code : thing, ground: SIMD4(behind, 1),
          groundRadius: isNear ? depth : code))
    }
  }
}
