package import AuxImage

/// The gain map of a JPEG XL file: a box `jhgm`.
///
/// Source: ISO/IEC 18181-2, "JPEG XL Gain Map bundle"; Specs/photos.md, "JPEG XL".
package struct JPEGXLGainMap: Sendable {
  /// The metadata of ISO 21496-1.
  package let metadataRange: Range<Int>
  /// The codestream of the map.
  package let codestreamRange: Range<Int>
  package let header: JPEGXLHeader

  /// Reads what goes before the codestream, and its header.
  ///
  /// Throws `unsupported` for another version than 0, `truncated` where a part passes the end of the box.
  package init(in range: Range<Int>, of source: any ByteSource, limits: AuxLimits) throws(AuxError) {
    var offset = range.lowerBound
    func next(_ count: Int, _ what: String) throws(AuxError) -> Range<Int> {
      guard count <= range.upperBound - offset else {
        throw AuxError(.truncated, "\(what) passes the end of the box", offset: offset)
      }
      defer { offset += count }
      return offset..<(offset + count)
    }
    func number(_ bytes: Int, _ what: String) throws(AuxError) -> Int {
      let range = try next(bytes, what)
      return try source.read(at: range.lowerBound, count: bytes).reduce(0) { $0 << 8 | Int($1) }
    }
    let version = try number(1, "the version")
    guard version == 0 else {
      throw AuxError(.unsupported, "version \(version) of a gain map bundle", offset: range.lowerBound)
    }
    metadataRange = try next(number(2, "the size of the metadata"), "the metadata")
    _ = try next(number(1, "the size of the colours"), "the description of the colours")
    _ = try next(number(4, "the size of the ICC profile"), "the ICC profile")
    codestreamRange = offset..<range.upperBound
    let start = try source.readPrefix(
      at: offset, count: min(codestreamRange.count, JPEGXLHeader.mostBytes))
    do throws(AuxError) { header = try JPEGXLHeader(start) } catch {
      throw error.within("the codestream at byte \(offset)")
    }
    _ = try limits.checkedPixelCount(width: header.width, height: header.height)
  }

  /// Returns what ISO's metadata say.
  package func metadata(from source: any ByteSource) throws(AuxError) -> GainMapMetadata {
    var reader = ByteReader(
      try source.read(at: metadataRange.lowerBound, count: metadataRange.count),
      fileOffset: metadataRange.lowerBound)
    return try GainMapPayload(parsing: &reader).metadata
  }
}
