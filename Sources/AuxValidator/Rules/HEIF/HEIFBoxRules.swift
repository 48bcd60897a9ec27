internal import AuxContainers

/// Boxes: sizes, what must be there, and what stands after them.
enum HEIFBoxRules {
  static let all: [Rule] = [
    .heif(
      "HEIF-BOX-SIZE", .error, "Every box lies inside its parent and is as long as its header at least.",
      "ISO/IEC 14496-12 4.2.2 (shall); libheif fails"
    ) { file, check in check.report(file.faults) },
    .heif(
      "HEIF-BOX-CONTENT", .error, "The boxes that describe items can be read to their end.",
      "ISO/IEC 14496-12 8.11 (shall); libheif fails"
    ) { file, check in check.report(file.faults) },
    .heif("HEIF-FTYP", .error, "The file has one ftyp, at its start.", "ISO/IEC 14496-12 4.3 (shall)") {
      file, check in
      let last = file.top.last { $0.type == "ftyp" }
      check.expect(
        last?.range.lowerBound == 0, "ftyp stands at \(last?.range.lowerBound ?? 0), too",
        at: last?.range.lowerBound)
    },
    .heif(
      "HEIF-BRAND", .info,
      "The brands name the structure (mif1 or another of HEIF) and, for HEVC, heic or heix.",
      "ISO/IEC 23008-12 10.2, B.4"
    ) { file, check in
      guard let box = file.top.first, box.type == "ftyp", box.payloadRange.count <= 4096,
        case .success(let type)? = file.structure.fileType
      else { return }
      let brands = [type.majorBrand] + type.compatibleBrands
      let known: [FourCharacterCode] = [
        "mif1", "mif2", "heic", "heix", "heim", "heis", "avif", "miaf", "msf1",
      ]
      check.expect(
        brands.contains(where: known.contains),
        "the brands are \(brands.map(\.description).joined(separator: ", "))", at: box.range.lowerBound,
        in: "ftyp")
    },
    .heif(
      "HEIF-META", .error, "The file has one meta box.", "ISO/IEC 23008-12 6.2 (shall)"
    ) { file, check in
      let count = file.top.count { $0.type == "meta" }
      check.expect(
        count == 1, "the file has \(count) meta boxes",
        at: file.top.last { $0.type == "meta" }?.range.lowerBound ?? 0)
    },
    .heif(
      "HEIF-META-CHILD", .error,
      "meta has hdlr, pitm, iinf, iprp and iloc, and each of its describing boxes once.",
      "ISO/IEC 14496-12 8.11; ISO/IEC 23008-12 6.2 (shall)"
    ) { file, check in
      guard file.top.contains(where: { $0.type == "meta" }) else { return }
      for type in ["hdlr", "pitm", "iinf", "iprp", "iloc"] as [FourCharacterCode] {
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
    .heif("HEIF-HDLR", .error, "The handler of meta is pict.", "ISO/IEC 23008-12 6.2 (shall)") {
      file, check in
      guard let child = file.children.first(where: { $0.box.type == "hdlr" }),
        case .handler(.success(let handler)) = child.content
      else { return }
      check.expect(
        handler.handlerType == "pict", "the handler is \(handler.handlerType)", at: child.box.offset,
        in: "meta/hdlr")
    },
    .heif(
      "HEIF-TRAILER", .info, "Nothing stands after the last box.",
      "ISO/IEC 14496-12 4.2; makers append data of their own (OnePlus)"
    ) { file, check in
      check.expect(
        file.trailer == nil, "\(file.trailer?.count ?? 0) bytes after the last box are no box",
        at: file.trailer?.lowerBound)
    },
  ]
}
