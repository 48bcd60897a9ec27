package import AuxImage

/// A TIFF file: its header and the tree of its directories; values are read when they are asked for.
///
/// Anything between the header and the first directory is left alone. Source: TIFF 6.0, section 2.
package struct TIFFFile: Sendable {
  /// The bytes of the file.
  package let source: any ByteSource
  /// The byte order of all numbers.
  package let endianness: ByteReader.Endianness
  /// The directories of the main chain, each with its children.
  package let directories: [TIFFDirectory]
  /// What was forgiven.
  package let notes: [String]
  /// Why a directory is left out that begins in the file or behind its end: bytes appended would become part of it.
  package let damage: AuxError?
  /// The limits of reading.
  package let limits: Limits

  /// The size of the header in bytes.
  package static let headerCount = 8
  /// Where the offset of the first directory stands.
  package static let pointerOffset = 4

  /// Opens the file whose bytes `source` gives.
  ///
  /// Where `strict` is false, a directory behind the first one that cannot be read, or that was read
  /// before, is left out with a note. Throws `unsupported` for BigTIFF.
  package init(
    _ source: any ByteSource, limits: Limits = .standard, strict: Bool = false
  ) throws(AuxError) {
    let header = try Self.header(of: source)
    var walk = DirectoryWalk(source: source, endianness: header.endianness, limits: limits, strict: strict)
    self.source = source
    self.limits = limits
    endianness = header.endianness
    directories = try walk.chain(from: header.first)
    notes = walk.notes
    damage = walk.damage
  }

  /// Reads the header: the byte order and the offset of the first directory.
  package static func header(
    of source: any ByteSource
  ) throws(AuxError) -> (endianness: ByteReader.Endianness, first: Int) {
    var reader = ByteReader(try source.read(at: 0, count: headerCount))
    let endianness: ByteReader.Endianness
    switch try reader.readUInt16() {
    case 0x4949: endianness = .little
    case 0x4D4D: endianness = .big
    default: throw AuxError(.malformed, "no byte-order mark, II or MM (TIFF 6.0, section 2)", offset: 0)
    }
    reader.endianness = endianness
    switch try reader.readUInt16() {
    case 42: break
    case 43: throw AuxError(.unsupported, "BigTIFF, which this package does not read", offset: 2)
    case let magic: throw AuxError(.malformed, "the number \(magic) where TIFF has 42", offset: 2)
    }
    let first = Int(try reader.readUInt32())
    guard first >= headerCount else {
      throw AuxError(.malformed, "the first directory is said to be inside the header", offset: pointerOffset)
    }
    return (endianness, first)
  }

  /// The first directory.
  package var first: TIFFDirectory { directories[0] }

  /// All directories, parents first.
  package var allDirectories: [TIFFDirectory] { directories.flatMap(\.flattened) }
}

/// Reads directories once each, in bounds that no file passes by accident.
private struct DirectoryWalk {
  let source: any ByteSource
  let endianness: ByteReader.Endianness
  let limits: Limits
  let strict: Bool
  var notes: [String] = []
  var damage: AuxError?
  private var visited: Set<Int> = []
  /// What is left of the entries of all directories together; cameras write a few hundred.
  private var entriesLeft = 1 << 18

  init(source: any ByteSource, endianness: ByteReader.Endianness, limits: Limits, strict: Bool) {
    self.source = source
    self.endianness = endianness
    self.limits = limits
    self.strict = strict
  }

  /// Reads the main chain.
  mutating func chain(from first: Int) throws(AuxError) -> [TIFFDirectory] {
    var found = [try directory(at: first, path: "IFD0")]
    var next = Int(found[0].next)
    while next != 0 {
      guard let following = try forgiving(at: next, path: "IFD\(found.count)") else { break }
      found.append(following)
      next = Int(following.next)
    }
    return found
  }

  /// Reads a directory and those below it.
  private mutating func directory(at offset: Int, path: String) throws(AuxError) -> TIFFDirectory {
    guard visited.insert(offset).inserted else {
      throw AuxError(.malformed, "the directory is named twice; a loop", offset: offset, place: path)
    }
    guard visited.count <= limits.directories else {
      throw AuxError(
        .limitExceeded, "more than \(limits.directories) directories", offset: offset, place: path)
    }
    guard offset >= TIFFFile.headerCount else {
      throw AuxError(.malformed, "a directory inside the header", offset: offset, place: path)
    }
    var directory = try TIFFDirectory(
      at: offset, path: path, in: source, endianness: endianness, entriesLeft: entriesLeft)
    entriesLeft -= directory.entries.count
    if let disorder = directory.disorder { try forgive(AuxError(.malformed, disorder, offset: offset)) }
    for (number, offset) in try childOffsets(of: directory).enumerated() {
      if let child = try forgiving(at: offset, path: "\(path)/SubIFD\(number)") {
        directory.children.append(child)
      }
    }
    return directory
  }

  private mutating func childOffsets(of directory: TIFFDirectory) throws(AuxError) -> [Int] {
    guard let entry = directory[TIFFTag.subIFDs] else { return [] }
    let place = directory.place(TIFFTag.subIFDs)
    guard Int(entry.count) <= limits.directories else {
      throw AuxError(
        .limitExceeded, "\(entry.count) directories, \(limits.directories) at most", offset: directory.offset,
        place: place)
    }
    do throws(AuxError) {
      return try TIFFValues(entry, place: place, source, endianness, most: limits.entryBytes).integers()
    } catch {
      try forgive(error)
      return []
    }
  }

  private mutating func forgiving(at offset: Int, path: String) throws(AuxError) -> TIFFDirectory? {
    do throws(AuxError) {
      return try directory(at: offset, path: path)
    } catch {
      try forgive(error)
      return nil
    }
  }

  /// Notes an error, or throws it where it may not be forgiven.
  private mutating func forgive(_ error: AuxError) throws(AuxError) {
    if error.code == .truncated, damage == nil { damage = error }
    if strict || error.code == .limitExceeded || error.code == .io { throw error }
    notes.append("\(error)")
  }
}
