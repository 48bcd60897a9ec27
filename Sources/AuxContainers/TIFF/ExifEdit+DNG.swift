package import AuxImage

/// Changes to the metadata of a whole DNG file, whose first directory has what Exif has in other photos.
///
/// No byte moves: what is taken out becomes zeros. Source: DNG 1.7.1, chapter 4; Specs/dng.md, "Grafting".
extension ExifEdit {
  /// Takes out an entry of the first directory with its value; returns whether there was one.
  package mutating func removeFromFirst(_ tag: UInt16) throws(AuxError) -> Bool {
    let tiff = try parsed()
    guard let place = try tiff.range(of: tag, in: tiff.first, most: bytes.count) else { return false }
    guard place.upperBound <= bytes.count else {
      throw AuxError(.truncated, "a value ends after the file", place: tiff.first.place(tag))
    }
    let isInline = tiff.first[tag]?.isInline ?? true
    remove(tag, from: tiff.first, tiff.endianness)
    if !isInline { clear([place], keeping: ByteRanges([])) }
    return true
  }

  /// Changes the XMP packets of all directories by a body that returns no more bytes than it gets; less is filled up.
  package mutating func changePackets(
    _ change: ([UInt8]) throws(AuxError) -> [UInt8]
  ) throws(AuxError) {
    let tiff = try parsed()
    for directory in tiff.allDirectories {
      guard let place = try tiff.range(of: TIFFTag.xmp, in: directory, most: limits.xmpBytes) else {
        continue
      }
      guard place.upperBound <= bytes.count else {
        throw AuxError(.truncated, "a packet ends after the file", place: directory.place(TIFFTag.xmp))
      }
      let new = XMPEdit.padded(try change(Array(bytes[place])), to: place.count)
      guard new.count == place.count else {
        throw AuxError(.unsupported, "the packet would become longer", place: directory.place(TIFFTag.xmp))
      }
      bytes.replaceSubrange(place, with: new)
    }
  }

  /// Throws `malformed` unless the coded pixels of all directories of a file are what they were in `old`.
  package func checkPixels(of old: TIFFFile, in before: [UInt8]) throws(AuxError) {
    for directory in old.allDirectories where directory[TIFFTag.imageWidth] != nil {
      guard let layout = try? TIFFLayout(of: directory, in: old) else { continue }
      for chunk in layout.chunks where before[chunk.range] != bytes[chunk.range] {
        throw AuxError(
          .malformed, "metadata that are to go overlap pixels", offset: chunk.range.lowerBound,
          place: directory.path)
      }
    }
    let places = [old, try parsed()].map { file in
      Set(file.allDirectories.filter { $0[TIFFTag.imageWidth] != nil }.map(\.offset))
    }
    guard places[0] == places[1] else {
      throw AuxError(.malformed, "metadata that are to go overlap directories of images")
    }
  }
}
