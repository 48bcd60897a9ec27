internal import AuxContainers
internal import AuxImage

/// What makes an item an auxiliary image, and ties it to its image.
enum HEIFAuxiliaryRules {
  static let all: [Rule] = tieRules + propertyRules + descriptionRules

  private static let tieRules: [Rule] = [
    .heif(
      "HEIF-AUXL-MISSING", .error,
      "An item with auxC has an auxl reference to its image, or is a part of one that has.",
      "ISO/IEC 23008-12 6.4.4 (shall)"
    ) { file, check in
      let parts = file.auxiliaryParts
      for item in file.items where file.property("auxC", of: item) != nil && !parts.contains(item.id) {
        check.expect(
          !item.targets("auxl").isEmpty, "the auxiliary image belongs to no image: it has no auxl reference",
          at: item.offset, in: item.place)
      }
    },
    .heif(
      "HEIF-AUXL-TARGET", .error,
      "auxl leads to an image that is shown; not to metadata, a tile or an auxiliary image alone.",
      "ISO/IEC 23008-12 6.4.4 (shall)"
    ) { file, check in
      let tiles = file.tiles
      var offsets: [UInt32: Int] = [:]
      for reference in file.references where reference.value.type == "auxl" {
        offsets[reference.value.from] = offsets[reference.value.from] ?? reference.offset
      }
      for item in file.items { checkTargets(item, file, tiles, at: offsets[item.id], &check) }
    },
    .heif(
      "HEIF-AUXL-SEVERAL", .info, "auxl has one target: libheif before 1.18 refuses files with more.",
      "strukturag/libheif issues 1190, 1213; iOS 18 writes two"
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) {
        check.expect(
          item.targets("auxl").count < 2,
          "auxl has \(item.targets("auxl").count) targets: libheif before 1.18 refuses the file",
          at: item.offset,
          in: item.place)
      }
    },
    .heif(
      "HEIF-AUX-HIDDEN", .warning,
      "A depth map, matte or gain map is hidden, so that galleries do not show it.",
      "ISO/IEC 23008-12 6.4.2; every HEIC file of a camera; AVIF leaves it open"
    ) { file, check in
      for item in file.items where file.isOfCameras(item) && item.id != file.primaryID {
        check.expect(
          item.isHidden, "the auxiliary image is not hidden: galleries show it", at: item.offset,
          in: item.place, repair: Repair(.hidden(item: item.id)))
      }
    },
    .heif(
      "HEIF-AUX-TYPE", .error, "An auxiliary image is an image item.", "ISO/IEC 23008-12 6.4.4 (shall)"
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) {
        check.expect(
          item.isImage, "the auxiliary image is an item of type \(item.type)", at: item.offset, in: item.place
        )
      }
    },
    .heif(
      "HEIF-GRID", .error, "A grid has as many tiles as rows times columns, and its size is ispe.",
      "ISO/IEC 23008-12 6.6.2.3 (shall)"
    ) { file, check in
      for item in file.items where item.type == "grid" { checkGrid(item, file, &check) }
    },
  ]

  private static let propertyRules: [Rule] = [
    .heif(
      "HEIF-AUXC-ONE", .error, "An auxiliary image has exactly one auxC.", "ISO/IEC 23008-12 6.5.8 (shall)"
    ) { file, check in
      guard !file.table.properties.isEmpty else { return }
      for item in file.items where file.isAuxiliary(item) {
        let count = file.properties(of: item).count { $0.box.type == "auxC" }
        check.expect(count == 1, "the auxiliary image has \(count) auxC", at: item.offset, in: item.place)
      }
    },
    .heif(
      "HEIF-AUXC-ESSENTIAL", .warning,
      "auxC is essential: a reader that does not know it must not show the item.",
      "ISO/IEC 23008-12 6.5.8; every HEIC file of a camera; AVIF leaves it open"
    ) { file, check in
      for item in file.items where file.isOfCameras(item) {
        for property in file.properties(of: item) where property.box.type == "auxC" {
          check.expect(
            property.isEssential, "auxC of \(item.place) is not essential", at: property.box.offset,
            in: property.place, repair: Repair(.essential(item: item.id, property: "auxC")))
        }
      }
    },
    .heif(
      "HEIF-PIXI", .info, "An auxiliary image states the bits of its channels.",
      "ISO/IEC 23000-22 7.3.6.6; depth of iOS 11 and gain maps of Samsung do not"
    ) { file, check in
      guard !file.table.properties.isEmpty else { return }
      for item in file.items where file.isAuxiliary(item) && item.isImage {
        check.expect(
          file.property("pixi", of: item) != nil, "the auxiliary image has no pixi", at: item.offset,
          in: item.place)
      }
    },
    .heif(
      "HEIF-PIXI-VALUE", .error, "pixi has the channels and bits of the bitstream.",
      "ISO/IEC 23008-12 6.5.6 (shall); libavif fails"
    ) { file, check in
      for item in file.items where item.type == "hvc1" || item.type == "av01" {
        checkPixelInformation(item, file, &check)
      }
    },
    .heif(
      "AVIF-CODING", .warning, "No image of an AVIF file is HEVC, which readers of AVIF need not know.",
      "AV1 Image File Format 6; libavif does not see such an auxiliary image"
    ) { file, check in
      for item in file.items where item.isCoded {
        check.expect(
          !file.isAVIF || CodedItemKind(itemType: item.type) != .hevc,
          "the image is HEVC (\(item.type)) in a file whose brands are of AVIF", at: item.offset,
          in: item.place)
      }
    },
    .heif(
      "HEIF-TRANSFORM", .error, "A depth map, matte or gain map has the irot and imir of its image.",
      "ISO/IEC 23000-22 7.3.9 (shall); Specs/heif.md, \"Properties\""
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) {
        guard let urn = (try? file.auxiliaryType(of: item))?.urn, isKnown(urn),
          let target = item.targets("auxl").first.flatMap(file.item)
        else { continue }
        let (own, other) = (file.knownOrientation(of: item), file.knownOrientation(of: target))
        check.expect(
          own == other,
          "irot and imir give the orientation \(own.rawValue) here and \(other.rawValue) on \(target.place)"
            + (file.property("irot", of: item) == nil ? ": irot is missing" : ""),
          at: file.property("irot", of: item)?.box.offset ?? item.offset, in: "\(item.place)/irot",
          repair: missingTurn(of: item, target, file))
      }
    },
    .heif(
      "HEIF-TRANSFORM-MISSING", .warning,
      "An auxiliary image has irot where its image has it, be it a turn by nothing.",
      "Specs/heif.md, \"Properties\"; every known camera file"
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) {
        guard let target = item.targets("auxl").first.flatMap(file.item),
          file.property("irot", of: target) != nil,
          let urn = (try? file.auxiliaryType(of: item))?.urn, isKnown(urn)
        else { continue }
        check.expect(
          file.property("irot", of: item) != nil, "irot is missing and \(target.place) has one",
          at: item.offset,
          in: "\(item.place)/irot", repair: missingTurn(of: item, target, file))
      }
    },
    .heif(
      "HEIF-MONOCHROME", .warning, "A depth map or matte in HEVC is monochrome.",
      "ISO/IEC 23000-22 7.3.5.1; every known camera file"
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) && item.type == "hvc1" {
        guard let urn = (try? file.auxiliaryType(of: item))?.urn, isKnown(urn),
          AuxiliaryDataType(urn: urn).family != .gainMap,
          let hvcC = try? file.hevcConfiguration(of: item)
        else { continue }
        check.expect(
          hvcC.chromaFormat == 0, "the chroma format is \(hvcC.chromaFormat)",
          at: file.property("hvcC", of: item)?.box.offset, in: "\(item.place)/hvcC")
      }
    },
  ]

  private static let descriptionRules: [Rule] = [
    .heif(
      "HEIF-XMP-ORPHAN", .warning, "An XMP item describes an item (cdsc).", "ISO/IEC 23008-12 6.2, C.3"
    ) { file, check in
      for item in file.items where item.isXMP {
        check.expect(
          !item.targets("cdsc").isEmpty, "the XMP describes no item: it has no cdsc reference",
          at: item.offset,
          in: item.place)
      }
    },
    .heif(
      "HEIF-XMP-ONE", .warning, "An auxiliary image has one XMP item at most.", "Specs/heif.md, \"XMP\""
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) {
        let found = file.xmpItems(for: item.id)
        check.expect(
          found.count < 2, "\(found.count) XMP items describe the image", at: found.last?.offset,
          in: item.place)
      }
    },
  ]

  private static func isKnown(_ urn: String) -> Bool {
    AuxiliaryDataType(urn: urn).family != nil
  }

  /// An image that lies as its photo does, and says nothing of how it is turned, is turned as the photo; of one that says
  /// something else, or lies otherwise, nobody knows which is right.
  private static func missingTurn(of item: HEIFItem, _ target: HEIFItem, _ file: HEIFSubject) -> Repair? {
    guard file.property("irot", of: item) == nil, file.property("imir", of: item) == nil,
      let size = file.shownSize(item), let whole = file.shownSize(target), size.width > 0, size.height > 0,
      AspectRatio.isSame(
        (Double(size.width), Double(size.height)), (Double(whole.width), Double(whole.height)),
        tolerance: AspectRatio.tolerance + 1.5 / Double(min(size.width, size.height)))
    else { return nil }
    return Repair(.orientation(item: item.id, of: target.id))
  }

  /// One target that is shown is enough: an image and its tone-mapped form, or metadata beside the image.
  private static func checkTargets(
    _ item: HEIFItem, _ file: HEIFSubject, _ tiles: Set<UInt32>, at offset: Int?, _ check: inout Checker
  ) {
    let targets = item.targets("auxl").compactMap(file.item)
    guard let first = targets.first else { return }
    let isRight = targets.contains { $0.isImage && !file.isAuxiliary($0) && !tiles.contains($0.id) }
    check.expect(
      isRight,
      "auxl leads to \(first.place), which is "
        + (!first.isImage ? "of type \(first.type)" : file.isAuxiliary(first) ? "auxiliary" : "a tile"),
      at: isRight ? nil : offset, in: item.place)
  }

  private static func checkPixelInformation(
    _ item: HEIFItem, _ file: HEIFSubject, _ check: inout Checker
  ) {
    guard let pixi = try? file.pixelInformation(of: item) else { return }
    var coded = (try? file.hevcConfiguration(of: item)).map { ($0.chromaFormat, $0.bitDepth) }
    if item.type == "av01" {
      coded = (try? file.av1Configuration(of: item)).map { ($0.chromaFormat, $0.bitDepth) }
    }
    guard let (chromaFormat, bits) = coded else { return }
    let channels = chromaFormat == 0 ? 1 : 3
    check.expect(
      pixi.bitsPerChannel.count == channels && pixi.bitsPerChannel.allSatisfy { $0 == bits },
      "pixi says \(pixi.bitsPerChannel) and the bitstream has \(channels) channels of \(bits) bits",
      at: file.property("pixi", of: item)?.box.offset, in: "\(item.place)/pixi")
  }

  private static func checkGrid(_ item: HEIFItem, _ file: HEIFSubject, _ check: inout Checker) {
    guard let range = file.ranges(of: item)?.first, range.count <= GridPayload.largestCount,
      let bytes = try? file.structure.source.read(at: range.lowerBound, count: range.count)
    else { return }
    var reader = ByteReader(bytes, fileOffset: range.lowerBound)
    guard let grid = try? GridPayload(parsing: &reader) else { return }
    let tiles = item.targets("dimg").count
    check.expect(
      tiles == grid.rows * grid.columns, "\(tiles) tiles for \(grid.rows) rows of \(grid.columns)",
      at: range.lowerBound, in: item.place)
    guard let size = try? file.imageSize(of: item) else { return }
    check.expect(
      size == (grid.width, grid.height),
      "ispe is \(size.width)x\(size.height) and the grid \(grid.width)x\(grid.height)", at: range.lowerBound,
      in: item.place, repair: Repair(.size(item: item.id, width: grid.width, height: grid.height)))
  }
}
