internal import AuxContainers
internal import AuxImage

/// The structure of TIFF files.
enum TIFFRules {
  static let all: [Rule] = [
    .tiff(
      "TIFF-IFD", .error, "Every directory that is named lies in the file and has entries.",
      "TIFF 6.0, section 2 (shall)"
    ) { file, check in
      check.exercise()
      for fault in file.structure.faults where fault.kind == .unreadable {
        check.expect(false, fault.error.reason, at: fault.error.offset, in: fault.error.place)
      }
    },
    .tiff("TIFF-IFD-LOOP", .error, "No directory is named twice.", "TIFF 6.0, section 2 (shall)") {
      file, check in
      check.exercise()
      for fault in file.structure.faults where fault.kind == .loop {
        check.expect(
          false, "the directory is named twice", at: fault.error.offset, in: fault.error.place)
      }
    },
    .tiff("TIFF-ENTRY-ORDER", .warning, "The tags of a directory ascend.", "TIFF 6.0, section 2") {
      file, check in
      for directory in file.directories {
        let pair = zip(directory.entries, directory.entries.dropFirst()).first { $0.tag > $1.tag }
        check.expect(
          pair == nil, "\(TIFFTag.name(pair?.1.tag ?? 0)) stands after \(TIFFTag.name(pair?.0.tag ?? 0))",
          at: pair.map { file.offset($0.1.tag, directory) }, in: directory.path)
      }
    },
    .tiff("TIFF-ENTRY-TWICE", .error, "No tag stands twice in a directory.", "TIFF 6.0, section 2 (shall)") {
      file, check in
      for directory in file.directories {
        var seen: Set<UInt16> = []
        let twice = directory.entries.first { !seen.insert($0.tag).inserted }
        check.expect(
          twice == nil, "the tag stands twice", at: directory.offset, in: directory.place(twice?.tag ?? 0))
      }
    },
    .tiff(
      "TIFF-ENTRY-TYPE", .warning, "Fields have one of the types 1 to 13, or in BigTIFF 16 to 18.",
      "TIFF 6.0, section 2; Technical Note 1"
    ) { file, check in
      forEntries(file) { directory, entry in
        check.expect(
          entry.type.byteCount != nil && (file.structure.isBig || entry.type.rawValue <= 13),
          "the type is \(entry.type.rawValue)",
          at: file.offset(entry.tag, directory), in: directory.place(entry.tag))
      }
    },
    .tiff(
      "TIFF-ENTRY-RANGE", .error, "The values of every field lie in the file.", "TIFF 6.0, section 2 (shall)"
    ) {
      file, check in
      forEntries(file) { directory, entry in
        guard let size = entry.valueByteCount, !entry.isInline else { return }
        let start = Int(entry.valueField)
        check.expect(
          start <= file.structure.source.byteCount && size <= file.structure.source.byteCount - start,
          "\(size) bytes at \(start) pass the end of the file", at: file.offset(entry.tag, directory),
          in: directory.place(entry.tag))
      }
    },
    .tiff("TIFF-SIZE", .error, "Every image has a width and a height.", "TIFF 6.0, section 4 (shall)") {
      file, check in
      for directory in file.directories {
        for tag in [TIFFTag.imageWidth, TIFFTag.imageLength] {
          let value = file.integer(tag, directory)
          check.expect(
            (value ?? 0) > 0, value.map { "the value is \($0)" } ?? "the field is missing",
            at: file.offset(tag, directory), in: directory.place(tag))
        }
      }
    },
    .tiff(
      "TIFF-STRIP-COUNT", .error, "There are as many strips or tiles, and sizes of them, as the image needs.",
      "TIFF 6.0, sections 3 and 15 (shall)"
    ) { file, check in
      for directory in file.directories { checkCount(directory, file, &check) }
    },
    .tiff("TIFF-STRIP-RANGE", .error, "Strips and tiles lie in the file.", "TIFF 6.0, section 3 (shall)") {
      file, check in
      forChunks(file) { directory, number, chunk in
        check.expect(
          chunk.offset <= file.structure.source.byteCount
            && chunk.size <= file.structure.source.byteCount - chunk.offset,
          "\(chunk.size) bytes at \(chunk.offset) pass the end of the file",
          at: file.offset(chunk.tag, directory), in: "\(directory.place(chunk.tag))[\(number)]")
      }
    },
    .tiff(
      "TIFF-STRIP-OVERLAP", .warning,
      "Strips and tiles of different images share no bytes, nor do they cover a directory.",
      "TIFF 6.0, section 2 (should)"
    ) { file, check in checkOverlap(file, &check) },
  ]

