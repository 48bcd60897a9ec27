/// Codes made of the halves of a map, which mostly have few bit patterns: those of a few exponents.
extension Half {
  /// Returns what `transform` makes of the value of each half.
  ///
  /// `transform` makes one number of each value, whatever the others are. Where there are many more halves than patterns
  /// between their ends, it is asked once for each pattern.
  package static func codes(_ halves: [UInt16], _ transform: (_ values: [Float]) -> [UInt16]) -> [UInt16] {
    guard let ends = CodeBounds.of(halves), ends.count <= halves.count / 4 else {
      return transform(decode(halves))
    }
    let table = transform(decode(Array(ends)))
    precondition(table.count == ends.count)
    var results = Bands.undefined(halves.count, of: UInt16.self)
    let (source, codes) = (halves.span, table.span)
    var target = results.mutableSpan
    precondition(source.count == target.count)
    for index in 0..<source.count { target[index] = codes[Int(source[index] &- ends.lowerBound)] }
    return results
  }

  /// Returns the least and the greatest finite value of halves; nil where none is finite.
  package static func finiteRange(_ halves: [UInt16]) -> (min: Float, max: Float)? {
    // As of floats: integers that order as the halves do, and masks in place of conditions.
    var least = Int16.max
    var greatest = Int16.min
    let source = halves.span
    for index in 0..<source.count {
      let bits = Int16(bitPattern: source[index])
      let isFinite = ((bits & 0x7fff) &- 0x7c00) >> 15
      let key = orderKey(bits) & isFinite
      least = Swift.min(least, key | .max & ~isFinite)
      greatest = Swift.max(greatest, key | .min & ~isFinite)
    }
    guard least <= greatest else { return nil }
    // The key is its own inverse.
    return (
      float(UInt16(bitPattern: orderKey(least))), float(UInt16(bitPattern: orderKey(greatest)))
    )
  }

  @inline(__always)
  private static func orderKey(_ bits: Int16) -> Int16 { bits ^ (bits >> 15 & 0x7fff) }
}
