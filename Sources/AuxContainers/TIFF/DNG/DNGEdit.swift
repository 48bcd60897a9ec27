package import AuxImage

/// A change of the depth map and the masks of a DNG, by appending only.
///
/// New images go to the end of the file, after them a copy of IFD 0 that lists them. The one old byte
/// range that changes is the offset of IFD 0 in the header; strips, tiles, directories and values stay
/// where they are. What is removed is no longer listed, and its bytes are cut off only where this package
/// appended them last (see ``DNGGraft``); else they stay as dead data. Source: Specs/dng.md, "Grafting".
package struct DNGEdit: Sendable {
  private let tiff: TIFFFile
  private let version: [UInt8]
  private let lists: [Int]
  private let depthOffsets: Set<Int>
  private let masks: [DNGMask]
  private var removed: Set<Int> = []
  /// Whether IFD 0 describes the depth map that the file has.
  private var keepsDepth = true
  private var added: [DNGCodedImage] = []
  /// Whether IFD 0 names no C2PA manifest any more; its bytes stay as dead data.
  package var removesManifest = false
  /// How IFD 0 says that the image is to be turned for display; nil where that stays.
  package var orientation: ImageOrientation?

  /// Begins a change of a file.
  ///
  /// Throws `unsupported` for a TIFF file that is no DNG, `malformed` where anything is said to lie in the header.
  package init(_ file: DNGFile) throws(AuxError) {
    guard let version = file.version, version.count == 4 else {
      throw AuxError(.unsupported, "a TIFF file without DNGVersion is no DNG", place: "IFD0/DNGVersion")
    }
    tiff = file.tiff
    self.version = version
    let root = file.tiff.first
    lists = try file.tiff.values(TIFFTag.subIFDs, in: root)?.integers() ?? []
    let children = Set(root.children.map(\.offset))
    if let other = (file.depthDirectories + file.masks.map(\.directory)).first(where: {
      !children.contains($0.offset)
    }) {
      throw AuxError(
        .unsupported, "an auxiliary image that is no SubIFD of IFD 0 cannot be edited", offset: other.offset,
        place: other.path)
    }
    depthOffsets = Set(file.depthDirectories.map(\.offset))
    masks = file.masks
    // The offset of IFD 0 changes, and with it whatever is read from there.
    var reach = TIFFReach(in: tiff)
    for directory in tiff.directories {
      reach.add(directory)
      if let missing = reach.missing {
        throw AuxError(
          .malformed, "values are said to lie after the end of the file, where new bytes would come to be",
          offset: missing, place: directory.path)
      }
      guard reach.lowest < TIFFFile.headerCount else { continue }
      throw AuxError(
        .malformed, "bytes of the header are said to be values or pixels; they would change",
        offset: reach.lowest, place: directory.path)
    }
  }

  /// The byte order in which 16-bit samples of new images must be.
  package var endianness: ByteReader.Endianness { tiff.endianness }

  /// Removes all depth maps and their description.
  package mutating func removeDepth() {
    removed.formUnion(depthOffsets)
    added.removeAll { $0.depth != nil }
    keepsDepth = false
  }

  package mutating func remove(_ mask: DNGMask) { removed.insert(mask.directory.offset) }

  /// Adds an image; a depth map takes the place of all others.
  ///
  /// Throws `usage` for what DNG does not allow, and for a second mask of one name and instance.
  package mutating func add(_ image: DNGCodedImage) throws(AuxError) {
    try image.check()
    guard case .mask(let name, let instanceID) = image.kind else {
      removeDepth()
      return added.insert(image, at: 0)
    }
    let isTaken =
      added.contains { $0.kind == image.kind }
      || masks.contains {
        !removed.contains($0.directory.offset) && $0.name == name && $0.instanceID == instanceID
      }
    guard !isTaken else {
      throw AuxError(.usage, "a second mask of the name \(name) (DNG 1.7.1.0, SemanticName)")
    }
    added.append(image)
  }
}

extension DNGEdit {
  /// The fields of IFD 0 that the change is about, as they shall be.
  private struct Wanted {
    var kept: [Int]
    /// The depth tags with their values, in the byte order of the file.
    var depth: [UInt16: TIFFValues]
    var new: DNGDepthDescription?
    var version: [UInt8]
  }

