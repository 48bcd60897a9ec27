internal import AuxContainers
public import AuxImage
public import AuxReader

/// A photo whose structure is mended by repairs that rules named: all pixels stay as they are coded, byte for byte.
///
/// ```swift
/// let source = try ImageSource(editing: path)
/// try PhotoRepair(repairs, of: source).finalize(to: path, options: .inPlace)
/// ```
///
/// Nothing is written before ``finalize(to:options:check:)``. Source: Specs/validation.md, "Repairs".
public struct PhotoRepair: Sendable {
  /// The repairs, each once.
  public let repairs: [AuxRepair]
  let source: ImageSource

  /// Creates the repair of a photo.
  public init(_ repairs: [AuxRepair], of source: ImageSource) {
    var seen: Set<AuxRepair> = []
    self.repairs = repairs.filter { seen.insert($0).inserted }
    self.source = source
  }

  /// Writes the file, reads it back, compares all coded bytes with those of the source, and gives it its name.
  ///
  /// `check` sees the file before it has its name; if it throws, nothing is changed. Returns what was lost of the replaced
  /// file. Throws `AuxError` as `ImageDestination.finalize(to:options:)`, and `unsupported` where
  /// a repair is not one of this container.
  @discardableResult
  public func finalize(
    to path: String, options: WriteOptions = WriteOptions(),
    check: (ImageSource) throws(AuxError) -> Void = { _ in }
  ) throws(AuxError) -> [String] {
    try file.write(to: path, options) { written throws(AuxError) in
      try RepairVerification(repairs, of: source).check(written)
      try check(written)
    }.notes
  }

  /// Returns the file in memory, read back and compared as ``finalize(to:options:check:)`` does.
  public func finalize() throws(AuxError) -> [UInt8] {
    try file.data(check: RepairVerification(repairs, of: source).check).bytes
  }

  private var file: ComposedFile {
    ComposedFile(source: source.bytes, limits: source.limits) { () throws(AuxError) in
      switch source.model.structure {
      case .jpeg(let structure): return try jpeg(structure)
      case .heif(let structure): return try heif(structure)
      case .tiff, .readOnly:
        throw AuxError(.unsupported, "nothing is repaired in a file of \(source.container.rawValue)")
      }
    }
  }

  private func foreign(_ repair: AuxRepair) -> AuxError {
    AuxError(.unsupported, "\(repair): that does not apply to \(source.container.rawValue)")
  }

  private func heif(_ structure: HEIFStructure) throws(AuxError) -> ByteComposition {
    var edit = HEIFEdit(try HEIFFile(structure))
    for repair in repairs {
      switch repair.change {
      case .essential(let item, let property): try edit.makeEssential(property, of: item)
      case .size(let item, let width, let height): try edit.setSize(width: width, height: height, of: item)
      case .orientation(let item, let other): try edit.copyOrientation(of: other, to: item)
      case .hidden(let item): try edit.hide(item)
      case .toneMapBrand: edit.addsToneMapBrand = true
      case .preferred(let item, let other): try edit.prefer(item, over: other)
      case .removed(let item): try edit.remove(item)
      case .inItemData(let item): try edit.locateInItemData(item)
      case .indexEntry, .gainMapClaim: throw foreign(repair)
      }
    }
    return try edit.composition(of: source.bytes)
  }

  /// Returns the file without what announces a gain map; its index is written anew, which repairs all entries as well.
  private func withoutGainMapClaim(_ reader: JPEGReader) throws(AuxError) -> ByteComposition {
    var edit = JPEGEdit(reader.file)
    edit.directoryEnd = reader.directoryEnd
    edit.hasGainMapVersion = false
    var packets = try PrimaryPackets(of: reader.file.primary, in: source.bytes, limits: source.limits)
    try packets.packet?.removeGainMapClaim()
    try packets.apply(to: &edit)
    return try edit.composition(of: source.bytes)
  }

  /// The index keeps its size, so that nothing else moves.
  private func jpeg(_ structure: JPEGStructure) throws(AuxError) -> ByteComposition {
    if repairs.contains(where: { $0.change == .gainMapClaim }), case .jpeg(let reader) = source.parsed {
      return try withoutGainMapClaim(reader)
    }
    guard let index = structure.index(of: try structure.image(at: 0)) else {
      throw AuxError(.malformed, "the file has no index of further images", place: "image 1")
    }
    var patches: [(position: Int, bytes: [UInt8])] = []
    for repair in repairs {
      guard case .indexEntry(let number, let start, let end) = repair.change else { throw foreign(repair) }
      guard let entry = index.entries.first(where: { $0.number == number }),
        let offset = UInt32(exactly: start - index.base), let size = UInt32(exactly: end - start)
      else {
        throw AuxError(.unsupported, "\(repair): an entry cannot say so", place: "MPF/MPEntry[\(number)]")
      }
      var writer = ByteWriter(endianness: index.endianness)
      writer.write(size)
      writer.write(offset)
      patches.append((entry.position + 4, writer.bytes))
    }
    var composition = ByteComposition()
    var position = 0
    for patch in patches.sorted(by: { $0.position < $1.position }) where patch.position >= position {
      composition.append(source: position..<patch.position)
      composition.append(patch.bytes)
      position = patch.position + patch.bytes.count
    }
    composition.append(source: position..<source.bytes.byteCount)
    return composition
  }
}
