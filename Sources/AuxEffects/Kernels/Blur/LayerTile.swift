internal import AuxKernels

/// The layers of one level in a part of the picture, before they are blurred.
///
/// A layer has cells only in the rows where something is in it. They may lie beyond the picture, whose border goes on
/// there. It is used for one part after the other, so that its memory is.
struct LayerTile: Sendable {
  /// The cells of the level, with those around the part that the kernels need.
  private(set) var columns = 0..<0, rows = 0..<0
  /// The cells in a row, of which the first is not one: kernels start their sums there.
  private(set) var stride = 0
  private var level = 0
  private var layers = 0..<0
  /// Where something of a layer is, in rows and columns of the tile.
  private var boxes: [Box] = []
  /// How many layers have something.
  private(set) var used = 0
  /// The cells of all layers that have some.
  private(set) var cells: [SIMD4<Float>] = []
  private var samples = BlockSamples()
  private var places = [(layer: Int, next: Float)](repeating: (0, 0), count: 128)

  /// Where something of a layer is.
  struct Box {
    var start = -1
    var rows = 0..<0, columns = 0..<0
  }

  /// Collects the samples of layers for a part of `columns` and `rows`, with `reach` cells around it.
  mutating func collect(
    _ layers: Range<Int>, level: Int, columns: Range<Int>, rows: Range<Int>, reach: Int,
    of scene: LensScene, ground: HiddenGround?, ladder: RadiusLadder
  ) {
    self.columns = columns.lowerBound - reach..<columns.upperBound + reach
    self.rows = rows.lowerBound - reach..<rows.upperBound + reach
    (self.layers, self.level, stride, used) = (layers, level, self.columns.count + 1, 0)
    boxes.removeAll(keepingCapacity: true)
    boxes.append(contentsOf: repeatElement(Box(), count: layers.count))
    addBlocks(scene, ground, ladder)
    guard used > 0 else { return }
    let (width, height) = (Self.size(scene.width, level), Self.size(scene.height, level))
    evenOut(scene.width, scene.height, width, height)
    goOnBeyond(width, height)
  }

  /// The number of cells in so many pixels.
  static func size(_ pixels: Int, _ level: Int) -> Int { (pixels + 1 << level - 1) >> level }

  /// Returns where the cells of a layer are; nil where it is empty.
  func box(of layer: Int) -> Box? {
    let box = boxes[layer - layers.lowerBound]
    return box.start < 0 ? nil : box
  }

  /// Does what a kernel does once.
  mutating func prepare(_ box: Box, _ kernel: LensKernel) {
    let stride = stride
    var target = cells.mutableSpan
    kernel.prepare(&target, box.rows, box.start, stride: stride)
  }

  private mutating func addBlocks(_ scene: LensScene, _ ground: HiddenGround?, _ ladder: RadiusLadder) {
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
    for row in firstRow..<max(lastRow, firstRow) {
      for column in firstColumn..<max(lastColumn, firstColumn) {
        let block = row * blocks.columns + column
        let (isPlain, low, high) = (scene.isPlain[block], blocks.low[block], blocks.high[block])
        // What is hidden may be of any radius below.
        guard (isPlain ? Float(low) : -.infinity) < greatest, Float(high) > least else { continue }
        if isPlain, low == high {
          addEven(column, row, of: scene, ladder.place(Float(low)))
        } else {
          samples.find(column, row, of: scene, ground: isPlain ? nil : ground)
          add(left: column * side, top: row * side, ladder)
        }
      }
    }
  }

