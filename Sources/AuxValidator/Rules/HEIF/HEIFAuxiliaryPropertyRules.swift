internal import AuxContainers
internal import AuxImage

/// What describes an auxiliary image: its properties, and XMP.
enum HEIFAuxiliaryPropertyRules {
  static let all: [Validator.Rule] = propertyRules + descriptionRules

  private static let propertyRules: [Validator.Rule] = [
    .heif(
      "HEIF-AUXC-ONE", .error, "An auxiliary image has exactly one auxC.", "ISO/IEC 23008-12 6.5.8 (shall)",
      explanation: .init(
        why: """
          The property says what the image is. Without one, readers do not know whether it is depth or a \
          matte; with two, they pick either.
          """,
        cause: """
          A program copied the image without its properties, or added a second type in place of changing \
          the first.
          """,
        remedy: "Take the image over from the original with `auxdepth copy`.",
        example: "HEIF-AUXC-ONE item 10 at byte 602: the auxiliary image has 2 auxC")
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
      "ISO/IEC 23008-12 6.5.8; every HEIC file of a camera; AVIF leaves it open",
      explanation: .init(
        why: """
          A reader that does not know auxiliary images must not show the item as a photo, and the flag \
          tells it so.
          """,
        cause: "The writer set no flag in the association.",
        remedy: "A repair sets the flag.",
        repair: "One bit of the association changes, and readers that know auxC see the same as before.",
        example: "HEIF-AUXC-ESSENTIAL meta/iprp/ipco[16]/auxC at byte 1566: auxC of item 10 is not essential")
    ) { file, check in
      for item in file.items where file.isOfCameras(item) {
        for property in file.properties(of: item) where property.box.type == "auxC" {
          check.expect(
            property.isEssential, "auxC of \(item.place) is not essential", at: property.box.offset,
            in: property.place, repair: AuxRepair(.essential(item: item.id, property: "auxC")))
        }
      }
    },
    .heif(
      "HEIF-PIXI", .info, "An auxiliary image states the bits of its channels.",
      "ISO/IEC 23000-22 7.3.6.6; depth of iOS 11 and gain maps of Samsung do not",
      explanation: .init(
        why: "Readers cannot tell from the headers how many bits the map has, and some ask for the property.",
        cause: "iOS 11 and Samsung write maps without it.",
        remedy: "Nothing has to be done. A map that auxdepth attaches has the property.",
        example: "HEIF-PIXI item 10 at byte 602: the auxiliary image has no pixi")
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
      "ISO/IEC 23008-12 6.5.6 (shall); libavif fails",
      explanation: .init(
        why: """
          libavif refuses a file whose pixi contradicts the bitstream, and others take memory for the \
          wrong format.
          """,
        cause: "The writer gave a gray map the pixi of the photo, with three channels.",
        remedy: "Extract the map and attach it again.",
        example: """
          HEIF-PIXI-VALUE item 4/pixi at byte 1023: pixi says [10] and the bitstream has 1 channels of \
          8 bits
          """)
    ) { file, check in
      for item in file.items where item.type == "hvc1" || item.type == "av01" {
        checkPixelInformation(item, file, &check)
      }
    },
    .heif(
      "AVIF-CODING", .warning, "No image of an AVIF file is HEVC, which readers of AVIF need not know.",
      "AV1 Image File Format 6; libavif does not see such an auxiliary image",
      explanation: .init(
        why: "A reader of AVIF need not have an HEVC decoder, and libavif does not see the map.",
        cause: "A program converted the photo to AV1 and took the HEVC maps along as they were.",
        remedy: "Attach the map again with auxdepth, which codes maps of an AVIF photo in AV1.",
        example: """
          AVIF-CODING item 1 at byte 353: the image is HEVC (hvc1) in a file whose brands are of AVIF
          """,
        since: "0.2.0")
    ) { file, check in
      for item in file.items where item.isCoded {
        check.expect(
          !file.isAVIF || CodedItemKind(itemType: item.type) != .hevc,
          "the image is HEVC (\(item.type)) in a file whose brands are of AVIF", at: item.offset,
          in: item.place)
      }
    },
    .heif(
      "AVIF-RANGE", .warning, "The codes of a gray auxiliary image in AV1 are of full range.",
      "AV1 Image File Format 4.1 (shall for alpha); libavif 1.4 expands others, as auxdepth does",
      explanation: .init(
        why: """
          Codes of limited range begin at 16 and end at 235 of 255. A reader that takes them for full range gets values that \
          are too near to the middle.
          """,
        cause: "The encoder was left at the range of video.",
        remedy: "Extract the map and attach it again.",
        example: "AVIF-RANGE item 2 at byte 196: the codes are of limited range")
    ) { file, check in
      for item in file.structure.index.entries.map(\.place)
      where (try? file.av1Configuration(of: item))?.chromaFormat == 0 {
        var points = (try? file.ownColours(of: item))?.codePoints
        if points == nil, let configuration = file.property("av1C", of: item)?.box {
          points = (try? ColourCodePoints(configuration: configuration, prefix: [])) ?? nil
        }
        check.expect(
          points?.isFullRange != false, "the codes are of limited range", at: item.offset, in: item.place)
      }
    },
    .heif(
      "HEIF-TRANSFORM", .error, "A depth map, matte or gain map has the irot and imir of its image.",
      "ISO/IEC 23000-22 7.3.9 (shall); Specs/heif.md, \"Properties\"",
      explanation: .init(
        why: """
          Maps are stored as their photo is, and turned with it. Where only one of them is turned, the \
          depth lies across the picture.
          """,
        cause: "An editor turned the photo by changing irot or imir and left the maps alone.",
        remedy: """
          Where the map says nothing of how it is turned and is stored in the photo's shape, a repair \
          gives it what the photo has. Else it has to be seen which is right: `auxdepth view`.
          """,
        repair: """
          Properties are added and no pixel changes. It is not made where the map states another \
          orientation, since nobody knows which is right.
          """,
        example: """
          HEIF-TRANSFORM item 4/irot at byte 875: irot and imir give the orientation 6 here and 1 on \
          item 2
          """)
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
      "Specs/heif.md, \"Properties\"; every known camera file",
      explanation: .init(
        why: """
          Every known camera file gives the map the irot of its photo. A program that later turns the photo \
          by changing irot finds none to change in the map.
          """,
        cause: "The writer added a map without looking at the photo's properties.",
        remedy: "Where the map is stored in the photo's shape, a repair gives it what the photo has.",
        repair: "Properties are added and no pixel changes.",
        example: "HEIF-TRANSFORM-MISSING item 10/irot at byte 602: irot is missing and item 2 has one")
    ) { file, check in
      for item in file.items where file.isAuxiliary(item) {
        guard let target = item.targets("auxl").first.flatMap(file.item),
          file.property("irot", of: target) != nil,
          // HEIF-TRANSFORM reports an image whose orientation is another one.
          file.knownOrientation(of: item) == file.knownOrientation(of: target),
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
      "ISO/IEC 23000-22 7.3.5.1; every known camera file",
      explanation: .init(
        why: """
          Readers expect one channel; of three they take the luma, or refuse the map. The chroma only \
          takes room.
          """,
        cause: "An encoder without a monochrome mode coded the map as a colour picture.",
        remedy: "Extract the map and attach it again.",
        example: "HEIF-MONOCHROME item 4/hvcC at byte 884: the chroma format is 1")
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

  private static let descriptionRules: [Validator.Rule] = [
    .heif(
      "HEIF-XMP-ORPHAN", .warning, "An XMP item describes an item (cdsc).", "ISO/IEC 23008-12 6.2, C.3",
      explanation: .init(
        why: """
          Nobody knows what the packet is about. Range, quality and calibration of a map are lost when \
          it was meant for one.
          """,
        cause: "A program rewrote the references and dropped cdsc, or the described image was removed.",
        remedy: "Take the images over from the original with `auxdepth copy`.",
        example: "HEIF-XMP-ORPHAN item 7 at byte 499: the XMP describes no item: it has no cdsc reference")
    ) { file, check in
      for item in file.items where item.isXMP {
        check.expect(
          !item.targets("cdsc").isEmpty, "the XMP describes no item: it has no cdsc reference",
          at: item.offset,
          in: item.place)
      }
    },
    .heif(
      "HEIF-XMP-ONE", .warning, "An auxiliary image has one XMP item at most.", "Specs/heif.md, \"XMP\"",
      explanation: .init(
        why: "Readers take either packet, and what they say may differ.",
        cause: "A program added a packet in place of replacing the one that is there.",
        remedy: "Attach the image again in place of the old one, which writes one packet.",
        example: "HEIF-XMP-ONE item 4 at byte 499: 2 XMP items describe the image")
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

  /// Returns the repair of an image that has no orientation and the shape of its photo: it gets the photo's orientation. Where
  /// the image states another one, or has another shape, nobody knows which is right.
  private static func missingTurn(of item: HEIFItem, _ target: HEIFItem, _ file: HEIFSubject) -> AuxRepair? {
    guard file.property("irot", of: item) == nil, file.property("imir", of: item) == nil,
      let size = file.shownSize(item), let whole = file.shownSize(target), size.width > 0, size.height > 0,
      AspectRatio.isSame(
        (Double(size.width), Double(size.height)), (Double(whole.width), Double(whole.height)),
        tolerance: AspectRatio.tolerance + 1.5 / Double(min(size.width, size.height)))
    else { return nil }
    return AuxRepair(.orientation(item: item.id, of: target.id))
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
}
