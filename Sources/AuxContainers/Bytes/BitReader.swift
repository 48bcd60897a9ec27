package import AuxImage

/// A cursor over the bits of a raw byte sequence payload, most significant bit first.
package struct BitReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  /// Creates a reader of bytes without emulation prevention.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var remaining: Int { bytes.count * 8 - position }

  /// Reads `count` bits, 64 at most.
  package mutating func readBits(_ count: Int) throws(AuxError) -> UInt64 {
    let start = position
    try skip(count)
    var value: UInt64 = 0
    for index in start..<position {
      value = value << 1 | UInt64(bytes[index >> 3] >> UInt8(7 - index & 7) & 1)
    }
    return value
  }

  package mutating func readFlag() throws(AuxError) -> Bool { try readBits(1) == 1 }

  /// Reads a bit that is not always there; false where it is not.
  mutating func readFlag(where isPresent: Bool) throws(AuxError) -> Bool {
    guard isPresent else { return false }
    return try readFlag()
  }

  package mutating func skip(_ count: Int) throws(AuxError) {
    guard count <= remaining else {
      throw AuxError(.truncated, "\(count) bits are needed and \(remaining) are left")
    }
    position += count
  }

  /// Reads an Exp-Golomb code, `ue(v)`; up to 2^32 - 2. Source: ITU-T H.265, 9.2.
  package mutating func readExpGolomb() throws(AuxError) -> UInt32 {
    var zeros = 0
    while try !readFlag() {
      zeros += 1
      guard zeros < 32 else { throw AuxError(.malformed, "an Exp-Golomb code of 32 zeros (H.265 9.2)") }
    }
    return UInt32(try readBits(zeros) + (1 << UInt64(zeros)) - 1)
  }
}

/// Collects bits; the inverse of ``BitReader``.
package struct BitWriter {
  /// The bytes so far; the last is filled with zeros.
  package private(set) var bytes: [UInt8] = []
  private var bitCount = 0

  package init() {}

  package var isAligned: Bool { bitCount & 7 == 0 }

  /// Writes the low `count` bits of a number.
  package mutating func write(_ value: UInt64, bits count: Int) {
    for index in stride(from: count - 1, through: 0, by: -1) {
      if isAligned { bytes.append(0) }
      bytes[bytes.count - 1] |=
        UInt8(truncatingIfNeeded: value >> UInt64(index) & 1) << UInt8(7 - bitCount & 7)
      bitCount += 1
    }
  }

  package mutating func write(flag: Bool) { write(flag ? 1 : 0, bits: 1) }

  package mutating func write(expGolomb value: UInt32) {
    let code = UInt64(value) + 1
    let length = 64 - code.leadingZeroBitCount
    write(0, bits: length - 1)
    write(code, bits: length)
  }
}
