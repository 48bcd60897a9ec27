internal import AuxContainers
internal import AuxImage

/// Properties and which items have them.
enum HEIFPropertyRules {
  static let all: [Rule] = [
    .heif(
      "HEIF-IPMA-INDEX", .error, "Associations name properties that exist.",
      "ISO/IEC 14496-12 8.11.14 (shall)"
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
      "ipma has one entry at most for an item, and none for items that do not exist.",
      "ISO/IEC 14496-12 8.11.14 (shall)"
    ) { file, check in
      var seen: Set<UInt32> = []
      for entry in file.associations {
        check.expect(
          seen.insert(entry.itemID).inserted, "a second entry of item \(entry.itemID)",
          at: file.associationsOffset, in: "meta/iprp/ipma")
        check.expect(
          file.item(entry.itemID) != nil, "an entry of item \(entry.itemID), which does not exist",
          at: file.associationsOffset, in: "meta/iprp/ipma")
      }
    },
    .heif(
      "HEIF-PROPERTY-ORPHAN", .warning, "Every property belongs to an item.", "ISO/IEC 14496-12 8.11.14"
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
      "ISO/IEC 23008-12 6.5.3 (shall); libheif fails"
    ) { file, check in
      // Without properties there is one fault, not one of every item.
      guard !file.table.properties.isEmpty else { return }
      for item in file.items where item.isImage {
        let count = file.properties(of: item).count { $0.box.type == "ispe" }
        let size = try? file.imageSize(of: item)
        check.expect(
          count == 1 && size.map { $0.width > 0 && $0.height > 0 } == true,
          count == 1 ? "ispe is \(size.map { "\($0.width)x\($0.height)" } ?? "unreadable")" : "\(count) ispe",
          at: file.property("ispe", of: item)?.box.offset ?? item.offset, in: item.place)
      }
    },
    .heif(
      "HEIF-ISPE-SIZE", .error,
      "ispe is the size that the sequence parameter set states; in a tile or before clap, also that as coded.",
      "ISO/IEC 23008-12 6.5.3; libheif from 1.22 fails (issues 1800, 1820), ImageIO and Samsung write the coded size"
    ) { file, check in
      let tiles = file.tiles
      for item in file.items where item.type == "hvc1" {
        guard let size = try? file.imageSize(of: item),
          let sps = try? file.sequenceParameterSet(of: item)
        else { continue }
        let isCropped = tiles.contains(item.id) || file.property("clap", of: item) != nil
        check.expect(
          (sps.width, sps.height) == size || isCropped && (sps.codedWidth, sps.codedHeight) == size,
          "ispe is \(size.width)x\(size.height) and the bitstream \(sps.width)x\(sps.height)",
          at: file.property("ispe", of: item)?.box.offset, in: "\(item.place)/ispe",
          repair: isCropped ? nil : Repair(.size(item: item.id, width: sps.width, height: sps.height)))
      }
    },
    .heif(
      "HEIF-HVCC", .error, "An HEVC image has a readable hvcC with a sequence parameter set.",
      "ISO/IEC 23008-12 B.2.3.1; ISO/IEC 14496-15 8.3.3.1 (shall); libheif fails"
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
      "ISO/IEC 14496-15 8.3.3.1.3 (shall)"
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
      "ISO/IEC 23008-12 6.5, B.2.3.1; ISO/IEC 23000-22 7.3.9 (shall)"
    ) { file, check in
      let types: [FourCharacterCode] = ["hvcC", "av1C", "irot", "imir", "clap"]
      for item in file.items {
        for property in file.properties(of: item) where types.contains(property.box.type) {
          check.expect(
            property.isEssential, "\(property.box.type) of \(item.place) is not essential",
            at: property.box.offset, in: property.place,
            repair: Repair(.essential(item: item.id, property: "\(property.box.type)")))
        }
      }
    },
    .heif(
      "HEIF-HEVC-NAL", .error, "The NAL units of an auxiliary HEVC image fill its bytes exactly.",
      "ISO/IEC 14496-15 8.3.2; ITU-T H.265 7.3.1 (shall); libde265 fails"
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
