internal import AuxContainers
internal import AuxImage

enum TIFFRules {
  static let all: [Validator.Rule] = [
    .tiff(
      "TIFF-IFD", .error, "Every directory that is named lies in the file and has entries.",
      "TIFF 6.0, section 2 (shall)",
      explanation: .init(
        why: """
          A directory says what an image is and where its bytes are. Where it cannot be read, the image \
          is lost.
          """,
        cause: "The file was cut, or a program moved a directory and left the offset that leads to it.",
        remedy: "Fetch the file again, or write it anew with the program that made it.",
        example: """
          TIFF-IFD IFD0/SubIFD0 at byte 268435455: 2 bytes are needed and the file ends at byte 30644
          """)
    ) { file, check in
      check.exercise()
      for fault in file.structure.faults where fault.kind == .unreadable {
        check.expect(false, fault.error.reason, at: fault.error.offset, in: fault.error.place)
      }
    },
    .tiff(
      "TIFF-IFD-LOOP", .error, "No directory is named twice.", "TIFF 6.0, section 2 (shall)",
      explanation: .init(
        why: "Readers that follow the directories never come to an end, or show an image twice.",
        cause: "An offset was written to the wrong place, or the file was made to mislead readers.",
        remedy: "Write the file anew with the program that made it.",
        example: "TIFF-IFD-LOOP IFD0/SubIFD0 at byte 30302: the directory is named twice")
    ) {
      file, check in
      check.exercise()
      for fault in file.structure.faults where fault.kind == .loop {
        check.expect(
          false, "the directory is named twice", at: fault.error.offset, in: fault.error.place)
      }
    },
    .tiff(
      "TIFF-ENTRY-ORDER", .warning, "The tags of a directory ascend.", "TIFF 6.0, section 2",
      explanation: .init(
        why: """
          Readers may search the tags by halves, as the specification allows them, and then miss one \
          that is out of order.
          """,
        cause: "A program appended a tag to a directory in place of inserting it.",
        remedy: "Write the file anew with a program that sorts the tags.",
        example: "TIFF-ENTRY-ORDER IFD0/SubIFD1 at byte 26982: RowsPerStrip comes after StripByteCounts")
    ) {
      file, check in
      for directory in file.directories {
        let pair = zip(directory.entries, directory.entries.dropFirst()).first { $0.tag > $1.tag }
        check.expect(
          pair == nil, "\(TIFFTag.name(pair?.1.tag ?? 0)) comes after \(TIFFTag.name(pair?.0.tag ?? 0))",
          at: pair.map { file.offset($0.1.tag, directory) }, in: directory.path)
      }
    },
    .tiff(
      "TIFF-ENTRY-TWICE", .error, "No tag is twice in a directory.", "TIFF 6.0, section 2 (shall)",
      explanation: .init(
        why: "Readers take the first or the last of the two values.",
        cause: "A program appended a tag in place of changing the one that is there.",
        remedy: "Write the file anew with the program that last changed it.",
        example: "TIFF-ENTRY-TWICE IFD0/SubIFD1/SamplesPerPixel at byte 26872: the tag is there twice")
    ) {
      file, check in
      for directory in file.directories {
        var seen: Set<UInt16> = []
        let twice = directory.entries.first { !seen.insert($0.tag).inserted }
        check.expect(
          twice == nil, "the tag is there twice", at: directory.offset, in: directory.place(twice?.tag ?? 0))
      }
    },
    .tiff(
      "TIFF-ENTRY-TYPE", .warning, "Fields have one of the types 1 to 13, or in BigTIFF 16 to 18.",
      "TIFF 6.0, section 2; Technical Note 1",
      explanation: .init(
        why: "Readers do not know how many bytes such a value has, and have to leave the field out.",
        cause: "Bytes were changed, or the writer uses a type of its own.",
        remedy: "Write the file anew with the program that made it.",
        example: "TIFF-ENTRY-TYPE IFD0/AsShotNeutral at byte 30544: the type is 99")
    ) { file, check in
      forEntries(file) { directory, entry in
        check.expect(
          entry.type.byteCount != nil && (file.structure.isBig || entry.type.rawValue <= 13),
          "the type is \(entry.type.rawValue)",
          at: file.offset(entry.tag, directory), in: directory.place(entry.tag))
      }
    },
    .tiff(
      "TIFF-ENTRY-RANGE", .error, "The values of every field lie in the file.", "TIFF 6.0, section 2 (shall)",
      explanation: .init(
        why: "The value is not in the file. Readers leave the field out or refuse the file.",
        cause: "The file was cut, or values moved and an offset did not.",
        remedy: "Fetch the file again: what is missing is in no part of it.",
        example: """
          TIFF-ENTRY-RANGE IFD0/SubIFD2/SemanticName at byte 28696: 50 bytes at 2147483647 pass the \
          end of the file
          """)
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
    .tiff(
      "TIFF-SIZE", .error, "Every image has a width and a height.", "TIFF 6.0, section 4 (shall)",
      explanation: .init(
        why: "Readers cannot lay out an image without a size.",
        cause: "A field was lost, or the writer filled in the size later and never did.",
        remedy: """
          Write the file anew with the program that made it, or remove the map with `auxdepth remove`.
          """,
        example: "TIFF-SIZE IFD0/SubIFD1/ImageWidth at byte 26886: the value is 0")
    ) {
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
      "TIFF 6.0, sections 3 and 15 (shall)",
      explanation: .init(
        why: "Readers read past the list, or leave the lower part of the image empty.",
        cause: "RowsPerStrip or the size was changed and the lists of strips were not.",
        remedy: "Write the file anew with the program that made it.",
        example: """
          TIFF-STRIP-COUNT IFD0/SubIFD2/StripOffsets at byte 28612: 1 offsets and 1 sizes for 8 strips \
          or tiles
          """)
    ) { file, check in
      for directory in file.directories { checkCount(directory, file, &check) }
    },
    .tiff(
      "TIFF-STRIP-RANGE", .error, "Strips and tiles lie in the file.", "TIFF 6.0, section 3 (shall)",
      explanation: .init(
        why: "The samples are not in the file; the image is refused, or grey from there on.",
        cause: "The file was cut by a transfer, or samples moved and the offsets did not.",
        remedy: "Fetch the file again: what is missing is in no part of it.",
        example: """
          TIFF-STRIP-RANGE IFD0/SubIFD1/StripOffsets[0] at byte 26946: 3802 bytes at 268435455 pass \
          the end of the file
          """)
    ) {
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
      "TIFF 6.0, section 2 (should)",
      explanation: .init(
        why: "A program that replaces one image writes over the other.",
        cause: "An offset is wrong, or the file was made to mislead readers.",
        remedy: """
          Look at both images with `auxdepth view`. Where one is damaged, take it over from the \
          original.
          """,
        example: """
          TIFF-STRIP-OVERLAP IFD0/SubIFD3 at byte 28712: bytes of IFD0/SubIFD2 overlap those of \
          IFD0/SubIFD3
          """)
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
