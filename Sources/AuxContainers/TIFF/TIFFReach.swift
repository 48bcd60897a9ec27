internal import AuxImage

/// How far what directories name reaches: entries, values, strips and tiles.
///
/// Data that the file does not have, or that cannot be read, is left out. Lists that several directories share are read once.
struct TIFFReach {
  private let file: TIFFFile
  /// The lists that were read, by where their values are.
  private var known: Set<[Int]> = []
  private(set) var lowest = Int.max
  private(set) var end = 0
  /// Where the first values are that end after the file does; nil where none do.
  private(set) var missing: Int?

  private static let data = [
    (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
  ]

  init(in file: TIFFFile) { self.file = file }

  mutating func add(_ directory: TIFFDirectory) {
    add(directory.range)
    for entry in directory.entries {
      guard !entry.isInline, let count = entry.valueByteCount else { continue }
      let place = Int(entry.valueField)..<(Int(entry.valueField) + count)
      if place.upperBound > file.source.byteCount { missing = missing ?? place.lowerBound }
      add(place)
    }
    for (offsets, counts) in Self.data where isNew([offsets, counts], in: directory) {
      guard let starts = try? file.values(offsets, in: directory)?.integers(),
        let sizes = try? file.values(counts, in: directory)?.integers()
      else { continue }
      for (start, size) in zip(starts, sizes) where start >= 0 && size > 0 && size <= file.source.byteCount {
        add(start..<(start + size))
      }
    }
    for child in directory.children { add(child) }
  }

  private mutating func add(_ place: Range<Int>) {
    guard !place.isEmpty, place.upperBound <= file.source.byteCount else { return }
    (lowest, end) = (min(lowest, place.lowerBound), max(end, place.upperBound))
  }

  private mutating func isNew(_ tags: [UInt16], in directory: TIFFDirectory) -> Bool {
    let entries = directory.entries.filter { tags.contains($0.tag) && !$0.isInline }
    guard entries.count == tags.count else { return true }
    return known.insert(entries.flatMap { [Int($0.tag), Int($0.count), Int($0.valueField)] }).inserted
  }
}
