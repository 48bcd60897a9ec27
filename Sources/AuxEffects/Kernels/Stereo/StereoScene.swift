internal import AuxKernels
internal import Synchronization

/// A pixel at an edge.
struct StereoEdge {
  let column: Int
  let parts: BlockEdges.Parts
}

/// A photo whose pixels are moved apart for both eyes, by their parallax.
///
/// It is the scene of the lens: at an edge, a pixel is of the thing before and of the ground, and what is hidden has
/// the light of the ground around it.
struct StereoScene<Code: LightCode>: Sendable {
  let lens: LensScene<Code>
  let ground: HiddenGround?
  /// The parallax that does not move, in pixels.
  let origin: Float

  init(
    _ codes: [Code], _ map: NormalisedMap, scale: Float, convergence: Float, light: [Float], jobs: Int
  ) {
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
          let parts = edges.parts((y & 7) * 8 + x & 7, behind: ground.behind(x, y))
          found[y & 7].append(StereoEdge(column: x, parts: parts))
        }
      }
    }
  }

  /// Writes both eyes' views of all rows, of RGB codes, and returns how many pixels of both are made up.
  func render(_ left: inout [Code], _ right: inout [Code], tables: LightTables, jobs: Int) -> Int {
    let madeUp = Atomic<Int>(0)
    let side = RadiusBlocks.side
    Bands.write(&left, &right, rows: lens.height, height: 4 * side, jobs: jobs) { band, left, right in
      var edges = BlockEdges()
      var found = [[StereoEdge]](repeating: [], count: side)
      var line = StereoLine(width: lens.width, lens: lens)
      var eye = EyeLine(width: lens.width)
      for row in band {
        if row % side == 0 { findEdges(row / side, &edges, into: &found) }
        line.load(row, found[row % side], of: self)
        let start = (row - band.lowerBound) * lens.width * 3
        for isRight in [false, true] {
          line.findHidden(row, found[row % side], of: self, isRight: isRight)
          eye.draw(line, origin: origin, isRight: isRight)
          eye.fillHoles(line)
          if isRight {
            eye.write(tables, into: &right, at: start)
          } else {
            eye.write(tables, into: &left, at: start)
          }
        }
      }
      madeUp.wrappingAdd(eye.madeUp, ordering: .relaxed)
    }
    return madeUp.load(ordering: .relaxed)
  }
}
