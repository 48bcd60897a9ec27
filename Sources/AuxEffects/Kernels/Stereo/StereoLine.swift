internal import AuxKernels

/// What a row of a photo shows, and what one eye sees behind it: two surfaces, each with a place or none for each pixel.
///
/// Neighbours of like parallax are of one surface, which is without gaps however it is stretched.
struct StereoLine {
  /// One of the two samples of a pixel: light times its coverage and that, and the parallax in pixels.
  struct Node {
    let light: SIMD4<Float>
    let parallax: Float
  }

  /// Pixels in a row whose samples of one surface have the same whole pixels of parallax.
  struct Run {
    let columns: Range<Int32>
    let isGround: Bool
    /// The next run of as many pixels; negative at the end.
    let next: Int32
  }

  let width: Int
  private(set) var front, ground: [SIMD4<Float>]
  private(set) var frontParallax: [Float]
  /// Negative where there is no ground.
  private(set) var groundParallax: [Float]
  /// Whether the ground is made up.
  private(set) var isMadeUp: [Bool]
  private(set) var runs: [Run] = []
  /// The first run of each number of whole pixels.
  private(set) var firstRuns: [Int32]

  /// Those of the front alone, which both eyes have in common.
  private var frontRuns: [Run] = []
  private var firstFrontRuns: [Int32]
  private var isEdge: [Bool]
  /// The columns that have a ground.
  private var grounds: [Int] = []
  private let step, edge, unit: Float

  /// How much of the detail of the ground beside them hidden parts get.
  private static let detail: Float = 0.92

  init<Code: LightCode>(width: Int, lens: LensScene<Code>) {
    self.width = width
    front = [SIMD4<Float>](repeating: .zero, count: width)
    ground = front
    frontParallax = [Float](repeating: 0, count: width)
    groundParallax = [Float](repeating: -1, count: width)
    isMadeUp = [Bool](repeating: false, count: width)
    isEdge = isMadeUp
    (step, edge, unit) = (StereoOutlines.joined(width), lens.edge, lens.radii.unit)
    firstRuns = [Int32](repeating: -1, count: Int(SignedRadii.greatest * lens.radii.unit) + 2)
    firstFrontRuns = firstRuns
  }

  /// Takes a row of the photo, with the two samples of its pixels at edges.
  mutating func load<Code: LightCode>(_ row: Int, _ edges: [StereoEdge], of scene: StereoScene<Code>) {
    let range = row * width..<(row + 1) * width
    Self.load(scene.lens, range, unit, &front, &frontParallax)
    for pixel in edges {
      front[pixel.column] = pixel.parts.front
      frontParallax[pixel.column] = pixel.parts.frontRadius * unit
    }
    frontRuns.removeAll(keepingCapacity: true)
    for index in firstFrontRuns.indices { firstFrontRuns[index] = -1 }
    Self.findRuns(frontParallax, isGround: false, into: &frontRuns, &firstFrontRuns)
  }

  private static func load<Code: LightCode>(
    _ scene: LensScene<Code>, _ range: Range<Int>, _ unit: Float, _ front: inout [SIMD4<Float>],
    _ parallax: inout [Float]
  ) {
    let codes = scene.codes.span.extracting(range.lowerBound * 3..<range.upperBound * 3)
    var light = front.mutableSpan
    Code.findLight(of: codes, scene.light.span, into: &light)
    let radii = scene.radii.codes.span.extracting(range)
    var target = parallax.mutableSpan
    precondition(target.count == radii.count)
    for column in 0..<radii.count { target[column] = Float(radii[column]) * unit }
  }

  /// Finds what one eye sees behind things, to which their edges' grounds go on, and all runs.
  mutating func findHidden<Code: LightCode>(
    _ row: Int, _ edges: [StereoEdge], of scene: StereoScene<Code>, isRight: Bool
  ) {
    for column in grounds { (groundParallax[column], isMadeUp[column], isEdge[column]) = (-1, false, false) }
    grounds.removeAll(keepingCapacity: true)
    for pixel in edges {
      ground[pixel.column] = pixel.parts.ground
      groundParallax[pixel.column] = pixel.parts.groundRadius * unit
      isEdge[pixel.column] = true
      grounds.append(pixel.column)
    }
    if let hidden = scene.ground {
      // The left eye sees more ground to the left of a thing; that ground is extended to the right.
      if isRight {
        for pixel in edges.reversed() { extend(pixel, -1, row, of: scene.lens, hidden) }
      } else {
        for pixel in edges { extend(pixel, 1, row, of: scene.lens, hidden) }
      }
    }
    findRuns()
  }

