package import AuxImage

/// The top-level boxes of a file as ranges; none of their payloads is loaded.
package struct FileLayout: Hashable, Sendable {
  /// One top-level box.
  package struct Entry: Hashable, Sendable {
    /// The header.
    package var header: BoxHeader
    /// The offset of the header in the file.
    package var offset: Int

    /// The type.
    package var type: FourCharacterCode { header.type }
    /// Header and payload.
    package var range: Range<Int> { offset..<(offset + header.count) }
    /// The payload.
    package var payloadRange: Range<Int> { (offset + header.headerCount)..<(offset + header.count) }
  }

  /// The boxes in file order.
  package let entries: [Entry]
  /// Bytes behind the last box that are no box; often empty.
  package let trailer: Range<Int>

  /// Walks the headers of the boxes of `source`.
  ///
  /// Bytes behind the `meta` box that cannot be a box header, as some makers append, are the trailer.
  package init(_ source: any ByteSource, limits: Limits = .standard) throws(AuxError) {
    var entries: [Entry] = []
    var position = 0
    var hasMeta = false
    while position < source.byteCount {
      guard entries.count < limits.items else {
        throw AuxError(.limitExceeded, "more than \(limits.items) top-level boxes", offset: position)
      }
      let prefix = try source.readPrefix(at: position, count: 32)
      var reader = ByteReader(prefix, fileOffset: position)
      if hasMeta, !Self.mayBeBox(prefix) { break }
      let header = try BoxHeader(
        parsing: &reader, available: source.byteCount - position, isTopLevel: true)
      hasMeta = hasMeta || header.type == "meta"
      entries.append(Entry(header: header, offset: position))
      position += header.count
    }
    self.entries = entries
    trailer = position..<max(position, source.byteCount)
  }

  private static func mayBeBox(_ prefix: [UInt8]) -> Bool {
    guard prefix.count >= 8 else { return false }
    return FourCharacterCode(prefix[4..<8].reduce(0) { $0 << 8 | UInt32($1) }).isPrintable
  }

  /// Returns the only box of that type, or nil; throws `malformed` where there are two.
  package func only(_ type: FourCharacterCode) throws(AuxError) -> Entry? {
    let found = entries.filter { $0.type == type }
    guard found.count <= 1 else {
      throw AuxError(.malformed, "a second \(type) box", offset: found[1].offset)
    }
    return found.first
  }

  /// Loads one box; throws `limitExceeded` where it is longer than ``Limits/metaBytes``.
  package static func load(
    _ entry: Entry, from source: any ByteSource, limits: Limits
  ) throws(AuxError) -> Box {
    guard entry.header.count <= limits.metaBytes else {
      throw AuxError(
        .limitExceeded, "\(entry.header.count) bytes, \(limits.metaBytes) at most", offset: entry.offset,
        place: "\(entry.type)")
    }
    var reader = ByteReader(
      try source.read(at: entry.offset, count: entry.header.count), fileOffset: entry.offset)
    return try Box(parsing: &reader, limits: limits)
  }
}
