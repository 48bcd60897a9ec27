internal import AuxImage

/// The state of a file before this package appended to it, kept in a record before the new IFD 0.
///
/// The record is 16 bytes: `AUXDEPTH`, then in the byte order of the file the offset that the header had
/// for IFD 0 and the length that the file had. IFD 0 follows at once and ends the file. With it a later
/// edit can cut the file back instead of growing it, and a removal restores the file byte for byte.
/// Source: Specs/dng.md, "Grafting".
struct DNGGraft {
  var pointer: UInt32
  var count: Int
  /// IFD 0, without its children.
  var root: TIFFDirectory

  private static let mark = Array("AUXDEPTH".utf8)
  private static let recordCount = mark.count + 8

  func record(_ endianness: ByteReader.Endianness) -> [UInt8] {
    var writer = ByteWriter(endianness: endianness)
    writer.write(Self.mark)
    writer.write(pointer)
    writer.write(UInt32(count))
    return writer.bytes
  }

  /// The present state of a file.
  init(of tiff: TIFFFile) {
    root = tiff.first
    pointer = UInt32(root.offset)
    count = tiff.source.byteCount
  }

  /// Returns the state before this one was appended; nil where this package did not append it last.
  ///
  /// It is also nil where something but SubIFDs, depth description and version has changed in IFD 0 since
  /// then: such an edit is not undone.
  func previous(in tiff: TIFFFile) -> DNGGraft? {
    let recordOffset = root.offset - Self.recordCount
    guard root.range.upperBound == count, recordOffset >= TIFFFile.headerCount,
      let bytes = try? tiff.source.read(at: recordOffset, count: Self.recordCount),
      bytes.starts(with: Self.mark)
    else { return nil }
    var reader = ByteReader(Array(bytes[Self.mark.count...]), endianness: tiff.endianness)
    guard let pointer = try? reader.readUInt32(), let count = try? reader.readUInt32(),
      Int(count) <= recordOffset, Int(pointer) >= TIFFFile.headerCount,
      let old = try? TIFFDirectory(
        at: Int(pointer), path: root.path, in: tiff.source, endianness: tiff.endianness),
      old.range.upperBound <= Int(count), Self.unchanging(old) == Self.unchanging(root),
      old.next == root.next
    else { return nil }
    var state = self
    (state.pointer, state.count, state.root) = (pointer, Int(count), old)
    return state
  }

  /// The tags of IFD 0 that an edit sets.
  private static let edited = Set(TIFFTag.depthTags + [TIFFTag.subIFDs, TIFFTag.dngVersion])

  private static func unchanging(_ directory: TIFFDirectory) -> [TIFFEntry] {
    directory.entries.filter { !edited.contains($0.tag) }
  }
}
