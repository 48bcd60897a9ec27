internal import AuxContainers
internal import AuxImage

enum MultiPictureRules {
  private typealias Tag = MultiPictureIndex.Tag

  static let all: [Validator.Rule] = fieldRules + entryRules

  private static let fieldRules: [Validator.Rule] = [
    .jpeg(
      "JPEG-MPF-HEADER", .error,
      "The index has a byte-order mark and fields whose values lie in its segment.",
      "CIPA DC-007 5.2.2 (shall); Specs/jpeg-mpf.md",
      explanation: .init(
        why: "Readers that find further images by the index cannot read it, and so find none of them.",
        cause: "An editor wrote over parts of the segment, or converted its byte order in part.",
        remedy: """
          Take the images over from this file, where they are found without the index, into a copy of \
          the photo without further images, with `auxdepth copy`.
          """,
        example: "JPEG-MPF-HEADER MPF at byte 68: the index begins with 4949002A, not with a byte-order mark")
    ) { jpeg, check in
      for part in jpeg.images {
        guard let index = part.index else { continue }
        check.exercise()
        for fault in index.faults { report(fault, of: index, &check) }
      }
    },
    .jpeg(
      "JPEG-MPF-VERSION", .error, "MPFVersion is 0100.", "CIPA DC-007 5.2.3.1 (shall)",
      explanation: .init(
        why: """
          The standard knows version 0100 alone. A strict reader refuses any other, and nobody knows \
          what another one would mean.
          """,
        cause: "The program that wrote the index got the four letters wrong.",
        remedy: "Write the index anew with the program that made the file.",
        example: """
          JPEG-MPF-VERSION image 1/MPF/MPFVersion at byte 86: the version is 30323030, not 30313030 \
          (0100)
          """)
    ) { jpeg, check in
      for (part, index) in indices(jpeg) {
        let field = index.field(Tag.version)
        check.expect(
          field?.bytes == Array("0100".utf8)[...],
          field.map { "the version is \(hex(Array($0.bytes.prefix(16)))), not 30313030 (0100)" }
            ?? "the version is missing",
          at: field?.offset ?? index.base, in: "\(part.place)/MPF/MPFVersion")
      }
    },
    .jpeg(
      "JPEG-MPF-COUNT", .error, "NumberOfImages is the number of MP entries.", "CIPA DC-007 5.2.3.2 (shall)",
      explanation: .init(
        why: "Readers that go by the number read entries that are not there, or leave out the last images.",
        cause: "A program added or removed an image and changed only one of the two fields.",
        remedy: "Write the index anew with the program that last changed the images.",
        example: "JPEG-MPF-COUNT MPF/NumberOfImages at byte 98: NumberOfImages is 4, of 5 MP entries")
    ) { jpeg, check in
      // The index of an image that was taken out of a photo has no entries.
      guard let index = jpeg.index, index.faults.isEmpty, !jpeg.isAuxiliaryAlone else { return }
      let stated = index.numberOfImages
      check.expect(
        stated == index.entries.count,
        "NumberOfImages is \(stated.map { "\($0)" } ?? "missing"), of \(index.entries.count) MP entries",
        at: index.field(Tag.numberOfImages)?.offset, in: "MPF/NumberOfImages")
    },
    .jpeg(
      "JPEG-MPF-ENTRY-SIZE", .error, "MPEntry is of type UNDEFINED and holds 16 bytes an image.",
      "CIPA DC-007 5.2.3.3 (shall)",
      explanation: .init(
        why: """
          An entry has 16 bytes. Where the field is of another length or type, readers cannot tell where \
          an entry begins.
          """,
        cause: "A program rewrote the index by a general TIFF library, which chose another type, or cut it.",
        remedy: "Write the index anew with the program that made the file.",
        example: "JPEG-MPF-ENTRY-SIZE MPF/MPEntry at byte 118: type 7 with 79 bytes")
    ) { jpeg, check in
      guard let index = jpeg.index, let field = index.field(Tag.entries) else { return }
      check.expect(
        field.type == 7 && field.bytes.count % 16 == 0,
        "type \(field.type) with \(field.bytes.count) bytes", at: field.offset, in: "MPF/MPEntry")
    },
    .jpeg(
      "JPEG-MPF-ENDIAN", .info, "The index is big-endian, as Apple and Ultra HDR write it.",
      "Specs/jpeg-mpf.md, \"MPF\"",
      explanation: .init(
        why: """
          Both byte orders are allowed, and readers have to know both. Apple and Ultra HDR write the \
          other one, so that little-endian readers are tested less.
          """,
        cause: "Cameras of other makers and MPO writers use it.",
        remedy: "Nothing has to be done; edits keep the order.",
        example: "JPEG-MPF-ENDIAN MPF at byte 28: the index is little-endian")
    ) { jpeg, check in
      guard let index = jpeg.index else { return }
      check.expect(index.endianness == .big, "the index is little-endian", at: index.base, in: "MPF")
    },
    .jpeg(
      "JPEG-MPF-MISSING", .error,
      "A file with auxiliary images has an index: ImageIO finds them by it alone.",
      "ImageIO fails to find them: Specs/jpeg-mpf.md, \"Readers\"",
      explanation: .init(
        why: """
          ImageIO, and so Photos and Preview, find further images by the index alone. To them the photo \
          has no depth and no mattes.
          """,
        cause: "An editor dropped a segment that it did not know and kept the bytes after the primary image.",
        remedy: "Take the images over from the original with `auxdepth copy`.",
        example: """
          JPEG-MPF-MISSING image 1 at byte 549: 4 auxiliary images follow the primary and no MPF \
          segment names them
          """,
        mattersToReaders: true)
    ) { jpeg, check in
      let images = jpeg.secondaries.filter { $0.packet?.metadata.namedType != nil }
      guard let first = images.first else { return }
      check.expect(
        jpeg.index != nil,
        "\(images.count) auxiliary images follow the primary and no MPF segment names them",
        at: first.image.offset, in: "image 1")
    },
    .jpeg(
      "JPEG-MPF-SECONDARY", .info, "An auxiliary image has an MPF segment of its own.",
      "Observed: iOS 11 to 16 write it, later ones do not; Specs/jpeg-mpf.md",
      explanation: .init(
        why: """
          The index of a further image says no more than the number of images, and no reader is known to \
          need it.
          """,
        cause: "Versions of iOS after 16 leave it out.",
        remedy: "Nothing has to be done.",
        example: "JPEG-MPF-SECONDARY image 2 at byte 549: the image has no MPF segment")
    ) { jpeg, check in
      for part in jpeg.secondaries where part.packet?.metadata.namedType != nil {
        check.expect(part.index != nil, "the image has no MPF segment", at: part.image.offset, in: part.place)
      }
    },
    .jpeg(
      "JPEG-MPF-SECONDARY-COUNT", .warning, "The MPF of a further image states the same number of images.",
      "Specs/jpeg-mpf.md, \"Secondaries\"",
      explanation: .init(
        why: """
          The two indices contradict each other, and a reader that starts at the further image expects \
          others.
          """,
        cause: "A program added or removed an image and changed the index of the primary image alone.",
        remedy: "Any edit by auxdepth that adds or removes an image writes the number everywhere.",
        example: """
          JPEG-MPF-SECONDARY-COUNT image 2/MPF/NumberOfImages at byte 1349: NumberOfImages is 7 here \
          and 5 in the primary's index
          """)
    ) { jpeg, check in
      guard let count = jpeg.index?.numberOfImages else { return }
      for part in jpeg.secondaries {
        guard let own = part.index, let stated = own.numberOfImages else { continue }
        check.expect(
          stated == count, "NumberOfImages is \(stated) here and \(count) in the primary's index",
          at: own.field(Tag.numberOfImages)?.offset, in: "\(part.place)/MPF/NumberOfImages")
      }
    },
  ]

