internal import AuxImage

extension ExifBlock {
  /// What a TIFF file says of its photo as Exif does, gathered.
  package struct Gathered: Sendable {
    /// The block, from its byte-order mark on; nil where the file says nothing of the kind.
    package var bytes: [UInt8]?
    /// What stayed behind, in words.
    package var leftOut: [String] = []
  }

  /// The tags of the first directory that Exif describes and that say nothing of how the pixels are stored.
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
  /// The maker's note stays behind, since its offsets are often those of the file that it stood in. A directory that
  /// cannot be read stays behind, too. Source: Exif 2.32, 4.6.3; Specs/photos.md, "TIFF".
  package static func gathered(from tiff: TIFFFile) -> Gathered {
    var result = Gathered()
    var gathering = Gathering(tiff)
    do throws(AuxError) {
      var root = try gathering.directory(tiff.first, only: descriptive, &result)
      for (tag, name) in [(TIFFTag.exif, "Exif"), (TIFFTag.gps, "GPS")] {
        do throws(AuxError) {
          guard let offset = try gathering.subdirectory(tag, of: tiff.first, name, &result) else { continue }
          root.set(tag, longs: [offset])
        } catch { result.leftOut.append("the \(name) directory cannot be read: \(error)") }
      }
      result.bytes = try gathering.block(root)
    } catch { result.leftOut.append("the tags of Exif cannot be read: \(error)") }
    for (tag, name) in [(TIFFTag.iptc, "IPTC"), (TIFFTag.photoshop, "Photoshop's")]
    where tiff.first[tag] != nil {
      result.leftOut.append("\(name) data of the TIFF file stays behind")
    }
    return result
  }
}

/// A block that is being written, and the file that its values are read from.
private struct Gathering {
  let tiff: TIFFFile
  var writer: ByteWriter
  var isEmpty = true

  /// Tags that are no reason for a block: every TIFF file has them.
  private static let asideTags: Set<UInt16> = [
    TIFFTag.orientation, TIFFTag.xResolution, TIFFTag.yResolution, TIFFTag.resolutionUnit,
  ]

  init(_ tiff: TIFFFile) {
    self.tiff = tiff
    writer = ByteWriter(endianness: tiff.endianness)
    writer.write(tiff.endianness == .big ? [0x4D, 0x4D] : [0x49, 0x49] as [UInt8])
    writer.write(42 as UInt16)
    // The offset of the first directory, which is yet to come.
    writer.write(0 as UInt32)
  }

  /// Returns a directory with the values of those tags that the file has, or of all but pointers and maker's notes.
  mutating func directory(
    _ directory: TIFFDirectory, only tags: [UInt16]? = nil, _ result: inout ExifBlock.Gathered
  ) throws(AuxError) -> TIFFNewDirectory {
    var new = TIFFNewDirectory(endianness: tiff.endianness)
    var seen: Set<UInt16> = []
    for entry in directory.entries where tags?.contains(entry.tag) ?? true {
      guard entry.tag != TIFFTag.interoperability, seen.insert(entry.tag).inserted else { continue }
      guard entry.tag != TIFFTag.makerNote else {
        result.leftOut.append("the maker's note of Exif stays behind: its offsets are those of its own file")
        continue
      }
      // Types that Exif does not have are BigTIFF's.
      guard entry.type.rawValue <= TIFFFieldType.ifd.rawValue,
        let values = try tiff.values(entry.tag, in: directory)
      else { continue }
      new.set(entry.tag, values.type, count: values.count, bytes: values.bytes)
      if !Self.asideTags.contains(entry.tag) { isEmpty = false }
    }
    return new
  }

  /// Writes the directory that a pointer of another one names; returns its offset, or nil where there is none.
  mutating func subdirectory(
    _ pointer: UInt16, of parent: TIFFDirectory, _ name: String, _ result: inout ExifBlock.Gathered
  ) throws(AuxError) -> Int? {
    guard let offset = try tiff.integer(pointer, in: parent) else { return nil }
    let directory = try TIFFDirectory(
      at: offset, path: "\(parent.path)/\(name)", in: tiff.source, endianness: tiff.endianness,
      isBig: tiff.isBig)
    var new = try self.directory(directory, &result)
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
