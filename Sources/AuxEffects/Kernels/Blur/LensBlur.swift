internal import AuxImage
internal import AuxKernels

/// A scene as a lens sees it: its layers blurred and put together, from the nearest to the farthest.
///
/// Parts of one surface in neighbouring layers add up; farther layers get the coverage that is left. The layers before the
/// focus go from coarse to fine sizes, since the finer ones are behind them; those behind the focus go from fine to coarse,
/// and the gaps that they leave are filled afterwards, so that outlines stay sharp.
struct LensBlur<Code: LightCode>: Sendable {
  let scene: LensScene<Code>
  private(set) var ground: HiddenGround?
  let ladder: RadiusLadder
  let kernels: LensKernels
  private let parts = LensParts()

  /// The least free share that is worth filling.
  private static var least: Float { 1 / 1024 }

  /// A level behind the focus: the light of its layers, and the share, of 65535, that they and finer ones leave free.
  private struct Behind {
    var plane: LightPlane
    var free: [UInt16]
  }

  /// Throws `AuxError` with code `cancelled`.
  init(_ scene: LensScene<Code>, shape: FocalBlur.Shape, jobs: Int) throws(AuxError) {
    try AuxError.checkCancellation()
    let (low, high) = (scene.blocks.low.min() ?? 0, scene.blocks.high.max() ?? 0)
    let ladder = RadiusLadder(from: low, to: high, unit: scene.radii.unit)
    (self.scene, self.ladder) = (scene, ladder)
    ground = HiddenGround(scene, jobs: jobs)
    kernels = LensKernels(ladder, shape, scene)
  }

  /// The share of the pixels behind which there is ground that was made up; 0...1.
  var madeUpShare: Double { ground?.filledShare ?? 0 }

  /// Writes the picture's codes of red, green and blue, and allocates them where `target` is empty; sharp pixels keep the
  /// photo's codes, `own`. Light of 1 becomes the code of `brightness`. Throws `AuxError` with code `cancelled`.
  consuming func render<Out: LightCode>(
    into target: inout [Out], own: [Out], tables: LightTables, brightness: Float = 1, jobs: Int
  ) throws(AuxError) {
    var before: LightPlane?
    for level in stride(from: ladder.coarsestBefore, to: 0, by: -1) {
      try AuxError.checkCancellation()
      before = plane(level, behind: before, jobs)
    }
    try AuxError.checkCancellation()
    let whole = plane(0, behind: before, jobs)
    before = nil
    var levels: [Behind] = []
    for level in stride(from: 1, through: ladder.coarsestBehind, by: 1) {
      try AuxError.checkCancellation()
      levels.append(behind(level, whole: whole, finer: levels.last, jobs))
    }
    ground = nil
    var filling: LightPlane?
    while let part = levels.popLast() {
      try AuxError.checkCancellation()
      filling = filled(part, from: filling, jobs)
    }
    if target.isEmpty { target = Bands.undefined(own.count, of: Out.self) }
    finish(whole, filling, own, tables, brightness, into: &target, jobs)
  }

  /// Returns the layers of a level on top of each other, behind those before them.
  private func plane(_ level: Int, behind: LightPlane?, _ jobs: Int) -> LightPlane {
    var plane = LightPlane(
      width: LayerTile.size(scene.width, level), height: LayerTile.size(scene.height, level))
    let (width, height) = (plane.width, plane.height)
    let layers = ladder.layers(of: level, isBefore: true)
    Bands.write(&plane.cells, rows: height, height: LensPart.height, jobs: jobs) { band, cells in
      parts.use { part in
        for first in stride(from: 0, to: width, by: LensPart.width) {
          let columns = first..<min(first + LensPart.width, width)
          if let behind {
            for row in band {
              behind.stretch(row: row, columns: columns, line: &part.line, into: &part.stretched)
              part.fill(from: (row - band.lowerBound) * columns.count, columns.count)
            }
          }
          let isEmpty = !add(layers, level, columns, band, to: &part, isClear: behind == nil)
          part.store(columns, rows: band.count, width, isEmpty: isEmpty && behind == nil, into: &cells)
        }
      }
    }
    return plane
  }

