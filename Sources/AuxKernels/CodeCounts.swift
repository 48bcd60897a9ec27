/// How often each code occurs in a plane.
package enum CodeCounts {
  /// Returns how many of the samples have each of the 256 codes.
  package static func of(_ codes: [UInt8]) -> [Int] { counted(codes, codeCount: 1 << 8) }

  /// Returns how many of the samples have each of the 65,536 codes.
  package static func of(_ codes: [UInt16]) -> [Int] { counted(codes, codeCount: 1 << 16) }

  /// Returns how many of the values begin with each 16 bits; all that are NaN count as `Float.nan`.
  package static func ofHighBits(_ values: [Float]) -> [Int] {
    of(values.map { UInt16(truncatingIfNeeded: ($0.isNaN ? .nan : $0).bitPattern >> 16) })
  }

  // Neighbours are often equal, and a number that was just stored is slow to load: each of four neighbours has a table of
  // its own.
  @inline(__always)
  private static func counted<Code: FixedWidthInteger & UnsignedInteger>(
    _ codes: [Code], codeCount: Int
  ) -> [Int] {
    var tables = [Int](repeating: 0, count: 4 * codeCount)
    let source = codes.span
    var counts = tables.mutableSpan
    var index = 0
    while index &+ 4 <= source.count {
      counts[Int(truncatingIfNeeded: source[index])] &+= 1
      counts[codeCount &+ Int(truncatingIfNeeded: source[index &+ 1])] &+= 1
      counts[2 &* codeCount &+ Int(truncatingIfNeeded: source[index &+ 2])] &+= 1
      counts[3 &* codeCount &+ Int(truncatingIfNeeded: source[index &+ 3])] &+= 1
      index &+= 4
    }
    while index < source.count {
      counts[Int(truncatingIfNeeded: source[index])] &+= 1
      index &+= 1
    }
    return (0..<codeCount).map {
      counts[$0] &+ counts[codeCount &+ $0] &+ counts[2 &* codeCount &+ $0] &+ counts[3 &* codeCount &+ $0]
    }
  }
}
