package import AuxImage

extension JPEGEdit {
  /// An Exif block that takes the place of the primary's.
  struct Exif: Sendable {
    /// The number of the segment whose place it takes: that of the old block, or the first that is no APP0.
    var position: Int
    /// The segment: of the old block the bytes that stay are ranges of the file.
    var segment: ByteComposition
  }

  /// Removes the Exif block of the primary.
  package mutating func removeExif() {
    guard let segment = file.primary.segments.first(where: { $0.kind == .exif }) else { return }
    removedSegments.insert(segment.range)
    removesOtherSegments = true
  }

  /// Replaces the Exif block of the primary, which may have none.
  ///
  /// Throws `limitExceeded` where the block does not fit a segment.
  package mutating func setExif(_ block: [UInt8], in source: any ByteSource) throws(AuxError) {
    let segments = file.primary.segments
    let old = segments.firstIndex { $0.kind == .exif }
    let whole = try JPEGSegment.bytes(marker: JPEGMarker.APP1, payload: JPEGIdentifier.exif + block)
    var piece = ByteComposition()
    if let old {
      let start = segments[old].payloadOffset
      let before = try source.read(at: start, count: segments[old].payloadCount)
      // Numbers in a maker's note that lead out of it are found again where their bytes are of the file.
      piece.append(Array(whole.prefix(4)))
      piece.append(Array(whole.dropFirst(4)), asChanged: before, at: start)
    } else {
      piece.append(whole)
    }
    exif = Exif(
      position: old ?? segments.firstIndex { $0.marker != JPEGMarker.APP0 } ?? 0, segment: piece)
  }
}

extension ByteComposition {
  /// Appends bytes, those that are the same in place of `before`, which is in the source at an offset, as ranges of it.
  fileprivate mutating func append(_ bytes: [UInt8], asChanged before: [UInt8], at offset: Int) {
    var start = 0
    while start < bytes.count {
      let isSame = start < before.count && before[start] == bytes[start]
      var end = start + 1
      while end < bytes.count, (end < before.count && before[end] == bytes[end]) == isSame { end += 1 }
      if isSame {
        append(source: (offset + start)..<(offset + end))
      } else {
        append(Array(bytes[start..<end]))
      }
      start = end
    }
  }
}
