internal import AuxContainers

/// Boxes: their sizes, which must be there, and bytes after them.
enum HEIFBoxRules {
  static let all: [Validator.Rule] = [
    .heif(
      "HEIF-BOX-SIZE", .error, "Every box lies inside its parent and is as long as its header at least.",
      "ISO/IEC 14496-12 4.2.2 (shall); libheif fails",
      explanation: .init(
        why: """
          Readers go from box to box by these sizes. Where one is wrong, what follows cannot be found, \
          and libheif refuses the file.
          """,
        cause: """
          The file was cut by a transfer, or a program inserted bytes and left the size of a box around \
          them.
          """,
        remedy: "Fetch the file again, or write it anew with the program that made it.",
        example: "HEIF-BOX-SIZE mdat at byte 2154: the box needs 7430 bytes and 7420 are left")
    ) { file, check in check.report(file.faults) },
    .heif(
      "HEIF-BOX-CONTENT", .error, "The boxes that describe items can be read to their end.",
      "ISO/IEC 14496-12 8.11 (shall); libheif fails",
      explanation: .init(
        why: """
          These boxes say which items there are, where their bytes are and what belongs together. Where \
          one cannot be read, readers have no picture to show.
          """,
        cause: "Bytes were changed, or the writer uses a version of the box that the standard does not have.",
        remedy: "Write the file anew with the program that made it.",
        example: """
          HEIF-BOX-CONTENT meta/iloc at byte 117: field sizes other than 0, 4 and 8 (14496-12 8.11.3)
          """)
    ) { file, check in check.report(file.faults) },
    .heif(
      "HEIF-FTYP", .error, "The file has one ftyp, at its start.", "ISO/IEC 14496-12 4.3 (shall)",
      explanation: .init(
        why: """
          The first bytes tell every reader what kind of file it is. A second box says something else, \
          or is not seen.
          """,
        cause: """
          Two files were put together, or a program wrote brands a second time in place of changing the \
          first box.
          """,
        remedy: """
          Remove all but the first, with a program that moves the offsets along, or write the file anew.
          """,
        example: "HEIF-FTYP at byte 9584: ftyp is at 9584, too")
    ) {
      file, check in
      let last = file.top.last { $0.type == "ftyp" }
      check.expect(
        last?.range.lowerBound == 0, "ftyp is at \(last?.range.lowerBound ?? 0), too",
        at: last?.range.lowerBound)
    },
    .heif(
      "HEIF-BRAND", .info,
      "The brands name the structure (mif1 or another of HEIF) and, for HEVC, heic or heix.",
      "ISO/IEC 23008-12 10.2, B.4",
      explanation: .init(
        why: """
          Readers decide by the brands whether they can open the file. Without a brand that they know, \
          they do not try.
          """,
        cause: "A converter wrote the brands of another format, or none.",
        remedy: "Write the file anew with the brands mif1 and heic (for HEVC) or avif.",
        example: "HEIF-BRAND ftyp at byte 0: the brands are qqqq, qqqq, qqqq, qqqq")
    ) { file, check in
      guard let box = file.top.first, box.type == "ftyp", box.payloadRange.count <= 4096,
        case .success(let type)? = file.structure.fileType
      else { return }
      let brands = [type.majorBrand] + type.compatibleBrands
      let known: [FourCharacterCode] = [
        "mif1", "mif2", "heic", "heix", "heim", "heis", "avif", "avis", "miaf", "msf1",
      ]
      check.expect(
        brands.contains(where: known.contains),
        "the brands are \(brands.map(\.description).joined(separator: ", "))", at: box.range.lowerBound,
        in: "ftyp")
    },
    .heif(
      "HEIF-META", .error, "The file has one meta box; one of an image sequence alone may have none.",
      "ISO/IEC 23008-12 6.2 (shall), 7.1",
      explanation: .init(
        why: """
          The box describes all items. With two of them, readers disagree on which one counts; without, \
          there is no photo.
          """,
        cause: "Two files were put together, or the file is a video without pictures.",
        remedy: "Write the file anew with the program that made it.",
        example: "HEIF-META at byte 9584: the file has 2 meta boxes")
    ) { file, check in
      let count = file.top.count { $0.type == "meta" }
      check.expect(
        count == 1 || file.isSequenceAlone, "the file has \(count) meta boxes",
        at: file.top.last { $0.type == "meta" }?.range.lowerBound ?? 0)
    },
    .heif(
      "HEIF-SEQUENCE", .info, "The file has a photo, not an image sequence alone.",
      "ISO/IEC 23008-12 7.1, 10.3; Specs/heif.md, \"Reading\"",
      explanation: .init(
        why: "The file is legal, and nothing in it was looked at: auxdepth reads photos, and no tracks.",
        cause: "A camera or an encoder wrote a burst or an animation, with the brand msf1, hevc or avis.",
        remedy: "Nothing has to be done. Programs that play image sequences show it.",
        example: "HEIF-SEQUENCE moov at byte 24: the file is an image sequence without a photo",
        since: "0.2.0")
    ) { file, check in
      check.expect(
        !file.isSequenceAlone, "the file is an image sequence without a photo",
        at: file.top.first { $0.type == "moov" }?.range.lowerBound, in: "moov")
    },
    .heif(
      "HEIF-META-CHILD", .error,
      "meta of a photo has hdlr, pitm, iinf, iprp and iloc, and each of its describing boxes once.",
      "ISO/IEC 14496-12 8.11; ISO/IEC 23008-12 6.2 (shall)",
      explanation: .init(
        why: """
          Without these boxes an item has no type, no place or no size. With two of a kind, readers \
          disagree on which counts.
          """,
        cause: "A program rewrote the box and left one out, or appended in place of replacing.",
        remedy: "Write the file anew with the program that made it.",
        example: "HEIF-META-CHILD meta at byte 28: there is no pitm box")
    ) { file, check in
      guard file.top.contains(where: { $0.type == "meta" }) else { return }
      let required: [FourCharacterCode] = ["hdlr", "pitm", "iinf", "iprp", "iloc"]
      for type in required where !file.isSequenceAlone {
        check.expect(
          file.children.contains { $0.box.type == type }, "there is no \(type) box", at: file.metaOffset,
          in: "meta")
      }
      for type in ["hdlr", "pitm", "iinf", "iprp", "iloc", "iref", "idat", "dinf", "grpl"]
        as [FourCharacterCode]
      {
        let all = file.children.filter { $0.box.type == type }
        check.expect(
          all.count < 2, "there are \(all.count) \(type) boxes", at: all.last?.box.offset, in: "meta/\(type)")
      }
    },
    .heif(
      "HEIF-HDLR", .error, "The handler of a photo's meta is pict.", "ISO/IEC 23008-12 6.2 (shall)",
      explanation: .init(
        why: """
          Readers that look for pictures pass over a meta box of another kind, and say that the file has \
          none.
          """,
        cause: "The writer used the handler of a video track or of a metadata item.",
        remedy: "Write the file anew; the handler has to be pict.",
        example: "HEIF-HDLR meta/hdlr at byte 40: the handler is vide")
    ) {
      file, check in
      guard !file.isSequenceAlone, let child = file.children.first(where: { $0.box.type == "hdlr" }),
        case .handler(.success(let handler)) = child.content
      else { return }
      check.expect(
        handler.handlerType == "pict", "the handler is \(handler.handlerType)", at: child.box.offset,
        in: "meta/hdlr")
    },
    .heif(
      "HEIF-TRAILER", .info, "Nothing follows the last box.",
      "ISO/IEC 14496-12 4.2; makers append data of their own (OnePlus)",
      explanation: .init(
        why: "Readers stop at the last box and never see these bytes. Strict ones report a damaged box.",
        cause: "A maker appends data of its own, as OnePlus does, or another file was appended.",
        remedy: "Nothing has to be done; every edit keeps these bytes.",
        example: "HEIF-TRAILER at byte 9584: 10 bytes after the last box are no box")
    ) { file, check in
      check.expect(
        file.trailer == nil, "\(file.trailer?.count ?? 0) bytes after the last box are no box",
        at: file.trailer?.lowerBound)
    },
  ]
}