  private static func forEntries(_ file: TIFFSubject, _ body: (TIFFDirectory, TIFFEntry) -> Void) {
    for directory in file.directories { for entry in directory.entries { body(directory, entry) } }
  }

  /// Calls `body` for the strips and tiles of all directories, and no more of them than a file of its size has room for:
  /// an offset and a size take four bytes at least, and directories of a hostile file may share theirs.
  private static func forChunks(_ file: TIFFSubject, _ body: (TIFFDirectory, Int, Chunk) -> Void) {
    var left = file.structure.source.byteCount / 4
    for directory in file.directories {
      guard left > 0 else { return }
      let chunks = chunks(directory, file).prefix(left)
      left -= chunks.count
      for (number, chunk) in chunks.enumerated() { body(directory, number, chunk) }
    }
  }

  /// A strip or a tile.
  private typealias Chunk = (tag: UInt16, offset: Int, size: Int)

  private static func chunks(_ directory: TIFFDirectory, _ file: TIFFSubject) -> [Chunk] {
    let tag = directory[TIFFTag.tileOffsets] == nil ? TIFFTag.stripOffsets : TIFFTag.tileOffsets
    let sizes = tag == TIFFTag.tileOffsets ? TIFFTag.tileByteCounts : TIFFTag.stripByteCounts
    guard let offsets = file.integers(tag, directory), let counts = file.integers(sizes, directory) else {
      return []
    }
    return zip(offsets, counts).prefix(65536).map { (tag, $0, $1) }
  }

  private static func checkCount(_ directory: TIFFDirectory, _ file: TIFFSubject, _ check: inout Checker) {
    let isTiled = directory[TIFFTag.tileOffsets] != nil
    let tag = isTiled ? TIFFTag.tileOffsets : TIFFTag.stripOffsets
    guard let entry = directory[tag], let width = file.integer(TIFFTag.imageWidth, directory),
      let height = file.integer(TIFFTag.imageLength, directory), width > 0, height > 0
    else { return }
    let needed: Int
    if isTiled {
      guard let across = file.integer(TIFFTag.tileWidth, directory), across > 0,
        let down = file.integer(TIFFTag.tileLength, directory), down > 0
      else { return }
      // Each factor is below 2^33: the product may not fit.
      let (count, overflow) = (1 + (width - 1) / across).multipliedReportingOverflow(
        by: 1 + (height - 1) / down)
      needed = overflow || count > Int(UInt32.max) ? Int(UInt32.max) : count
    } else {
      let rows = file.integer(TIFFTag.rowsPerStrip, directory) ?? height
      guard rows > 0 else { return }
      needed = 1 + (height - 1) / rows
    }
    let planes =
      file.integer(TIFFTag.planarConfiguration, directory) == 2
      ? file.integer(TIFFTag.samplesPerPixel, directory) ?? 1 : 1
    let sizes = directory[isTiled ? TIFFTag.tileByteCounts : TIFFTag.stripByteCounts]
    check.expect(
      Int(entry.count) == needed * planes && sizes?.count == entry.count,
      "\(entry.count) offsets and \(sizes?.count ?? 0) sizes for \(needed * planes) strips or tiles",
      at: file.offset(tag, directory), in: directory.place(tag))
  }

  private static func checkOverlap(_ file: TIFFSubject, _ check: inout Checker) {
    var all: [(range: Range<Int>, place: String)] = []
    for directory in file.directories {
      all.append((directory.range, directory.path))
    }
    forChunks(file) { directory, _, chunk in
      guard chunk.size > 0, chunk.offset >= 0 else { return }
      let (end, overflow) = chunk.offset.addingReportingOverflow(chunk.size)
      // What passes the end of the file is another rule's.
      if !overflow, end <= file.structure.source.byteCount {
        all.append((chunk.offset..<end, directory.path))
      }
    }
    all.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (one, next) in zip(all, all.dropFirst()) {
      check.expect(
        one.range.upperBound <= next.range.lowerBound, "bytes of \(one.place) overlap those of \(next.place)",
        at: next.range.lowerBound, in: next.place)
    }
  }
}