  /// Returns the file that results, as ranges of the old one and new bytes.
  ///
  /// Throws `limitExceeded` where it would pass 4 GiB.
  package func composition() throws(AuxError) -> ByteComposition {
    let wanted = try wanted()
    let base = base(keeping: wanted.kept)
    let old = try fields(of: base.root)
    let version = added.reduce(old.version) {
      $0.lexicographicallyPrecedes($1.version) ? $1.version : $0
    }
    let keepsTags = !removesManifest || base.root[TIFFTag.c2pa] == nil
    if keepsTags, orientation == nil, added.isEmpty, wanted.new == nil, wanted.kept == old.lists,
      version == old.version,
      wanted.depth.mapValues(\.bytes) == old.depth.mapValues(\.bytes)
    {
      return composed(pointer: base.pointer, count: base.count, tail: [])
    }
    let start = base.count
    guard start <= Int(UInt32.max) else {
      throw AuxError(.limitExceeded, "the file has passed 4 GiB, which TIFF offsets cannot express")
    }
    var writer = ByteWriter(endianness: tiff.endianness)
    var lists = wanted.kept
    for image in added { lists.append(try image.serialize(into: &writer, base: start)) }
    var root = TIFFNewDirectory(keeping: base.root, endianness: tiff.endianness)
    root.set(TIFFTag.dngVersion, bytes: version)
    if removesManifest { root.remove(TIFFTag.c2pa) }
    if let orientation { root.set(TIFFTag.orientation, shorts: [orientation.rawValue]) }
    root.remove(TIFFTag.subIFDs)
    if !lists.isEmpty {
      let type = tiff.first[TIFFTag.subIFDs]?.type == .ifd ? TIFFFieldType.ifd : .long
      root.set(TIFFTag.subIFDs, longs: lists, type: type)
    }
    for tag in TIFFTag.depthTags {
      root.remove(tag)
      if let values = wanted.depth[tag] {
        root.set(tag, values.type, count: values.count, bytes: values.bytes)
      }
    }
    wanted.new?.set(in: &root)
    let offset = try root.serialize(into: &writer, base: start, record: base.record(tiff.endianness))
    return composed(pointer: UInt32(offset), count: start, tail: writer.bytes)
  }

  private func wanted() throws(AuxError) -> Wanted {
    var wanted = Wanted(kept: lists.filter { !removed.contains($0) }, depth: [:], version: version)
    if keepsDepth { wanted.depth = try fields(of: tiff.first).depth }
    wanted.new = added.lazy.compactMap(\.depth).first
    return wanted
  }

  /// Returns the oldest state of the file that has all images that stay.
  private func base(keeping kept: [Int]) -> DNGGraft {
    var base = DNGGraft(of: tiff)
    // An edit that changes nothing keeps the file as it is.
    if added.isEmpty, kept == lists, keepsDepth { return base }
    let stays = reachBelowRoot(keeping: kept)
    while let previous = base.previous(in: tiff), hasAll(kept, reaching: stays, previous) { base = previous }
    return base
  }

  /// Returns how far what stays reaches in every state of the file: the chain of directories, but for IFD 0 itself and
  /// what is removed.
  private func reachBelowRoot(keeping kept: [Int]) -> TIFFReach {
    var reach = TIFFReach(in: tiff)
    for directory in tiff.first.children where kept.contains(directory.offset) { reach.add(directory) }
    for directory in tiff.directories.dropFirst() { reach.add(directory) }
    return reach
  }

  /// Returns whether that state of the file holds all that stays: `stays` and what its IFD 0 names.
  private func hasAll(_ kept: [Int], reaching stays: TIFFReach, _ state: DNGGraft) -> Bool {
    guard kept.allSatisfy({ $0 < state.count }), stays.end <= state.count else { return false }
    var root = state.root
    root.children = []
    var reach = stays
    reach.add(root)
    return reach.end <= state.count
  }

  /// Returns the fields of a state of IFD 0 that an edit sets.
  private func fields(
    of root: TIFFDirectory
  ) throws(AuxError) -> (lists: [Int], depth: [UInt16: TIFFValues], version: [UInt8]) {
    var depth: [UInt16: TIFFValues] = [:]
    for tag in TIFFTag.depthTags { depth[tag] = try tiff.values(tag, in: root) }
    return (
      try tiff.values(TIFFTag.subIFDs, in: root)?.integers() ?? [], depth,
      try tiff.values(TIFFTag.dngVersion, in: root)?.bytes ?? version
    )
  }

  /// Returns the header with that pointer, the old bytes up to `count`, and the tail.
  private func composed(pointer: UInt32, count: Int, tail: [UInt8]) -> ByteComposition {
    var header = ByteWriter(endianness: tiff.endianness)
    header.write(pointer)
    var composition = ByteComposition()
    composition.append(source: 0..<TIFFFile.pointerOffset)
    composition.append(header.bytes)
    composition.append(source: TIFFFile.headerCount..<count)
    composition.append(tail)
    return composition
  }
}
