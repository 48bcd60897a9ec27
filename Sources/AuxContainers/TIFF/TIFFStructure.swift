package import AuxImage

/// The tree of the directories of a TIFF file as its bytes say, right or wrong: each is read once.
///
/// ``TIFFFile`` makes of it what reading accepts, and rules say what is wrong with it. Source: TIFF 6.0, section 2.
package struct TIFFStructure: TIFFContent {
  /// Why a directory, or what one names, is not among ``directories``; or what is out of order in one that is.
  package struct Fault: Sendable {
    package enum Kind: Hashable, Sendable {
      /// The directory was read before.
      case loop
      case unreadable
      case children
      case disorder
      case limit
    }

    package var kind: Kind
    package var error: AuxError
  }

  package let source: any ByteSource
  package let limits: AuxLimits
  package let endianness: ByteReader.Endianness
  package let isBig: Bool
  /// The directories of the main chain, each with its children.
  package private(set) var directories: [TIFFDirectory] = []
  /// The depth maps and masks among them.
  package private(set) var entries: [Listed<DNGAuxiliaryDirectory>] = []
  /// What is wrong, in the order in which it was met.
  package private(set) var faults: [Fault] = []

  private var visited: Set<Int> = []
  /// What is left of the entries of all directories together; cameras write a few hundred.
  private var entriesLeft = 1 << 18

  /// Reads the header and all directories of the file whose bytes `source` gives.
  ///
  /// Throws `malformed` or `unsupported` for a header that is not TIFF's.
  package init(_ source: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    self.source = source
    self.limits = limits
    let header = try TIFFFile.header(of: source)
    endianness = header.endianness
    isBig = header.isBig
    var next = header.first
    while next != 0, let directory = read(next, path: "IFD\(directories.count)") {
      directories.append(directory)
      next = Int(directory.next)
    }
    entries = auxiliaryEntries(in: directories)
  }

  private mutating func read(_ offset: Int, path: String, depth: Int = 0) -> TIFFDirectory? {
    guard visited.insert(offset).inserted else {
      let error = AuxError(
        .malformed, "the directory is named twice; a loop", offset: offset, place: path)
      faults.append(Fault(kind: .loop, error: error))
      return nil
    }
    guard visited.count <= limits.directories else {
      noteLimit("more than \(limits.directories) directories", offset, path)
      return nil
    }
    var directory: TIFFDirectory
    do throws(AuxError) {
      guard offset >= TIFFFile.headerCount else {
        throw AuxError(.malformed, "a directory inside the header", offset: offset, place: path)
      }
      directory = try TIFFDirectory(
        at: offset, path: path, in: source, endianness: endianness, isBig: isBig,
        entriesLeft: entriesLeft)
    } catch {
      faults.append(Fault(kind: .unreadable, error: error))
      return nil
    }
    entriesLeft -= directory.entries.count
    if let disorder = directory.disorder {
      faults.append(Fault(kind: .disorder, error: AuxError(.malformed, disorder, offset: offset)))
    }
    for (number, offset) in childOffsets(of: directory).enumerated() {
      guard depth < limits.directoryDepth else {
        noteLimit("directories nested deeper than \(limits.directoryDepth) levels", offset, path)
        break
      }
      if let child = read(offset, path: "\(path)/SubIFD\(number)", depth: depth + 1) {
        directory.children.append(child)
      }
    }
    return directory
  }

  private mutating func childOffsets(of directory: TIFFDirectory) -> [Int] {
    guard let entry = directory[TIFFTag.subIFDs] else { return [] }
    let place = directory.place(TIFFTag.subIFDs)
    if Int(entry.count) > limits.directories {
      noteLimit("\(entry.count) directories, \(limits.directories) at most", directory.offset, place)
    }
    do throws(AuxError) {
      let values = try TIFFValues(entry, place: place, source, endianness, most: limits.entryBytes)
      return Array(try values.integers().prefix(limits.directories))
    } catch {
      faults.append(Fault(kind: .children, error: error))
      return []
    }
  }

  /// Notes the first limit that is passed: a hostile file passes it again and again.
  private mutating func noteLimit(_ reason: String, _ offset: Int, _ place: String) {
    guard !faults.contains(where: { $0.kind == .limit }) else { return }
    faults.append(
      Fault(kind: .limit, error: AuxError(.limitExceeded, reason, offset: offset, place: place)))
  }
}

extension TIFFFile {
  package init(_ source: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(TIFFStructure(source, limits: limits))
  }

  /// Takes the directories of a file's structure.
  ///
  /// A directory after the first one that cannot be read, or that was read before, is left out with a note. Throws the
  /// first fault that may not be forgiven.
  package init(_ structure: TIFFStructure) throws(AuxError) {
    source = structure.source
    limits = structure.limits
    endianness = structure.endianness
    directories = structure.directories
    entries = structure.entries
    let errors = structure.faults.map(\.error)
    let isEmpty = structure.directories.isEmpty
    if let fatal = errors.first(where: { isEmpty || $0.code == .limitExceeded || $0.isOfSystem }) {
      throw fatal
    }
    notes = errors.map { "\($0)" }
    damage =
      errors.first { $0.code == .truncated } ?? structure.faults.first { $0.kind == .loop }?.error
  }
}
