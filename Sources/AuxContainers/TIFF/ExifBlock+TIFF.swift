package import AuxImage

extension ExifBlock {
  /// What a TIFF file says about its photo as Exif does, gathered.
  package struct Gathered: Sendable {
    /// The block, from its byte-order mark on; nil where the file says nothing of that kind.
    package var bytes: [UInt8]?
    package var leftOut: [String] = []
  }

  /// The tags of the first directory that Exif describes and that do not say how the pixels are stored.
  ///
  /// Source: Exif 2.32, 4.6.4; 18246 and 40091 to 40095 are Windows's rating, title, comment, author, keywords
  /// and subject.
  private static let descriptive: [UInt16] =
    [
      TIFFTag.imageDescription, TIFFTag.make, TIFFTag.model, TIFFTag.orientation, TIFFTag.xResolution,
      TIFFTag.yResolution, TIFFTag.resolutionUnit, TIFFTag.software, TIFFTag.dateTime, TIFFTag.artist,
      TIFFTag.hostComputer, TIFFTag.copyright, 18246,
    ] + Array(40091...40095)

  /// Gathers the tags of Exif of a TIFF file into a block: of the first directory, of Exif's own and of GPS.
  ///
  /// A maker's note stays behind, unless it is of a form whose offsets are its own, since they are else often those of
  /// the file that it was in. A directory that cannot be read stays behind, too. `omitted` are tags of any directory
  /// that do not hold for the photo elsewhere. Source: Exif 2.32, 4.6.3; Specs/photos.md, "TIFF".
  package static func gathered(from tiff: TIFFFile, without omitted: Set<UInt16> = []) -> Gathered {
    var result = Gathered()
    var gathering = Gathering(tiff, omitted: omitted)
    do throws(AuxError) {
      var root = TIFFNewDirectory(endianness: tiff.endianness)
      try gathering.describe(&root, only: descriptive, &result)
      result.bytes = try gathering.block(root)
    } catch { result.leftOut.append("the tags of Exif cannot be read: \(error.message)") }
    if tiff.first[TIFFTag.photoshop] != nil {
      result.leftOut.append("Photoshop's data of the TIFF file stays behind")
    }
    return result
  }

  /// Returns a block of so many bytes at most: where it has more, without its thumbnail and all that is not a tag of Exif.
  ///
  /// Where that is not enough the maker's note goes, and in the end all; losses say so.
  package static func shortened(
    _ block: [UInt8], to most: Int, limits: AuxLimits, _ losses: inout [String]
  ) -> [UInt8]? {
    guard block.count > most else { return block }
    if let tiff = try? TIFFFile(MemoryByteSource(block), limits: limits) {
      for (omitted, loss) in [
        ([], "the thumbnail of Exif does not fit JPEG and was left out"),
        ([TIFFTag.makerNote], "the maker's note and the thumbnail of Exif do not fit JPEG and were left out"),
      ] as [(Set<UInt16>, String)] {
        let gathered = gathered(from: tiff, without: omitted)
        guard let bytes = gathered.bytes, bytes.count <= most else { continue }
        losses += [loss] + gathered.leftOut
        return bytes
      }
    }
    losses.append("Exif of \(block.count) bytes does not fit JPEG and was left out")
    return nil
  }

  /// Adds what a block says to the first directory of a TIFF file that is being made; returns what stays behind.
  ///
  /// `writer` holds the file from its first byte on, in the byte order of the block.
  package static func add(
    _ block: TIFFFile, to root: inout TIFFNewDirectory, into writer: inout ByteWriter
  ) throws(AuxError) -> [String] {
    var result = Gathered()
    var gathering = Gathering(block, into: writer)
    try gathering.describe(&root, only: descriptive, &result)
    writer = gathering.writer
    return result.leftOut
  }
}

/// A block that is being written, and the file that its values are read from.
private struct Gathering {
  let tiff: TIFFFile
  var writer: ByteWriter
  var isEmpty = true
  private var omitted: Set<UInt16> = []

  /// Tags that are not a reason for a block: every TIFF file has them.
  private static let asideTags: Set<UInt16> = [
    TIFFTag.orientation, TIFFTag.xResolution, TIFFTag.yResolution, TIFFTag.resolutionUnit,
  ]