  /// Makes room for something of a layer in some cells, of which no row is above any before.
  private mutating func open(_ layer: Int, _ rows: Range<Int>, _ columns: Range<Int>) -> Int {
    let size = stride * self.rows.count
    var box = boxes[layer - layers.lowerBound]
    var empty = rows
    if box.start < 0 {
      box = Box(start: used * size, rows: rows, columns: columns)
      used += 1
      if cells.count < used * size {
        cells.append(contentsOf: repeatElement(.zero, count: used * size - cells.count))
      }
    } else {
      empty = box.rows.upperBound..<max(rows.upperBound, box.rows.upperBound)
      box.rows = box.rows.lowerBound..<empty.upperBound
      box.columns =
        min(box.columns.lowerBound, columns.lowerBound)..<max(box.columns.upperBound, columns.upperBound)
    }
    boxes[layer - layers.lowerBound] = box
    let stride = stride
    var target = cells.mutableSpan
    for cell in box.start + empty.lowerBound * stride..<box.start + empty.upperBound * stride {
      target[cell] = .zero
    }
    return box.start
  }

  /// The rows and columns of the tile in which some pixels are.
  private func cells(_ columns: Range<Int>, _ rows: Range<Int>) -> (columns: Range<Int>, rows: Range<Int>) {
    func part(_ pixels: Range<Int>, _ first: Int) -> Range<Int> {
      pixels.lowerBound >> level - first..<(pixels.upperBound - 1) >> level - first + 1
    }
    return (part(columns, self.columns.lowerBound), part(rows, self.rows.lowerBound))
  }

  /// Adds a block that is of one radius.
  private mutating func addEven(
    _ column: Int, _ row: Int, of scene: LensScene, _ place: (layer: Int, next: Float)
  ) {
    let share = Float(sign: .plus, exponent: -2 * level, significand: 1)
    let (pixelColumns, pixelRows) = scene.pixels(column, row)
    let (columns, rows) = cells(pixelColumns, pixelRows)
    let (origin, level, stride) = ((self.columns.lowerBound, self.rows.lowerBound), level, stride)
    for (layer, weight) in [(place.layer, 1 - place.next), (place.layer + 1, place.next)]
    where weight > 0 && layers.contains(layer) {
      let start = open(layer, rows, columns)
      let (codes, table) = (scene.codes.span, scene.light.span)
      var target = cells.mutableSpan
      precondition(start + rows.upperBound * stride <= target.count)
      for cellRow in rows {
        let top = max((cellRow + origin.1) << level, pixelRows.lowerBound)
        let bottom = min((cellRow + origin.1 + 1) << level, pixelRows.upperBound)
        for cellColumn in columns {
          let left = max((cellColumn + origin.0) << level, pixelColumns.lowerBound)
          let right = min((cellColumn + origin.0 + 1) << level, pixelColumns.upperBound)
          var sum = SIMD4<Float>.zero
          for y in top..<bottom {
            for pixel in y &* scene.width &+ left..<y &* scene.width &+ right {
              sum += SIMD4(LensScene.light(codes, table, pixel), 1)
            }
          }
          let cell = start &+ cellRow &* stride &+ cellColumn &+ 1
          unsafe target[unchecked: cell] += sum * (share * weight)
        }
      }
    }
  }

  /// Adds the samples of a block, each to the two layers that its radius is between.
  private mutating func add(left: Int, top: Int, _ ladder: RadiusLadder) {
    let share = Float(sign: .plus, exponent: -2 * level, significand: 1)
    let count = samples.count
    // The layers that get something, one bit for each; there are never as many as bits.
    var needed: UInt64 = 0
    let layers = layers
    for index in 0..<count {
      let place = ladder.place(samples.samples[index].radius)
      places[index] = place
      let layer = place.layer - layers.lowerBound
      if place.next < 1, layer >= 0, layer < layers.count { needed |= 1 << UInt64(layer) }
      if place.next > 0, layer + 1 >= 0, layer + 1 < layers.count { needed |= 1 << UInt64(layer + 1) }
    }
    guard needed != 0 else { return }
    let side = RadiusBlocks.side
    let (blockColumns, blockRows) = cells(left..<left + side, top..<top + side)
    let columns = blockColumns.clamped(to: 0..<self.columns.count)
    let rows = blockRows.clamped(to: 0..<self.rows.count)
    while needed != 0 {
      let layer = needed.trailingZeroBitCount + layers.lowerBound
      needed &= needed - 1
      addSamples(layer, open(layer, rows, columns), left, top, share)
    }
  }

