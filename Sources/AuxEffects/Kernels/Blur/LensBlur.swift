internal import AuxImage
internal import AuxKernels

/// A scene as a lens sees it: its layers blurred and put together, from the nearest to the farthest.
///
/// Parts of one surface in neighbouring layers add up; what is behind gets what is still free. The layers before the
/// focus go from coarse to fine sizes, since what is fine is behind them; those behind it from fine to coarse, and what
/// they leave open is filled afterwards, so that outlines stay sharp.
struct LensBlur: Sendable {
  let scene: LensScene
  let ground: HiddenGround?
  let ladder: RadiusLadder
  let kernels: [LensKernel]
  let shape: FocalBlur.Shape

  /// The cells of a part's side.
  private static let side = 128
  /// The least free share that is worth filling.
  private static let least: Float = 1 / 1024

  /// A level behind the focus: what its layers have, and what they and finer ones leave free.
  private struct Behind {
    var plane: LightPlane
    var free: [Float]
  }

  /// A part in work, of whole rows of cells.
  private struct Part {
    var light: [SIMD4<Float>]
    var free: [Float]
  }

  init(_ scene: LensScene, shape: FocalBlur.Shape, jobs: Int) {
    let (low, high) = (scene.blocks.low.min() ?? 0, scene.blocks.high.max() ?? 0)
    let unit = scene.radii.unit
    let ladder = RadiusLadder(from: low, to: high, unit: unit)
    (self.scene, self.ladder, self.shape) = (scene, ladder, shape)
    ground = HiddenGround(scene, jobs: jobs)
    kernels = ladder.radii.indices.map { layer in
      let radius = abs(ladder.radii[layer]) * unit / Float(1 << ladder.levels[layer])
      return LensKernel(shape, radius: layer == ladder.sharp ? 1 : radius)
    }
  }

  /// Writes the picture's codes of red, green and blue.
  func render(into target: inout [UInt8], tables: LightTables, jobs: Int) {
    var before: LightPlane?
    for level in stride(from: ladder.coarsestBefore, to: 0, by: -1) {
      before = plane(level, behind: before, jobs)
    }
    let whole = plane(0, behind: before, jobs)
    before = nil
    var parts: [Behind] = []
    for level in stride(from: 1, through: ladder.coarsestBehind, by: 1) {
      parts.append(behind(level, whole: whole, finer: parts.last, jobs))
    }
    var ground: LightPlane?
    while let part = parts.popLast() { ground = filled(part, from: ground, jobs) }
    finish(whole, ground, tables, into: &target, jobs)
  }

  /// Returns the layers of a level on top of each other, behind those before them.
  private func plane(_ level: Int, behind: LightPlane?, _ jobs: Int) -> LightPlane {
    var plane = LightPlane(
      width: LayerTile.size(scene.width, level), height: LayerTile.size(scene.height, level))
    let (width, height) = (plane.width, plane.height)
    let layers = ladder.layers(of: level, isBefore: true)
    Bands.write(&plane.cells, rows: height, height: Self.side, jobs: jobs) { band, cells in
      var line = [SIMD4<Float>](repeating: .zero, count: Self.side), stretched = line
      for first in stride(from: 0, to: width, by: Self.side) {
        let columns = first..<min(first + Self.side, width)
        var part = Part(
          light: .init(repeating: .zero, count: columns.count * band.count),
          free: .init(repeating: 1, count: columns.count * band.count))
        if let behind {
          for row in band {
            behind.stretch(row: row, columns: columns, line: &line, into: &stretched)
            let start = (row - band.lowerBound) * columns.count
            for column in 0..<columns.count {
              part.light[start + column] = stretched[column]
              part.free[start + column] = 1 - stretched[column].w
            }
          }
        }
        add(layers, level, columns, band, to: &part)
        Self.store(part, columns, rows: band.count, width, into: &cells)
      }
    }
    return plane
  }

  private static func store(
    _ part: Part, _ columns: Range<Int>, rows: Int, _ width: Int, into cells: inout MutableSpan<SIMD4<UInt16>>
  ) {
    let source = part.light.span
    for row in 0..<rows {
      for column in 0..<columns.count {
        cells[row * width + columns.lowerBound + column] = LightPlane.packed(
          source[row * columns.count + column])
      }
    }
  }

  /// Returns the layers of a level behind the focus, in what finer levels leave free.
  private func behind(_ level: Int, whole: LightPlane, finer: Behind?, _ jobs: Int) -> Behind {
    let plane = LightPlane(
      width: LayerTile.size(scene.width, level), height: LayerTile.size(scene.height, level))
    let (width, height) = (plane.width, plane.height)
    var result = Behind(plane: plane, free: Bands.undefined(width * height, of: Float.self))
    let layers = ladder.layers(of: level, isBefore: false)
    Bands.write(&result.plane.cells, &result.free, rows: height, height: Self.side, jobs: jobs) {
      band, cells, free in
      for first in stride(from: 0, to: width, by: Self.side) {
        let columns = first..<min(first + Self.side, width)
        var part = Part(light: .init(repeating: .zero, count: columns.count * band.count), free: [])
        part.free = Self.halved(whole, finer, columns, band)
        if part.free.contains(where: { $0 > Self.least }) { add(layers, level, columns, band, to: &part) }
        Self.store(part, columns, rows: band.count, width, into: &cells)
        for row in 0..<band.count {
          for column in 0..<columns.count {
            free[row * width + first + column] = part.free[row * columns.count + column]
          }
        }
      }
    }
    return result
  }

