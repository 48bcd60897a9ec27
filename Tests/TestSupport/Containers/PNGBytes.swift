/// Changes of PNG files, byte by byte.
package enum PNGBytes {
  /// Returns the file with a chunk after its header.
  package static func adding(_ type: String, _ data: [UInt8], to file: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + data
    let chunk = JPEGBytes.uint32(data.count) + checked + JPEGBytes.uint32(Int(checksum(checked)))
    // The signature has 8 bytes, IHDR 25.
    return file[..<33] + chunk + file[33...]
  }

  /// Returns the CRC-32 of PNG, gzip and ZIP, computed bit by bit.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let polynomial: UInt32 = sum & 1 == 1 ? 0xEDB8_8320 : 0
        sum = sum >> 1 ^ polynomial
      }
    }
    return ~sum
  }
}
