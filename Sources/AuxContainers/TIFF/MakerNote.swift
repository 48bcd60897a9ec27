internal import AuxImage

/// A maker's note of Exif, of which only the form is public.
package enum MakerNote {
  /// The first bytes of notes whose offsets count from a place in the note itself.
  ///
  /// Source: Phil Harvey, ExifTool: makernote types; Specs/photos.md, "Maker's notes".
  private static let movable = [
    Array("Apple iOS\0".utf8), Array("Nikon\0\u{2}".utf8), Array("FUJIFILM".utf8), Array("OLYMPUS\0".utf8),
    Array("OM SYSTEM\0".utf8),
  ]

  /// Whether a note means the same wherever it stands.
  static func ownsItsOffsets(_ note: [UInt8]) -> Bool { movable.contains { note.starts(with: $0) } }
}

/// What Apple's cameras write in their maker's note, as far as it is public.
///
/// Source: Apple, "Applying Apple HDR effect to your photos" (tags 33 and 48); the header from files: Specs/gainmaps.md.
package struct AppleMakerNote: Sendable {
  /// The first number by which the headroom of a gain map is computed, tag 33.
  package let hdrHeadroom: Double
  /// The second, tag 48.
  package let hdrGain: Double

  private static let header = Array("Apple iOS\0".utf8)
  private static let headroomTag: UInt16 = 33
  private static let gainTag: UInt16 = 48

  /// Reads the note of an Exif block; nil where it has none of Apple's, or not both numbers.
  package init?(exif block: [UInt8]) {
    guard let tiff = try? TIFFFile(MemoryByteSource(block)),
      let offset = try? tiff.integer(TIFFTag.exif, in: tiff.first),
      let exif = try? TIFFDirectory(
        at: offset, path: "Exif", in: tiff.source, endianness: tiff.endianness),
      let note = try? tiff.values(TIFFTag.makerNote, in: exif)?.bytes, note.starts(with: Self.header)
    else { return nil }
    // After the header come a version of two bytes, a byte-order mark, and the directory.
    let start = Self.header.count + 4
    guard note.count > start else { return nil }
    let endianness: ByteReader.Endianness =
      note[start - 2] == UInt8(ascii: "I") ? .little : .big
    let source = MemoryByteSource(note)
    guard
      let directory = try? TIFFDirectory(
        at: start, path: "MakerNote", in: source, endianness: endianness)
    else { return nil }
    func number(_ tag: UInt16) -> Double? {
      guard let entry = directory[tag],
        let values = try? TIFFValues(entry, place: "MakerNote", source, endianness, most: 1024).numbers(),
        let value = values.first, value.isFinite
      else { return nil }
      return value
    }
    guard let headroom = number(Self.headroomTag), let gain = number(Self.gainTag) else { return nil }
    (hdrHeadroom, hdrGain) = (headroom, gain)
  }

  /// The headroom of the gain map, a ratio of luminances of 1 at least.
  package var headroom: Double {
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
