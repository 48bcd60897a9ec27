internal import AuxContainers
internal import AuxImage

/// The comment of a PNG file, which image editors keep. Source: ISO/IEC 15948, 11.3.4.
enum PNGComment {
  private static let keyword = "Comment"

  /// Returns the data of an `iTXt` chunk with a comment.
  static func chunk(_ text: String) -> [UInt8] {
    var writer = ByteWriter()
    PNGInternationalText(keyword: keyword, text: Array(text.utf8)).serialize(into: &writer)
    return writer.bytes
  }

  /// Returns the first comment that is not compressed, of `iTXt` or `tEXt`; nil where there is none.
  ///
  /// Its keyword counts in small letters too, as some programs write it.
  static func text(of data: [UInt8], limits: Limits) throws(AuxError) -> String? {
    let source = MemoryByteSource(data)
    for chunk in try PNGFile(source, limits: limits).chunks where chunk.type == "iTXt" || chunk.type == "tEXt"
    {
      guard chunk.range.count <= limits.xmpBytes else { continue }
      let bytes = data[chunk.range]
      guard let end = bytes.firstIndex(of: 0),
        String(decoding: bytes[..<end], as: UTF8.self).lowercased() == keyword.lowercased()
      else { continue }
      guard chunk.type == "iTXt" else { return String(decoding: bytes[(end + 1)...], as: UTF8.self) }
      var reader = ByteReader(Array(bytes))
      // One that is damaged is no comment.
      if let text = try? PNGInternationalText(parsing: &reader), !text.isCompressed {
        return String(decoding: text.text, as: UTF8.self)
      }
    }
    return nil
  }
}
