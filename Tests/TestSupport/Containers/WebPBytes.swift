/// WebP files, written bit by bit.
package enum WebPBytes {
  /// Bits from the least significant on, as VP8L packs them.
  private struct Bits {
    var bytes: [UInt8] = []
    var count = 0

    mutating func write(_ value: Int, _ bits: Int) {
      for bit in 0..<bits {
        if count % 8 == 0 { bytes.append(0) }
        if value >> bit & 1 == 1 { bytes[count / 8] |= 1 << (count % 8) }
        count += 1
      }
    }

    /// Writes a prefix code of one symbol, which then takes no bits, or of two, which take one each.
    mutating func code(_ symbols: [UInt8]) {
      write(1, 1)
      write(symbols.count - 1, 1)
      write(1, 1)
      for symbol in symbols { write(Int(symbol), 8) }
    }
  }

  /// Returns the data of a `VP8L` chunk of pixels that differ in green alone, which is `low` or `high`.
  ///
  /// Source: RFC 9649, 3.4 and 3.7: no transforms, no colour cache, one group of codes.
  package static func lossless(
    width: Int, isHigh: [Bool], red: UInt8, green: (low: UInt8, high: UInt8), blue: UInt8, alpha: UInt8 = 255
  ) -> [UInt8] {
    var bits = Bits()
    bits.write(0x2F, 8)
    bits.write(width - 1, 14)
    bits.write(isHigh.count / width - 1, 14)
    bits.write(alpha < 255 ? 1 : 0, 1)
    bits.write(0, 3)  // the version
    bits.write(0, 1)  // no transform
    bits.write(0, 1)  // no colour cache
    bits.write(0, 1)  // one group of codes
    bits.code([green.low, green.high])
    for symbol in [red, blue, alpha, 0] { bits.code([symbol]) }
    for pixel in isHigh { bits.write(pixel ? 1 : 0, 1) }
    return bits.bytes
  }

  /// Returns a chunk with the padding that an odd size needs.
  package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    Array(type.utf8) + little(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// Returns the data of a `VP8X` chunk.
  package static func extended(flags: UInt8, width: Int, height: Int) -> [UInt8] {
    [flags, 0, 0, 0] + little(width - 1).prefix(3) + little(height - 1).prefix(3)
  }

  /// Returns a file of chunks.
  package static func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.joined()
    return Array("RIFF".utf8) + little(body.count) + body
  }

  private static func little(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
