internal import AuxContainers
internal import AuxImage

/// Extended XMP in JPEG files.
enum ExtendedXMPRules {
  private static let source = "XMP specification part 3, 1.1.3.1 (shall)"

  static let all: [Rule] = [
    .jpeg(
      "XMP-EXTENDED-MISSING", .error, "The extended packet that HasExtendedXMP names is in the file.", source
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
      "XMP-EXTENDED", .error, "The portions of an extended packet are complete and do not overlap.", source
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
    .jpeg("XMP-EXTENDED-MD5", .error, "The digest of an extended packet is the one that names it.", source) {
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
      source
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
