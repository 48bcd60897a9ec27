package import AuxImage

/// `iTXt`: a text in UTF-8 under a keyword. Source: ISO/IEC 15948, 11.3.4.5.
package struct PNGInternationalText: Hashable, Sendable {
  /// The keyword of XMP packets. Source: ISO 16684-3 (XMP part 3), 1.1.5.
  package static let xmpKeyword = "XML:com.adobe.xmp"

  /// The keyword.
  package var keyword: String
  /// Whether ``text`` is a zlib stream of the text.
  package var isCompressed: Bool
  /// The language, as in RFC 3066; empty where it is not said.
  package var language: String
  /// The keyword in that language.
  package var translatedKeyword: String
  /// The bytes of the text.
  package var text: [UInt8]

  /// Creates a text that is not compressed.
  package init(keyword: String, text: [UInt8]) {
    (self.keyword, self.text) = (keyword, text)
    (isCompressed, language, translatedKeyword) = (false, "", "")
  }

  /// Reads the data of a chunk.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    keyword = try reader.readCString()
    isCompressed = try reader.readUInt8() == 1
    let method = try reader.readUInt8()
    guard !isCompressed || method == 0 else {
      throw AuxError(.unsupported, "the compression method \(method) (PNG 11.3.4.5)")
    }
    language = try reader.readCString()
    translatedKeyword = try reader.readCString()
    text = reader.readRest()
  }

  /// Writes the data of a chunk; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    writer.write(Array(keyword.utf8))
    writer.write([0, isCompressed ? 1 : 0, 0])
    for word in [language, translatedKeyword] { writer.write(Array(word.utf8) + [0]) }
    writer.write(text)
  }
}
