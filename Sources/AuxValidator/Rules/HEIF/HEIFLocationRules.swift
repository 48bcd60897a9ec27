internal import AuxContainers
internal import AuxImage

enum HEIFLocationRules {
  static let all: [Validator.Rule] = [
    .heif(
      "HEIF-ILOC-ITEM", .error,
      "iloc has one entry at most for an item, and none for items that do not exist.",
      "ISO/IEC 14496-12 8.11.3 (shall)",
      explanation: .init(
        why: """
          The box says where the bytes of an item are. With two entries, readers read either; an entry \
          for nothing is a sign of damage.
          """,
        cause: "An item was removed or numbered anew and its entry was kept.",
        remedy: "Write the file anew with the program that last changed it.",
        example: "HEIF-ILOC-ITEM meta/iloc at byte 103: a second entry of item 4")
    ) { file, check in
      var seen: Set<UInt32> = []
      for entry in file.locations?.entries ?? [] {
        check.expect(
          seen.insert(entry.itemID).inserted, "a second entry of item \(entry.itemID)",
          at: file.locationsOffset,
          in: "meta/iloc")
        check.expect(
          file.item(entry.itemID) != nil, "an entry of item \(entry.itemID), which does not exist",
          at: file.locationsOffset, in: "meta/iloc")
      }
    },
    .heif(
      "HEIF-ILOC-MISSING", .error, "Coded images, grids and overlays have bytes.",
      "ISO/IEC 14496-12 8.11.3; libheif fails to decode the image",
      explanation: .init(
        why: "An image without bytes cannot be decoded, and with a tile its grid cannot be.",
        cause: "A program emptied an item in place of removing it, or lost its entry.",
        remedy:
          "Take the image over from the original with `auxdepth copy`, or take it out with `auxdepth remove`.",
        example: "HEIF-ILOC-MISSING item 4 at byte 396: the image of type hvc1 has no bytes")
    ) { file, check in
      // Without iloc there is one fault, not one of every item.
      guard file.locations != nil else { return }
      for item in file.items where item.isCoded || item.type == "grid" || item.type == "iovl" {
        check.expect(
          item.hasBytes, "the image of type \(item.type) has no bytes", at: item.offset, in: item.place)
      }
    },
    .heif(
      "HEIF-METADATA-EMPTY", .warning, "Exif and XMP items have bytes.", "ISO/IEC 23008-12 A.2.1, A.3",
      explanation: .init(
        why: """
          The item says nothing. Viewers show the photo, and some programs that read or write metadata stop at the empty \
          item.
          """,
        cause: """
          A program emptied the item in place of removing it, as `exiftool -all=` and programs that use it do.
          """,
        remedy: "A repair removes the item.",
        repair: """
          The item goes with its reference and its location. Nothing of it was left to read, and no pixel changes.
          """,
        example: "HEIF-METADATA-EMPTY item 3 at byte 395: the Exif item has no bytes", since: "0.2.0")
    ) { file, check in
      guard file.locations != nil else { return }
      for item in file.items where item.isKnownMetadata {
        check.expect(
          item.hasBytes, "the \(item.isXMP ? "XMP" : "Exif") item has no bytes", at: item.offset,
          in: item.place, repair: AuxRepair(.removed(item: item.id)))
      }
    },
    .heif(
      "HEIF-ILOC-RANGE", .error, "The extents of items lie inside the file, or inside idat.",
      "ISO/IEC 14496-12 8.11.3 (shall); libheif fails",
      explanation: .init(
        why: """
          The bytes of the item are not in the file. libheif refuses it, and other readers show a \
          damaged picture.
          """,
        cause: "The file was cut by a transfer, or bytes before were removed and the offsets were kept.",
        remedy: "Fetch the file again: what is missing is in no part of it.",
        example: """
          HEIF-ILOC-RANGE meta/iloc/item 10 at byte 103: 1049540 bytes at 8620 pass the end of the \
          file
          """)
    ) { file, check in
      forExtents(file) { item, location, extent in
        guard location.constructionMethod <= 1, isInFile(location) else { return }
        check.expect(
          file.range(of: extent, at: location) != nil,
          "\(extent.length) bytes at \(location.baseOffset &+ extent.offset) pass the end of "
            + (location.constructionMethod == 1 ? "idat" : "the file"),
          at: file.locationsOffset, in: "meta/iloc/\(item.place)")
      }
    },
    .heif(
      "HEIF-ILOC-MDAT", .warning,
      "Extents that count from the start of the file lie in the payload of an mdat box.",
      "ISO/IEC 14496-12 8.1.1, 8.11.3; observed of writers that count from elsewhere",
      explanation: .init(
        why: """
          The bytes would be those of another box, such as the headers themselves. The picture decodes \
          to nothing, or to noise.
          """,
        cause: """
          The writer counts offsets from somewhere other than the beginning of the file, or headers grew \
          and the offsets were not moved.
          """,
        remedy: "Write the file anew with the program that made it.",
        example: "HEIF-ILOC-MDAT meta/iloc/item 11 at byte 111: the bytes 111..<3368 are in no mdat box")
    ) { file, check in
      forExtents(file) { item, location, extent in
        guard location.constructionMethod == 0, isInFile(location), extent.length > 0,
          let range = file.range(of: extent, at: location)
        else { return }
        check.expect(
          file.media.contain(range) || file.isInItemData(range) || file.isMeantInItemData(item),
          "the bytes \(range.lowerBound)..<\(range.upperBound) are in no mdat box", at: range.lowerBound,
          in: "meta/iloc/\(item.place)")
      }
    },
    .heif(
      "HEIF-ILOC-IDAT", .error,
      "The location of a derived image (grid, iovl, tmap) whose description is in idat counts from there.",
      "ISO/IEC 14496-12 8.11.3 (shall); libheif fails",
      explanation: .init(
        why: """
          Readers take the first bytes of the file for the rows, columns and size of the picture. They show a black picture \
          or none at all.
          """,
        cause: "A program that supports only construction method 0, such as a metadata writer, rewrote iloc.",
        remedy: "A repair restores the construction method.",
        repair:
          "One number of the location changes. It is made only if idat has a description that fits the image.",
        example: """
          HEIF-ILOC-IDAT meta/iloc/item 2 at byte 103: the bytes 0..<8 are in no mdat box; idat has the description of the \
          grid: construction method 1 is lost
          """,
        since: "0.2.0")
    ) { file, check in
      for item in file.items where item.isDescribed {
        guard let range = file.ranges(of: item)?.first else { continue }
        check.expect(
          !file.isMeantInItemData(item),
          "the bytes \(range.lowerBound)..<\(range.upperBound) are in no mdat box; idat has the description of the "
            + "\(item.type): construction method 1 is lost", at: file.locationsOffset,
          in: "meta/iloc/\(item.place)", repair: AuxRepair(.inItemData(item: item.id)))
      }
    },
    .heif(
      "HEIF-ILOC-METHOD", .error, "The construction method is 0, 1 or 2, and method 1 has an idat box.",
      "ISO/IEC 14496-12 8.11.3 (shall)",
      explanation: .init(
        why: """
          The method says where offsets count from. Readers do not know others, and offsets into a box \
          that is not there lead nowhere.
          """,
        cause: "Bytes were changed, or idat was removed and the entry kept.",
        remedy: "Write the file anew with the program that made it.",
        example: "HEIF-ILOC-METHOD meta/iloc/item 4 at byte 103: construction method 5")
    ) { file, check in
      for item in file.items {
        guard let location = item.location else { continue }
        check.expect(
          location.constructionMethod <= 2 && (location.constructionMethod != 1 || file.itemData != nil),
          "construction method \(location.constructionMethod)", at: file.locationsOffset,
          in: "meta/iloc/\(item.place)")
      }
    },
    .heif(
      "HEIF-ILOC-OVERLAP", .warning, "No two items share a part of their bytes; all of them they may share.",
      "ISO/IEC 14496-12 8.11.3 allows it; no known writer of auxiliary images does it",
      explanation: .init(
        why: """
          A program that replaces one item writes over a part of the other. Items that share all of \
          their bytes are meant to.
          """,
        cause: "An offset or a length is wrong, often by one item.",
        remedy: """
          Look at both images with `auxdepth view`. Where one is damaged, take it over from the \
          original.
          """,
        example: "HEIF-ILOC-OVERLAP meta/iloc/item 7 at byte 2162: item 5 and item 7 share bytes")
    ) { file, check in
      checkOverlap(file, &check)
    },
    .heif(
      "HEIF-XMP-IDAT", .info, "The XMP of an auxiliary image is in mdat.",
      "Third-party report: ImageIO passes over XMP in idat; Specs/heif.md",
      explanation: .init(
        why: """
          ImageIO was reported to pass over XMP that is stored in idat. The range and the calibration of \
          the map are then not seen.
          """,
        cause: "An encoder stores small items beside the headers.",
        remedy: "Attach the image again: its XMP is then in mdat.",
        example: """
          HEIF-XMP-IDAT item 5 at byte 103: the XMP is stored by construction method 1, where ImageIO \
          passes over it
          """,
        mattersToReaders: true)
    ) { file, check in
      for item in file.items where item.isXMP {
        guard let location = item.location else { continue }
        check.expect(
          location.constructionMethod == 0,
          "the XMP is stored by construction method \(location.constructionMethod), where ImageIO passes over it",
          at: file.locationsOffset, in: item.place)
      }
    },
  ]

  private static func isInFile(_ location: ItemLocationBox.Entry) -> Bool {
    location.dataReferenceIndex <= 1 || location.constructionMethod == 1
  }

  private static func forExtents(
    _ file: HEIFSubject,
    _ body: (HEIFItem, ItemLocationBox.Entry, ItemLocationBox.Extent) -> Void
  ) {
    for item in file.items {
      guard let location = item.location else { continue }
      for extent in location.extents { body(item, location, extent) }
    }
  }

  private static func checkOverlap(_ file: HEIFSubject, _ check: inout Checker) {
    var all: [(range: Range<Int>, id: UInt32)] = []
    for item in file.items {
      for range in file.ranges(of: item) ?? [] where !range.isEmpty { all.append((range, item.id)) }
    }
    all.sort { ($0.range.lowerBound, $0.id) < ($1.range.lowerBound, $1.id) }
    for (one, next) in zip(all, all.dropFirst()) {
      check.expect(
        one.range.upperBound <= next.range.lowerBound || one.range == next.range || one.id == next.id,
        "item \(one.id) and item \(next.id) share bytes", at: next.range.lowerBound,
        in: "meta/iloc/item \(next.id)")
    }
  }
}