  /// Extends the ground at a column behind the nearer thing beside it, as far as it can come into view.
  private mutating func extend<Code: LightCode>(
    _ pixel: StereoEdge, _ step: Int, _ row: Int, of scene: LensScene<Code>, _ hidden: HiddenGround
  ) {
    let last = pixel.column
    let codes = scene.radii.codes.span.extracting(row * width..<(row + 1) * width)
    var column = last + step
    guard column >= 0, column < width else { return }
    let depth = Float(codes[last])
    guard Float(codes[column]) - depth > edge else { return }
    var texture = GroundTexture(row: row, mirror: last - step * (1 + pixel.mixed), step: step, depth: depth)
    let bridge = farSide(of: last, step, codes, depth).flatMap {
      GroundBridge(row: row, last: last, far: $0, step: step, depth: depth, of: scene)
    }
    // The ground beside the outline is measured even if it cannot be mirrored.
    _ = texture.detail(at: texture.mirror, of: scene)
    var (distance, most) = (Float(1), Float(0))
    while column >= 0, column < width, !isMadeUp[column] {
      let excess = Float(codes[column]) - depth
      guard excess > edge else { return }
      most = max(most, excess * unit + 2)
      guard distance <= most else { return }
      defer {
        column += step
        distance += 1
      }
      // The ground beyond a thing may be nearer than that before it.
      if isEdge[column], groundParallax[column] - depth * unit > self.step { continue }
      var filled = hidden.behind(column, row)
      // What is farther behind is no fill for this ground.
      if depth - filled.w > edge { filled = ground[last] }
      let mirrored = 2 * texture.mirror - column
      let isPlain = mirrored >= 0 && mirrored < width && !isEdge[mirrored]
      let detail = isPlain ? texture.detail(at: mirrored, of: scene) : nil
      let sum = texture.bounded(SIMD3(filled.x, filled.y, filled.z)) + (detail ?? .zero) * Self.detail
      var light = texture.bounded(sum).clamped(lowerBound: .zero, upperBound: .one)
      if let bridge { light += (bridge.light(at: column, of: scene) - light) * bridge.trust }
      ground[column] = SIMD4(light, 1)
      groundParallax[column] = depth * unit
      isMadeUp[column] = true
      grounds.append(column)
    }
  }

  /// Returns the first column of the ground on the other side of a thin thing; nil where that is another ground, or too far.
  private func farSide(of last: Int, _ step: Int, _ codes: Span<Int16>, _ depth: Float) -> Int? {
    for distance in 2...GroundBridge.greatest(width) {
      let column = last + step * distance
      guard column >= 0, column < width else { return nil }
      let excess = Float(codes[column]) - depth
      if excess <= edge { return excess >= -edge ? column : nil }
    }
    return nil
  }

  private mutating func findRuns() {
    (runs, firstRuns) = (frontRuns, firstFrontRuns)
    guard !grounds.isEmpty else { return }
    Self.findRuns(groundParallax, isGround: true, into: &runs, &firstRuns)
  }

  private static func findRuns(
    _ parallax: [Float], isGround: Bool, into runs: inout [Run], _ firsts: inout [Int32]
  ) {
    let parallax = parallax.span
    var start = 0
    while start < parallax.count {
      let value = parallax[start]
      var end = start + 1
      if value < 0 {
        while end < parallax.count, parallax[end] < 0 { end += 1 }
      } else {
        let whole = Int(value)
        let (low, high) = (Float(whole), Float(whole + 1))
        while end < parallax.count, parallax[end] >= low, parallax[end] < high { end += 1 }
        runs.append(Run(columns: Int32(start)..<Int32(end), isGround: isGround, next: firsts[whole]))
        firsts[whole] = Int32(runs.count - 1)
      }
      start = end
    }
  }

  /// The sample of a surface, if it has one there.
  @inline(__always)
  func node(_ column: Int, isGround: Bool) -> Node? {
    guard column >= 0, column < width else { return nil }
    guard isGround else { return Node(light: front[column], parallax: frontParallax[column]) }
    guard groundParallax[column] >= 0 else { return nil }
    return Node(light: ground[column], parallax: groundParallax[column])
  }

  /// Returns the sample beside one that is of the same surface; `step` is 1 or -1.
  ///
  /// A front goes on as a ground, and a ground as a front, where neither has a neighbour of its own.
  func neighbour(of column: Int, isGround: Bool, step: Int) -> Node? {
    guard let own = node(column, isGround: isGround) else { return nil }
    if let next = node(column + step, isGround: isGround), areJoined(own, next) { return next }
    guard let next = node(column + step, isGround: !isGround), areJoined(own, next) else { return nil }
    if let other = node(column, isGround: !isGround), areJoined(other, next) { return nil }
    return next
  }

  private func areJoined(_ one: Node, _ other: Node) -> Bool {
    abs(one.parallax - other.parallax) <= step
  }
}
