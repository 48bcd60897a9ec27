package import AuxImage

/// `stco` or `co64`: the offsets of a track's chunks in the file. Source: ISO/IEC 14496-12:2022, 8.7.5.
package struct ChunkOffsetBox: Hashable, Sendable {
  /// Version and flags.
  package var full: FullBoxHeader
  /// Whether the offsets have 64 bits (`co64`).
  package var isWide: Bool
  /// The offsets.
  package var offsets: [UInt64]
  /// Bytes after the last offset.
  package var rest: [UInt8]

  /// Reads the payload of a box of that type.
  package init(_ type: FourCharacterCode, parsing reader: inout ByteReader) throws(AuxError) {
    isWide = type == "co64"
    full = try FullBoxHeader(parsing: &reader)
    let count = Int(try reader.readUInt32())
    guard count <= reader.remaining / (isWide ? 8 : 4) else {
      throw AuxError(.truncated, "\(count) offsets in \(reader.remaining) bytes", offset: reader.fileOffset)
    }
    offsets = []
    offsets.reserveCapacity(count)
    for _ in 0..<count { offsets.append(isWide ? try reader.readUInt64() : UInt64(try reader.readUInt32())) }
    rest = reader.readRest()
  }

  /// Writes the payload; the inverse of ``init(_:parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(UInt32(offsets.count))
    for offset in offsets {
      if isWide { writer.write(offset) } else { writer.write(UInt32(truncatingIfNeeded: offset)) }
    }
    writer.write(rest)
  }
}
