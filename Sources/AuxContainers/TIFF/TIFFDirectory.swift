package import AuxImage

/// An image file directory: its entries as they are, and the directories that its SubIFDs field names.
///
/// Source: TIFF 6.0, section 2; TIFF Technical Note 1 for SubIFDs.
package struct TIFFDirectory: Hashable, Sendable {
  /// The place in the file, as in `IFD0/SubIFD1`.
  package var path: String
  /// The offset of the count of entries.
  package var offset: Int
  /// The entries in the order of the file.
  package var entries: [TIFFEntry]
  /// The offset of the next directory of the chain; 0 for none.
  package var next: UInt32
  /// The directories that the SubIFDs field names, but for those that cannot be read.
  package var children: [TIFFDirectory] = []

  /// The first entry of that tag.
  package subscript(tag: UInt16) -> TIFFEntry? { entries.first { $0.tag == tag } }

  /// The number of bytes of a directory of so many entries.
  package static func byteCount(entries: Int) -> Int { 2 + TIFFEntry.byteCount * entries + 4 }

  /// The bytes of the directory, its values apart.
  package var range: Range<Int> { offset..<(offset + Self.byteCount(entries: entries.count)) }

  /// The directory and all below it, parents first.
  package var flattened: [TIFFDirectory] { [self] + children.flatMap(\.flattened) }

  /// Returns the place of a tag in this directory.
  package func place(_ tag: UInt16) -> String { "\(path)/\(TIFFTag.name(tag))" }
}

extension TIFFDirectory {
  /// Reads the directory at `offset`, without its children.
  ///
  /// A link to the next directory that is cut off by the end of the file counts as 0.
  package init(
    at offset: Int, path: String, in source: any ByteSource, endianness: ByteReader.Endianness,
    entriesLeft: Int = .max
  ) throws(AuxError) {
    ParseEvent.report(.directory(at: offset, of: source.byteCount))
    self.path = path
    self.offset = offset
    do throws(AuxError) {
      var head = ByteReader(
        try source.read(at: offset, count: 2), fileOffset: offset, endianness: endianness)
      let count = Int(try head.readUInt16())
      guard count <= entriesLeft else {
        throw AuxError(.limitExceeded, "the directories have too many entries", offset: offset)
      }
      let size = TIFFEntry.byteCount * count
      try source.check(offset: offset + 2, count: size)
      var reader = ByteReader(
        try source.readPrefix(at: offset + 2, count: size + 4), fileOffset: offset + 2,
        endianness: endianness)
      entries = []
      entries.reserveCapacity(count)
      for _ in 0..<count { entries.append(try TIFFEntry(parsing: &reader)) }
      next = reader.remaining >= 4 ? try reader.readUInt32() : 0
    } catch { throw error.within(path) }
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
