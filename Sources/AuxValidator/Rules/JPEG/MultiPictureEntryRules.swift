internal import AuxContainers
internal import AuxImage

extension MultiPictureRules {
  /// The MP entries: attributes, offsets and sizes.
  static let entryRules: [Validator.Rule] = attributeRules + offsetRules + sizeRules

  private static let attributeRules: [Validator.Rule] = [
    .jpeg(
      "JPEG-MPF-PRIMARY-TYPE", .warning,
      "The first MP entry is typed baseline primary (030000), or as all frames of a panorama or a stereo pair.",
      "CIPA DC-007 5.2.3.3; Specs/jpeg-mpf.md",
      explanation: .init(
        why: """
          Readers that look for the entry of the baseline primary image do not find it, and may show a \
          map as the photo.
          """,
        cause: "The program that wrote the index left the attribute 0, or exchanged entries.",
        remedy: "Write the index anew with the program that made the file.",
        example: """
          JPEG-MPF-PRIMARY-TYPE MPF/MPEntry[1] at byte 118: the first image has the attribute \
          0x00000000
          """)
    ) { jpeg, check in
      forEntries(jpeg) { index, entry, place in
        guard entry.number == 1 else { return }
        let types = Set(index.entries.map { $0.attribute & 0xFF_FFFF })
        let isMultiFrame = types.count == 1 && types.isSubset(of: 0x02_0001...0x02_0003)
        check.expect(
          entry.attribute & 0xFF_FFFF == 0x03_0000 || isMultiFrame,
          "the first image has the attribute \(attribute(entry))", at: entry.position, in: place)
      }
    },
    .jpeg(
      "JPEG-MPF-FORMAT", .error, "The format bits of an MP entry are 0, JPEG, and its reserved bits are 0.",
      "CIPA DC-007 5.2.3.3 (shall)",
      explanation: .init(
        why: """
          The bits name the format of the image, of which JPEG is the only one. A strict reader passes \
          over an image of another format.
          """,
        cause: "The program that wrote the index set bits of the attribute wrongly.",
        remedy: "Write the index anew with the program that made the file.",
        example: "JPEG-MPF-FORMAT MPF/MPEntry[3] at byte 150: the attribute is 0x01000000")
    ) { jpeg, check in
      forEntries(jpeg) { _, entry, place in
        check.expect(
          entry.attribute >> 24 & 0x1F == 0, "the attribute is \(attribute(entry))", at: entry.position,
          in: place)
      }
    },
    .jpeg(
      "JPEG-MPF-TYPE", .warning,
      "The MP entry of an auxiliary image has the type undefined: DC-007's disparity means stereo pairs.",
      "CIPA DC-007 5.2.3.3; Specs/jpeg-mpf.md",
      explanation: .init(
        why: """
          The types panorama and disparity mean views of a scene, not maps. Viewers of stereo pairs \
          would show the map to one eye.
          """,
        cause: "The word disparity in the standard was taken for a depth map.",
        remedy: "Extract the map and attach it again: new entries have the type undefined, as Apple's.",
        example: "JPEG-MPF-TYPE MPF/MPEntry[2] at byte 134: the attribute is 0x00020002")
    ) { jpeg, check in
      forEntries(jpeg) { index, entry, place in
        guard entry.number > 1, let part = target(entry, index, jpeg), part.packet?.metadata.namedType != nil
        else { return }
        let type = entry.attribute & 0xFF_FFFF
        check.expect(
          type == 0 || type == 0x05_0000, "the attribute is \(attribute(entry))", at: entry.position,
          in: place)
      }
    },
    .jpeg(
      "JPEG-MPF-DEPENDENT", .error, "Dependent images are numbers of MP entries.",
      "CIPA DC-007 5.2.3.3 (shall)",
      explanation: .init(
        why: """
          An entry names images that depend on it. Readers that follow a number without an entry fail or \
          read past the index.
          """,
        cause: "An image was removed and the numbers that named it were kept.",
        remedy: "Write the index anew with the program that made the file; 0 names no image.",
        example: "JPEG-MPF-DEPENDENT MPF/MPEntry[2] at byte 146: dependent images [9, 0] of 5")
    ) { jpeg, check in
      forEntries(jpeg) { index, entry, place in
        check.expect(
          entry.dependents.allSatisfy { Int($0) <= index.entries.count },
          "dependent images \(entry.dependents) of \(index.entries.count)", at: entry.position + 12, in: place
        )
      }
    },
  ]

  private static func attribute(_ entry: MultiPictureIndex.Entry) -> String {
    let text = String(entry.attribute, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - text.count) + text
  }