  /// Returns the layers of a level behind the focus, in what finer levels leave free.
  private func behind(_ level: Int, whole: LightPlane, finer: Behind?, _ jobs: Int) -> Behind {
    let plane = LightPlane(
      width: LayerTile.size(scene.width, level), height: LayerTile.size(scene.height, level))
    let (width, height) = (plane.width, plane.height)
    var result = Behind(plane: plane, free: Bands.undefined(width * height, of: UInt16.self))
    let layers = ladder.layers(of: level, isBefore: false)
    Bands.write(&result.plane.cells, &result.free, rows: height, height: LensPart.height, jobs: jobs) {
      band, cells, free in
      parts.use { part in
        for first in stride(from: 0, to: width, by: LensPart.width) {
          let columns = first..<min(first + LensPart.width, width)
          part.clearLight(columns.count * band.count)
          var isEmpty = true
          if Self.halve(whole, finer, columns, band, into: &part.free) > Self.least {
            isEmpty = !add(layers, level, columns, band, to: &part)
          }
          part.store(columns, rows: band.count, width, isEmpty: isEmpty, into: &cells)
          for row in 0..<band.count {
            for column in 0..<columns.count {
              free[row * width + first + column] = UInt16(part.free[row * columns.count + column] * 65535)
            }
          }
        }
      }
    }
    return result
  }

  /// Writes what a finer level leaves free, in means of 2x2 cells, and returns the greatest.
  private static func halve(
    _ whole: LightPlane, _ finer: Behind?, _ columns: Range<Int>, _ rows: Range<Int>,
    into target: inout [Float]
  ) -> Float {
    let (width, height) = (finer?.plane.width ?? whole.width, finer?.plane.height ?? whole.height)
    let (shares, cells) = (finer?.free.span, whole.cells.span)
    var greatest: Float = 0
    for row in rows {
      let (above, below) = (row * 2 * width, min(row * 2 + 1, height - 1) * width)
      for column in columns {
        let (left, right) = (column * 2, min(column * 2 + 1, width - 1))
        @inline(__always)
        func free(_ index: Int) -> Float {
          if let shares { return Float(shares[index]) * (1 / 65535) }
          let root = Float(cells[index].w) * (1 / 65535)
          return 1 - root * root
        }
        let sum = free(above + left) + free(above + right) + free(below + left) + free(below + right)
        greatest = max(greatest, sum / 4)
        target[(row - rows.lowerBound) * columns.count + column - columns.lowerBound] = sum / 4
      }
    }
    return greatest
  }

  /// Adds layers to a part, the nearest first, and returns whether there were any; a clear part is emptied before.
  private func add(
    _ layers: Range<Int>, _ level: Int, _ columns: Range<Int>, _ rows: Range<Int>, to part: inout LensPart,
    isClear: Bool = false
  ) -> Bool {
    guard !layers.isEmpty else { return false }
    let reach = kernels.reach(level: level)
    part.tile.collect(
      layers, level: level, columns: columns, rows: rows, reach: reach, of: scene, ground: ground,
      ladder: ladder)
    guard part.tile.used > 0 else { return false }
    if isClear { part.clear(columns.count * rows.count) }
    for layer in layers.reversed() {
      for box in part.tile.boxes(of: layer) {
        if layer == ladder.sharp {
          addSharp(box, reach, columns.count, rows.count, to: &part)
        } else {
          addBlurred(kernels[layer], box, reach, columns.count, rows.count, to: &part)
        }
      }
    }
    return true
  }

  private func addSharp(
    _ box: LayerTile.Box, _ reach: Int, _ width: Int, _ height: Int, to part: inout LensPart
  ) {
    let columns = (box.columns.lowerBound - reach..<box.columns.upperBound - reach).clamped(to: 0..<width)
    for row in (box.rows.lowerBound - reach..<box.rows.upperBound - reach).clamped(to: 0..<height) {
      let first = box.start + (row + reach) * part.tile.stride + reach + 1
      part.takeSharp(first + columns.lowerBound, columns.count, to: row * width + columns.lowerBound)
    }
  }

