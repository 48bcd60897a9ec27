/// The samples that the pixels of a block give to the layers: their own light, and the hidden ground where it may be seen.
struct BlockSamples: Sendable {
  struct Sample: Sendable {
    /// Light times its coverage, and the coverage.
    var light: SIMD4<Float>
    var radius: Float
    /// The pixel in the block, row by row of eight.
    var place: Int32
  }

  private(set) var samples = [Sample](repeating: Sample(light: .zero, radius: 0, place: 0), count: 128)
  private(set) var count = 0

  private var thresholds = [Float](repeating: 0, count: 64)
  private var edges = BlockEdges()

  private mutating func append(_ value: SIMD4<Float>, _ radius: Float, at place: Int) {
    samples[count] = Sample(light: value, radius: radius, place: Int32(place))
    count += 1
  }

  mutating func find<Code: LightCode>(
    _ column: Int, _ row: Int, of scene: LensScene<Code>, ground: HiddenGround?
  ) {
    count = 0
    let block = row * scene.blocks.columns + column
    guard let ground, !scene.isPlain[block] else { return findPlain(column, row, of: scene) }
    let hasEdge = scene.hasEdge(block)
    if hasEdge { edges.find(column, row, of: scene) }
    scene.blocks.findThresholds(column, row, into: &thresholds)
    let (columns, rows) = scene.pixels(column, row)
    let (codes, table, source) = (scene.codes.span, scene.light.span, scene.radii.codes.span)
    for y in rows {
      for x in columns {
        let place = (y & 7) * 8 + x & 7
        let radius = Float(source[y * scene.width + x])
        let pixel = y * scene.width + x
        if let share = scene.share(pixel) {
          let light = Code.light(codes, table, pixel)
          appendSoft(
            share, light, radius, ground.behind(x, y), ground.subject(x, y) ?? light, scene.edge, place)
          continue
        }
        if hasEdge, edges.isEdge(place, scene.edge), !scene.isInside(pixel) {
          let parts = edges.parts(place, behind: ground.behind(x, y), scene.edge)
          append(parts.front, parts.frontRadius, at: place)
          append(parts.ground, parts.groundRadius, at: place)
          continue
        }
        append(SIMD4(Code.light(codes, table, y * scene.width + x), 1), radius, at: place)
        guard radius > thresholds[place] else { continue }
        var hidden = ground.behind(x, y)
        guard radius - hidden.w > scene.edge else { continue }
        let hiddenRadius = hidden.w
        hidden.w = 1
        append(hidden, hiddenRadius, at: place)
      }
    }
  }

  /// Adds the subject's share of a pixel that a matte shows in part, in focus, and the ground behind it.
  private mutating func appendSoft(
    _ share: Float, _ light: SIMD3<Float>, _ radius: Float, _ behind: SIMD4<Float>, _ subject: SIMD3<Float>,
    _ edge: Float, _ place: Int
  ) {
    // Ground that is not behind the subject, or as sharp, is not taken apart.
    guard behind.w < -edge else { return append(SIMD4(light, 1), radius, at: place) }
    let parts = MatteForeground.parts(
      light, share: share, near: subject, far: SIMD3(behind.x, behind.y, behind.z))
    append(SIMD4(parts.near * share, share), 0, at: place)
    append(SIMD4(parts.far, 1), behind.w, at: place)
  }

  private mutating func findPlain<Code: LightCode>(_ column: Int, _ row: Int, of scene: LensScene<Code>) {
    let (columns, rows) = scene.pixels(column, row)
    let (codes, table, source) = (scene.codes.span, scene.light.span, scene.radii.codes.span)
    var target = samples.mutableSpan
    var next = 0
    for y in rows {
      for x in columns {
        let pixel = y * scene.width + x
        target[next] = Sample(
          light: SIMD4(Code.light(codes, table, pixel), 1), radius: Float(source[pixel]),
          place: Int32((y & 7) * 8 + x & 7))
        next += 1
      }
    }
    count = next
  }
}
