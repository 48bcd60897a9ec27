internal import AuxKernels

/// The layers of one level in a part of the picture, before they are blurred.
///
/// A layer has cells only in the rows where something is in it. They may be beyond the picture, whose border goes on
/// there. A sample is in the layer above its radius and in that below. Where there are edges, a layer therefore keeps what is
/// nearer than it apart from what is farther: the nearer thing is drawn first, and hides the other in the same layer.
/// It is used for one part after the other, so that its memory is.
struct LayerTile: Sendable {
  /// The cells of the level, with those around the part that the kernels need.
  private(set) var columns = 0..<0, rows = 0..<0
  /// The cells in a row, and one before them: kernels start their sums there.
  private(set) var stride = 0
  private var level = 0
  private var layers = 0..<0
  /// Where something of a layer is, in rows and columns of the tile: two for each layer, what is farther and what is nearer.
  private var boxes: [Box] = []
  /// Whether what is farther than a layer is apart from what is nearer; else all is among the latter.
  private var isSplit = false
  /// How many layers have something.
  private(set) var used = 0
  private(set) var cells: [SIMD4<Float>] = []
  private var samples = BlockSamples()
  /// Where the cells of layers begin, of the one before the first to the one after the last, two for each; -1 for none.
  private var origins: [Int] = []
  private var places = [(layer: Int, next: Float)](repeating: (0, 0), count: 128)

  /// Where something of a layer is.
  struct Box {
    var start = -1
    var rows = 0..<0, columns = 0..<0
  }

  /// Collects the samples of layers for a part of `columns` and `rows`, with `reach` cells around it.
  mutating func collect<Code: LightCode>(
    _ layers: Range<Int>, level: Int, columns: Range<Int>, rows: Range<Int>, reach: Int,
    of scene: LensScene<Code>, ground: HiddenGround?, ladder: RadiusLadder
  ) {
    self.columns = columns.lowerBound - reach..<columns.upperBound + reach
    self.rows = rows.lowerBound - reach..<rows.upperBound + reach
    (self.layers, self.level, stride, used) = (layers, level, self.columns.count + 1, 0)
    boxes.removeAll(keepingCapacity: true)
    boxes.append(contentsOf: repeatElement(Box(), count: 2 * layers.count))
    origins = [Int](repeating: -1, count: 2 * (layers.count + 2))
    addBlocks(scene, ground, ladder)
    guard used > 0 else { return }
    let (width, height) = (Self.size(scene.width, level), Self.size(scene.height, level))
    evenOut(scene.width, scene.height, width, height)
    goOnBeyond(width, height)
  }

  /// The number of cells in so many pixels.
  static func size(_ pixels: Int, _ level: Int) -> Int { (pixels + 1 << level - 1) >> level }

  /// Returns where the cells of a layer are, what is nearer before what is farther; empty where it is.
  func boxes(of layer: Int) -> [Box] {
    let first = 2 * (layer - layers.lowerBound)
    return [boxes[first + 1], boxes[first]].filter { $0.start >= 0 }
  }

  /// The place among two for each layer, from `first` on.
  private func slot(_ layer: Int, isFarther: Bool, from first: Int) -> Int {
    2 * (layer - first) + (isFarther && isSplit ? 0 : 1)
  }

  /// Does what a kernel does once.
  mutating func prepare(_ box: Box, _ kernel: LensKernel) {
    let stride = stride
    var target = cells.mutableSpan
    kernel.prepare(&target, box.rows, box.start, stride: stride)
  }

  private mutating func addBlocks<Code: LightCode>(
    _ scene: LensScene<Code>, _ ground: HiddenGround?, _ ladder: RadiusLadder
  ) {
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
    let (blockRows, blockColumns) = (
      firstRow..<max(lastRow, firstRow), firstColumn..<max(lastColumn, firstColumn)
    )
    isSplit = blockRows.contains { row in
      blockColumns.contains { column in
        let block = row * blocks.columns + column
        return !scene.isPlain[block] && (scene.hasEdge(block) || blocks.isSoft[block])
      }
    }
    for row in blockRows {
      for column in blockColumns {
        let block = row * blocks.columns + column
        let (isPlain, low, high) = (scene.isPlain[block], blocks.low[block], blocks.high[block])
        // What is hidden may be of any radius below.
        guard (isPlain ? Float(low) : -.infinity) < greatest, Float(high) > least else { continue }
        let first = max(ladder.place(Float(low)).layer, 0)
        if isPlain, first + 1 >= ladder.radii.count || Float(high) <= ladder.radii[first + 1] {
          addPlain(column, row, of: scene, first, ladder)
        } else {
          samples.find(column, row, of: scene, ground: isPlain ? nil : ground)
          add(left: column * side, top: row * side, ladder)
        }
      }
    }
  }