  private static let offsetRules: [Validator.Rule] = [
    .jpeg(
      "JPEG-MPF-PRIMARY-OFFSET", .error, "The offset of the first MP entry is 0.",
      "CIPA DC-007 5.2.3.3 (shall)",
      explanation: .init(
        why: """
          The first image has to be at offset 0, which means the beginning of the file. Readers \
          that follow another one look in the wrong place for the photo.
          """,
        cause: "A program treated the first entry as all others, and counted from the index.",
        remedy: "The next edit by auxdepth that adds or removes an image writes 0.",
        example: "JPEG-MPF-PRIMARY-OFFSET MPF/MPEntry[1] at byte 126: the offset is 64")
    ) { jpeg, check in
      forEntries(jpeg) { _, entry, place in
        guard entry.number == 1 else { return }
        check.expect(entry.offset == 0, "the offset is \(entry.offset)", at: entry.position + 8, in: place)
      }
    },
    .jpeg(
      "JPEG-MPF-STALE", .error,
      "Every MP entry points at the SOI of its image; of one that Google's container lists see JPEG-MPF-STALE-LISTED.",
      "CIPA DC-007 5.2.3.3 (shall); observed of exiv2, which moves the index and leaves its offsets",
      explanation: .init(
        why: """
          ImageIO goes by the offsets alone. Where they lead astray, the depth map and the mattes are in \
          the file and not found.
          """,
        cause: """
          A tool put a segment in front of the index, or moved it, and left the offsets, which count \
          from the index itself. Exiv2 does so when it writes Exif.
          """,
        remedy: """
          Where as many images are in the file as the index names, a repair writes their places into the \
          index. Else take them over from the original with `auxdepth copy`.
          """,
        repair: "Eight bytes of each entry change and no other byte moves.",
        example: """
          JPEG-MPF-STALE MPF/MPEntry[2] at byte 142: the entry points at byte 1115, 566 bytes after \
          the image at 549: the offsets are stale, as when a tool moved the MPF segment
          """,
        mattersToReaders: true)
    ) { jpeg, check in
      checkStale(jpeg, isListed: false, &check)
    },
    .jpeg(
      "JPEG-MPF-DANGLING", .error, "Every MP entry names an image that is in the file.",
      "CIPA DC-007 5.2.3.3 (shall); observed of jpegtran, which keeps the index and drops the images",
      explanation: .init(
        why: """
          The index promises images that are gone. Readers look for them behind the photo and report \
          damage, or show a photo without depth.
          """,
        cause: """
          A tool kept the segments and dropped what follows the first image, as jpegtran does, or the file was cut.
          """,
        remedy: "Take the images over from the original with `auxdepth copy`.",
        example: """
          JPEG-MPF-DANGLING MPF/MPEntry[2] at byte 142: the entry points at byte 549, and the file has \
          no image after the primary: a tool dropped what the index names
          """,
        mattersToReaders: true)
    ) { jpeg, check in
      let further = jpeg.secondaries.count
      let isCut = jpeg.isWalked && jpeg.images.last?.end == nil
      forEntries(jpeg) { index, entry, place in
        guard entry.number > 1, jpeg.isWalked || jpeg.images.count > 1 else { return }
        check.expect(
          target(entry, index, jpeg) != nil || entry.number - 2 < further,
          "the entry points at byte \(index.base + entry.offset), and the file has "
            + (further == 0 ? "no image after the primary" : "\(further) images after the primary")
            + (isCut ? ": the file was cut" : ": a tool dropped what the index names"),
          at: entry.position + 8, in: place)
      }
    },
    .jpeg(
      "JPEG-MPF-ORPHAN", .error,
      "Every image after the primary has an MP entry, but for what Google's container lists.",
      "CIPA DC-007 5.2.3.3 (shall)",
      explanation: .init(
        why: "Readers that go by the index never find the image.",
        cause: """
          A program appended an image and left the index as it was, or removed an entry and kept the \
          bytes.
          """,
        remedy: """
          Take the images over from the original with `auxdepth copy`, or write the index anew with the \
          program that added the image.
          """,
        example: "JPEG-MPF-ORPHAN image 6 at byte 11540: the image at byte 11540 has no MP entry of 5",
        mattersToReaders: true)
    ) { jpeg, check in
      guard let index = jpeg.index, index.faults.isEmpty, !jpeg.hasContainerList else { return }
      for part in jpeg.secondaries {
        check.expect(
          part.number <= index.entries.count,
          "the image at byte \(part.image.offset) has no MP entry of \(index.entries.count)",
          at: part.image.offset, in: part.place)
      }
      for gap in jpeg.gaps
      where gap.isTrailer && !jpeg.isMakers(gap) && gap.prefix.starts(with: [0xFF, JPEGMarker.SOI, 0xFF]) {
        check.expect(
          false, "an image after the last one of the index has no MP entry", at: gap.range.lowerBound)
      }
    },
  ]

