extension LightTables {
  /// Writes the light of a row of 8-bit red, green and blue, and a coverage of 1.
  package func findLight(of row: Span<UInt8>, into target: inout MutableSpan<SIMD4<Float>>) {
    Self.findLight(of: row, light.span, into: &target)
  }

  /// Writes the light of a row of codes by a table of it, as ``light``, and a coverage of 1.
  package static func findLight(
    of row: Span<UInt8>, _ table: Span<Float>, into target: inout MutableSpan<SIMD4<Float>>
  ) {
    precondition(row.count == 3 * target.count && table.count == 768)
    for column in 0..<target.count {
      let start = 3 &* column
      target[column] = SIMD4(
        table[Int(row[start])], table[256 &+ Int(row[start &+ 1])], table[512 &+ Int(row[start &+ 2])], 1)
    }
  }

  /// The least coverage of which a light is told.
  static let least: Float = 1 / 64

  /// Writes the codes of a row of light, each times the coverage in the last component, from `start` on.
  ///
  /// The light is not negative, and the coverage at most 1. The row holds something else afterwards.
  package func write(
    _ row: inout MutableSpan<SIMD4<Float>>, into target: inout MutableSpan<UInt8>, from start: Int
  ) {
    // A pass of its own, in which all four components are worked on at once.
    for column in 0..<row.count {
      let cell = row[column]
      let coverage = cell.w > Self.least ? cell.w : Self.least
      // Adding 2^23 leaves the integer at the end of the significand.
      row[column] = Self.roots(cell * (1 / coverage)) * Float(Self.resolution - 1) + 0x1p23
    }
    let (codes, last) = (codes.span, Self.resolution - 1)
    precondition(codes.count == 3 * (last + 1) && start >= 0 && start + 3 * row.count <= target.count)
    func place(_ sum: Float) -> Int { min(Int(sum.bitPattern & 0xFFFF), last) }
    for column in 0..<row.count {
      let (cell, index) = (row[column], start &+ 3 &* column)
      target[index] = codes[place(cell.x)]
      target[index &+ 1] = codes[last &+ 1 &+ place(cell.y)]
      target[index &+ 2] = codes[2 &* (last &+ 1) &+ place(cell.z)]
    }
  }

  /// Returns square roots by two steps of Newton's method, to five millionths of each; that of 0 is 0.
  ///
  /// The processor's own are taken one by one, with a look at each for what has none.
  @inline(__always)
  private static func roots(_ values: SIMD4<Float>) -> SIMD4<Float> {
    let bits = unsafe unsafeBitCast(values, to: SIMD4<UInt32>.self)
    var inverse = unsafe unsafeBitCast(0x5F37_59DF &- (bits &>> 1), to: SIMD4<Float>.self)
    let half = values * 0.5
    inverse *= 1.5 - half * inverse * inverse
    inverse *= 1.5 - half * inverse * inverse
    return values * inverse
  }
}