  private static func report(
    _ fault: MultiPictureIndex.Fault, of index: MultiPictureIndex, _ check: inout Checker
  ) {
    switch fault {
    case .mark(let mark):
      check.expect(
        false, "the index begins with \(hex(mark)), not with a byte-order mark", at: index.base, in: "MPF")
    case .structure(let error): check.expect(false, error.reason, at: error.offset, in: "MPF")
    case .value(let tag, let error):
      check.expect(
        false, error.reason, at: error.offset, in: "MPF/\(hex([UInt8(tag >> 8), UInt8(tag & 255)]))")
    }
  }

  private static func indices(_ jpeg: JPEGSubject) -> [(JPEGSubject.Part, MultiPictureIndex)] {
    jpeg.images.compactMap { part in
      part.index.flatMap { $0.faults.isEmpty || !$0.fields.isEmpty ? (part, $0) : nil }
    }
  }

  /// Runs a check for each entry of the index, with its place.
  static func forEntries(
    _ jpeg: JPEGSubject, _ body: (MultiPictureIndex, MultiPictureIndex.Entry, String) -> Void
  ) {
    guard let index = jpeg.index else { return }
    for entry in index.entries { body(index, entry, "MPF/MPEntry[\(entry.number)]") }
  }

  /// Returns the image that an entry points at, or nil.
  static func target(
    _ entry: MultiPictureIndex.Entry, _ index: MultiPictureIndex, _ jpeg: JPEGSubject
  ) -> JPEGSubject.Part? {
    let start = index.range(of: entry).lowerBound
    return jpeg.images.first { $0.image.offset == start }
  }
}
