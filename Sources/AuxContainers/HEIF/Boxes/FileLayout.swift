package import AuxImage

/// The top-level boxes of a file as ranges; no payload is loaded.
package struct FileLayout: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var header: BoxHeader
    package var offset: Int

    package var type: FourCharacterCode { header.type }
    package var range: Range<Int> { offset..<(offset + header.count) }
    package var payloadRange: Range<Int> { (offset + header.headerCount)..<(offset + header.count) }
  }

  /// The boxes in file order, up to the first that cannot be read.
  package let entries: [Entry]
  /// The bytes after the last box, which are not a box; often empty.
  package let trailer: Range<Int>
  /// Why a box is not among ``entries``; nil where all are.
  package let fault: AuxError?
  /// The box that the file cuts short, where that is the fault: it still begins where it does.
  package let cut: Entry?

  /// Walks the headers of the boxes of `source` as far as they hold.
  ///
  /// Bytes after the `meta` box that are no box, as some makers append, are the trailer: text may look like a header of a
  /// type that no file has and of a size that it has no room for.
  init(walking source: any ByteSource, limits: AuxLimits) {
    ParseEvent.report(.topBoxes(of: source.byteCount))
    var entries: [Entry] = []
    var position = 0
    var hasMeta = false
    var fault: AuxError?
    var cut: Entry?
    while position < source.byteCount, fault == nil {
      var prefix: [UInt8] = []
      do throws(AuxError) {
        guard entries.count < limits.items else {
          throw AuxError(.limitExceeded, "more than \(limits.items) top-level boxes", offset: position)
        }
        prefix = try source.readPrefix(at: position, count: 32)
        if hasMeta, Self.boxType(prefix) == nil { break }
        var reader = ByteReader(prefix, fileOffset: position)
        let header = try BoxHeader(
          parsing: &reader, available: source.byteCount - position, isTopLevel: true)
        hasMeta = hasMeta || header.type == "meta"
        entries.append(Entry(header: header, offset: position))
        position += header.count
      } catch {
        let isBox = prefix.isEmpty || Self.isOfKnownBox(prefix)
        guard isBox || !hasMeta else { break }
        fault = error
        if error.code == .truncated, let type = Self.boxType(prefix) {
          var header = BoxHeader(type, payloadCount: source.byteCount - position - 8)
          header.sizeForm = .toEnd
          cut = Entry(header: header, offset: position)
        }
      }
    }
    self.entries = entries
    self.fault = fault
    self.cut = cut
    trailer = (fault == nil ? position : source.byteCount)..<source.byteCount
  }

  /// The types that boxes at the top of a file with images have.
  private static let types: Set<FourCharacterCode> = [
    "ftyp", "styp", "meta", "mdat", "idat", "moov", "moof", "mfra", "sidx", "ssix", "free", "skip", "wide",
    "pdin", "uuid",
    "jumb", "mpvd", "sefd",
  ]

  /// True if bytes are the beginning of a box of a type that files with images or videos have.
  static func isOfKnownBox(_ prefix: [UInt8]) -> Bool { boxType(prefix).map(types.contains) ?? false }

  /// Returns the type of the box that begins with these bytes, or nil where none can.
  private static func boxType(_ prefix: [UInt8]) -> FourCharacterCode? {
    guard prefix.count >= 8 else { return nil }
    let type = FourCharacterCode(prefix[4..<8].reduce(0) { $0 << 8 | UInt32($1) })
    return type.isPrintable ? type : nil
  }

  /// All boxes, the one that the file cuts short among them.
  package var all: [Entry] { cut.map { entries + [$0] } ?? entries }

  /// Where C2PA manifests are, headers included.
  package var manifestRanges: [Range<Int>] { entries.filter(\.isManifest).map(\.range) }

  /// Returns the only box of that type, or nil; throws `malformed` where there are two.
  package func only(_ type: FourCharacterCode) throws(AuxError) -> Entry? {
    let found = entries.filter { $0.type == type }
    guard found.count <= 1 else {
      throw AuxError(.malformed, "a second \(type) box", offset: found[1].offset)
    }
    return found.first
  }

  /// Loads one box; throws `limitExceeded` where it is longer than ``AuxLimits/metaBytes``.
  package static func load(
    _ entry: Entry, from source: any ByteSource, limits: AuxLimits
  ) throws(AuxError) -> Box {
    let box = try entry.box(from: source, limits: limits)
    if let fault = box.firstFault { throw fault }
    return box
  }
}

extension FileLayout.Entry {
  /// Loads the payload; throws `limitExceeded` where the box is longer than ``AuxLimits/metaBytes``.
  func payload(from source: any ByteSource, limits: AuxLimits) throws(AuxError) -> ByteReader {
    guard header.count <= limits.metaBytes else {
      throw AuxError(
        .limitExceeded, "\(header.count) bytes, \(limits.metaBytes) at most", offset: offset,
        place: "\(type)")
    }
    return ByteReader(
      try source.read(at: payloadRange.lowerBound, count: payloadRange.count),
      fileOffset: payloadRange.lowerBound)
  }

  /// Loads the box, right or wrong: a fault inside is kept in the box it is in.
  func box(from source: any ByteSource, limits: AuxLimits) throws(AuxError) -> Box {
    var reader = try payload(from: source, limits: limits)
    return try Box(header, payload: &reader, limits: limits)
  }

  /// Whether the box holds what follows images elsewhere: Samsung's data, the video of a motion photo, or free space, in which
  /// makers put what they do not name.
  ///
  /// Source: Specs/trailers.md, "HEIF".
  package var isTrailer: Bool { ["mpvd", "sefd", "free", "skip"].contains(type) }

  /// Whether the box holds a C2PA manifest. Source: C2PA specification, "Embedding manifests into BMFF-based assets".
  package var isManifest: Bool { type == "uuid" && header.userType == Self.manifestType }

  /// D8FEC3D6-1B0E-483C-9297-5828877EC481.
  private static let manifestType: [UInt8] = [
    0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
  ]
}
