internal import AuxKernels

/// What is behind the things before it, of half the picture's size: its light and its radius.
///
/// Where the ground is seen it is that; elsewhere the nearest of it, the farther the smoother: weighted means of ever
/// coarser cells fill what the finer leave open.
struct HiddenGround: Sendable {
  private let width, height: Int
  /// Roots of light, and in the last component the bits of the code of the radius.
  private let cells: [SIMD4<UInt16>]

  /// One size: cells, and their weights in halves.
  private struct Level {
    let width, height: Int
    var cells: [SIMD4<UInt16>]
    var weights: [UInt8]

    init(width: Int, height: Int) {
      (self.width, self.height) = (width, height)
      cells = Bands.undefined(width * height, of: SIMD4<UInt16>.self)
      weights = Bands.undefined(width * height, of: UInt8.self)
    }
  }

  /// Finds the ground of a scene; nil where nothing can hide anything.
  init?(_ scene: LensScene, jobs: Int) {
    let needed = Self.needed(scene)
    guard needed.contains(true) else { return nil }
    var levels = [Self.visible(scene, needed: needed, jobs: jobs)]
    while let last = levels.last, last.width > 1 || last.height > 1 {
      levels.append(Self.pulled(last, jobs: jobs))
    }
    var filled = levels.removeLast()
    while let next = levels.popLast() {
      filled = Self.pushed(
        filled, into: next, needed: levels.isEmpty ? needed : nil, scene.blocks.columns, jobs: jobs)
    }
    (width, height, cells) = (filled.width, filled.height, filled.cells)
  }

