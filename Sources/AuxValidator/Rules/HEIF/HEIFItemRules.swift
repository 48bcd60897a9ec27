internal import AuxContainers
internal import AuxImage

enum HEIFItemRules {
  static let all: [Validator.Rule] = itemRules + referenceRules

  private static let itemRules: [Validator.Rule] = [
    .heif(
      "HEIF-IINF-COUNT", .error, "iinf has as many entries as it says.", "ISO/IEC 14496-12 8.11.6 (shall)",
      explanation: .init(
        why: "Readers that go by the number miss the last items or read past the box.",
        cause: "A program added or removed an item without changing the count.",
        remedy: "Write the file anew with the program that last changed it.",
        example: "HEIF-IINF-COUNT meta/iinf at byte 351: iinf says 12 items and has 11")
    ) {
      file, check in check.report(file.faults)
    },
    .heif(
      "HEIF-ITEM-ID", .error, "The numbers of items are unique and not 0.", "ISO/IEC 14496-12 8.11.6 (shall)",
      explanation: .init(
        why: """
          Everything refers to items by their numbers. With two items of one number, readers take the \
          XMP or the place of the wrong one.
          """,
        cause: "Two files were merged without numbering the items anew.",
        remedy: "Write the file anew with the program that merged it.",
        example: "HEIF-ITEM-ID meta/iinf/infe at byte 602: a second item has the number 1")
    ) { file, check in
      var seen: Set<UInt32> = []
      for item in file.items {
        check.expect(
          item.id != 0 && seen.insert(item.id).inserted,
          item.id == 0 ? "an item has the number 0" : "a second item has the number \(item.id)",
          at: item.offset,
          in: "meta/iinf/infe")
      }
    },
    .heif(
      "HEIF-PRIMARY", .error, "The primary item exists and is an image.", "ISO/IEC 23008-12 6.2 (shall)",
      explanation: .init(
        why: "This item is the photo. Where it does not exist or is no image, there is nothing to show.",
        cause: "The item was removed, or numbered anew, and pitm was left as it was.",
        remedy: "Write the file anew with the program that last changed it.",
        example: "HEIF-PRIMARY meta/pitm at byte 73: the primary item 11 is of type mime")
    ) { file, check in
      guard let id = file.primaryID else { return }
      check.expect(
        file.primary?.isImage == true,
        file.primary.map { "the primary item \(id) is of type \($0.type)" } ?? "there is no item \(id)",
        at: file.children.first { $0.box.type == "pitm" }?.box.offset, in: "meta/pitm")
    },
    .heif(
      "HEIF-PRIMARY-HIDDEN", .error, "The primary item is not hidden.", "ISO/IEC 23008-12 6.4.2 (shall)",
      explanation: .init(
        why: "A hidden item is not meant to be shown. Galleries that keep to that show no photo at all.",
        cause: "A writer marks all items hidden, or made a tile the primary item.",
        remedy: "Write the file anew with the primary item shown.",
        example: "HEIF-PRIMARY-HIDDEN item 2 at byte 374: the primary item is hidden")
    ) { file, check in
      guard let primary = file.primary, primary.isImage, !file.isAuxiliary(primary) else { return }
      check.expect(
        !primary.isHidden, "the primary item is hidden", at: primary.offset, in: primary.place)
    },
    .heif(
      "HEIF-PRIMARY-AUXILIARY", .error, "The primary item is no auxiliary image.",
      "ISO/IEC 23008-12 6.4.4 (shall)",
      explanation: .init(
        why: "Readers would show a depth map or a matte as the photo, and the photo itself is nowhere.",
        cause: "The wrong item was made the primary one, or auxC was associated with it by mistake.",
        remedy: "Write the file anew with the photo as the primary item.",
        example: "HEIF-PRIMARY-AUXILIARY item 10 at byte 602: the primary item is an auxiliary image")
    ) { file, check in
      guard let primary = file.primary else { return }
      check.expect(
        !file.isAuxiliary(primary), "the primary item is an auxiliary image", at: primary.offset,
        in: primary.place)
    },
    .heif(
      "HEIF-PRIMARY-THUMBNAIL", .warning, "The primary item is no thumbnail of another image.",
      "ISO/IEC 23008-12 6.4",
      explanation: .init(
        why: "Readers show the small image as the photo. The large one is in the file, and is not shown.",
        cause: "A program renumbered the items or made the wrong one primary.",
        remedy: "Make the photo the primary item with the program that wrote the file.",
        example: "HEIF-PRIMARY-THUMBNAIL item 2 at byte 374: the primary item is a thumbnail of item 1",
        since: "0.2.0")
    ) { file, check in
      guard let primary = file.primary else { return }
      let master = primary.targets("thmb").first
      check.expect(
        master == nil, "the primary item is a thumbnail of item \(master ?? 0)", at: primary.offset,
        in: primary.place)
    },
    .heif(
      "HEIF-EXIF-ORIENTATION", .warning, "The orientation in Exif, unless it is 1, is that of irot and imir.",
      "ISO/IEC 23008-12 6.5.10, A.2: Exif turns nothing; observed of readers that turn by Exif",
      explanation: .init(
        why: """
          The standard turns the photo by irot and imir alone. Readers that turn it by Exif, too, show it otherwise, and maps \
          lie across it there.
          """,
        cause:
          "A converter copied the Exif block of a JPEG and set no irot, or an editor turned the photo by Exif alone.",
        remedy: """
          Look at the photo. If it is upright, set the orientation in Exif to 1; else turn it with `auxdepth edit`.
          """,
        example: """
          HEIF-EXIF-ORIENTATION item 2 at byte 374: Exif states the orientation 3, and irot and imir give 6
          """,
        since: "0.2.0")
    ) { file, check in
      guard !file.table.properties.isEmpty, let primary = file.primary,
        let stated = (try? file.exif?.orientation()) ?? nil
      else { return }
      let given = file.knownOrientation(of: primary)
      check.expect(
        stated == .up || stated == given,
        "Exif states the orientation \(stated.rawValue), and irot and imir give \(given.rawValue)",
        at: primary.offset, in: primary.place)
    },
    .heif(
      "HEIF-ITEM-ORPHAN", .warning,
      "A hidden item is used: it refers to an item, is referred to, or is in a group.",
      "ISO/IEC 23008-12 6.4",
      explanation: .init(
        why: "Nothing leads to the item, so that no reader uses it: a map or matte is in the file and lost.",
        cause: "A program removed an auxl or dimg reference, or the image that it led to, and left the item.",
        remedy: """
          Where it is a map, take it over from the original with `auxdepth copy`. Else it only takes \
          room.
          """,
        example: """
          HEIF-ITEM-ORPHAN item 90 at byte 664: no reference leads to or from the hidden item of type \
          uri : nothing uses it
          """,
        mattersToReaders: true)
    ) { file, check in
      let targets = Set(file.references.flatMap(\.value.to)).union(file.groups.flatMap(\.entityIDs))
      for item in file.items where item.id != file.primaryID && item.isHidden && !item.isXMP {
        check.expect(
          !item.references.isEmpty || targets.contains(item.id),
          "no reference leads to or from the hidden item of type \(item.type): nothing uses it",
          at: item.offset, in: item.place)
      }
    },
  ]

