package import AuxImage

/// A WebP file: its size, and where its chunks are.
///
/// Source: RFC 9649, section 2; Specs/photos.md, "WebP".
package struct WebPFile: Sendable {
  package let width: Int
  package let height: Int
  /// Whether the pixels have alpha, as far as the headers say.
  package let hasAlpha: Bool
  package let isAnimated: Bool
  package let chunks: [FileChunk]
  package let notes: [String]
  /// The chunk that is cut short; nil where the file has all of its chunks.
  package let cut: AuxError?

  private static let headerCount = 12

  /// Reads the headers and finds the chunks; what follows one that passes the end of the file is left out.
  ///
  /// Throws `malformed` where a WebP file cannot begin with the first chunk, `truncated`, `limitExceeded`.
  package init(_ source: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    var reader = ByteReader(try source.read(at: 0, count: Self.headerCount), endianness: .little)
    guard try reader.readType() == "RIFF" else { throw AuxError(.malformed, "no RIFF header", offset: 0) }
    let stated = Int(try reader.readUInt32()) + 8
    guard try reader.readType() == "WEBP" else { throw AuxError(.malformed, "no WEBP form", offset: 8) }
    (chunks, notes, cut) = try Self.chunks(in: source, stated: stated, limits)
    guard let first = chunks.first else {
      throw AuxError(.truncated, "the file has no chunk (RFC 9649, 2.4)", offset: Self.headerCount)
    }
    let header = try AuxError.at("\(first.type)") { () throws(AuxError) in try Header(first, in: source) }
    (width, height, hasAlpha) = (header.width, header.height, header.hasAlpha)
    isAnimated = header.isAnimated || chunks.contains { $0.type == "ANMF" }
    _ = try limits.checkedPixelCount(width: width, height: height)
  }

  private static func chunks(
    in source: any ByteSource, stated: Int, _ limits: AuxLimits
  ) throws(AuxError) -> (chunks: [FileChunk], notes: [String], cut: AuxError?) {
    var (chunks, notes, cut): ([FileChunk], [String], AuxError?) = ([], [], nil)
    if stated > source.byteCount {
      notes.append("the RIFF header says \(stated) bytes, and the file has \(source.byteCount)")
    }
    let end = min(stated, source.byteCount)
    var offset = headerCount
    while end - offset >= 8 {
      guard chunks.count < limits.webpChunks else {
        notes.append("what follows the first \(chunks.count) chunks was not looked at")
        break
      }
      var header = ByteReader(try source.read(at: offset, count: 8), endianness: .little)
      let type = try header.readType()
      let length = Int(try header.readUInt32())
      guard length <= end - offset - 8 else {
        notes.append("the chunk \(type) at byte \(offset) passes the end of the file")
        cut = AuxError(.truncated, "the chunk passes the end of the file", offset: offset, place: "\(type)")
        if chunks.isEmpty { chunks.append(FileChunk(type: type, range: (offset + 8)..<end)) }
        break
      }
      chunks.append(FileChunk(type: type, range: (offset + 8)..<(offset + 8 + length)))
      // A chunk of odd size has a byte of padding.
      offset += 8 + length + length % 2
    }
    return (chunks, notes, cut)
  }

  /// Returns the data of the first chunk of a type, or nil where it is missing.
  ///
  /// Throws `limitExceeded` where it is more than `maxBytes`.
  package func data(
    of type: FourCharacterCode, from source: any ByteSource, maxBytes: Int
  ) throws(AuxError) -> [UInt8]? {
    try chunks.first { $0.type == type }?.data(from: source, maxBytes: maxBytes)
  }

  /// Returns the Exif block, from its byte-order mark on, or nil where it is missing.
  ///
  /// Some writers put JPEG's identifier before it, which RFC 9649 does not have.
  package func exif(from source: any ByteSource, limits: AuxLimits) throws(AuxError) -> [UInt8]? {
    guard let data = try data(of: "EXIF", from: source, maxBytes: limits.entryBytes) else { return nil }
    return data.starts(with: JPEGIdentifier.exif) ? Array(data.dropFirst(JPEGIdentifier.exif.count)) : data
  }

  /// Returns the XMP packet, or nil where it is missing.
  package func xmp(from source: any ByteSource, limits: AuxLimits) throws(AuxError) -> [UInt8]? {
    try data(of: "XMP ", from: source, maxBytes: limits.xmpBytes)
  }

  package func iccProfile(from source: any ByteSource, limits: AuxLimits) throws(AuxError) -> [UInt8]? {
    try data(of: "ICCP", from: source, maxBytes: limits.entryBytes)
  }
}

extension ByteReader {
  /// Reads four characters, which are in order although numbers are little-endian.
  fileprivate mutating func readType() throws(AuxError) -> FourCharacterCode {
    let order = endianness
    endianness = .big
    defer { endianness = order }
    return try readCode()
  }
}

private struct Header {
  var width: Int
  var height: Int
  var hasAlpha: Bool
  var isAnimated = false

  init(_ chunk: FileChunk, in source: any ByteSource) throws(AuxError) {
    var reader = ByteReader(
      try source.readPrefix(at: chunk.range.lowerBound, count: min(10, chunk.range.count)),
      fileOffset: chunk.range.lowerBound, endianness: .little)
    switch chunk.type {
    case "VP8 ": try self.init(lossy: &reader)
    case "VP8L": try self.init(lossless: &reader)
    case "VP8X": try self.init(extended: &reader)
    default:
      throw AuxError(.malformed, "no WebP file begins with it (RFC 9649, 2.4)", offset: reader.fileOffset)
    }
  }

  /// Reads the frame header of VP8. Source: RFC 6386, 9.1.
  private init(lossy reader: inout ByteReader) throws(AuxError) {
    try reader.skip(3)
    guard try reader.readUInt24() == 0x2A019D else {
      throw AuxError(.malformed, "no key frame of VP8 (RFC 6386, 9.1)", offset: reader.fileOffset)
    }
    // The two upper bits are a hint for scaling.
    width = Int(try reader.readUInt16() & 0x3FFF)
    height = Int(try reader.readUInt16() & 0x3FFF)
    hasAlpha = false
  }

  /// Reads the header of VP8L. Source: RFC 9649, 3.4.
  private init(lossless reader: inout ByteReader) throws(AuxError) {
    guard try reader.readUInt8() == 0x2F else {
      throw AuxError(.malformed, "no signature of VP8L (RFC 9649, 3.4)", offset: reader.fileOffset)
    }
    let bits = try reader.readUInt32()
    width = Int(bits & 0x3FFF) + 1
    height = Int(bits >> 14 & 0x3FFF) + 1
    hasAlpha = bits >> 28 & 1 == 1
  }

  /// Reads the flags and the canvas. Source: RFC 9649, 2.7.
  private init(extended reader: inout ByteReader) throws(AuxError) {
    let flags = try reader.readUInt32() & 0xFF
    hasAlpha = flags & 0x10 != 0
    isAnimated = flags & 0x02 != 0
    width = Int(try reader.readUInt24()) + 1
    height = Int(try reader.readUInt24()) + 1
  }
}
