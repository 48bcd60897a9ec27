package import AuxImage

/// Files of no format that is read.
package enum UnknownFile {
  /// The most bytes that are looked at for one that is not zero.
  private static let mostZeros = 1 << 30

  /// Returns the error for a file that has none of the formats that `expected` names; it says what the file is if that
  /// is known.
  package static func error(of source: any ByteSource, expected: String) -> AuxError {
    let kind = (try? kind(of: source)) ?? nil
    return AuxError(
      .unsupported, kind.map { "is \($0), and no \(expected)" } ?? "is no \(expected)", offset: 0)
  }

  /// Whether bytes begin a file in which macOS keeps attributes of another. Source: RFC 1740, appendix B.
  package static func isAppleDouble(_ prefix: [UInt8]) -> Bool { prefix.starts(with: [0, 5, 0x16, 7]) }

  private static func kind(of source: any ByteSource) throws(AuxError) -> String? {
    let prefix = try source.readPrefix(at: 0, count: 1024)
    if isAppleDouble(prefix) { return "macOS's AppleDouble file of another file's attributes" }
    let text = String(decoding: prefix, as: UTF8.self).lowercased().drop { !$0.isASCII || $0.isWhitespace }
    if text.hasPrefix("<!doctype html") || text.hasPrefix("<") && text.contains("<html") {
      return "an HTML page"
    }
    return source.byteCount <= mostZeros && source.isZero(0..<source.byteCount) ? "nothing but zeros" : nil
  }
}
