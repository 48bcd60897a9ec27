extension JSONValue {
  /// Returns a path as a text, with U+FFFD for bytes that are not UTF-8.
  public static func path(_ path: String) -> JSONValue { .string(FilePath.replaced(path)) }

  /// Returns the bytes of a path in base64 (RFC 4648), as the member `pathBytes` beside `path`; nil where they are UTF-8.
  public static func pathBytes(_ path: String) -> JSONValue? {
    FilePath.isUTF8(path) ? nil : .string(base64(FilePath.bytes(of: path)))
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[value >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}
