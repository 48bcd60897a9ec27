internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// The structure of JPEG files, the multi-picture index apart.
enum JPEGRules {
  static let all: [Rule] = [
    .jpeg(
      "JPEG-SEGMENT", .error,
      "Marker segments before a scan have legal lengths, lie in the file, and one is a frame header.",
      "T.81 B.1.1.4, B.2.1 (shall)"
    ) { jpeg, check in check.report(jpeg.faults) },
    .jpeg("JPEG-TRUNCATED", .error, "Every image ends with EOI.", "T.81 B.2.1 (shall)") { jpeg, check in
      if jpeg.images.contains(where: { $0.end != nil }) || !jpeg.faults.isEmpty { check.report(jpeg.faults) }
    },
    .jpeg(
      "JPEG-TRAILER", .info, "Nothing but zeros or a known trailer stands after the last image.",
      "T.81 B.2.1; makers append data of their own: Specs/trailers.md"
    ) { jpeg, check in
      for part in jpeg.images.suffix(1) where part.end != nil { check.exercise() }
      for gap in jpeg.gaps where gap.isTrailer && !gap.isZero && knownTrailer(gap, jpeg) == nil {
        check.expect(
          false, "\(gap.range.count) bytes after the last image are no image, they begin with \(start(gap))",
          at: gap.range.lowerBound)
      }
    },
    .jpeg(
      "JPEG-TRAILER-KNOWN", .info, "What stands after the last image is padding or a maker's trailer.",
      "Observed: zeros in camera originals; makers append data of their own: Specs/trailers.md"
    ) { jpeg, check in
      for part in jpeg.images.suffix(1) where part.end != nil { check.exercise() }
      for gap in jpeg.gaps where gap.isTrailer && (gap.isZero || knownTrailer(gap, jpeg) != nil) {
        let kind = gap.isZero ? "zeros" : knownTrailer(gap, jpeg) ?? ""
        check.expect(
          false, "\(gap.range.count) bytes after the last image: \(kind)", at: gap.range.lowerBound)
      }
    },
    .jpeg(
      "JPEG-GAP", .info, "Images follow each other without bytes between them.",
      "Specs/jpeg-mpf.md, \"Writing\""
    ) { jpeg, check in
      if jpeg.images.count > 1 { check.exercise() }
      for gap in jpeg.gaps where !gap.isTrailer {
        check.expect(
          false, "\(gap.range.count) bytes that belong to no image, beginning with \(start(gap))",
          at: gap.range.lowerBound)
      }
    },
    .jpeg(
      "JPEG-SECONDARY-IDENTITY", .warning,
      "An image after the primary says what it is: by XMP, by its MP type, as an ISO 21496-1 gain map, or the "
        + "primary's XMP lists it.",
      "Specs/xmp.md, \"What ships in which container\""
    ) { jpeg, check in
      for part in jpeg.secondaries {
        check.expect(
          isIdentified(part, jpeg),
          "the image has no XMP that states what it is and an undefined MP type: readers ignore it; "
            + "it may have "
            + "been coded anew without its metadata",
          at: part.image.offset, in: part.place)
      }
    },
    .jpeg(
      "JPEG-SECONDARY-FRAME", .warning,
      "A depth map or matte is a baseline frame of one 8-bit component.", "Specs/jpeg-mpf.md, \"Secondaries\""
    ) { jpeg, check in
      for part in jpeg.secondaries where isMap(part) {
        let frame = part.image.frame
        check.expect(
          frame.marker == JPEGMarker.SOF0 && frame.precision == 8 && frame.componentIdentifiers.count == 1,
          "\(JPEGMarker.name(frame.marker)) with \(frame.precision) bits and "
            + "\(frame.componentIdentifiers.count) components",
          at: part.image.offset, in: part.place)
      }
    },
    .jpeg(
      "JPEG-AMPF", .info, "The JFIF segment of a file with auxiliary images has Apple's AMPF mark.",
      "Specs/jpeg-mpf.md, \"Layout\""
    ) { jpeg, check in
      guard jpeg.secondaries.contains(where: isMap), let primary = jpeg.images.first else { return }
      check.expect(
        primary.image.first(.jfif(hasAMPF: true)) != nil, "there is no APP0 segment with AMPF", at: 0,
        in: "image 1/APP0")
    },
    .jpeg(
      "JPEG-AROT", .warning, "The table of restart markers holds as many numbers as it says.",
      "Specs/jpeg-mpf.md, \"APP10 AROT\""
    ) { jpeg, check in
      for part in jpeg.images { checkRestartTable(part, jpeg, &check) }
    },
  ]

  private static func start(_ gap: JPEGSubject.Gap) -> String { hex(Array(gap.prefix.prefix(8))) }

  /// Returns the name of a trailer that makers are known to append.
  private static func knownTrailer(_ gap: JPEGSubject.Gap, _ jpeg: JPEGSubject) -> String? {
    let found = jpeg.trailers.filter { $0.range.overlaps(gap.range) }
    if !found.isEmpty { return found.map { name($0.kind) }.joined(separator: ", ") }
    func holds(_ bytes: [UInt8], _ text: String) -> Bool {
      let text = Array(text.utf8)
      return bytes.indices.contains { bytes[$0...].starts(with: text) }
    }
    if gap.suffix.suffix(4).elementsEqual("SEFT".utf8) { return "Samsung's SEFT" }
    if holds(gap.prefix, "edof") { return "Huawei's edof" }
    if gap.prefix.dropFirst(4).starts(with: Array("ftyp".utf8)) { return "a motion photo" }
    return nil
  }

  private static func name(_ kind: Trailer.Kind) -> String {
    switch kind {
    case .samsung: "Samsung's SEFT"
    case .huawei: "Huawei's edof"
    case .xiaomi: "Xiaomi's"
    case .oppo: "OPPO's"
    case .vivo: "vivo's"
    case .afcp: "AFCP"
    case .fotoStation: "FotoStation's"
    case .photoMechanic: "Photo Mechanic's"
    case .canonVRD: "Canon's VRD"
    case .mie: "MIE"
    }
  }

  private static func isMap(_ part: JPEGSubject.Part) -> Bool {
    guard let type = part.packet?.metadata.namedType else { return false }
    return type.family != .gainMap
  }

  private static func isIdentified(_ part: JPEGSubject.Part, _ jpeg: JPEGSubject) -> Bool {
    if let packet = part.packet, packet.failure != nil || packet.metadata.namedType != nil { return true }
    let gainMap = GainMapMetadata.namespace
    if part.packet?.content.properties.contains(where: { $0.namespace == gainMap }) == true { return true }
    if part.image.first(.gainMap) != nil || jpeg.hasContainerList { return true }
    guard let index = jpeg.index else { return false }
    let entry = index.entries.first { $0.number > 1 && index.range(of: $0).lowerBound == part.image.offset }
    return entry.map { $0.attribute & 0xFF_FFFF != 0 } ?? false
  }

  private static func checkRestartTable(
    _ part: JPEGSubject.Part, _ jpeg: JPEGSubject, _ check: inout Checker
  ) {
    guard let segment = part.image.first(.restartTable), segment.payloadCount >= 10,
      let head = try? jpeg.structure.source.read(at: segment.payloadOffset + 6, count: 4)
    else { return }
    let count = head.reduce(0) { $0 << 8 | Int($1) }
    check.expect(
      count <= (segment.payloadCount - 10) / 4,
      "the table says \(count) restart markers and has room for \((segment.payloadCount - 10) / 4)",
      at: segment.payloadOffset + 6, in: "\(part.place)/APP10 AROT")
  }
}

/// Returns bytes in hexadecimal.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
