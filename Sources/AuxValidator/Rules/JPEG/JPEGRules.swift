internal import AuxContainers
internal import AuxImage
internal import AuxReader

enum JPEGRules {
  static let all: [Validator.Rule] = [
    .jpeg(
      "JPEG-SEGMENT", .error,
      "Marker segments before a scan have legal lengths, lie in the file, and one is a frame header.",
      "T.81 B.1.1.4, B.2.1 (shall)",
      explanation: .init(
        why: """
          Readers go from segment to segment by these lengths. Where one is wrong, they stop, or take \
          coded data for headers, and everything behind it is lost to them.
          """,
        cause: "A transfer cut or changed bytes, or an editor wrote a segment of more than 65,535 bytes.",
        remedy: """
          Fetch the file again. Where the photo was edited, take the images over from the original with \
          `auxdepth copy`.
          """,
        example: """
          JPEG-SEGMENT image 2/APP1 at byte 553: the length 1 is less than its own two bytes (T.81 \
          B.1.1.4)
          """)
    ) { jpeg, check in check.report(jpeg.faults) },
    .jpeg(
      "JPEG-TRUNCATED", .error, "Every image ends with EOI.", "T.81 B.2.1 (shall)",
      explanation: .init(
        why: """
          The lower part of the image is missing; decoders fill it with grey or refuse the image. Images \
          behind it cannot be found.
          """,
        cause: "A download, a copy to a full disk or a crashed program ended early.",
        remedy: "Fetch the file again: what is missing is in no part of it.",
        example: "JPEG-TRUNCATED image 5 at byte 11538: the image has no EOI (T.81 B.2.1)")
    ) { jpeg, check in
      if jpeg.images.contains(where: { $0.end != nil }) || !jpeg.faults.isEmpty { check.report(jpeg.faults) }
    },
    .jpeg(
      "JPEG-TRAILER", .info, "Nothing but zeros or a known trailer follows the last image.",
      "T.81 B.2.1; vendors append data of their own: Specs/trailers.md",
      explanation: .init(
        why: """
          Programs that write the file anew drop what they do not know, and an offset to it goes stale \
          when images before it grow.
          """,
        cause: """
          A phone or a program appends data of its own that this program does not read, or another file was \
          appended.
          """,
        remedy: """
          Nothing has to be done; edits that keep metadata keep these bytes. Keep the original where they matter.
          """,
        example: """
          JPEG-TRAILER at byte 11540: 9 bytes after the last image are no image, they begin with \
          6C656674206F7665
          """,
        mattersToReaders: true)
    ) { jpeg, check in
      for part in jpeg.images.suffix(1) where part.end != nil { check.exercise() }
      for gap in jpeg.gaps where gap.isTrailer && !gap.isZero && knownTrailer(gap, jpeg) == nil {
        check.expect(
          false, "\(gap.range.count) bytes after the last image are no image, they begin with \(start(gap))",
          at: gap.range.lowerBound)
      }
    },
    .jpeg(
      "JPEG-TRAILER-KNOWN", .info, "What follows the last image is padding or data of a known form.",
      "Observed: zeros in camera originals; vendors append data of their own: Specs/trailers.md",
      explanation: .init(
        why: """
          The photo works everywhere. What a maker appends, such as a depth map, a picture without blur \
          or a sound, is lost when another program writes the file anew.
          """,
        cause: """
          Phones of Samsung and Leia's players write such data; cameras and early versions of iOS pad with zeros.
          """,
        remedy: "Nothing has to be done. `auxdepth info` lists the parts, and every edit keeps them.",
        example: "JPEG-TRAILER-KNOWN at byte 11540: 32 bytes after the last image: zeros",
        mattersToReaders: true)
    ) { jpeg, check in
      for part in jpeg.images.suffix(1) where part.end != nil { check.exercise() }
      for gap in jpeg.gaps where gap.isTrailer && (gap.isZero || knownTrailer(gap, jpeg) != nil) {
        let kind = gap.isZero ? "zeros" : knownTrailer(gap, jpeg) ?? ""
        check.expect(
          false, "\(gap.range.count) bytes after the last image: \(kind)", at: gap.range.lowerBound)
      }
    },
    .jpeg(
      "JPEG-GAP", .info, "Images follow each other without bytes between them.",
      "Specs/jpeg-mpf.md, \"Writing\"",
      explanation: .init(
        why: """
          Readers that follow the index are not concerned. Readers that expect the next image on the \
          next byte do not find it.
          """,
        cause: "A program padded images to blocks, or an edit of one image left room behind.",
        remedy: "Nothing has to be done. `auxdepth` keeps such bytes.",
        example: "JPEG-GAP at byte 2406: 4 bytes that belong to no image, beginning with 01020304")
    ) { jpeg, check in
      if jpeg.images.count > 1 { check.exercise() }
      // Google's container may state padding between the images that it lists.
      let listed = Set(jpeg.listedItems.map(\.place.lowerBound))
      for gap in jpeg.gaps where !gap.isTrailer && !listed.contains(gap.range.upperBound) {
        check.expect(
          false, "\(gap.range.count) bytes that belong to no image, beginning with \(start(gap))",
          at: gap.range.lowerBound)
      }
    },
    .jpeg(
      "JPEG-SECONDARY-IDENTITY", .warning,
      "An image after the primary says what it is: by XMP, by its MP type, as an ISO 21496-1 gain map, or the "
        + "primary's XMP lists it.",
      "Specs/xmp.md, \"What ships in which container\"",
      explanation: .init(
        why: """
          In JPEG, only its own XMP or the index says what a further image is. Without either, every \
          reader passes over it: the depth map is in the file and of no use.
          """,
        cause: """
          An editor that knows multi-picture files but not Apple's XMP coded the images anew, as Pillow \
          does when it saves an MPO file.
          """,
        remedy: """
          Take the images over from the original with `auxdepth copy`. What the XMP said is in the \
          original alone.
          """,
        example: """
          JPEG-SECONDARY-IDENTITY image 5 at byte 6166: the image has no XMP that states what it is \
          and an undefined MP type: readers ignore it; it may have been coded anew without its \
          metadata
          """,
        mattersToReaders: true)
    ) { jpeg, check in
      // Without an index, a color image after the photo is a camera's preview (Samsung).
      for part in jpeg.secondaries where jpeg.index != nil || part.image.frame.componentIdentifiers.count == 1
      {
        check.expect(
          isIdentified(part, jpeg),
          "the image has no XMP that states what it is and an undefined MP type: readers ignore it; "
            + "it may have "
            + "been coded anew without its metadata",
          at: part.image.offset, in: part.place)
      }
    },
    .jpeg(
      "JPEG-SECONDARY-FRAME", .warning,
      "A depth map or matte is a baseline frame of one 8-bit component.",
      "Specs/jpeg-mpf.md, \"Secondaries\"",
      explanation: .init(
        why: """
          Apple's cameras write baseline gray images of 8 bits, and readers are written for these. A map \
          in colour or in progressive scans is refused, or read as its luma alone.
          """,
        cause: "A program saved the map as an ordinary photo, or ran an optimiser over the whole file.",
        remedy: "Attach the map again from a gray picture with `auxdepth attach`.",
        example: "JPEG-SECONDARY-FRAME image 2 at byte 461: SOF0 with 8 bits and 3 components")
    ) { jpeg, check in
      for part in jpeg.secondaries where isMap(part) {
        let frame = part.image.frame
        check.expect(
          frame.marker == JPEGMarker.SOF0 && frame.precision == 8 && frame.componentIdentifiers.count == 1,
          "\(JPEGMarker.name(frame.marker)) with \(frame.precision) bits and "
            + "\(frame.componentIdentifiers.count) components",
          at: part.image.offset, in: part.place)
      }
    },
    .jpeg(
      "JPEG-AMPF", .info, "The JFIF segment of a file with auxiliary images has Apple's AMPF mark.",
      "Specs/jpeg-mpf.md, \"Layout\"",
      explanation: .init(
        why: "Apple's own files have the mark, and no reader is known to need it.",
        cause: """
          The file was not written by a camera of Apple's or by auxdepth, or its JFIF segment was \
          written anew by an editor.
          """,
        remedy: "Nothing has to be done. The next edit that adds or removes an image writes the mark.",
        example: "JPEG-AMPF image 1/APP0 at byte 0: there is no APP0 segment with AMPF")
    ) { jpeg, check in
      guard jpeg.secondaries.contains(where: isMap), let primary = jpeg.images.first else { return }
      check.expect(
        primary.image.first(.jfif(hasAMPF: true)) != nil, "there is no APP0 segment with AMPF", at: 0,
        in: "image 1/APP0")
    },
    .jpeg(
      "JPEG-AROT", .warning, "The table of restart markers holds as many numbers as it says.",
      "Specs/jpeg-mpf.md, \"APP10 AROT\"",
      explanation: .init(
        why: """
          The table tells hardware decoders where they may start in the middle of a scan. One that is \
          longer than its segment leads them out of it.
          """,
        cause: "A program coded the scan anew and left the old table, or cut the segment.",
        remedy: "Remove the segment, or write the photo anew: decoders do without.",
        example: """
          JPEG-AROT image 5/APP10 AROT at byte 6178: the table says 2 restart markers and has room for \
          1
          """)
    ) { jpeg, check in
      for part in jpeg.images { checkRestartTable(part, jpeg, &check) }
    },
  ]