  private func addBlurred(
    _ kernel: LensKernel, _ box: LayerTile.Box, _ reach: Int, _ width: Int, _ height: Int,
    to part: inout LensPart
  ) {
    part.tile.prepare(box, kernel)
    let stride = part.tile.stride
    func near(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound - reach - kernel.reach..<range.upperBound - reach + kernel.reach
    }
    let reached = near(box.columns).clamped(to: 0..<width)
    guard !reached.isEmpty else { return }
    for row in near(box.rows).clamped(to: 0..<height) {
      let first = box.start + (row + reach) * stride + reach + 1 + reached.lowerBound
      kernel.blur(
        part.tile.cells, first, row: row + reach, rows: box.rows, stride: stride, into: &part.blurred, reached
      )
      part.take(reached, from: row * width)
    }
  }

  /// Returns a level behind the focus with what it leaves free taken from a coarser one.
  private func filled(_ part: consuming Behind, from coarse: LightPlane?, _ jobs: Int) -> LightPlane {
    guard let coarse else { return part.plane }
    var plane = part.plane
    let (width, free) = (plane.width, part.free)
    Bands.write(&plane.cells, rows: plane.height, jobs: jobs) { band, cells in
      var line = [SIMD4<Float>](repeating: .zero, count: width / 2 + 3)
      var stretched = [SIMD4<Float>](repeating: .zero, count: width + 1)
      for row in band {
        coarse.stretch(row: row, columns: 0..<width, line: &line, into: &stretched)
        for column in 0..<width {
          let index = (row - band.lowerBound) * width + column
          let share = free[row * width + column]
          guard share > 0 else { continue }
          let fill = Self.fill(stretched[column], Float(share) * (1 / 65535))
          cells[index] = LightPlane.packed(LightPlane.unpacked(cells[index]) + fill)
        }
      }
    }
    return plane
  }

  /// Returns light of a coarser level that covers as much as is free.
  @inline(__always)
  private static func fill(_ light: SIMD4<Float>, _ free: Float) -> SIMD4<Float> {
    light.w > 0 ? light * (free * min(light.w * 50, 1) / light.w) : .zero
  }

  /// Writes codes; where all light is a pixel's own, its own.
  private func finish<Out: LightCode>(
    _ whole: LightPlane, _ ground: LightPlane?, _ own: [Out], _ tables: LightTables,
    _ brightness: Float, into target: inout [Out], _ jobs: Int
  ) {
    let (width, entries) = (scene.width, Out.entries(tables))
    Bands.write(&target, rows: scene.height, jobs: jobs) { band, part in
      let (source, light, radii, codes) = (
        scene.codes.span, scene.light.span, scene.radii.codes.span, entries.span
      )
      let kept = own.span
      var line = [SIMD4<Float>](repeating: .zero, count: width / 2 + 3)
      var stretched = [SIMD4<Float>](repeating: .zero, count: width + 1)
      for row in band {
        ground?.stretch(row: row, columns: 0..<width, line: &line, into: &stretched)
        let filling = stretched.span
        let cells = whole.cells.span.extracting(row * width..<(row + 1) * width)
        for column in 0..<width {
          let (pixel, to) = (row &* width &+ column, ((row &- band.lowerBound) &* width &+ column) &* 3)
          let cell = cells[column]
          var sum: SIMD4<Float>
          if cell == .zero {
            // All is of a coarser level.
            sum = filling[column]
            if sum.w < 0.001 { sum.w = 0 }
          } else {
            sum = LightPlane.unpacked(cell)
            if cell.w < 65535, ground != nil { sum += Self.fill(filling[column], 1 - sum.w) }
          }
          let isOwn =
            radii[pixel] == 0
            && cell == LightPlane.packed(SIMD4(Code.light(source, light, pixel), 1))
          guard !isOwn, sum.w >= 0.001 else {
            for component in 0..<3 { part[to &+ component] = kept[pixel &* 3 &+ component] }
            continue
          }
          Out.write(SIMD3(sum.x, sum.y, sum.z) / sum.w * brightness, codes, into: &part, at: to)
        }
      }
    }
  }
}
