internal import AuxKernels

/// Light times its coverage, and the coverage, of each cell of a picture, in 8 bytes a cell.
struct LightPlane: Sendable {
  let width, height: Int
  /// The roots of the four, of which 65535 is 1.
  var cells: [SIMD4<UInt16>]

  /// A plane of undefined cells.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    cells = Bands.undefined(width * height, of: SIMD4<UInt16>.self)
  }

  /// Packs what is from 0 to 1, and clips what is not.
  @inline(__always)
  static func packed(_ light: SIMD4<Float>) -> SIMD4<UInt16> {
    let positive = SIMD4<Float>.zero.replacing(with: light, where: light .> 0)
    let clipped = positive.replacing(with: 1, where: positive .> 1)
    // Adding 2^23 leaves the integer at the end of the significand.
    let roots = clipped.squareRoot() * 65535 + 0x1p23
    return SIMD4<UInt16>(truncatingIfNeeded: unsafe unsafeBitCast(roots, to: SIMD4<UInt32>.self))
  }

  @inline(__always)
  static func unpacked(_ cell: SIMD4<UInt16>) -> SIMD4<Float> {
    let bits = SIMD4<UInt32>(truncatingIfNeeded: cell) | 0x4B00_0000
    let root = (unsafe unsafeBitCast(bits, to: SIMD4<Float>.self) - 0x1p23) * (1 / 65535)
    return root * root
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