  init(_ tiff: TIFFFile, into writer: ByteWriter) {
    self.tiff = tiff
    self.writer = writer
  }

  init(_ tiff: TIFFFile, omitted: Set<UInt16>) {
    self.tiff = tiff
    self.omitted = omitted
    writer = ByteWriter(endianness: tiff.endianness)
    writer.write(tiff.endianness == .big ? [0x4D, 0x4D] : [0x49, 0x49] as [UInt8])
    writer.write(42 as UInt16)
    // The offset of the first directory, which is yet to come.
    writer.write(0 as UInt32)
  }

  /// Describes a photo in a first directory: with those of its tags, and the directories of Exif and GPS.
  mutating func describe(
    _ root: inout TIFFNewDirectory, only tags: [UInt16], _ result: inout ExifBlock.Gathered
  ) throws(AuxError) {
    try add(tiff.first, only: tags, to: &root, &result)
    for (tag, name) in [(TIFFTag.exif, "Exif"), (TIFFTag.gps, "GPS")] {
      do throws(AuxError) {
        guard let offset = try subdirectory(tag, of: tiff.first, name, &result) else { continue }
        root.set(tag, longs: [offset])
      } catch { result.leftOut.append("the \(name) directory cannot be read: \(error.message)") }
    }
  }

  /// Adds the values of those tags that a directory has, or of all but pointers and maker's notes.
  private mutating func add(
    _ directory: TIFFDirectory, only tags: [UInt16]? = nil, to new: inout TIFFNewDirectory,
    _ result: inout ExifBlock.Gathered
  ) throws(AuxError) {
    var seen: Set<UInt16> = []
    for entry in directory.entries where tags?.contains(entry.tag) ?? true {
      guard entry.tag != TIFFTag.interoperability, !omitted.contains(entry.tag),
        seen.insert(entry.tag).inserted
      else { continue }
      // Types that Exif does not have are BigTIFF's.
      guard entry.type.rawValue <= TIFFFieldType.ifd.rawValue,
        let values = try tiff.values(entry.tag, in: directory)
      else { continue }
      guard entry.tag != TIFFTag.makerNote || MakerNote.ownsItsOffsets(values.bytes) else {
        result.leftOut.append("the maker's note of Exif stays behind: its offsets are those of its own file")
        continue
      }
      new.set(entry.tag, values.type, count: values.count, bytes: values.bytes)
      if !Self.asideTags.contains(entry.tag) { isEmpty = false }
    }
  }

  /// Writes the directory that a pointer of another one names; returns its offset, or nil where it is missing.
  mutating func subdirectory(
    _ pointer: UInt16, of parent: TIFFDirectory, _ name: String, _ result: inout ExifBlock.Gathered
  ) throws(AuxError) -> Int? {
    guard let offset = try tiff.integer(pointer, in: parent) else { return nil }
    let directory = try TIFFDirectory(
      at: offset, path: "\(parent.path)/\(name)", in: tiff.source, endianness: tiff.endianness,
      isBig: tiff.isBig)
    var new = TIFFNewDirectory(endianness: tiff.endianness)
    try add(directory, to: &new, &result)
    if pointer == TIFFTag.exif,
      let inner = try subdirectory(TIFFTag.interoperability, of: directory, "Interoperability", &result)
    {
      new.set(TIFFTag.interoperability, longs: [inner])
    }
    return try new.serialize(into: &writer, base: 0)
  }

  /// Returns the block with that first directory, or nil where it says nothing but orientation and resolution.
  mutating func block(_ root: TIFFNewDirectory) throws(AuxError) -> [UInt8]? {
    guard !isEmpty else { return nil }
    let offset = try root.serialize(into: &writer, base: 0)
    writer.patch(UInt32(offset), at: TIFFFile.pointerOffset)
    return writer.bytes
  }
}

extension TIFFFile {
  /// Returns the records of IPTC-NAA of the first directory; nil without any.
  package func iptc() throws(AuxError) -> [UInt8]? {
    guard let range = try range(of: TIFFTag.iptc, in: first, most: source.byteCount) else { return nil }
    return try source.read(at: range.lowerBound, count: range.count)
  }
}
