/// Builds small PNG files by hand: stored (uncompressed) zlib blocks and real checksums.
package struct PNGBuilder {
  package private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Begins a file with its header.
  package init(width: Int, height: Int, bitDepth: UInt8, colorType: UInt8, interlaced: Bool = false) {
    add(
      "IHDR",
      Self.bigEndian(width) + Self.bigEndian(height) + [bitDepth, colorType, 0, 0, interlaced ? 1 : 0])
  }

  /// Adds a chunk.
  package mutating func add(_ type: String, _ data: [UInt8]) {
    let checked = Array(type.utf8) + data
    bytes += Self.bigEndian(data.count) + checked + Self.bigEndian(Int(PNGBytes.checksum(checked)))
  }

  /// Adds the scan lines, each with its filter byte in front, and ends the file.
  package mutating func finish(_ lines: [UInt8], trailing: [(String, [UInt8])] = []) -> [UInt8] {
    let count = [UInt8(lines.count & 0xFF), UInt8(lines.count >> 8)]
    var (low, high): (Int, Int) = (1, 0)
    for byte in lines {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    add("IDAT", [0x78, 0x01, 0x01] + count + count.map { ~$0 } + lines + Self.bigEndian(high << 16 | low))
    for (type, data) in trailing { add(type, data) }
    add("IEND", [])
    return bytes
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
