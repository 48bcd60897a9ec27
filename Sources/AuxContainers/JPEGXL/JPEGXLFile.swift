package import AuxImage

/// A JPEG XL file: a codestream, alone or in boxes, with the list of the auxiliary images beside the colours.
///
/// Source: ISO/IEC 18181-2; Specs/photos.md, "JPEG XL".
package struct JPEGXLFile: Sendable {
  /// Where an auxiliary image is.
  package enum Place: Sendable {
    /// In an extra channel of the codestream.
    case channel(Int)
    /// In a box; what is wrong where it cannot be read.
    case gainMap(Result<JPEGXLGainMap, AuxError>)
  }

  package let header: JPEGXLHeader
  /// The boxes; empty where the file is a codestream.
  package let boxes: [FileLayout.Entry]
  package let entries: [Listed<Place>]
  package let notes: [String]
  /// What is wrong with the boxes; nil where the file has all of them.
  package let cut: AuxError?

  /// Walks the boxes, and reads the header of the codestream and those of gain maps.
  ///
  /// Throws `malformed` where the file has no codestream, `truncated`, `limitExceeded`.
  package init(_ source: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    var notes: [String] = []
    var boxes: [FileLayout.Entry] = []
    var cut: AuxError?
    if try source.readPrefix(at: 0, count: JPEGXLHeader.signature.count) != JPEGXLHeader.signature {
      let layout = FileLayout(walking: source, limits: limits)
      boxes = layout.all
      cut = layout.fault
      if let cut { notes.append("\(cut)") }
    }
    (self.boxes, self.cut) = (boxes, cut)
    let (start, offset) = try Self.codestreamStart(boxes, source)
    do throws(AuxError) {
      header = try JPEGXLHeader(start)
      _ = try limits.checkedPixelCount(width: header.width, height: header.height)
    } catch { throw error.within("the codestream at byte \(offset)") }
    if header.isAnimated { notes.append("the image is animated, and animations are not decoded") }
    if boxes.contains(where: { $0.type == "jbrd" }) {
      notes.append(
        "the photo was a JPEG: what followed its picture, such as depth and gain maps, is in the JPEG that djxl makes of it"
      )
    }
    self.notes = notes
    entries = Self.channels(of: header, at: offset) + Self.gainMaps(in: boxes, source, limits)
  }

  /// Returns the first bytes of the codestream, and where they are; of a codestream in parts, which are in order, those of all
  /// parts.
  private static func codestreamStart(
    _ boxes: [FileLayout.Entry], _ source: any ByteSource
  ) throws(AuxError) -> (bytes: [UInt8], offset: Int) {
    let parts = boxes.isEmpty ? [0..<source.byteCount] : codestreamRanges(boxes)
    guard let first = parts.first else {
      throw AuxError(.malformed, "the file has neither a box jxlc nor one of jxlp (18181-2)")
    }
    var bytes: [UInt8] = []
    for part in parts where bytes.count < JPEGXLHeader.mostBytes {
      bytes += try source.readPrefix(
        at: part.lowerBound, count: min(part.count, JPEGXLHeader.mostBytes - bytes.count))
    }
    return (bytes, first.lowerBound)
  }

  private static func codestreamRanges(_ boxes: [FileLayout.Entry]) -> [Range<Int>] {
    boxes.compactMap { box in
      switch box.type {
      case "jxlc": box.payloadRange
      // The number of the part goes before it.
      case "jxlp" where box.header.payloadCount >= 4: box.payloadRange.dropFirst(4)
      default: nil
      }
    }
  }

  private static func channels(of header: JPEGXLHeader, at offset: Int) -> [Listed<Place>] {
    header.extraChannels.enumerated().compactMap { number, channel in
      let kind: AuxiliaryDataType
      switch channel.kind {
      case .alpha: kind = .alpha
      case .depth: kind = .depth
      case .other: return nil
      }
      let entry = AuxiliaryEntry(
        name: "extra channel \(number)", offset: offset, kind: kind, signs: [.extraChannel],
        relation: .primary)
      return Listed(entry: entry, place: .channel(number))
    }
  }

  private static func gainMaps(
    in boxes: [FileLayout.Entry], _ source: any ByteSource, _ limits: AuxLimits
  ) -> [Listed<Place>] {
    boxes.filter { $0.type == "jhgm" || $0.isCompressed("jhgm", source) }.map { box in
      let bundle = Result { () throws(AuxError) in
        guard box.type == "jhgm" else {
          throw AuxError(.unsupported, "a gain map in a compressed box is not read", offset: box.offset)
        }
        return try JPEGXLGainMap(in: box.payloadRange, of: source, limits: limits)
      }
      let entry = AuxiliaryEntry(
        name: "jhgm", offset: box.offset, kind: .isoGainMap, signs: [.jhgm], relation: .primary)
      return Listed(entry: entry, place: .gainMap(bundle))
    }
  }

  /// Returns the content of the first box of a type; that of a compressed one is what `unpack` makes of it. Nil where there is
  /// none.
  ///
  /// Throws `limitExceeded` where it is more than `maxBytes`, and what `unpack` throws.
  package func content(
    of type: FourCharacterCode, from source: any ByteSource, maxBytes: Int,
    unpack: ([UInt8]) throws(AuxError) -> [UInt8]
  ) throws(AuxError) -> [UInt8]? {
    for box in boxes {
      let chunk = FileChunk(type: box.type, range: box.payloadRange)
      if box.type == type { return try chunk.data(from: source, maxBytes: maxBytes) }
      if box.isCompressed(type, source) { return try unpack(chunk.data(from: source, maxBytes: maxBytes)) }
    }
    return nil
  }
}

extension FileLayout.Entry {
  /// Whether the box holds one of that type, compressed with Brotli. Source: ISO/IEC 18181-2, "brob".
  fileprivate func isCompressed(_ inner: FourCharacterCode, _ source: any ByteSource) -> Bool {
    guard type == "brob", header.payloadCount >= 4,
      let start = try? source.readPrefix(at: payloadRange.lowerBound, count: 4)
    else { return false }
    return FourCharacterCode(start.reduce(0) { $0 << 8 | UInt32($1) }) == inner
  }
}
