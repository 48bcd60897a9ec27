internal import AuxKernels
internal import Synchronization

/// What eyes see of a scene, one row after the other.
private struct EyeRows<Code: LightCode> {
  private let scene: StereoScene<Code>
  private var edges = BlockEdges()
  private var found = [[StereoEdge]](repeating: [], count: RadiusBlocks.side)
  private var line: StereoLine
  private var outline: SoftOutline
  private(set) var eye: EyeLine

  init(_ scene: StereoScene<Code>) {
    let width = scene.lens.width
    self.scene = scene
    line = StereoLine(width: width, lens: scene.lens)
    outline = SoftOutline(width: width, isStretched: scene.isStretched)
    eye = EyeLine(width: width)
  }

  /// Takes the next row.
  mutating func load(_ row: Int) {
    let side = RadiusBlocks.side
    if row % side == 0 { scene.findEdges(row / side, &edges, into: &found) }
    outline.add(to: &found[row % side], row, of: scene.lens)
    line.load(row, found[row % side], of: scene)
  }

  /// Draws the row that was loaded as an eye sees it, or from a share of the way to it, and writes its codes.
  mutating func write(
    _ row: Int, isRight: Bool, share: Float = 1, _ entries: Span<Code.Entry>,
    into target: inout MutableSpan<Code>,
    at start: Int
  ) {
    line.findHidden(row, found[row % RadiusBlocks.side], of: scene, isRight: isRight)
    eye.draw(line, origin: scene.origin, isRight: isRight, share: share)
    eye.fillHoles(line)
    eye.write(entries, into: &target, at: start)
  }
}

extension StereoScene {
  /// The rows that are drawn together: edges are found in rows of blocks.
  private static var bandHeight: Int { 4 * RadiusBlocks.side }

  /// Writes both eyes' views of all rows, of RGB codes, and returns how many pixels of both are made up.
  func render(_ left: inout [Code], _ right: inout [Code], tables: LightTables, jobs: Int) -> Int {
    let madeUp = Atomic<Int>(0)
    let entries = Code.entries(tables)
    Bands.write(&left, &right, rows: lens.height, height: Self.bandHeight, jobs: jobs) { band, left, right in
      var rows = EyeRows(self)
      for row in band {
        rows.load(row)
        let start = (row - band.lowerBound) * lens.width * 3
        rows.write(row, isRight: false, entries.span, into: &left, at: start)
        rows.write(row, isRight: true, entries.span, into: &right, at: start)
      }
      madeUp.wrappingAdd(rows.eye.madeUp, ordering: .relaxed)
    }
    return madeUp.load(ordering: .relaxed)
  }

  /// Writes the view from a place between the eyes, -1 that of the right one and 1 that of the left; returns how many pixels of
  /// it are made up.
  func renderView(at place: Float, into target: inout [Code], tables: LightTables, jobs: Int) -> Int {
    let madeUp = Atomic<Int>(0)
    let entries = Code.entries(tables)
    Bands.write(&target, rows: lens.height, height: Self.bandHeight, jobs: jobs) { band, part in
      var rows = EyeRows(self)
      for row in band {
        rows.load(row)
        rows.write(
          row, isRight: place < 0, share: abs(place), entries.span, into: &part,
          at: (row - band.lowerBound) * lens.width * 3)
      }
      madeUp.wrappingAdd(rows.eye.madeUp, ordering: .relaxed)
    }
    return madeUp.load(ordering: .relaxed)
  }
}
