package import AuxImage

/// A maker's note of Exif. Only its form is public.
package enum MakerNote {
  /// The first bytes of notes whose offsets count from a place in the note itself.
  ///
  /// Source: Phil Harvey, ExifTool: makernote types; Specs/photos.md, "Maker's notes".
  private static let movable = [
    Array("Apple iOS\0".utf8), Array("Nikon\0\u{2}".utf8), Array("FUJIFILM".utf8), Array("OLYMPUS\0".utf8),
    Array("OM SYSTEM\0".utf8),
  ]

  /// Whether a note means the same wherever it is.
  static func ownsItsOffsets(_ note: [UInt8]) -> Bool { movable.contains { note.starts(with: $0) } }
}

/// What Apple's cameras write in their maker's note, as far as it is public.
///
/// Source: Apple, "Applying Apple HDR effect to your photos" (tags 33 and 48); the header from files: Specs/gainmaps.md.
package struct AppleMakerNote: Sendable {
  /// The first number by which the headroom of a gain map is computed, tag 33.
  package let hdrHeadroom: Double
  /// The second number, tag 48; nil where the note lacks it.
  package let hdrGain: Double?

  static let header = Array("Apple iOS\0".utf8)
  static let headroomTag: UInt16 = 33
  static let gainTag: UInt16 = 48

  /// Reads the note of an Exif block; nil where its maker is not Apple, or tag 33 is missing.
  package init?(exif block: [UInt8], limits: AuxLimits = .standard) {
    guard let tiff = try? ExifBlock(block, limits: limits).tiff, let exif = tiff.exif,
      let note = try? tiff.values(TIFFTag.makerNote, in: exif)?.bytes, note.starts(with: Self.header)
    else { return nil }
    // After the header come a version of two bytes, a byte-order mark, and the directory.
    let start = Self.header.count + 4
    guard note.count > start else { return nil }
    let endianness: ByteReader.Endianness = note[start - 2] == UInt8(ascii: "I") ? .little : .big
    let (source, path) = (MemoryByteSource(note), "MakerNote")
    guard let directory = try? TIFFDirectory(at: start, path: path, in: source, endianness: endianness)
    else { return nil }
    func number(_ tag: UInt16) -> Double? {
      guard let entry = directory[tag],
        let values = try? TIFFValues(entry, place: path, source, endianness, most: 1024).numbers(),
        let value = values.first, value.isFinite
      else { return nil }
      return value
    }
    guard let headroom = number(Self.headroomTag) else { return nil }
    (hdrHeadroom, hdrGain) = (headroom, number(Self.gainTag))
  }

  /// The headroom of the gain map, a ratio of luminances of 1 at least; nil without both numbers.
  package var headroom: Double? {
    guard let hdrGain else { return nil }
    let stops =
      switch (hdrHeadroom < 1, hdrGain <= 0.01) {
      case (true, true): -20 * hdrGain + 1.8
      case (true, false): -0.101 * hdrGain + 1.601
      case (false, true): -70 * hdrGain + 3
      case (false, false): -0.303 * hdrGain + 2.303
      }
    return GainMapMetadata.ratio(ofStops: max(stops, 0))
  }
}

extension ExifBlock {
  /// A number of the maker's note that leads to data which the maker puts after the images.
  struct MakerNoteOffset: Hashable, Sendable {
    var name: String
    var position: Int
    var endianness: ByteReader.Endianness
    /// Where in the block it counts from; nil where it counts from the beginning of the file.
    var base: Int?
    var value: Int
  }

  private enum Tag {
    /// Canon: data by which the camera's maker can check that a picture was not changed.
    static let originalDecisionData: UInt16 = 0x0083
    /// Olympus: the directory of the camera's settings, and the preview that it names.
    static let cameraSettings: UInt16 = 0x2020
    static let previewStart: UInt16 = 0x0101
    /// Olympus, older: the preview.
    static let olderPreviewStart: UInt16 = 0x1036
  }

  /// The numbers of a maker's note that are known to lead out of the block.
  ///
  /// Source: Specs/jpeg-mpf.md, "Offsets that lead out of headers".
  func makerNoteOffsets() -> [MakerNoteOffset] {
    guard let note = tiff.exif?[TIFFTag.makerNote], !note.isInline else { return [] }
    let start = Int(note.valueField)
    guard let head = try? tiff.source.readPrefix(at: start, count: 16) else { return [] }
    func begins(_ text: String) -> Bool { head.starts(with: Array(text.utf8)) }
    if begins("OLYMPUS\0") { return olympus(at: start, mark: 8, in: head) }
    if begins("OM SYSTEM\0") { return olympus(at: start, mark: 12, in: head) }
    if begins("OLYMP\0") {
      return numbers(
        [Tag.olderPreviewStart: "Olympus PreviewImageStart"], at: start + 8, tiff.endianness, base: 0)
    }
    if camera.make?.hasPrefix("Canon") == true {
      return numbers(
        [Tag.originalDecisionData: "Canon OriginalDecisionDataOffset"], at: start, tiff.endianness, base: nil)
    }
    return []
  }

  /// Reads a note whose offsets count from its own first byte; `mark` is the place of its byte order.
  private func olympus(at start: Int, mark: Int, in head: [UInt8]) -> [MakerNoteOffset] {
    guard head.count >= mark + 4 else { return [] }
    let order: ByteReader.Endianness = head[mark] == 0x4D ? .big : .little
    guard let settings = numbers([Tag.cameraSettings: ""], at: start + mark + 4, order, base: start).first
    else { return [] }
    return numbers(
      [Tag.previewStart: "Olympus PreviewImageStart"], at: start + settings.value, order, base: start)
  }

  private func numbers(
    _ names: [UInt16: String], at offset: Int, _ order: ByteReader.Endianness, base: Int?
  ) -> [MakerNoteOffset] {
    guard
      let directory = try? TIFFDirectory(at: offset, path: "MakerNote", in: tiff.source, endianness: order)
    else { return [] }
    return directory.entries.indices.compactMap { number in
      let entry = directory.entries[number]
      guard let name = names[entry.tag], entry.count == 1, [.long, .ifd].contains(entry.type) else {
        return nil
      }
      return MakerNoteOffset(
        name: name, position: directory.entryOffset(number) + 8, endianness: order, base: base,
        value: Int(entry.valueField))
    }
  }
}
