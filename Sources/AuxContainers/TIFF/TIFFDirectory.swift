package import AuxImage

/// An image file directory: its entries as they are, and the directories that its SubIFDs field names.
///
/// Source: TIFF 6.0, section 2; TIFF Technical Note 1 for SubIFDs.
package struct TIFFDirectory: Hashable, Sendable {
  /// The place in the file, as in `IFD0/SubIFD1`.
  package var path: String
  package var offset: Int
  package var entries: [TIFFEntry]
  /// The offset of the next directory of the chain; 0 for none.
  package var next: UInt32
  package var isBig = false
  /// The directories that the SubIFDs field names, but for those that cannot be read.
  package var children: [TIFFDirectory] = []

  package subscript(tag: UInt16) -> TIFFEntry? { entries.first { $0.tag == tag } }

  package static func byteCount(entries: Int) -> Int { 2 + TIFFEntry.byteCount * entries + 4 }

  /// The bytes of the directory, its values apart.
  package var range: Range<Int> {
    offset..<(isBig ? entryOffset(entries.count) + 8 : offset + Self.byteCount(entries: entries.count))
  }

  package func entryOffset(_ number: Int) -> Int {
    isBig ? offset + 8 + Self.bigEntryByteCount * number : offset + 2 + TIFFEntry.byteCount * number
  }

  private static let bigEntryByteCount = 20

  /// The directory and all below it, parents first.
  package var flattened: [TIFFDirectory] { [self] + children.flatMap(\.flattened) }

  package func place(_ tag: UInt16) -> String { "\(path)/\(TIFFTag.name(tag))" }
}

extension TIFFDirectory {
  /// Reads the directory at `offset`, without its children.
  ///
  /// A link to the next directory that is cut off by the end of the file counts as 0.
  package init(
    at offset: Int, path: String, in source: any ByteSource, endianness: ByteReader.Endianness,
    isBig: Bool = false, entriesLeft: Int = .max
  ) throws(AuxError) {
    ParseEvent.report(.directory(at: offset, of: source.byteCount))
    self.path = path
    self.offset = offset
    self.isBig = isBig
    do throws(AuxError) {
      let headCount = isBig ? 8 : 2
      var head = ByteReader(
        try source.read(at: offset, count: headCount), fileOffset: offset, endianness: endianness)
      let count = isBig ? Int(clamping: try head.readUInt64()) : Int(try head.readUInt16())
      guard count <= entriesLeft else {
        throw AuxError(.limitExceeded, "the directories have too many entries", offset: offset)
      }
      let entryCount = isBig ? Self.bigEntryByteCount : TIFFEntry.byteCount
      guard count <= source.byteCount / entryCount else {
        throw AuxError(.truncated, "\(count) entries pass the end of the file", offset: offset)
      }
      let size = entryCount * count
      let start = offset + headCount
      try source.check(offset: start, count: size)
      var reader = ByteReader(
        try source.readPrefix(at: start, count: size + 8), fileOffset: start, endianness: endianness)
      entries = []
      entries.reserveCapacity(count)
      for number in 0..<count {
        entries.append(
          isBig
            ? try TIFFEntry(parsingBig: &reader, at: start + number * entryCount)
            : try TIFFEntry(parsing: &reader))
      }
      next = try Self.next(&reader, isBig: isBig)
    } catch { throw error.within(path) }
  }

  /// Reads the link to the next directory; one that 32 bits do not hold is an error.
  private static func next(_ reader: inout ByteReader, isBig: Bool) throws(AuxError) -> UInt32 {
    guard isBig else { return reader.remaining >= 4 ? try reader.readUInt32() : 0 }
    guard reader.remaining >= 8 else { return 0 }
    let offset = reader.fileOffset
    guard let next = UInt32(exactly: try reader.readUInt64()) else {
      throw AuxError(
        .limitExceeded, "a directory after 4 GiB, which this package does not read", offset: offset)
    }
    return next
  }

  /// Returns what breaks the order of TIFF 6.0 without doing harm.
  var disorder: String? {
    // As Pillow writes Exif that has nothing to say.
    if entries.isEmpty { return "\(path): a directory has one entry at least (TIFF 6.0, section 2)" }
    for (entry, following) in zip(entries, entries.dropFirst()) where entry.tag >= following.tag {
      return entry.tag == following.tag
        ? "\(place(entry.tag)) comes twice; the first holds"
        : "\(path): the tags do not ascend (TIFF 6.0, section 2)"
    }
    return nil
  }
}