  /// Looks at the entries of images that Google's container lists as well, or at those of the others.
  static func checkStale(_ jpeg: JPEGSubject, isListed: Bool, _ check: inout Checker) {
    let found = Array(jpeg.secondaries)
    let listed = Set(jpeg.listedItems.map(\.place.lowerBound))
    forEntries(jpeg) { index, entry, place in
      guard entry.number > 1 else { return }
      guard entry.number - 2 < found.count,
        listed.contains(found[entry.number - 2].image.offset) == isListed
      else { return }
      guard target(entry, index, jpeg) == nil else { return check.exercise() }
      let expected = found[entry.number - 2].image.offset
      let distance = index.base + entry.offset - expected
      check.expect(
        false,
        "the entry points at byte \(index.base + entry.offset), \(abs(distance)) bytes "
          + "\(distance > 0 ? "after" : "before") the image at \(expected): the offsets are "
          + "stale, as when a "
          + "tool moved the MPF segment",
        at: entry.position + 8, in: place, repair: mended(entry, index, found))
    }
  }

  /// Where the file has as many images as the index names, the entry names the one of its number.
  private static func mended(
    _ entry: MultiPictureIndex.Entry, _ index: MultiPictureIndex, _ found: [JPEGSubject.Part]
  ) -> AuxRepair? {
    guard found.count == index.entries.count - 1, entry.number >= 2, entry.number - 2 < found.count,
      case let part = found[entry.number - 2], let end = part.end, part.image.offset >= index.base
    else { return nil }
    return AuxRepair(.indexEntry(entry.number, start: part.image.offset, end: end))
  }

  private static let sizeRules: [Validator.Rule] = [
    .jpeg(
      "JPEG-MPF-SIZE", .error, "The size of every MP entry but the first is that of its image.",
      "CIPA DC-007 5.2.3.3 (shall); Specs/jpeg-mpf.md",
      explanation: .init(
        why: """
          Readers cut the image out of the file by this size. One that is too small loses the end of the \
          map, one that is too large takes the next image along.
          """,
        cause: "A program coded the image anew or changed its XMP, and left the size.",
        remedy: """
          Where as many images are in the file as the index names, a repair writes the sizes of all of \
          them.
          """,
        repair: "Eight bytes of each entry change and no other byte moves.",
        example: "JPEG-MPF-SIZE MPF/MPEntry[2] at byte 138: the size is 1850 and the image has 1857 bytes")
    ) { jpeg, check in
      forEntries(jpeg) { index, entry, place in
        guard entry.number > 1, let part = target(entry, index, jpeg) else { return }
        guard let end = part.end else {
          check.expect(
            index.range(of: entry).upperBound <= jpeg.structure.source.byteCount,
            "the size \(entry.size) passes the end of the file", at: entry.position + 4, in: place)
          return
        }
        check.expect(
          entry.size == end - part.image.offset,
          "the size is \(entry.size) and the image has \(end - part.image.offset) bytes",
          at: entry.position + 4, in: place, repair: mended(entry, index, Array(jpeg.secondaries)))
      }
    },
    .jpeg(
      "JPEG-MPF-PRIMARY-SIZE", .info, "The size of the first MP entry is that of the primary image.",
      "CIPA DC-007 5.2.3.3; stale in every file that ImageIO wrote again",
      explanation: .init(
        why: """
          Nobody is known to need this size, since the first image is read from the beginning of the \
          file.
          """,
        cause: "ImageIO writes a wrong size whenever it writes a photo anew.",
        remedy: "Nothing has to be done. The next edit that adds or removes an image writes the exact size.",
        example: """
          JPEG-MPF-PRIMARY-SIZE MPF/MPEntry[1] at byte 122: the size is 773 and the primary has 549 \
          bytes
          """)
    ) { jpeg, check in
      forEntries(jpeg) { _, entry, place in
        guard entry.number == 1, let end = jpeg.images.first?.end else { return }
        check.expect(
          entry.size == end, "the size is \(entry.size) and the primary has \(end) bytes",
          at: entry.position + 4, in: place)
      }
    },
    .jpeg(
      "JPEG-MPF-OVERLAP", .error, "The images that MP entries name do not overlap.",
      "CIPA DC-007 5.2.3.3 (shall)",
      explanation: .init(
        why: """
          The same bytes would be part of two images. A reader that removes or replaces one of them \
          damages the other.
          """,
        cause: "Sizes or offsets were not changed after an edit, or the file was made to mislead readers.",
        remedy: """
          Write the index anew with the program that made the file, or take the images over from the \
          original.
          """,
        example: "JPEG-MPF-OVERLAP MPF/MPEntry[3] at byte 158: the images of the entries 2 and 3 overlap")
    ) { jpeg, check in
      guard let index = jpeg.index, index.entries.count > 2 else { return }
      let entries = index.entries.dropFirst().sorted { $0.offset < $1.offset }
      for (entry, next) in zip(entries, entries.dropFirst()) {
        check.expect(
          index.range(of: entry).upperBound <= index.range(of: next).lowerBound,
          "the images of the entries \(entry.number) and \(next.number) overlap", at: next.position + 8,
          in: "MPF/MPEntry[\(next.number)]")
      }
    },
  ]
}
