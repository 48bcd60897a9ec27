internal import AuxContainers
internal import AuxImage

/// What an auxiliary image is: the names that container and XMP give it, and its formats.
enum IdentityRules {
  static let all: [Validator.Rule] = nameRules + formatRules + countRules

  private static let nameRules: [Validator.Rule] = [
    .auxiliary(
      "HEIF-AUXC-URN", .warning, "The URN of auxC is no misspelling of a known one.",
      "Specs/heif.md, \"auxC URNs\"",
      scope: .heif,
      explanation: .init(
        why: """
          Readers compare the name letter by letter. With one letter wrong, the image is of an unknown \
          kind to all of them.
          """,
        cause: "The name was typed by hand, or a number at its end was raised by mistake.",
        remedy: "Extract the image, and attach it again under the type that was meant.",
        example: """
          HEIF-AUXC-URN item 10/auxC at byte 602: the URN urn:mpeg:hevc:2015:auxid:3 is unknown; \
          urn:mpeg:hevc:2015:auxid:2 is near
          """)
    ) { image, _, check in
      guard let urn = image.urn else { return }
      let near = misspelt(urn)
      check.expect(
        near == nil, "the URN \(urn) is unknown; \(near ?? "") is near", at: image.offset,
        in: "\(image.place)/auxC")
    },
    .auxiliary(
      "JPEG-XMP-TYPE", .warning,
      "AuxiliaryImageType and AuxiliaryImageSubType in JPEG are no misspelling of known ones.",
      "Specs/xmp.md, \"What ships in which container\"", scope: .jpeg,
      explanation: .init(
        why: """
          In JPEG this text alone says what the image is. With one letter wrong, it is of an unknown \
          kind to all readers.
          """,
        cause: "The name was typed by hand in a script that writes XMP.",
        remedy: "Extract the image, and attach it again under the type that was meant.",
        example: """
          JPEG-XMP-TYPE image 4 at byte 4329: the type urn:com:apple:photo:2019:aux:semanticskimmatte \
          is unknown; urn:com:apple:photo:2019:aux:semanticskinmatte is near
          """)
    ) { image, _, check in
      guard let type = image.type else { return }
      let near = type.family == nil ? misspelt(type.urn ?? type.name) : nil
      check.expect(
        near == nil, "the type \(type.name) is unknown; \(near ?? "") is near",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "DNG-MASK-NAME-URN", .info, "SemanticName is the URN of one of Apple's mattes.",
      "Specs/dng.md, \"Semantic masks\"; the DNG specification allows any name", scope: .dng,
      explanation: .init(
        why: "The specification allows any name, and Apple's readers know their own alone.",
        cause: "The mask was made by Adobe's or another maker's program.",
        remedy: """
          Nothing has to be done. For Apple's readers, attach the mask again under one of their types.
          """,
        example: "DNG-MASK-NAME-URN IFD0/SubIFD2/SemanticName at byte 28538: the name Sky is unknown")
    ) { image, _, check in
      guard let name = image.urn, !name.isEmpty else { return }
      check.expect(
        isKnown(name), "the name \(name) is unknown" + (misspelt(name).map { "; \($0) is near" } ?? ""),
        at: image.offset, in: "\(image.place)/SemanticName")
    },
    .auxiliary(
      "AUX-XMP-TYPE", .warning, "The XMP names the kind that the container names.",
      "Specs/xmp.md, \"What ships in which container\"",
      explanation: .init(
        why: """
          Readers that go by the container and those that go by the XMP disagree on what the image is. \
          Range and version may be those of another image.
          """,
        cause: "A program numbered items anew and bound the packet to the wrong image.",
        remedy: "Attach the image again, which writes a packet of its own.",
        example: """
          AUX-XMP-TYPE item 10 at byte 5363: the container says disparity, the XMP urn:x:y: the packet \
          may be bound to the wrong image
          """)
    ) { image, _, check in
      guard let type = image.type, let named = image.metadata.namedType, image.container != .jpeg else {
        return
      }
      let agrees = named == type || (named.isDepthData && type.isDepthData)
      check.expect(
        agrees,
        "the container says \(type.name), the XMP \(named.name): "
          + (misspelt(named.name).map { "\($0) may be meant" } ?? "the packet may be bound to the wrong image"),
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-SUBTYPE", .error,
      "AuxiliaryImageSubType is portraiteffectsmatte, with the type depth, or a URN.",
      "ImageIO fails to tell the type: Specs/xmp.md, \"Properties\"",
      explanation: .init(
        why: """
          ImageIO tells a portrait matte from a depth map by the sub-type alone. With one that it does \
          not know, it lists neither.
          """,
        cause: "The word was misspelt, or the sub-type was written without the type depth.",
        remedy: "Extract the matte, and attach it again.",
        example: "AUX-SUBTYPE image 3 at byte 2441: the sub-type is portraiteffectmatte and the type depth")
    ) { image, _, check in
      guard let subType = image.text(.apdi, "AuxiliaryImageSubType") else { return }
      let type = image.text(.apdi, "AuxiliaryImageType")
      let known = AuxiliaryDataType(imageType: type, subType: subType)?.xmpNames
      check.expect(
        subType.hasPrefix("urn:") || known.map { $0 == (type, subType) } == true,
        "the sub-type is \(subType) and the type \(type ?? "missing")", at: image.packet?.offset,
        in: image.place)
    },
    .file(
      "XMP-BOUND", .error, "The properties of an auxiliary image are bound to one, not to the primary.",
      "ISO/IEC 23008-12 6.2; ImageIO fails to see them: Specs/xmp.md",
      explanation: .init(
        why: """
          Readers look for the range and the calibration in the packet of the map. In that of the photo \
          they do not see them.
          """,
        cause: """
          A program merged all XMP of a file into one packet, or lost the reference of the packet to the \
          map.
          """,
        remedy: "Attach the map again; its packet is then bound to it.",
        example: """
          XMP-BOUND item 11 at byte 5363: the packet of the primary image has the properties of an \
          auxiliary image
          """)
    ) { file, check in
      for packet in file.packets where packet.isPrimary {
        if file.jpeg != nil, file.auxiliaries.contains(where: { $0.packet?.offset == packet.offset }) {
          continue
        }
        check.expect(
          packet.text(.apdi, "AuxiliaryImageType") == nil
            && packet.text(.depthData, "DepthDataVersion") == nil,
          "the packet of the primary image has the properties of an auxiliary image", at: packet.offset,
          in: packet.place)
      }
    },
  ]

  static func isKnown(_ urn: String) -> Bool {
    AuxiliaryDataType(urn: urn).evidence != nil
  }

  /// The names of all types, in `auxC` and in XMP.
  private static let names = AuxiliaryDataType.all.flatMap {
    $0.urns + [$0.xmpNames.imageType].compactMap(\.self)
  }

  /// Returns the known name that an unknown one is near to, or nil; new makers' names are no mistakes.
  private static func misspelt(_ name: String) -> String? {
    guard !isKnown(name), !names.contains(name) else { return nil }
    return names.first { EditDistance.isNear($0, name) }
  }

  private static let formatRules: [Validator.Rule] = [
    .auxiliary(
      "AUX-NATIVE-FORMAT", .error,
      "NativeFormat is a float format of the quantity for depth data, and L008 for mattes.",
      "AVDepthData fails: Specs/xmp.md, \"Pixel formats\"",
      explanation: .init(
        why: """
          AVDepthData is made in this format. With one that is not of floats, or of the other quantity, \
          it is not made at all.
          """,
        cause: "The writer stated the format of the stored codes, or named disparity and wrote depth.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: """
          AUX-NATIVE-FORMAT image 5 at byte 6201: NativeFormat is 1278226488 (L008) on an image of \
          type disparity
          """)
    ) { image, _, check in
      guard let text = image.text(.apdi, "NativeFormat"), image.isKnown else { return }
      let format = NumberText.integer(text).flatMap(UInt32.init(exactly:)).map(PixelFormat.init(rawValue:))
      check.expect(
        format.map { isRight($0, for: image) } == true,
        "NativeFormat is \(text)\(format.map { " (\($0.name))" } ?? "") on an image of type \(image.name)",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-STORED-FORMAT", .warning, "StoredFormat is L008 for codes of 8 bits.",
      "Specs/xmp.md, \"Pixel formats\"",
      explanation: .init(
        why: """
          The codes are read as the format says. Another one than that of the file gives wrong values or \
          a refusal.
          """,
        cause: "The writer stated the format of the values in place of that of the codes.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: """
          AUX-STORED-FORMAT image 5 at byte 6201: StoredFormat is 1751411059 (hdis) on codes of 8 bits
          """)
    ) { image, _, check in
      guard let text = image.text(.apdi, "StoredFormat"), image.isKnown else { return }
      let format = NumberText.integer(text).flatMap(UInt32.init(exactly:)).map(PixelFormat.init(rawValue:))
      // Gain maps may have three channels, and DNG holds 16-bit codes beside the XMP of 8-bit ones.
      let isFree = image.type?.family == .gainMap || (image.bits ?? 8) != 8
      check.expect(
        format == .L008 || (isFree && format != nil),
        "StoredFormat is \(text)\(format.map { " (\($0.name))" } ?? "") on codes of \(image.bits ?? 8) bits",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-FORMAT-MISSING", .warning, "The XMP of depth data states NativeFormat and StoredFormat.",
      "Specs/xmp.md, \"What ships in which container\"",
      explanation: .init(
        why: "Readers take a default, which is not what every writer meant.",
        cause: "The packet was written by hand or thinned by a metadata editor.",
        remedy: "Attach the map again with `auxdepth attach`.",
        example: "AUX-FORMAT-MISSING image 5 at byte 6201: StoredFormat is missing")
    ) { image, _, check in
      guard image.isDepth, image.packet?.failure == nil, image.packet != nil, image.container != .dng else {
        return
      }
      for name in ["NativeFormat", "StoredFormat"] {
        check.expect(
          image.text(.apdi, name) != nil, "\(name) is missing", at: image.packet?.offset, in: image.place)
      }
    },
    .auxiliary(
      "AUX-XMP-MISSING", .warning, "A depth map or portrait matte has XMP.",
      "Specs/xmp.md, \"What ships in which container\"",
      explanation: .init(
        why: """
          Without XMP a depth map has no range, quality or calibration for Apple's readers, and a \
          portrait matte no version.
          """,
        cause: """
          An editor dropped metadata that it did not know, or the reference from the packet to the image \
          was lost.
          """,
        remedy: "Take the image over from the original with `auxdepth copy`.",
        example: "AUX-XMP-MISSING item 10 at byte 602: no XMP describes the disparity image",
        mattersToReaders: true)
    ) { image, file, check in
      // Without iloc there is one fault, not one of every item.
      guard image.isDepth || image.type?.family == .portraitMatte, let id = image.itemID,
        let heif = file.heif, heif.locations != nil
      else { return }
      check.expect(
        heif.xmpItems(for: id).contains(where: \.hasBytes),
        "no XMP describes the \(image.name) image", at: image.offset, in: image.place)
    },
  ]

  private static func isRight(_ format: PixelFormat, for image: AuxiliarySubject) -> Bool {
    guard image.isDepth else { return image.isMatte ? format == .L008 : true }
    switch image.text(.apdi, "AuxiliaryImageType") {
    case "disparity": return format.quantity == .disparity
    case "depth": return format.quantity == .depth
    default: return format.quantity != nil
    }
  }

  private static let countRules: [Validator.Rule] = [
    .file(
      "AUX-DUPLICATE", .warning, "No two auxiliary images of one image are of one kind.",
      "Specs/xmp.md, \"Kinds\"",
      explanation: .init(
        why: "Readers take the first or the last image of a kind, and the other one is never seen.",
        cause: "A program added an image in place of replacing the one that is there.",
        remedy: "Look at both with `auxdepth view`, and attach the right one again in place of both.",
        example: "AUX-DUPLICATE image 4 at byte 4294: a second semanticSegmentationSkinMatte image",
        mattersToReaders: true)
    ) {
      file, check in
      var seen: [String: Set<[UInt32]>] = [:]
      for image in file.auxiliaries {
        guard let type = image.type, type.isDepthData == false, image.isKnown, image.container != .dng else {
          continue
        }
        check.expect(
          seen[type.name, default: []].insert(file.targets(of: image)).inserted,
          "a second \(type.name) image", at: image.offset, in: image.place)
      }
    },
    .file(
      "AUX-DEPTH-ONE", .warning, "An image has one depth map at most.", "Specs/xmp.md, \"Kinds\"",
      explanation: .init(
        why: "Readers take the first or the last map as the depth of the photo.",
        cause: """
          A program added a map in place of replacing the one that is there, or a portrait matte lost \
          its sub-type and says depth.
          """,
        remedy: "Look at both with `auxdepth view`, and attach the right one again in place of both.",
        example: "AUX-DEPTH-ONE image 5 at byte 6166: a second depth map",
        mattersToReaders: true)
    ) {
      file, check in
      var seen: Set<[UInt32]> = []
      for image in file.auxiliaries where image.isDepth && image.isApples && image.container != .dng {
        check.expect(
          seen.insert(file.targets(of: image)).inserted, "a second depth map", at: image.offset,
          in: image.place)
      }
    },
  ]
}

extension FileSubject {
  /// Returns the images that an auxiliary image belongs to; HEIF only.
  fileprivate func targets(of image: AuxiliarySubject) -> [UInt32] {
    image.itemID.flatMap { heif?.item($0) }?.targets("auxl") ?? []
  }
}