  /// Returns which blocks may hide something, or are next to such.
  private static func needed(_ scene: LensScene) -> [Bool] {
    let (columns, rows) = (scene.blocks.columns, scene.blocks.rows)
    var needed = [Bool](repeating: false, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns where scene.mayHide(row * columns + column) {
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1) { needed[y * columns + x] = true }
        }
      }
    }
    return needed
  }

  @inline(__always)
  private static func packed(_ value: SIMD4<Float>) -> SIMD4<UInt16> {
    var cell = LightPlane.packed(value)
    cell.w = UInt16(truncatingIfNeeded: (value.w + 0x1.8p23).bitPattern)
    return cell
  }

  @inline(__always)
  private static func unpacked(_ cell: SIMD4<UInt16>) -> SIMD4<Float> {
    var value = LightPlane.unpacked(cell)
    value.w = Float(Int16(bitPattern: cell.w))
    return value
  }

  /// Returns what is not before something else in its surroundings.
  private static func visible(_ scene: LensScene, needed: [Bool], jobs: Int) -> Level {
    let side = RadiusBlocks.side
    var level = Level(width: (scene.width + 1) / 2, height: (scene.height + 1) / 2)
    let width = level.width
    Bands.write(&level.cells, &level.weights, rows: level.height, jobs: jobs) { band, cells, weights in
      var thresholds = [Float](repeating: 0, count: side * side)
      for row in band.lowerBound * 2 / side..<(band.upperBound * 2 + side - 1) / side {
        for column in 0..<scene.blocks.columns {
          let isNeeded = needed[row * scene.blocks.columns + column]
          if isNeeded { scene.blocks.findThresholds(column, row, into: &thresholds) }
          let (columns, rows) = scene.pixels(column, row)
          for y in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
            for x in stride(from: columns.lowerBound, to: columns.upperBound, by: 2) {
              let place = (y / 2 - band.lowerBound) * width + x / 2
              guard isNeeded else {
                (cells[place], weights[place]) = (.zero, 0)
                continue
              }
              let sum = sum(
                scene, x..<min(x + 2, scene.width), y..<min(y + 2, scene.height), thresholds.span)
              (cells[place], weights[place]) = (packed(sum.value), sum.weight)
            }
          }
        }
      }
    }
    return level
  }

  @inline(__always)
  private static func sum(
    _ scene: LensScene, _ columns: Range<Int>, _ rows: Range<Int>, _ thresholds: Span<Float>
  ) -> (value: SIMD4<Float>, weight: UInt8) {
    let (codes, table, radii) = (scene.codes.span, scene.light.span, scene.radii.codes.span)
    var (sum, count) = (SIMD4<Float>.zero, Float(0))
    for y in rows {
      for x in columns {
        let radius = Float(radii[y * scene.width + x])
        guard radius <= thresholds[(y & 7) * 8 + x & 7] else { continue }
        sum += SIMD4(LensScene.light(codes, table, y * scene.width + x), radius)
        count += 1
      }
    }
    guard count > 0 else { return (.zero, 0) }
    return (sum / count, count * 4 > Float(columns.count * rows.count) ? 2 : 1)
  }

  /// Returns the means of 2x2 cells, and their weights' sum, of at most 1.
  private static func pulled(_ fine: Level, jobs: Int) -> Level {
    var level = Level(width: (fine.width + 1) / 2, height: (fine.height + 1) / 2)
    let width = level.width
    Bands.write(&level.cells, &level.weights, rows: level.height, jobs: jobs) { band, cells, weights in
      let (source, counts) = (fine.cells.span, fine.weights.span)
      for row in band {
        for column in 0..<width {
          var (sum, count) = (SIMD4<Float>.zero, 0)
          for y in row * 2..<min(row * 2 + 2, fine.height) {
            for x in column * 2..<min(column * 2 + 2, fine.width) {
              let weight = Int(counts[y * fine.width + x])
              guard weight > 0 else { continue }
              sum += unpacked(source[y * fine.width + x]) * Float(weight)
              count += weight
            }
          }
          let place = (row - band.lowerBound) * width + column
          cells[place] = count > 0 ? packed(sum / Float(count)) : .zero
          weights[place] = UInt8(min(count, 2))
        }
      }
    }
    return level
  }

  /// Returns cells with what is open filled from those of half the size; only in blocks that need it, where they are given.
  private static func pushed(
    _ coarse: Level, into fine: consuming Level, needed: [Bool]?, _ blocks: Int, jobs: Int
  ) -> Level {
    var level = fine
    let (width, height) = (level.width, level.height)
    Bands.write(&level.cells, &level.weights, rows: height, jobs: jobs) { band, cells, weights in
      for row in band {
        for column in 0..<width {
          let place = (row - band.lowerBound) * width + column
          guard weights[place] < 2 else { continue }
          if let needed, !needed[(row >> 2) * blocks + column >> 2] { continue }
          let beyond = sample(coarse.cells.span, coarse.width, coarse.height, column, row)
          let share = Float(weights[place]) / 2
          cells[place] = packed(beyond + (unpacked(cells[place]) - beyond) * share)
        }
      }
    }
    return level
  }

  /// Returns what is at a cell of twice the size, between the centres of four.
  @inline(__always)
  private static func sample(
    _ cells: Span<SIMD4<UInt16>>, _ width: Int, _ height: Int, _ column: Int, _ row: Int
  ) -> SIMD4<Float> {
    let (x, y) = (min(column >> 1, width - 1), min(row >> 1, height - 1))
    let across = column & 1 == 0 ? max(x - 1, 0) : min(x + 1, width - 1)
    let down = row & 1 == 0 ? max(y - 1, 0) : min(y + 1, height - 1)
    let own = unpacked(cells[y * width + x]) * 0.75 + unpacked(cells[y * width + across]) * 0.25
    let other = unpacked(cells[down * width + x]) * 0.75 + unpacked(cells[down * width + across]) * 0.25
    return own * 0.75 + other * 0.25
  }

  /// Returns light and, last, the code of the radius of the ground behind a pixel.
  @inline(__always)
  func behind(_ column: Int, _ row: Int) -> SIMD4<Float> {
    Self.sample(cells.span, width, height, column, row)
  }
}
