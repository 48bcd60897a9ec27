internal import AuxContainers
internal import AuxImage

enum ExtendedXMPRules {
  private static let source = "XMP specification part 3, 1.1.3.1 (shall)"

  static let all: [Validator.Rule] = [
    .jpeg(
      "XMP-EXTENDED-MISSING", .error, "The extended packet that HasExtendedXMP names is in the file.", source,
      explanation: .init(
        why: """
          The packet promises a second part, which holds the large properties, such as a GDepth map. \
          Readers do not find it.
          """,
        cause: "A tool kept the first XMP segment and dropped the ones that it did not know.",
        remedy: "Take the metadata over from the original.",
        example: """
          XMP-EXTENDED-MISSING image 1/APP1 XMP at byte 93: no portion of the extended packet \
          EAE0FEA436AD1636F9AEECC8EC55BDD0 is in the file
          """)
    ) {
      jpeg, check in
      for part in jpeg.images {
        guard let digest = part.extendedDigest else { continue }
        check.expect(
          digests(of: part, jpeg).contains(digest),
          "no portion of the extended packet \(digest) is in the file",
          at: part.packet?.offset, in: "\(part.place)/APP1 XMP")
      }
    },
    .jpeg(
      "XMP-EXTENDED", .error, "The portions of an extended packet are complete and do not overlap.", source,
      explanation: .init(
        why: "The second part of the packet cannot be put together, and readers drop all of it.",
        cause: "One of its segments was lost, or the packet was changed in one segment alone.",
        remedy: "Take the metadata over from the original.",
        example: "XMP-EXTENDED image 1/APP1 extended XMP: 2103 of 65535 bytes are there")
    ) {
      jpeg, check in
      for part in jpeg.images {
        switch part.extended {
        case .failure(let error)?:
          check.expectSuccess(error, in: "\(part.place)/APP1 extended XMP")
        case .success?: check.exercise()
        case nil: break
        }
      }
    },
    .jpeg(
      "XMP-EXTENDED-MD5", .error, "The digest of an extended packet is the one that names it.", source,
      explanation: .init(
        why: "Readers compare the digest, and drop the second part where it is another.",
        cause: "A program changed the second part and left its digest in the first.",
        remedy: "Write the metadata anew with the program that changed it.",
        example: """
          XMP-EXTENDED-MD5 image 1/APP1 extended XMP at byte 634: the MD5 digest is \
          57E109E699E1262061F22866375EEEB0, not EAE0FEA436AD1636F9AEECC8EC55BDD0
          """)
    ) {
      jpeg, check in
      for part in jpeg.images {
        guard let digest = part.extendedDigest, case .success(let own)? = part.extended else { continue }
        check.expect(
          own == digest, "the MD5 digest is \(own), not \(digest)",
          at: part.image.first(.extendedXMP)?.offset, in: "\(part.place)/APP1 extended XMP")
      }
    },
    .jpeg(
      "XMP-EXTENDED-ORPHAN", .warning, "Every portion of extended XMP belongs to the packet that is named.",
      source,
      explanation: .init(
        why: "Nobody reads these segments; they only take room.",
        cause: "A program wrote a new second part and left the segments of the old one.",
        remedy: "Write the metadata anew with a metadata editor that drops what no packet names.",
        example: """
          XMP-EXTENDED-ORPHAN image 1/APP1 extended XMP at byte 634: portions of the packet \
          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, which HasExtendedXMP does not name
          """)
    ) {
      jpeg, check in
      for part in jpeg.images where part.image.first(.extendedXMP) != nil {
        let named = part.extendedDigest
        let stray = digests(of: part, jpeg).first { $0 != named }
        check.expect(
          stray == nil, "portions of the packet \(stray ?? ""), which HasExtendedXMP does not name",
          at: part.image.first(.extendedXMP)?.offset, in: "\(part.place)/APP1 extended XMP")
      }
    },
  ]

  /// Returns the digests that the portions of an image name.
  private static func digests(of part: JPEGSubject.Part, _ jpeg: JPEGSubject) -> Set<String> {
    var found: Set<String> = []
    for segment in part.image.segments where segment.kind == .extendedXMP {
      let start = segment.payloadOffset + JPEGIdentifier.extendedXMP.count
      guard let bytes = try? jpeg.structure.source.read(at: start, count: 32) else { continue }
      found.insert(String(decoding: bytes, as: UTF8.self).uppercased())
    }
    return found
  }
}
