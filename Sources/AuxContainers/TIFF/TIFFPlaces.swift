internal import AuxImage

extension TIFFFile {
  /// The tags of offsets of coded data, and those of their lengths.
  private static let data = [
    (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
  ]

  /// Returns where the bytes lie that a directory and those below it name: entries, values, strips and tiles.
  ///
  /// What the file does not have, or nobody can read, is left out.
  func places(of directory: TIFFDirectory) -> [Range<Int>] {
    var places = [directory.range]
    for entry in directory.entries {
      guard !entry.isInline, let count = entry.valueByteCount else { continue }
      places.append(Int(entry.valueField)..<(Int(entry.valueField) + count))
    }
    for (offsets, counts) in Self.data {
      guard let starts = try? values(offsets, in: directory)?.integers(),
        let sizes = try? values(counts, in: directory)?.integers()
      else { continue }
      for (start, size) in zip(starts, sizes) where start >= 0 && size > 0 && size <= source.byteCount {
        places.append(start..<(start + size))
      }
    }
    places = places.filter { !$0.isEmpty && $0.upperBound <= source.byteCount }
    return places + directory.children.flatMap { self.places(of: $0) }
  }
}