  private static let referenceRules: [Validator.Rule] = [
    .heif(
      "HEIF-REF-ITEM", .error, "References lead from items to items.", "ISO/IEC 14496-12 8.11.12 (shall)",
      explanation: .init(
        why: """
          A map refers to its photo, XMP to its image. A reference to nothing leaves the map without a \
          photo or the XMP without an image.
          """,
        cause: "An item was removed, or numbered anew, and the references to it were kept.",
        remedy: """
          Write the file anew with the program that removed the item, or take the images over from the \
          original.
          """,
        example: """
          HEIF-REF-ITEM meta/iref/auxl at byte 1810: a reference from item 10 names item 77, which \
          does not exist
          """)
    ) { file, check in
      for reference in file.references {
        let missing = ([reference.value.from] + reference.value.to).filter { file.item($0) == nil }
        check.expect(
          missing.isEmpty,
          "a reference from item \(reference.value.from) names item \(missing.first ?? 0), "
            + "which does not exist", at: reference.offset, in: "meta/iref/\(reference.value.type)")
      }
    },
    .heif(
      "HEIF-REF-LOOP", .error, "No item refers to itself, directly or by way of others.",
      "ISO/IEC 23008-12 6.6.1, 6.4.4 (shall)",
      explanation: .init(
        why: "A reader that follows the references never comes to an end, or gives up and refuses the file.",
        cause: "A reference was written to the wrong item, or the file was made to mislead readers.",
        remedy: "Write the file anew with the program that made it.",
        example: "HEIF-REF-LOOP item 10 at byte 602: the references of the item lead back to it")
    ) { file, check in
      if !file.references.isEmpty { check.exercise() }
      for item in candidates(file).prefix(64) {
        check.expect(
          !reaches(item.id, from: item, in: file), "the references of the item lead back to it",
          at: item.offset,
          in: item.place)
      }
    },
    .heif(
      "HEIF-REF-DUPLICATE", .warning, "An item has one reference box of a type.", "ISO/IEC 14496-12 8.11.12",
      explanation: .init(
        why: """
          Readers that expect one box of a kind for an item take the first or the last, and so miss \
          targets.
          """,
        cause: "A program appended a reference in place of adding a target to the one that is there.",
        remedy: "Write the file anew with the program that made it. Targets may share one box.",
        example: "HEIF-REF-DUPLICATE meta/iref/dimg at byte 1712: item 2 has a second dimg reference")
    ) { file, check in
      var seen: Set<String> = []
      for reference in file.references {
        let value = reference.value
        check.expect(
          seen.insert("\(value.type) \(value.from)").inserted,
          "item \(value.from) has a second \(value.type) reference", at: reference.offset,
          in: "meta/iref/\(value.type)")
      }
    },
    .heif(
      "HEIF-REF-REPEATED", .error,
      "The references of a type name a target once, except the images that a derived image is made of.",
      "ISO/IEC 14496-12 8.11.12 (shall); libheif 1.15 fails",
      explanation: .init(
        why: """
          libheif 1.15 refuses files whose auxl or cdsc references have two targets for one image. Readers that count targets \
          find one too many.
          """,
        cause: "A program added a reference without looking for the one that is there.",
        remedy: "Take the images over from the original with `auxdepth copy`.",
        example: "HEIF-REF-REPEATED meta/iref/auxl at byte 1740: item 4 names item 2 twice by auxl",
        since: "0.2.0")
    ) { file, check in
      var seen: [FourCharacterCode: [UInt32: Set<UInt32>]] = [:]
      // A grid or an overlay may be made of one image several times.
      for reference in file.references where reference.value.type != "dimg" {
        let value = reference.value
        let twice = value.to.first {
          !seen[value.type, default: [:]][value.from, default: []].insert($0).inserted
        }
        check.expect(
          twice == nil, "item \(value.from) names item \(twice ?? 0) twice by \(value.type)",
          at: reference.offset, in: "meta/iref/\(value.type)")
      }
    },
    .heif(
      "HEIF-GROUP", .warning, "The members of groups exist.", "ISO/IEC 14496-12 8.18.3",
      explanation: .init(
        why: """
          Groups say which images are alternatives or a stereo pair. A member that is not there makes \
          the group useless to readers.
          """,
        cause: "An item was removed and the group was left as it was.",
        remedy: "Write the file anew with the program that removed the item.",
        example: "HEIF-GROUP meta/grpl/altr: the group names 60, which does not exist",
        mattersToReaders: true)
    ) { file, check in
      guard !file.top.contains(where: { $0.type == "moov" }) else { return }
      let groups = Set(file.groups.map(\.groupID))
      for group in file.groups {
        let missing = group.entityIDs.first { file.item($0) == nil && !groups.contains($0) }
        check.expect(
          missing == nil, "the group names \(missing ?? 0), which does not exist",
          in: "meta/grpl/\(group.type)")
      }
    },
  ]

