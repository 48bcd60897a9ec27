/// A pixel at an edge.
struct StereoEdge {
  let column: Int
  var parts: BlockEdges.Parts
  /// How many pixels of the ground, from this one on, show something of the thing.
  var mixed = 0
}

/// A photo whose pixels are moved apart for both eyes, by their parallax.
///
/// It is the scene of the lens: at an edge, a pixel shows both the thing in front and the ground, and hidden ground has the
/// light of the ground around it.
struct StereoScene<Code: LightCode>: Sendable {
  let lens: LensScene<Code>
  let ground: HiddenGround?
  /// The parallax that does not move, in pixels.
  let origin: Float
  /// Whether the map was stretched, so that its outlines are not quite the photo's.
  let isStretched: Bool

  init(
    _ codes: [Code], _ map: NormalisedMap, scale: Float, convergence: Float, light: [Float], jobs: Int
  ) {
    isStretched = map.rampReach > 0
    lens = LensScene(codes, parallaxOf: map, scale: scale, light: light, jobs: jobs)
    ground = HiddenGround(lens, jobs: jobs)
    origin = convergence * scale
  }

  /// Finds the pixels at edges in a row of blocks, for each of its eight rows from left to right.
  func findEdges(_ row: Int, _ edges: inout BlockEdges, into found: inout [[StereoEdge]]) {
    for line in found.indices { found[line].removeAll(keepingCapacity: true) }
    guard let ground else { return }
    for column in 0..<lens.blocks.columns where lens.hasEdge(row * lens.blocks.columns + column) {
      edges.find(column, row, of: lens)
      let (columns, rows) = lens.pixels(column, row)
      for y in rows {
        for x in columns where edges.isEdge((y & 7) * 8 + x & 7, lens.edge) {
          let parts = edges.parts((y & 7) * 8 + x & 7, behind: ground.behind(x, y), lens.edge)
          found[y & 7].append(StereoEdge(column: x, parts: parts))
        }
      }
    }
  }
}

extension LensScene {
  /// A photo with the parallax of a map, whose edges become steps, in the place of radii.
  init(_ codes: [Code], parallaxOf map: NormalisedMap, scale: Float, light: [Float], jobs: Int) {
    let isStretched = map.rampReach > 0
    let plain = SignedRadii(parallaxOf: map, scale: scale, jobs: jobs)
    // Between the extremes of a block before there are those after.
    let blocks = RadiusBlocks(plain, jobs: jobs)
    let radii = StereoOutlines(plain, isStretched: isStretched).sharpened(blocks, jobs: jobs)
    self.init(codes, radii, blocks, edge: StereoOutlines.joined(map.width) / radii.unit, light: light)
  }
}