  /// Returns what a finer level leaves free, in means of 2x2 cells.
  private static func halved(
    _ whole: LightPlane, _ finer: Behind?, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> [Float] {
    let plane = finer?.plane ?? whole
    var result: [Float] = []
    result.reserveCapacity(columns.count * rows.count)
    for row in rows {
      for column in columns {
        var sum: Float = 0
        for y in [row * 2, min(row * 2 + 1, plane.height - 1)] {
          for x in [column * 2, min(column * 2 + 1, plane.width - 1)] {
            let index = y * plane.width + x
            sum += finer?.free[index] ?? 1 - LightPlane.unpacked(plane.cells[index]).w
          }
        }
        result.append(sum / 4)
      }
    }
    return result
  }

  /// Adds layers to a part, the nearest first.
  private func add(
    _ layers: Range<Int>, _ level: Int, _ columns: Range<Int>, _ rows: Range<Int>, to part: inout Part
  ) {
    guard !layers.isEmpty else { return }
    let reach = LensKernel.reach(level: level, shape: shape)
    var tile = LayerTile(
      layers, level: level, columns: columns, rows: rows, reach: reach, of: scene, ground: ground,
      ladder: ladder)
    let stride = tile.stride
    var blurred = [SIMD4<Float>](repeating: .zero, count: columns.count)
    for layer in layers.reversed() {
      guard let range = tile.range(of: layer) else { continue }
      let kernel = kernels[layer]
      var cells = tile.cells.mutableSpan
      if layer != ladder.sharp { kernel.prepare(&cells, range, stride: stride) }
      for row in 0..<rows.count {
        let first = range.lowerBound + (row + reach) * stride + reach + 1
        var line = blurred.mutableSpan
        if layer == ladder.sharp {
          for column in 0..<columns.count { line[column] = cells[first + column] }
        } else {
          kernel.blur(cells.span, first, stride: stride, into: &line)
        }
        Self.take(line.span, row * columns.count, &part.light, &part.free)
      }
    }
  }

  /// Adds as much of a row of a layer as there is room for.
  private static func take(
    _ line: Span<SIMD4<Float>>, _ start: Int, _ lights: inout [SIMD4<Float>], _ shares: inout [Float]
  ) {
    var light = lights.mutableSpan
    var free = shares.mutableSpan
    for column in 0..<line.count {
      let sample = line[column]
      let room = free[start + column]
      guard sample.w > 1e-6, room > 0 else { continue }
      let taken = min(sample.w, room)
      light[start + column] += sample * (taken / sample.w)
      free[start + column] = room - taken
    }
  }

  /// Returns a level behind the focus with what it leaves free taken from a coarser one.
  private func filled(_ part: consuming Behind, from coarse: LightPlane?, _ jobs: Int) -> LightPlane {
    guard let coarse else { return part.plane }
    var plane = part.plane
    let (width, free) = (plane.width, part.free)
    Bands.write(&plane.cells, rows: plane.height, jobs: jobs) { band, cells in
      var line = [SIMD4<Float>](repeating: .zero, count: width + 2), stretched = line
      for row in band {
        coarse.stretch(row: row, columns: 0..<width, line: &line, into: &stretched)
        for column in 0..<width {
          let index = (row - band.lowerBound) * width + column
          let fill = Self.fill(stretched[column], free[row * width + column])
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
  private func finish(
    _ whole: LightPlane, _ ground: LightPlane?, _ tables: LightTables, into target: inout [UInt8], _ jobs: Int
  ) {
    let width = scene.width
    Bands.write(&target, rows: scene.height, jobs: jobs) { band, part in
      let (own, light, radii, codes) = (
        scene.codes.span, tables.light.span, scene.radii.codes.span, tables.codes.span
      )
      var line = [SIMD4<Float>](repeating: .zero, count: width + 2), stretched = line
      for row in band {
        ground?.stretch(row: row, columns: 0..<width, line: &line, into: &stretched)
        for column in 0..<width {
          let (pixel, to) = (row * width + column, ((row - band.lowerBound) * width + column) * 3)
          let cell = whole.cells[pixel]
          let isOwn =
            radii[pixel] == 0
            && cell == LightPlane.packed(SIMD4(LensScene.light(own, light, pixel), 1))
          var sum = LightPlane.unpacked(cell)
          if ground != nil { sum += Self.fill(stretched[column], 1 - sum.w) }
          guard !isOwn, sum.w >= 0.001 else {
            for component in 0..<3 { part[to + component] = own[pixel * 3 + component] }
            continue
          }
          sum /= sum.w
          let places = LightTables.places(SIMD3(sum.x, sum.y, sum.z))
          part[to] = codes[places.x]
          part[to + 1] = codes[places.y]
          part[to + 2] = codes[places.z]
        }
      }
    }
  }
}