  /// Returns the items that are in a loop or lead to one.
  private static func candidates(_ file: HEIFSubject) -> [HEIFItem] {
    var waiting: [UInt32: Int] = [:]
    var sources: [UInt32: [UInt32]] = [:]
    for reference in file.references {
      waiting[reference.value.from, default: 0] += reference.value.to.count
      for target in reference.value.to { sources[target, default: []].append(reference.value.from) }
    }
    var done = Set(sources.keys).subtracting(waiting.filter { $0.value > 0 }.keys)
    var ready = Array(done)
    while let next = ready.popLast() {
      for source in sources[next] ?? [] {
        waiting[source, default: 0] -= 1
        if waiting[source] == 0, done.insert(source).inserted { ready.append(source) }
      }
    }
    return file.items.filter { waiting[$0.id, default: 0] > 0 }
  }

  /// Whether references lead from an item to the item of that number.
  private static func reaches(_ id: UInt32, from start: HEIFItem, in file: HEIFSubject) -> Bool {
    var visited: Set<UInt32> = []
    var waiting = start.references.flatMap(\.to)
    while let next = waiting.popLast() {
      if next == id { return true }
      guard visited.insert(next).inserted, visited.count <= 4096 else { continue }
      waiting += file.item(next)?.references.flatMap(\.to) ?? []
    }
    return false
  }
}
