/// Rounding to 8-bit samples without the tests that a conversion of `Int` makes.
@inlinable
@inline(__always)
package func nearestCode(_ value: Float) -> UInt8 {
  // Adding 2^23 leaves the integer, ties to even, at the end of the significand.
  UInt8(truncatingIfNeeded: (value + 0x1p23).bitPattern)
}

/// Codes of one number of bits as those of another, and gray as red, green and blue.
package enum Codes {
  /// Returns the 8-bit code nearest to each 16-bit one, so that 65535 becomes 255.
  package static func narrow(_ wide: [UInt16]) -> [UInt8] {
    var codes = Bands.undefined(wide.count, of: UInt8.self)
    let source = wide.span
    var target = codes.mutableSpan
    precondition(source.count == target.count)
    // 65535 is 255 * 257.
    for index in 0..<source.count {
      target[index] = UInt8(truncatingIfNeeded: (UInt32(source[index]) &+ 128) / 257)
    }
    return codes
  }

  /// Writes each 8-bit sample three times; `target` holds three times as many.
  package static func write(tripled gray: [UInt8], into target: inout [UInt8]) {
    triple(gray, into: &target)
  }

  package static func write(tripled gray: [UInt16], into target: inout [UInt16]) {
    triple(gray, into: &target)
  }

  /// Returns each 8-bit sample three times.
  package static func tripled(_ gray: [UInt8]) -> [UInt8] {
    var samples = Bands.undefined(gray.count * 3, of: UInt8.self)
    triple(gray, into: &samples)
    return samples
  }

  /// Returns each 16-bit sample three times.
  package static func tripled(_ gray: [UInt16]) -> [UInt16] {
    var samples = Bands.undefined(gray.count * 3, of: UInt16.self)
    triple(gray, into: &samples)
    return samples
  }

  @inline(__always)
  private static func triple<Code: BitwiseCopyable>(_ gray: [Code], into target: inout [Code]) {
    let source = gray.span
    var samples = target.mutableSpan
    precondition(samples.count == source.count * 3)
    for pixel in 0..<source.count {
      samples[pixel &* 3] = source[pixel]
      samples[pixel &* 3 &+ 1] = source[pixel]
      samples[pixel &* 3 &+ 2] = source[pixel]
    }
  }
}

extension PixelPlane {
  /// Returns codes of `bits` bits spread over 16, so that the largest code is the largest number; 8-bit ones stay.
  package func spread(fromBits bits: Int) -> PixelPlane {
    guard case .uint16(let samples) = storage, bits < 16 else { return self }
    let largest = UInt32(1) << UInt32(bits) - 1
    // There are fewer codes than samples, and a division takes longer than a look into a table.
    let table = (0...largest).map { UInt16(truncatingIfNeeded: ($0 * 65535 + largest / 2) / largest) }
    let (source, codes) = (samples.span, table.span)
    var spread = Bands.undefined(samples.count, of: UInt16.self)
    var target = spread.mutableSpan
    precondition(source.count == target.count)
    for index in 0..<source.count { target[index] = codes[Int(min(UInt32(source[index]), largest))] }
    return PixelPlane(width: width, height: height, known: .uint16(spread))
  }

  /// Returns codes of `bits` bits as those of full range; they are of limited range, which leaves codes free at both ends.
  ///
  /// Source: ITU-T H.273, 8.3, VideoFullRangeFlag.
  package func expandedFromLimitedRange(bits: Int) -> PixelPlane {
    let (low, range, largest) = (16 << (bits - 8), 219 << (bits - 8), 1 << bits - 1)
    let table = (0...largest).map { min(max((($0 - low) * largest + range / 2) / range, 0), largest) }
    let storage: Storage
    switch self.storage {
    case .uint8(let codes): storage = .uint8(codes.map { UInt8(table[Int($0)]) })
    case .uint16(let codes): storage = .uint16(codes.map { UInt16(table[min(Int($0), largest)]) })
    case .half, .float: return self
    }
    return PixelPlane(width: width, height: height, known: storage)
  }
}
