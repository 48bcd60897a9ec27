package import AuxImage

extension ExifEdit {
  /// The tags of the first directory that a picture needs.
  private static let essential: Set<UInt16> = [TIFFTag.orientation, TIFFTag.exif]
  /// The tags of Exif's directory that a picture needs: its colours, and with them the directory of interoperability.
  ///
  /// Source: Exif 2.32, 4.6.5, ColorSpace and Gamma; DCF 2.0, 4.6: `R03` there is Adobe RGB.
  private static let essentialOfExif: Set<UInt16> = [
    TIFFTag.colorSpace, TIFFTag.gamma, TIFFTag.interoperability, TIFFTag.makerNote,
  ]

  /// Takes out the maker's note; returns whether there was one.
  ///
  /// With `keepingHeadroom` a note of Apple's keeps the two numbers that say how bright a gain map makes the photo. Throws where
  /// the directory of Exif cannot be read: a note in it would stay.
  package mutating func removeMakerNote(keepingHeadroom: Bool) throws(AuxError) -> Bool {
    var found = false
    for isFirst in [true, false] {
      let tiff = try parsed()
      guard let directory = isFirst ? tiff.first : try Self.directory(TIFFTag.exif, "Exif", in: tiff),
        let entry = directory[TIFFTag.makerNote]
      else { continue }
      found = true
      let place = Self.ranges(of: entry, in: bytes.count)
      let reduced = keepingHeadroom ? AppleMakerNote.headroomAlone(in: Array(bytes[place])) : nil
      if let reduced, reduced.count <= place.count {
        try keep(reduced, asNoteAt: place, in: directory, tiff.endianness)
      } else {
        remove(TIFFTag.makerNote, from: directory, tiff.endianness)
        clear([place], keeping: try Self.used(by: try parsed(), chain: true))
      }
    }
    return found
  }

  /// Puts another note, which is no longer, in the place of one.
  private mutating func keep(
    _ note: [UInt8], asNoteAt place: Range<Int>, in directory: TIFFDirectory,
    _ endianness: ByteReader.Endianness
  ) throws(AuxError) {
    guard let number = directory.entries.firstIndex(where: { $0.tag == TIFFTag.makerNote }) else { return }
    bytes.replaceSubrange(place, with: note + [UInt8](repeating: 0, count: place.count - note.count))
    write(UInt32(note.count), at: directory.entryOffset(number) + 4, endianness)
  }

  /// Takes out all that the picture does not need: its orientation and what says its colours stay.
  ///
  /// `keepingHeadroom` is as for ``removeMakerNote(keepingHeadroom:)``. A block that says no orientation gets `up`, since a directory
  /// has an entry. Throws as that function.
  package mutating func removeAllButEssentials(keepingHeadroom: Bool) throws(AuxError) {
    _ = try removeThumbnail()
    _ = try removeMakerNote(keepingHeadroom: keepingHeadroom)
    var tiff = try parsed()
    if let exif = try Self.directory(TIFFTag.exif, "Exif", in: tiff) {
      for tag in Set(exif.entries.map(\.tag)).subtracting(Self.essentialOfExif).sorted() {
        guard let current = try Self.directory(TIFFTag.exif, "Exif", in: parsed()) else { break }
        remove(tag, from: current, tiff.endianness)
      }
      tiff = try parsed()
      if try Self.directory(TIFFTag.exif, "Exif", in: tiff)?.entries.isEmpty ?? true {
        remove(TIFFTag.exif, from: tiff.first, tiff.endianness)
      }
    }
    for tag in Set(tiff.first.entries.map(\.tag)).subtracting(Self.essential).sorted() {
      remove(tag, from: try parsed().first, tiff.endianness)
    }
    tiff = try parsed()
    if tiff.first.entries.isEmpty { addUpright(to: tiff.first, tiff.endianness) }
    let used = try Self.used(by: try parsed(), chain: false)
    clear([0..<bytes.count], keeping: used)
    cutZeros(from: used.ranges.last?.upperBound ?? 0)
  }

  /// Gives a directory that had entries and has none the orientation `up`.
  private mutating func addUpright(to directory: TIFFDirectory, _ endianness: ByteReader.Endianness) {
    guard directory.offset + 18 <= bytes.count else { return }
    var writer = ByteWriter(endianness: endianness)
    writer.write(UInt16(1))
    for number in [TIFFTag.orientation, 3] { writer.write(number) }
    writer.write(UInt32(1))
    writer.write(UInt16(ImageOrientation.up.rawValue))
    writer.write([0, 0])
    writer.write(UInt32(0))
    bytes.replaceSubrange(directory.offset..<(directory.offset + writer.count), with: writer.bytes)
  }

  /// Returns the bytes of an entry's value, as far as they are in the block; empty where they are in the entry itself.
  private static func ranges(of entry: TIFFEntry, in count: Int) -> Range<Int> {
    guard !entry.isInline, let size = entry.valueByteCount else { return 0..<0 }
    let start = Int(entry.valueField)
    return (start..<(start + size)).clamped(to: 0..<count)
  }
}

extension AppleMakerNote {
  /// Returns a note that states the numbers of the headroom and nothing else; nil for the note of another maker, and where tag 33
  /// is missing.
  static func headroomAlone(in note: [UInt8]) -> [UInt8]? {
    let start = header.count + 4
    guard note.starts(with: header), note.count > start else { return nil }
    let endianness: ByteReader.Endianness = note[start - 2] == UInt8(ascii: "I") ? .little : .big
    let source = MemoryByteSource(note)
    guard
      let directory = try? TIFFDirectory(at: start, path: "MakerNote", in: source, endianness: endianness)
    else { return nil }
    var kept: [(tag: UInt16, entry: [UInt8], value: [UInt8]?)] = []
    for (number, entry) in directory.entries.enumerated() where [headroomTag, gainTag].contains(entry.tag) {
      let place = directory.entryOffset(number)
      guard place + TIFFEntry.byteCount <= note.count else { return nil }
      let size = entry.valueByteCount ?? 0
      guard let value = entry.isInline ? [] : try? source.read(at: Int(entry.valueField), count: size) else {
        return nil
      }
      kept.append(
        (entry.tag, Array(note[place..<(place + TIFFEntry.byteCount)]), entry.isInline ? nil : value))
    }
    // Without the second number readers take it for 0.
    guard kept.first?.tag == headroomTag else { return nil }
    var (head, values) = (ByteWriter(endianness: endianness), [UInt8]())
    head.write(Array(note[..<start]))
    head.write(UInt16(kept.count))
    let end = start + 2 + kept.count * TIFFEntry.byteCount + 4
    for one in kept {
      head.write(Array(one.entry[..<8]))
      if let value = one.value {
        head.write(UInt32(end + values.count))
        values += value
      } else {
        head.write(Array(one.entry[8...]))
      }
    }
    head.write(UInt32(0))
    return head.bytes + values
  }

  /// Whether a note is Apple's, whose tags name neither places nor people.
  package static func isApples(_ note: [UInt8]) -> Bool { note.starts(with: header) }
}

extension ExifBlock {
  /// Whether there is a maker's note that may name places or people: any but Apple's.
  package var hasTellingMakerNote: Bool {
    for directory in [tiff.first, tiff.exif].compactMap(\.self) where directory[TIFFTag.makerNote] != nil {
      let note = try? tiff.values(TIFFTag.makerNote, in: directory)?.bytes
      if !(note.map(AppleMakerNote.isApples) ?? false) { return true }
    }
    return false
  }
}