  private static func start(_ gap: JPEGSubject.Gap) -> String { hex(Array(gap.prefix.prefix(8))) }

  /// Returns the name of the data if their form is known.
  private static func knownTrailer(_ gap: JPEGSubject.Gap, _ jpeg: JPEGSubject) -> String? {
    let found = jpeg.trailers.filter { $0.range.overlaps(gap.range) }
    if !found.isEmpty { return found.map(name).joined(separator: ", ") }
    let listed = jpeg.listedItems.filter { $0.place.overlaps(gap.range) && !$0.item.isVideo }
    if !listed.isEmpty {
      return "what Google's container lists: "
        + listed.map { $0.item.semantic ?? $0.item.uri ?? "item" }.joined(separator: ", ")
    }
    if gap.suffix.suffix(4).elementsEqual("SEFT".utf8) { return "Samsung's SEFT" }
    if Trailer.isMotionPhoto(beginningWith: gap.prefix) { return "a motion photo" }
    if Trailer.isLeia(beginningWith: gap.prefix) { return "Leia's records (LIF), whose end is missing" }
    return nil
  }

  private static func name(_ trailer: Trailer) -> String {
    name(trailer.kind) + (trailer.damage.map { ", damaged: \($0)" } ?? "")
  }

  private static func name(_ kind: Trailer.Kind) -> String {
    switch kind {
    case .samsung: "Samsung's SEFT"
    case .leia: "Leia's records (LIF)"
    }
  }