  /// Makes room for something in some cells of a slot; no row is above those of calls before.
  private mutating func open(_ slot: Int, _ rows: Range<Int>, _ columns: Range<Int>) -> Int {
    let size = stride * self.rows.count
    var box = boxes[slot]
    var empty = rows
    if box.start < 0 {
      box = Box(start: used * size, rows: rows, columns: columns)
      used += 1
      if cells.count < used * size {
        // No more than is needed: each thread has such cells.
        cells.reserveCapacity(used * size)
        cells.append(contentsOf: repeatElement(.zero, count: used * size - cells.count))
      }
    } else {
      empty = box.rows.upperBound..<max(rows.upperBound, box.rows.upperBound)
      box.rows = box.rows.lowerBound..<empty.upperBound
      box.columns =
        min(box.columns.lowerBound, columns.lowerBound)..<max(box.columns.upperBound, columns.upperBound)
    }
    boxes[slot] = box
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

  /// Adds a block without edges whose radii are all between a layer's and the next one's.
  private mutating func addPlain<Code: LightCode>(
    _ column: Int, _ row: Int, of scene: LensScene<Code>, _ layer: Int, _ ladder: RadiusLadder
  ) {
    let (pixelColumns, pixelRows) = scene.pixels(column, row)
    let (columns, rows) = cells(pixelColumns, pixelRows)
    let (origin, level, stride) = ((self.columns.lowerBound, self.rows.lowerBound), level, stride)
    let (base, scale) = ladder.squares(layer)
    let isMixed = Float(scene.blocks.high[row * scene.blocks.columns + column]) > ladder.radii[layer]
    @inline(__always)
    func next(_ radius: Int16) -> Float { clampedToUnit((Float(radius) * Float(radius) - base) * scale) }
    let own = slot(layer, isFarther: layer == 0 && !isMixed, from: layers.lowerBound)
    let start = layers.contains(layer) ? open(own, rows, columns) : -1
    let farther = slot(layer + 1, isFarther: true, from: layers.lowerBound)
    let beyond = isMixed && layers.contains(layer + 1) ? open(farther, rows, columns) : -1
    guard start >= 0 || beyond >= 0 else { return }
    let share = Float(sign: .plus, exponent: -2 * level, significand: 1)
    let (codes, table, radii) = (scene.codes.span, scene.light.span, scene.radii.codes.span)
    var target = cells.mutableSpan
    precondition(max(start, beyond) + rows.upperBound * stride <= target.count)
    precondition(pixelRows.upperBound * scene.width <= radii.count)
    if level == 0 {
      for y in pixelRows {
        let line = y &* scene.width
        let shift = (y &- origin.1) &* stride &+ 1 &- origin.0
        for x in pixelColumns {
          let light = SIMD4(Code.light(codes, table, line &+ x), 1)
          let part = light * (isMixed ? unsafe next(radii[unchecked: line &+ x]) : 0)
          if start >= 0 { unsafe target[unchecked: start &+ shift &+ x] += light - part }
          if beyond >= 0 { unsafe target[unchecked: beyond &+ shift &+ x] += part }
        }
      }
      return
    }
    for cellRow in rows {
      let top = max((cellRow &+ origin.1) << level, pixelRows.lowerBound)
      let bottom = min((cellRow &+ origin.1 &+ 1) << level, pixelRows.upperBound)
      for cellColumn in columns {
        let left = max((cellColumn &+ origin.0) << level, pixelColumns.lowerBound)
        let right = min((cellColumn &+ origin.0 &+ 1) << level, pixelColumns.upperBound)
        var (all, part) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        for y in top..<bottom {
          for pixel in y &* scene.width &+ left..<y &* scene.width &+ right {
            let light = SIMD4(Code.light(codes, table, pixel), 1)
            all += light
            if isMixed { unsafe part += light * next(radii[unchecked: pixel]) }
          }
        }
        let cell = cellRow &* stride &+ cellColumn &+ 1
        if start >= 0 { unsafe target[unchecked: start &+ cell] += (all - part) * share }
        if beyond >= 0 { unsafe target[unchecked: beyond &+ cell] += part * share }
      }
    }
  }

  /// Adds the samples of a block, each to the two layers that its radius is between.
  private mutating func add(left: Int, top: Int, _ ladder: RadiusLadder) {
    let share = Float(sign: .plus, exponent: -2 * level, significand: 1)
    let count = samples.count
    // The layers that get something, two bits for each; there are never as many as bits.
    var needed: UInt64 = 0
    let layers = layers
    for index in 0..<count {
      var place = ladder.place(samples.samples[index].radius)
      // The second sample of a pixel is behind the first: between the same two layers, it is drawn last.
      if index > 0, samples.samples[index].place == samples.samples[index - 1].place,
        place.layer == places[index - 1].layer
      {
        place = (place.layer - 1, 1)
      }
      places[index] = place
      if place.next < 1, layers.contains(place.layer) {
        needed |= 1 << UInt64(slot(place.layer, isFarther: false, from: layers.lowerBound))
      }
      if place.next > 0, layers.contains(place.layer + 1) {
        needed |= 1 << UInt64(slot(place.layer + 1, isFarther: true, from: layers.lowerBound))
      }
    }
    guard needed != 0 else { return }
    let side = RadiusBlocks.side
    let (blockColumns, blockRows) = cells(left..<left + side, top..<top + side)
    let columns = blockColumns.clamped(to: 0..<self.columns.count)
    let rows = blockRows.clamped(to: 0..<self.rows.count)
    for slot in origins.indices { origins[slot] = -1 }
    while needed != 0 {
      let slot = needed.trailingZeroBitCount
      needed &= needed - 1
      origins[slot + 2] = open(slot, rows, columns) + 1
    }
    let corner = (self.columns.lowerBound, self.rows.lowerBound)
    Self.add(
      samples, places, origins, layers.lowerBound - 1, isSplit ? 0 : 1, (left, top), corner, level, stride,
      share, to: &cells)
  }

  /// Adds samples to layers from `first` on, which begin where `origins` says; what is farther than a layer is in its slot
  /// `farther`.
  private static func add(
    _ samples: borrowing BlockSamples, _ places: [(layer: Int, next: Float)], _ origins: [Int], _ first: Int,
    _ farther: Int, _ pixel: (x: Int, y: Int), _ corner: (x: Int, y: Int), _ level: Int, _ stride: Int,
    _ share: Float, to cells: inout [SIMD4<Float>]
  ) {
    let (source, places, origins) = (samples.samples.span, places.span, origins.span)
    var target = cells.mutableSpan
    for index in 0..<samples.count {
      let (layer, next) = unsafe places[unchecked: index]
      let own = 2 &* (layer &- first)
      guard own >= 0, own &+ 3 < origins.count else { continue }
      let sample = unsafe source[unchecked: index]
      let place = Int(sample.place)
      let (x, y) = ((pixel.x &+ place & 7) >> level, (pixel.y &+ place >> 3) >> level)
      let cell = (y &- corner.y) &* stride &+ x &- corner.x
      let (start, beyond) = (origins[own &+ 1], origins[own &+ 2 &+ farther])
      let light = sample.light * share
      if start >= 0, next < 1 { target[start &+ cell] += light * (1 - next) }
      if beyond >= 0, next > 0 { target[beyond &+ cell] += light * next }
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
    let inside =
      max(columns.lowerBound, 0) - columns.lowerBound..<min(columns.upperBound, width) - columns.lowerBound
    let within = max(rows.lowerBound, 0) - rows.lowerBound..<min(rows.upperBound, height) - rows.lowerBound
    let (count, height, stride) = (columns.count, rows.count, stride)
    var moved = boxes
    var target = cells.mutableSpan
    for index in moved.indices where moved[index].start >= 0 {
      var box = moved[index]
      for row in box.rows where inside.count < count {
        let line = box.start + row * stride + 1
        for column in 0..<inside.lowerBound { target[line + column] = target[line + inside.lowerBound] }
        for column in inside.upperBound..<count {
          target[line + column] = target[line + inside.upperBound - 1]
        }
      }
      let isLeft = box.columns.lowerBound <= inside.lowerBound,
        isRight = box.columns.upperBound >= inside.upperBound
      box.columns = (isLeft ? 0 : box.columns.lowerBound)..<(isRight ? count : box.columns.upperBound)
      let isTop = box.rows.lowerBound <= within.lowerBound,
        isBottom = box.rows.upperBound >= within.upperBound
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