  /// Adds what is of one layer.
  private mutating func addSamples(_ layer: Int, _ start: Int, _ left: Int, _ top: Int, _ share: Float) {
    let origin = start - rows.lowerBound * stride - columns.lowerBound + 1
    Self.add(samples, places, layer, left, top, share, level, stride, origin, to: &cells)
  }

  private static func add(
    _ samples: borrowing BlockSamples, _ places: [(layer: Int, next: Float)], _ layer: Int, _ left: Int,
    _ top: Int, _ share: Float, _ level: Int, _ stride: Int, _ origin: Int, to cells: inout [SIMD4<Float>]
  ) {
    let (source, places) = (samples.samples.span, places.span)
    var target = cells.mutableSpan
    for index in 0..<samples.count {
      let (own, next) = unsafe places[unchecked: index]
      guard own == layer || own &+ 1 == layer else { continue }
      let weight = own == layer ? 1 - next : next
      let sample = unsafe source[unchecked: index]
      let place = Int(sample.place)
      let (x, y) = ((left &+ place & 7) >> level, (top &+ place >> 3) >> level)
      target[origin &+ y &* stride &+ x] += sample.light * (share * weight)
    }
  }

  /// Makes means of the last cells, which have fewer pixels.
  private mutating func evenOut(_ pixelWidth: Int, _ pixelHeight: Int, _ width: Int, _ height: Int) {
    let whole = 1 << level
    let (lastColumn, lastRow) = (pixelWidth - (width - 1) << level, pixelHeight - (height - 1) << level)
    let (boxes, stride, columns, rows) = (boxes, stride, columns, rows)
    var target = cells.mutableSpan
    for box in boxes where box.start >= 0 {
      if lastColumn < whole, columns.contains(width - 1) {
        for row in box.rows {
          target[box.start + row * stride + width - columns.lowerBound] *= Float(whole) / Float(lastColumn)
        }
      }
      if lastRow < whole, box.rows.contains(height - 1 - rows.lowerBound) {
        let line = box.start + (height - 1 - rows.lowerBound) * stride
        for cell in line..<line + stride { target[cell] *= Float(whole) / Float(lastRow) }
      }
    }
  }

  /// Repeats the picture's border in cells beyond it.
  private mutating func goOnBeyond(_ width: Int, _ height: Int) {
    let inside = max(columns.lowerBound, 0) - columns.lowerBound..<min(columns.upperBound, width) - columns.lowerBound
    let within = max(rows.lowerBound, 0) - rows.lowerBound..<min(rows.upperBound, height) - rows.lowerBound
    let (count, height, stride) = (columns.count, rows.count, stride)
    var moved = boxes
    var target = cells.mutableSpan
    for index in moved.indices where moved[index].start >= 0 {
      var box = moved[index]
      for row in box.rows where inside.count < count {
        let line = box.start + row * stride + 1
        for column in 0..<inside.lowerBound { target[line + column] = target[line + inside.lowerBound] }
        for column in inside.upperBound..<count { target[line + column] = target[line + inside.upperBound - 1] }
      }
      let isLeft = box.columns.lowerBound <= inside.lowerBound, isRight = box.columns.upperBound >= inside.upperBound
      box.columns = (isLeft ? 0 : box.columns.lowerBound)..<(isRight ? count : box.columns.upperBound)
      let isTop = box.rows.lowerBound <= within.lowerBound, isBottom = box.rows.upperBound >= within.upperBound
      for row in 0..<height where isTop && row < within.lowerBound || isBottom && row >= within.upperBound {
        let from = box.start + (row < within.lowerBound ? within.lowerBound : within.upperBound - 1) * stride
        let line = box.start + row * stride
        for cell in 0..<stride { target[line + cell] = target[from + cell] }
      }
      box.rows = (isTop ? 0 : box.rows.lowerBound)..<(isBottom ? height : box.rows.upperBound)
      moved[index] = box
    }
    boxes = moved
  }
}