  private static func isMap(_ part: JPEGSubject.Part) -> Bool {
    guard let type = part.packet?.metadata.namedType else { return false }
    return type.family != .gainMap
  }

  private static func isIdentified(_ part: JPEGSubject.Part, _ jpeg: JPEGSubject) -> Bool {
    if let packet = part.packet, packet.failure != nil || packet.metadata.namedType != nil { return true }
    let gainMap = GainMapMetadata.namespace
    if part.packet?.content.properties.contains(where: { $0.namespace == gainMap }) == true { return true }
    if part.image.first(.gainMap) != nil || jpeg.hasContainerList { return true }
    guard let index = jpeg.index else { return false }
    let entry = index.entries.first { $0.number > 1 && index.range(of: $0).lowerBound == part.image.offset }
    return entry.map { $0.attribute & 0xFF_FFFF != 0 } ?? false
  }

  private static func checkRestartTable(
    _ part: JPEGSubject.Part, _ jpeg: JPEGSubject, _ check: inout Checker
  ) {
    guard let segment = part.image.first(.restartTable), segment.payloadCount >= 10,
      let head = try? jpeg.structure.source.read(at: segment.payloadOffset + 6, count: 4)
    else { return }
    let count = head.reduce(0) { $0 << 8 | Int($1) }
    check.expect(
      count <= (segment.payloadCount - 10) / 4,
      "the table says \(count) restart markers and has room for \((segment.payloadCount - 10) / 4)",
      at: segment.payloadOffset + 6, in: "\(part.place)/APP10 AROT")
  }
}

func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
