internal import AuxContainers
internal import AuxImage

enum HEIFPropertyRules {
  static let all: [Validator.Rule] = [
    .heif(
      "HEIF-IPMA-INDEX", .error, "Associations name properties that exist.",
      "ISO/IEC 14496-12 8.11.14 (shall)",
      explanation: .init(
        why: """
          The item lacks a property that it names: its size, its decoder configuration or its type. \
          Readers refuse it, or the file.
          """,
        cause: "A property was removed and the indices behind it were kept.",
        remedy: "Write the file anew with the program that last changed it.",
        example: "HEIF-IPMA-INDEX meta/iprp/ipma/item 10 at byte 1626: item 10 has the property 99 of 16")
    ) { file, check in
      if !file.associations.isEmpty { check.exercise() }
      let count = file.table.properties.count
      for entry in file.associations where file.item(entry.itemID) != nil {
        for association in entry.associations where association.index > count {
          check.expect(
            false, "item \(entry.itemID) has the property \(association.index) of \(count)",
            at: file.associationsOffset, in: "meta/iprp/ipma/item \(entry.itemID)")
        }
      }
    },
    .heif(
      "HEIF-IPMA-ITEM", .error,
      "ipma has one entry at most for an item or group, and none for what does not exist.",
      "ISO/IEC 14496-12 8.11.14 (shall)",
      explanation: .init(
        why: """
          With two entries for one item, readers take the properties of either. An entry for no item is \
          a sign of damage.
          """,
        cause: "An item was removed or numbered anew and its entry was kept, or files were merged.",
        remedy: "Write the file anew with the program that last changed it.",
        example: "HEIF-IPMA-ITEM meta/iprp/ipma at byte 1626: an entry of item 66, which does not exist")
    ) { file, check in
      // Groups and items share one range of numbers, and both have properties.
      let groups = Set(file.groups.map(\.groupID))
      var seen: Set<UInt32> = []
      for entry in file.associations {
        check.expect(
          seen.insert(entry.itemID).inserted, "a second entry of item \(entry.itemID)",
          at: file.associationsOffset, in: "meta/iprp/ipma")
        check.expect(
          file.item(entry.itemID) != nil || groups.contains(entry.itemID),
          "an entry of item \(entry.itemID), which does not exist",
          at: file.associationsOffset, in: "meta/iprp/ipma")
      }
    },
    .heif(
      "HEIF-PROPERTY-ORPHAN", .warning, "Every property belongs to an item.", "ISO/IEC 14496-12 8.11.14",
      explanation: .init(
        why: """
          The property takes room and says nothing of any image. Where it was meant for one, that image \
          lacks it.
          """,
        cause: "A program removed an item and left its properties.",
        remedy: """
          Nothing has to be done where all images are as they should be. An edit by auxdepth keeps the \
          property.
          """,
        example: "HEIF-PROPERTY-ORPHAN meta/iprp/ipco[17]/pasp at byte 1626: no item has the property")
    ) { file, check in
      let used = Set(file.associations.flatMap(\.associations).map { Int($0.index) })
      for (number, box) in file.table.properties.enumerated() where box.type != "free" && box.type != "skip" {
        check.expect(
          used.contains(number + 1), "no item has the property", at: box.offset,
          in: "meta/iprp/ipco[\(number + 1)]/\(box.type)")
      }
    },
    .heif(
      "HEIF-ISPE", .error, "Every image item has one ispe of a size that is not 0.",
      "ISO/IEC 23008-12 6.5.3 (shall); libheif fails",
      explanation: .init(
        why: """
          Readers take memory and lay out the picture by this size. An image without one, or of no size, \
          is refused by libheif.
          """,
        cause: """
          The writer forgot the property for an auxiliary image, or wrote it before the size was known.
          """,
        remedy: "Where the image still decodes, extract it and attach it again.",
        example: "HEIF-ISPE item 4 at byte 1003: ispe is 0x24, and a side is 1 to 268435456 pixels")
    ) { file, check in
      // Without properties there is one fault, not one of every item.
      guard !file.table.properties.isEmpty else { return }
      for item in file.items where item.isImage {
        let count = file.properties(of: item).count { $0.box.type == "ispe" }
        var fault = count == 1 ? nil : "\(count) ispe"
        do throws(AuxError) { _ = try file.imageSize(of: item) } catch { fault = fault ?? error.reason }
        check.expect(
          fault == nil, fault ?? "",
          at: file.property("ispe", of: item)?.box.offset ?? item.offset, in: item.place)
      }
    },
    .heif(
      "HEIF-ISPE-SIZE", .error,
      "ispe is the size that the sequence parameter set states; in a tile or before clap, also that as coded; thumbnails are "
        + "free.",
      "ISO/IEC 23008-12 6.5.3; libheif from 1.22 fails (issues 1800, 1820), ImageIO and Samsung write the coded size",
      explanation: .init(
        why: """
          Readers crop or stretch the picture to the size that is stated, and libheif from 1.22 on \
          refuses the file.
          """,
        cause: """
          The writer stated the size with the padding of the coding blocks, or that of the photo in \
          place of the map's.
          """,
        remedy: """
          Outside of grids, and where no clap crops the image, a repair states the size of the \
          bitstream.
          """,
        repair: """
          The property alone is written anew; items that share the old one keep it, and no pixel \
          changes.
          """,
        example: "HEIF-ISPE-SIZE item 4/ispe at byte 1003: ispe is 34x24 and the bitstream 32x24")
    ) { file, check in
      let tiles = file.tiles
      // Cameras of Canon and Sony state other sizes for thumbnails, and readers show these.
      for item in file.items where item.type == "hvc1" && item.targets("thmb").isEmpty {
        guard let size = try? file.imageSize(of: item),
          let sps = try? file.sequenceParameterSet(of: item)
        else { continue }
        let isCropped = tiles.contains(item.id) || file.property("clap", of: item) != nil
        check.expect(
          (sps.width, sps.height) == size || isCropped && (sps.codedWidth, sps.codedHeight) == size,
          "ispe is \(size.width)x\(size.height) and the bitstream \(sps.width)x\(sps.height)",
          at: file.property("ispe", of: item)?.box.offset, in: "\(item.place)/ispe",
          repair: isCropped ? nil : AuxRepair(.size(item: item.id, width: sps.width, height: sps.height)))
      }
    },
    .heif(
      "HEIF-HVCC", .error, "An HEVC image has a readable hvcC with a sequence parameter set.",
      "ISO/IEC 23008-12 B.2.3.1; ISO/IEC 14496-15 8.3.3.1 (shall); libheif fails",
      explanation: .init(
        why: "Without its parameter sets an HEVC image cannot be decoded at all.",
        cause: "A program copied the coded bytes of an image without its properties.",
        remedy: """
          Take the image over from the original with `auxdepth copy`; the parameter sets are not in this \
          file.
          """,
        example: "HEIF-HVCC item 4 at byte 416: the item has no hvcC")
    ) { file, check in
      guard !file.table.properties.isEmpty else { return }
      for item in file.items where item.type == "hvc1" || item.type == "hev1" {
        let configuration = try? file.hevcConfiguration(of: item)
        check.expect(
          configuration != nil
            && (item.type == "hev1" || (try? file.sequenceParameterSet(of: item)) != nil),
          file.property("hvcC", of: item) == nil ? "the item has no hvcC" : "hvcC cannot be read",
          at: file.property("hvcC", of: item)?.box.offset ?? item.offset, in: item.place)
      }
    },
    .heif(
      "HEIF-HVCC-PROFILE", .error,
      "The chroma format and bit depth of hvcC are those of its sequence parameter set.",
      "ISO/IEC 14496-15 8.3.3.1.3 (shall)",
      explanation: .init(
        why: """
          Readers choose a decoder and an output format by hvcC before they decode. What contradicts the \
          bitstream gives wrong colours or a refusal.
          """,
        cause: "The writer filled in the values of another image, mostly those of the photo for a gray map.",
        remedy: "Extract the map and attach it again.",
        example: """
          HEIF-HVCC-PROFILE item 10/hvcC at byte 1448: hvcC says chroma format 2 and 8 bits, the \
          bitstream 0 and 8
          """)
    ) { file, check in
      for item in file.items where item.type == "hvc1" {
        guard let hvcC = try? file.hevcConfiguration(of: item),
          let sps = try? file.sequenceParameterSet(of: item)
        else { continue }
        check.expect(
          hvcC.chromaFormat == sps.chromaFormat && hvcC.bitDepth == sps.bitDepth,
          "hvcC says chroma format \(hvcC.chromaFormat) and \(hvcC.bitDepth) bits, the bitstream "
            + "\(sps.chromaFormat) and \(sps.bitDepth)",
          at: file.property("hvcC", of: item)?.box.offset, in: "\(item.place)/hvcC")
      }
    },
    .heif(
      "HEIF-ESSENTIAL", .error,
      "Decoder configurations and transformations (hvcC, av1C, irot, imir, clap) are essential.",
      "ISO/IEC 23008-12 6.5, B.2.3.1; ISO/IEC 23000-22 7.3.9 (shall)",
      explanation: .init(
        why: """
          A reader that does not know a property may ignore it unless it is essential. Without its \
          transformation the image would be shown turned or uncropped, and without its configuration not \
          be decoded.
          """,
        cause: "The writer set no flag in the association, as hand-written writers often forget.",
        remedy: "A repair sets the flag.",
        repair: """
          One bit of the association changes, and readers that know the property see the same picture as \
          before.
          """,
        example: "HEIF-ESSENTIAL meta/iprp/ipco[6]/irot at byte 875: irot of item 10 is not essential")
    ) { file, check in
      let types: [FourCharacterCode] = ["hvcC", "av1C", "irot", "imir", "clap"]
      for item in file.items {
        for property in file.properties(of: item) where types.contains(property.box.type) {
          check.expect(
            property.isEssential, "\(property.box.type) of \(item.place) is not essential",
            at: property.box.offset, in: property.place,
            repair: AuxRepair(.essential(item: item.id, property: "\(property.box.type)")))
        }
      }
    },
    .heif(
      "HEIF-HEVC-NAL", .error, "The NAL units of an auxiliary HEVC image fill its bytes exactly.",
      "ISO/IEC 14496-15 8.3.2; ITU-T H.265 7.3.1 (shall); libde265 fails",
      explanation: .init(
        why: """
          The decoder reads units by these lengths. Where they do not fit, libde265 fails and there is \
          no map.
          """,
        cause: """
          The bytes were cut or overwritten, or start codes of a raw stream were stored in place of \
          lengths.
          """,
        remedy: "Take the image over from the original with `auxdepth copy`.",
        example: """
          HEIF-HEVC-NAL item 10 at byte 8620: the NAL unit at 0 of 964 bytes has an impossible length
          """)
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) && item.type == "hvc1" {
        checkUnits(item, file, &check)
      }
    },
  ]

  private static func checkUnits(_ item: HEIFItem, _ file: HEIFSubject, _ check: inout Checker) {
    guard let ranges = file.ranges(of: item), ranges.count == 1,
      let configuration = try? file.hevcConfiguration(of: item)
    else { return }
    let (range, size) = (ranges[0], configuration.lengthSize)
    var position = range.lowerBound
    var count = 0
    while position < range.upperBound, count < 4096 {
      guard
        let head = try? file.structure.source.read(
          at: position, count: min(size + 1, range.upperBound - position)),
        head.count == size + 1
      else { break }
      let length = head.prefix(size).reduce(0) { $0 << 8 | Int($1) }
      guard length >= NALUnit.headerCount, length <= range.upperBound - position - size else { break }
      position += size + length
      count += 1
    }
    check.expect(
      position == range.upperBound && count > 0,
      "the NAL unit at \(position - range.lowerBound) of \(range.count) bytes has an impossible length",
      at: position, in: item.place)
  }
}
