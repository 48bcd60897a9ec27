package import AuxImage

/// A PNG file: its size, and where its chunks other than the pixels' are.
///
/// Source: ISO/IEC 15948, clause 5.
package struct PNGFile: Sendable {
  package let width: Int
  package let height: Int
  package let bitDepth: Int
  /// The chunks other than `IDAT`, in the order of the file.
  package let chunks: [FileChunk]
  package let notes: [String]
  /// What is cut short; nil where the file has all of its chunks.
  package let cut: AuxError?

  /// The signature and `IHDR` with its checksum.
  package static let headerCount = 33

  /// Reads the header and finds the chunks; what follows one that passes the end of the file is left out.
  package init(_ source: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    var reader = ByteReader(try source.read(at: 0, count: Self.headerCount))
    try reader.skip(8)
    guard try reader.readUInt32() == 13, try reader.readCode() == "IHDR" else {
      throw AuxError(.malformed, "the first chunk is not IHDR (PNG 11.2.2)", offset: 8)
    }
    width = Int(try reader.readUInt32())
    height = Int(try reader.readUInt32())
    _ = try limits.checkedPixelCount(width: width, height: height)
    bitDepth = Int(try reader.readUInt8())
    var (chunks, notes): ([FileChunk], [String]) = ([], [])
    var (offset, count) = (Self.headerCount, 0)
    var cut: AuxError? = AuxError(.truncated, "the file ends before the chunk IEND (PNG 5.6)")
    while source.byteCount - offset >= 12 {
      guard count < limits.pngChunks else {
        notes.append("what follows the first \(count) chunks was not looked at")
        cut = nil
        break
      }
      count += 1
      var header = ByteReader(try source.read(at: offset, count: 8))
      let length = Int(try header.readUInt32())
      let type = try header.readCode()
      guard type != "IEND" else {
        cut = nil
        break
      }
      guard length <= source.byteCount - offset - 12 else {
        notes.append("the chunk \(type) at byte \(offset) passes the end of the file")
        cut = AuxError(.truncated, "the chunk passes the end of the file", offset: offset, place: "\(type)")
        break
      }
      if type != "IDAT" { chunks.append(FileChunk(type: type, range: (offset + 8)..<(offset + 8 + length))) }
      offset += 12 + length
    }
    (self.chunks, self.notes, self.cut) = (chunks, notes, cut)
  }

  /// Returns the Exif block, from its byte-order mark on, or nil where it is missing.
  ///
  /// Source: PNG Third Edition, 11.3.3.4.
  package func exif(from source: any ByteSource, limits: AuxLimits) throws(AuxError) -> [UInt8]? {
    guard let chunk = chunks.first(where: { $0.type == "eXIf" }) else { return nil }
    return try chunk.data(from: source, maxBytes: limits.entryBytes)
  }

  /// Returns the code points of the colours, which go before any ICC profile; nil where the chunk is missing or damaged.
  ///
  /// Source: PNG Third Edition, 4.3 and 11.3.2.6.
  package func codePoints(from source: any ByteSource, limits: AuxLimits) throws(AuxError)
    -> ColourCodePoints?
  {
    guard let chunk = chunks.first(where: { $0.type == "cICP" }), chunk.range.count == 4 else { return nil }
    let numbers = try chunk.data(from: source, maxBytes: limits.entryBytes).map(Int.init)
    guard numbers[2] == 0, numbers[3] == 1 else { return nil }
    return ColourCodePoints(primaries: numbers[0], transfer: numbers[1], matrix: 0, isFullRange: true)
  }

  /// Returns the international text of a keyword, or nil where it is missing.
  package func text(
    _ keyword: String, from source: any ByteSource, limits: AuxLimits
  ) throws(AuxError) -> PNGInternationalText? {
    for chunk in chunks where chunk.type == "iTXt" {
      var reader = ByteReader(
        try chunk.data(from: source, maxBytes: limits.xmpBytes), fileOffset: chunk.range.lowerBound)
      let text = try AuxError.at("iTXt") { () throws(AuxError) in try PNGInternationalText(parsing: &reader) }
      if text.keyword == keyword { return text }
    }
    return nil
  }
}

/// `iTXt`: a text in UTF-8 under a keyword. Source: ISO/IEC 15948, 11.3.4.5.
package struct PNGInternationalText: Hashable, Sendable {
  /// The keyword of XMP packets. Source: ISO 16684-3 (XMP part 3), 1.1.5.
  package static let xmpKeyword = "XML:com.adobe.xmp"

  package var keyword: String
  /// Whether ``text`` is a zlib stream of the text.
  package var isCompressed: Bool
  /// The language, as in RFC 3066; empty where it is not stated.
  package var language: String
  package var translatedKeyword: String
  package var text: [UInt8]

  package init(keyword: String, text: [UInt8]) {
    (self.keyword, self.text) = (keyword, text)
    (isCompressed, language, translatedKeyword) = (false, "", "")
  }

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

  package func serialize(into writer: inout ByteWriter) {
    writer.writeCString(keyword)
    writer.write([isCompressed ? 1 : 0, 0])
    for word in [language, translatedKeyword] { writer.writeCString(word) }
    writer.write(text)
  }
}
