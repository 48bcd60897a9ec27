internal import AuxKernels
internal import Synchronization

extension StereoScene {
  /// Writes the view from a place between the eyes, -1 that of the right one and 1 that of the left; returns how many pixels of
  /// it are made up.
  func renderView(at place: Float, into target: inout [Code], tables: LightTables, jobs: Int) -> Int {
    let madeUp = Atomic<Int>(0)
    let entries = Code.entries(tables)
    let (side, isRight) = (RadiusBlocks.side, place < 0)
    Bands.write(&target, rows: lens.height, height: 4 * side, jobs: jobs) { band, part in
      var edges = BlockEdges()
      var found = [[StereoEdge]](repeating: [], count: side)
      var line = StereoLine(width: lens.width, lens: lens)
      var eye = EyeLine(width: lens.width)
      for row in band {
        if row % side == 0 { findEdges(row / side, &edges, into: &found) }
        line.load(row, found[row % side], of: self)
        line.findHidden(row, found[row % side], of: self, isRight: isRight)
        eye.draw(line, origin: origin, isRight: isRight, share: abs(place))
        eye.fillHoles(line)
        eye.write(entries.span, into: &part, at: (row - band.lowerBound) * lens.width * 3)
      }
      madeUp.wrappingAdd(eye.madeUp, ordering: .relaxed)
    }
    return madeUp.load(ordering: .relaxed)
  }
}
