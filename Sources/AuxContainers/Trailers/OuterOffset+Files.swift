package import AuxImage

extension JPEGFile {
  /// The places after the primary image to which numbers in headers and trailers are known to lead.
  package func outerTargets() throws(AuxError) -> [Int] {
    try OuterOffset.all(of: self, in: structure.source).map(\.target)
  }
}

extension OuterOffset {
  /// The numbers of a JPEG file that are known to lead behind its primary image: in the maker's note, and in
  /// trailers that count from the beginning of the file.
  ///
  /// Source: Specs/jpeg-mpf.md, "Offsets that lead out of headers".
  static func all(of file: JPEGFile, in source: any ByteSource) throws(AuxError) -> [OuterOffset] {
    try makerNote(of: file, in: source) + Trailer.atEnd(of: source).flatMap(\.offsets)
  }

  /// The numbers of a HEIF file that are known to lead to bytes after its images: those of Samsung's data.
  static func all(of layout: FileLayout, in source: any ByteSource) throws(AuxError) -> [OuterOffset] {
    var offsets: [OuterOffset] = []
    for entry in layout.entries where entry.type == "sefd" && entry.payloadRange.count >= 8 {
      offsets += try Trailer.samsung(endingAt: entry.range.upperBound, in: source)?.offsets ?? []
    }
    return offsets
  }

  private static func makerNote(
    of file: JPEGFile, in source: any ByteSource
  ) throws(AuxError) -> [OuterOffset] {
    guard let segment = file.primary.first(.exif) else { return [] }
    let start = segment.payloadOffset + JPEGIdentifier.exif.count
    let bytes = try source.read(at: start, count: segment.range.upperBound - start)
    // The block need not be parsed to learn that its maker is another.
    guard ["OLYM", "OM SYSTEM", "Canon"].contains(where: bytes.contains(word:)),
      let block = try? ExifBlock(bytes, limits: file.structure.limits)
    else { return [] }
    return block.makerNoteOffsets().compactMap { number in
      let base = number.base.map { start + $0 }
      let target = (base ?? 0) + number.value
      guard target >= file.primary.scanOffset, target < source.byteCount else { return nil }
      return OuterOffset(
        name: number.name, position: start + number.position, endianness: number.endianness, base: base,
        target: target)
    }
  }
}
