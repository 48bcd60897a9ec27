/// Changes of PNG files, byte by byte.
package enum PNGBytes {
  /// Returns the file with a chunk after its header.
  package static func adding(_ type: String, _ data: [UInt8], to file: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + data
    let chunk = JPEGBytes.uint32(data.count) + checked + JPEGBytes.uint32(Int(checksum(checked)))
    // The signature has 8 bytes, IHDR 25.
    return file[..<33] + chunk + file[33...]
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }
}
