extension JSONValue {
  /// Returns a path as a text, with U+FFFD for bytes that are not UTF-8.
  public static func path(_ path: String) -> JSONValue { .string(FilePath.replaced(path)) }

  /// Returns the bytes of a path in base64 (RFC 4648), as the member `pathBytes` beside `path`; nil where they are UTF-8.
  public static func pathBytes(_ path: String) -> JSONValue? {
    FilePath.isUTF8(path) ? nil : .string(Base64.text(FilePath.bytes(of: path)))
  }
}
