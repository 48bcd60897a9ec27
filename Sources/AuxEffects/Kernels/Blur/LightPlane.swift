internal import AuxKernels

/// Light times its coverage, and the coverage, of each cell of a picture, in 8 bytes a cell.
struct LightPlane: Sendable {
  let width, height: Int
  /// The roots of the four; 65535 is 1.
  var cells: [SIMD4<UInt16>]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    cells = Bands.undefined(width * height, of: SIMD4<UInt16>.self)
  }

  /// Packs what is from 0 to 1, and clips what is not.
  @inline(__always)
  static func packed(_ light: SIMD4<Float>) -> SIMD4<UInt16> {
    // Adding 2^23 leaves the integer at the end of the significand.
    let codes = unsafe unsafeBitCast(clippedRoots(light) * 65535 + 0x1p23, to: SIMD4<UInt32>.self)
    return SIMD4<UInt16>(truncatingIfNeeded: codes)
  }

  @inline(__always)
  static func unpacked(_ cell: SIMD4<UInt16>) -> SIMD4<Float> {
    let bits = SIMD4<UInt32>(truncatingIfNeeded: cell) | 0x4B00_0000
    let root = (unsafe unsafeBitCast(bits, to: SIMD4<Float>.self) - 0x1p23) * (1 / 65535)
    return root * root
  }

  /// The variance, along a row and in squared cells of a level, by which halving a picture and stretching it blur.
  ///
  /// A mean of pixels has a twelfth of a squared cell, less that of a pixel; each ``stretch(row:columns:line:into:)``
  /// has three sixteenths of its own.
  static func blur(level: Int) -> Float {
    (1 - Float(sign: .plus, exponent: -2 * level, significand: 1)) / 3
  }

  /// Writes cells of a row of a plane of twice the size, interpolated between the centres of this one's.
  ///
  /// `columns` begin with an even one. `line` has room for half as many cells and two more, `target` for one more.
  func stretch(
    row: Int, columns: Range<Int>, line: inout [SIMD4<Float>], into target: inout [SIMD4<Float>]
  ) {
    let first = columns.lowerBound >> 1, count = (columns.count + 1) >> 1
    let own = min(row >> 1, height - 1)
    let other = row & 1 == 0 ? max(own - 1, 0) : min(own + 1, height - 1)
    let near = cells.span.extracting(own * width..<(own + 1) * width)
    let far = cells.span.extracting(other * width..<(other + 1) * width)
    var mixed = line.mutableSpan
    var output = target.mutableSpan
    precondition(mixed.count >= count + 2 && output.count >= 2 * count && first + count <= width)
    @inline(__always)
    func mix(_ cell: Int) -> SIMD4<Float> {
      unsafe Self.unpacked(near[unchecked: cell]) * 0.75 + Self.unpacked(far[unchecked: cell]) * 0.25
    }
    mixed[0] = mix(max(first - 1, 0))
    for cell in 0..<count { unsafe mixed[unchecked: cell &+ 1] = mix(first &+ cell) }
    mixed[count + 1] = mix(min(first + count, width - 1))
    for cell in 0..<count {
      let middle = unsafe mixed[unchecked: cell &+ 1] * 0.75
      unsafe output[unchecked: 2 &* cell] = middle + mixed[unchecked: cell] * 0.25
      unsafe output[unchecked: 2 &* cell &+ 1] = middle + mixed[unchecked: cell &+ 2] * 0.25
    }
  }
}

/// Cells of a picture of half the size; unknown cells are filled from those around them.
///
/// The nearest cells count, and farther ones give smoother values: weighted means of ever coarser cells fill the gaps of
/// the finer ones.
struct FillLevel: Sendable {
  let width, height: Int
  /// Roots of light, and in the last component the bits of a code of 16 bits.
  var cells: [SIMD4<UInt16>]
  /// Weights in halves.
  var weights: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    cells = Bands.undefined(width * height, of: SIMD4<UInt16>.self)
    weights = Bands.undefined(width * height, of: UInt8.self)
  }

  /// Fills what is open; only in blocks of 4x4 cells that need it, in rows of `blocks`, where they are given.
  consuming func filled(needed: [Bool]? = nil, blocks: Int = 0, jobs: Int) -> FillLevel {
    var levels = [self]
    while let last = levels.last, last.width > 1 || last.height > 1 {
      levels.append(Self.pulled(last, jobs: jobs))
    }
    var filled = levels.removeLast()
    while let next = levels.popLast() {
      filled = Self.pushed(filled, into: next, needed: levels.isEmpty ? needed : nil, blocks, jobs: jobs)
    }
    return filled
  }

  @inline(__always)
  static func packed(_ value: SIMD4<Float>) -> SIMD4<UInt16> {
    var cell = LightPlane.packed(value)
    cell.w = UInt16(truncatingIfNeeded: (value.w + 0x1.8p23).bitPattern)
    return cell
  }

  @inline(__always)
  static func unpacked(_ cell: SIMD4<UInt16>) -> SIMD4<Float> {
    var value = LightPlane.unpacked(cell)
    value.w = Float(Int16(bitPattern: cell.w))
    return value
  }

  /// Returns the means of 2x2 cells, and their weights' sum, of at most 1.
  private static func pulled(_ fine: FillLevel, jobs: Int) -> FillLevel {
    var level = FillLevel(width: (fine.width + 1) / 2, height: (fine.height + 1) / 2)
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
    _ coarse: FillLevel, into fine: consuming FillLevel, needed: [Bool]?, _ blocks: Int, jobs: Int
  ) -> FillLevel {
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

  /// Returns what is behind a pixel of the picture of twice the size.
  @inline(__always)
  func behind(_ column: Int, _ row: Int) -> SIMD4<Float> {
    Self.sample(cells.span, width, height, column, row)
  }
}
