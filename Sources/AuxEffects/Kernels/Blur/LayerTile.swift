internal import AuxKernels

/// The layers of one level in a part of the picture, before they are blurred.
///
/// A layer has cells only where something is in it. They may lie beyond the picture, whose border goes on there.
struct LayerTile {
  /// The cells of the level, with those around the part that the kernels need.
  let columns, rows: Range<Int>
  /// The cells in a row, of which the first is not one: kernels start their sums there.
  let stride: Int
  private let level: Int
  private let layers: Range<Int>
  /// Where the cells of each layer begin; -1 for one that is empty.
  private var starts: [Int]
  /// The cells of all layers that have some.
  var cells: [SIMD4<Float>] = []

  /// Collects the samples of layers for a part of `columns` and `rows`, with `reach` cells around it.
  init(
    _ layers: Range<Int>, level: Int, columns: Range<Int>, rows: Range<Int>, reach: Int,
    of scene: LensScene, ground: HiddenGround?, ladder: RadiusLadder
  ) {
    self.columns = columns.lowerBound - reach..<columns.upperBound + reach
    self.rows = rows.lowerBound - reach..<rows.upperBound + reach
    (self.layers, self.level, stride) = (layers, level, self.columns.count + 1)
    starts = [Int](repeating: -1, count: layers.count)
    collect(scene, ground, ladder)
    guard !cells.isEmpty else { return }
    let (width, height) = (
      Self.size(scene.width, level), Self.size(scene.height, level)
    )
    evenOut(scene.width, scene.height, width, height)
    goOnBeyond(width, height)
  }

  /// The number of cells in so many pixels.
  static func size(_ pixels: Int, _ level: Int) -> Int { (pixels + 1 << level - 1) >> level }

  /// Returns where the cells of a layer are; nil where it is empty.
  func range(of layer: Int) -> Range<Int>? {
    let start = starts[layer - layers.lowerBound]
    return start < 0 ? nil : start..<start + stride * rows.count
  }

  private mutating func collect(_ scene: LensScene, _ ground: HiddenGround?, _ ladder: RadiusLadder) {
    // The radii that have a part in these layers.
    let least = layers.lowerBound > 0 ? ladder.radii[layers.lowerBound - 1] : -.infinity
    let greatest = layers.upperBound < ladder.radii.count ? ladder.radii[layers.upperBound] : .infinity
    let side = RadiusBlocks.side
    let blocks = scene.blocks
    let (firstColumn, firstRow) = (
      max(columns.lowerBound << level, 0) / side, max(rows.lowerBound << level, 0) / side
    )
    let lastColumn = min((columns.upperBound << level + side - 1) / side, blocks.columns)
    let lastRow = min((rows.upperBound << level + side - 1) / side, blocks.rows)
    var samples = BlockSamples()
    for row in firstRow..<max(lastRow, firstRow) {
      for column in firstColumn..<max(lastColumn, firstColumn) {
        let block = row * blocks.columns + column
        // What is hidden may be of any radius below.
        let low = scene.mayHide(block) ? -.infinity : Float(blocks.low[block])
        guard low < greatest, Float(blocks.high[block]) > least else { continue }
        samples.find(column, row, of: scene, ground: ground)
        add(samples, left: column * side, top: row * side, ladder)
      }
    }
  }

  /// Adds the samples of a block, each to the two layers that its radius is between.
  private mutating func add(_ block: borrowing BlockSamples, left: Int, top: Int, _ ladder: RadiusLadder) {
    let share = Float(sign: .plus, exponent: -2 * level, significand: 1)
    for index in 0..<block.count {
      let sample = block.samples[index]
      let place = Int(sample.place)
      let (x, y) = ((left + place & 7) >> level, (top + place >> 3) >> level)
      let (layer, next) = ladder.place(sample.radius)
      let cell = (y - rows.lowerBound) * stride + x - columns.lowerBound + 1
      if next < 1, layers.contains(layer) {
        cells[start(of: layer) + cell] += sample.light * (share * (1 - next))
      }
      if next > 0, layers.contains(layer + 1) {
        cells[start(of: layer + 1) + cell] += sample.light * (share * next)
      }
    }
  }

  @inline(__always)
  private mutating func start(of layer: Int) -> Int {
    let start = starts[layer - layers.lowerBound]
    if start >= 0 { return start }
    // A part has few layers; room for some at once is not copied when the next begins.
    if cells.isEmpty { cells.reserveCapacity(3 * stride * rows.count) }
    starts[layer - layers.lowerBound] = cells.count
    cells.append(contentsOf: repeatElement(.zero, count: stride * rows.count))
    return starts[layer - layers.lowerBound]
  }

  /// Makes means of the last cells, which have fewer pixels.
  private mutating func evenOut(_ pixelWidth: Int, _ pixelHeight: Int, _ width: Int, _ height: Int) {
    let whole = 1 << level
    let (lastColumn, lastRow) = (pixelWidth - (width - 1) << level, pixelHeight - (height - 1) << level)
    let starts = starts
    let (columns, rows, stride) = (columns, rows, stride)
    var target = cells.mutableSpan
    for start in starts where start >= 0 {
      if lastColumn < whole, columns.contains(width - 1) {
        for row in 0..<rows.count {
          target[start + row * stride + width - columns.lowerBound] *= Float(whole) / Float(lastColumn)
        }
      }
      if lastRow < whole, rows.contains(height - 1) {
        let line = start + (height - 1 - rows.lowerBound) * stride
        for cell in line..<line + stride { target[cell] *= Float(whole) / Float(lastRow) }
      }
    }
  }

  /// Repeats the picture's border in cells beyond it.
  private mutating func goOnBeyond(_ width: Int, _ height: Int) {
    let inside = max(columns.lowerBound, 0)..<min(columns.upperBound, width)
    let within = max(rows.lowerBound, 0)..<min(rows.upperBound, height)
    let starts = starts
    let (columns, rows, stride) = (columns, rows, stride)
    var target = cells.mutableSpan
    for start in starts where start >= 0 {
      for row in within where inside.count < columns.count {
        let line = start + (row - rows.lowerBound) * stride + 1 - columns.lowerBound
        for column in columns.lowerBound..<inside.lowerBound {
          target[line + column] = target[line + inside.lowerBound]
        }
        for column in inside.upperBound..<columns.upperBound {
          target[line + column] = target[line + inside.upperBound - 1]
        }
      }
      for row in rows where !within.contains(row) {
        let from = start + ((row < 0 ? within.lowerBound : within.upperBound - 1) - rows.lowerBound) * stride
        let line = start + (row - rows.lowerBound) * stride
        for cell in 0..<stride { target[line + cell] = target[from + cell] }
      }
    }
  }
}
