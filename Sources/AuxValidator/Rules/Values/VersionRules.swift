internal import AuxContainers
internal import AuxImage

/// The version properties that Apple's writers give each kind of image.
enum VersionRules {
  private static let source = "Specs/xmp.md, \"Properties\""

  static let all: [Validator.Rule] = [
    version(
      "AUX-VERSION-PORTRAIT", .portraitMatte, "A portrait matte",
      explanation: .init(
        why: "Apple's files all have the version, and its readers may refuse a matte without.",
        cause: "The packet was written by hand or thinned by a metadata editor.",
        remedy: "Attach the matte again with `auxdepth attach`.",
        example: "AUX-VERSION-PORTRAIT image 3 at byte 2441: PortraitEffectsMatteVersion is x")
    ),
    version(
      "AUX-VERSION-SEMANTIC", .semanticMatte, "A semantic matte",
      explanation: .init(
        why: "Apple's files all have the version, and its readers may refuse a matte without.",
        cause: "The packet was written by hand or thinned by a metadata editor.",
        remedy: "Attach the matte again with `auxdepth attach`.",
        example: "AUX-VERSION-SEMANTIC image 4 at byte 4329: SemanticSegmentationMatteVersion is x")
    ),
    version(
      "AUX-VERSION-GAINMAP", .gainMap, "A gain map",
      explanation: .init(
        why: """
          The version says whether the headroom follows in the XMP. Without it, readers may leave the \
          gain map out and show the photo flat.
          """,
        cause: "The packet was written by hand or thinned by a metadata editor.",
        remedy: "Attach the gain map again with `auxdepth attach`.",
        example: "AUX-VERSION-GAINMAP image 2 at byte 584: HDRGainMapVersion is x")
    ),
    .auxiliary(
      "AUX-VERSION-DEPTH", .warning, "DepthDataVersion is a positive whole number where it is present.",
      source,
      explanation: .init(
        why: "What is no number is no version to a reader, which may take the packet for damaged.",
        cause: "The packet was written by hand.",
        remedy: "Remove the property or attach the map again; the property need not be there.",
        example: "AUX-VERSION-DEPTH image 5 at byte 6201: DepthDataVersion is five")
    ) { image, _, check in
      guard image.isDepth, let text = image.text(.depthData, "DepthDataVersion") else { return }
      check.expect(
        NumberText.integer(text).map { $0 > 0 } == true, "DepthDataVersion is \(text)",
        at: image.packet?.offset,
        in: image.place)
    },
    .auxiliary(
      "AUX-HEADROOM", .warning, "A gain map of version 131072 states its headroom.", source,
      explanation: .init(
        why: """
          This version says that the headroom is in the XMP. Where it is missing, readers do not know \
          how bright the photo becomes.
          """,
        cause: "The packet was written by hand, or a metadata editor removed the headroom.",
        remedy: "Attach the gain map again with its headroom.",
        example: "AUX-HEADROOM image 2 at byte 584: HDRGainMapHeadroom is missing or below 1",
        mattersToReaders: true)
    ) { image, _, check in
      guard image.type == .hdrGainMap, image.metadata.hdrGainMapVersion == 131072 else { return }
      check.expect(
        image.metadata.hdrGainMapHeadroom.map { $0 >= 1 } == true, "HDRGainMapHeadroom is missing or below 1",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-VERSION-FOREIGN", .warning, "The XMP has the version property of its own kind of image only.",
      source,
      explanation: .init(
        why: """
          The packet describes another kind of image. Range, version and calibration are then those of \
          the wrong image.
          """,
        cause: "A program exchanged two packets, or numbered items anew and bound them to the wrong images.",
        remedy: "Take the images over from the original with `auxdepth copy`.",
        example: """
          AUX-VERSION-FOREIGN item 4 at byte 3435: an image of type portraitEffectsMatte has \
          SemanticSegmentationMatteVersion: the packet may be bound to the wrong image
          """)
    ) { image, _, check in
      guard let own = image.type?.family, image.packet != nil else { return }
      let foreign = AuxiliaryDataType.Family.allCases.first { family in
        family != own && image.packet?.property(family.version.namespace, family.version.name) != nil
      }
      check.expect(
        foreign == nil,
        "an image of type \(image.name) has \(foreign?.version.name ?? ""): the packet may be bound to the wrong image",
        at: image.packet?.offset, in: image.place)
    },
  ]

  private static func version(
    _ id: String, _ family: AuxiliaryDataType.Family, _ kind: String, explanation: Validator.Rule.Explanation
  ) -> Validator.Rule {
    let (namespace, name) = family.version
    return .auxiliary(
      id, .warning, "\(kind) states \(name), a positive whole number.", source, explanation: explanation
    ) {
      image, _, check in
      guard image.type?.family == family, image.isApples, let packet = image.packet, packet.failure == nil,
        !GainMapMetadata.areOfToneMap(packet.content.properties)
      else {
        return
      }
      let text = packet.text(namespace, name)
      check.expect(
        text.flatMap(NumberText.integer).map { $0 > 0 } == true, "\(name) is \(text ?? "missing")",
        at: packet.offset, in: image.place)
    }
  }
}
