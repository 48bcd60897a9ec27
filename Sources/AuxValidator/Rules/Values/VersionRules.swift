internal import AuxImage

/// The version properties that Apple's writers give each kind of image.
enum VersionRules {
  private static let source = "Specs/xmp.md, \"Properties\""

  static let all: [Rule] = [
    version("AUX-VERSION-PORTRAIT", .portraitMatte, "A portrait matte"),
    version("AUX-VERSION-SEMANTIC", .semanticMatte, "A semantic matte"),
    version("AUX-VERSION-GAINMAP", .gainMap, "A gain map"),
    .auxiliary(
      "AUX-VERSION-DEPTH", .warning, "DepthDataVersion is a positive whole number where it is present.",
      source
    ) { image, _, check in
      guard image.isDepth, let text = image.text(.depthData, "DepthDataVersion") else { return }
      check.expect(
        NumberText.integer(text).map { $0 > 0 } == true, "DepthDataVersion is \(text)",
        at: image.packet?.offset,
        in: image.place)
    },
    .auxiliary(
      "AUX-VERSION-DEPTH-MISSING", .info, "The XMP of depth data states DepthDataVersion.",
      "Observed: absent from what ImageIO writes of hand-made depth data"
    ) { image, _, check in
      guard image.isDepth, image.packet?.failure == nil, image.packet != nil else { return }
      check.expect(
        image.packet?.property(.depthData, "DepthDataVersion") != nil, "DepthDataVersion is missing",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-HEADROOM", .warning, "A gain map of version 131072 states its headroom.", source
    ) { image, _, check in
      guard image.type == .hdrGainMap, image.metadata.hdrGainMapVersion == 131072 else { return }
      check.expect(
        image.metadata.hdrGainMapHeadroom.map { $0 >= 1 } == true, "HDRGainMapHeadroom is missing or below 1",
        at: image.packet?.offset, in: image.place)
    },
    .auxiliary(
      "AUX-VERSION-FOREIGN", .warning, "The XMP has the version property of its own kind of image only.",
      source
    ) { image, _, check in
      guard let own = image.type?.family, image.packet != nil else { return }
      let foreign = AuxiliaryDataType.Family.allCases.first { family in
        family != own && image.packet?.property(family.version.namespace, family.version.name) != nil
      }
      check.expect(
        foreign == nil,
        "a \(image.name) image has \(foreign?.version.name ?? ""): the packet may be bound to the wrong image",
        at: image.packet?.offset, in: image.place)
    },
  ]

  private static func version(
    _ id: String, _ family: AuxiliaryDataType.Family, _ kind: String
  ) -> Rule {
    let (namespace, name) = family.version
    return .auxiliary(id, .warning, "\(kind) states \(name), a positive whole number.", source) {
      image, _, check in
      guard image.type?.family == family, let packet = image.packet, packet.failure == nil else { return }
      let text = packet.text(namespace, name)
      check.expect(
        text.flatMap(NumberText.integer).map { $0 > 0 } == true, "\(name) is \(text ?? "missing")",
        at: packet.offset, in: image.place)
    }
  }
}
