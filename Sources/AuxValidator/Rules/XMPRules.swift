internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// XMP packets: form and namespaces.
enum XMPRules {
  static let all: [Rule] = [
    .packet(
      "XMP-WELLFORMED", .error, "Every packet is well-formed RDF.", "ISO 16684-1, 7 (shall)"
    ) { packet, check in
      // What this package reads, others have to read as well.
      var failure = packet.failure ?? packet.refusal
      failure?.offset = packet.offset
      check.expectSuccess(failure, in: packet.place)
    },
    .packet(
      "XMP-NAMESPACE", .error,
      "No namespace is a misspelling of one of Apple's: readers would not see its properties.",
      "ImageIO and ExifTool fail to see them: Specs/xmp.md, \"Namespaces and properties\""
    ) { packet, check in
      for declaration in packet.declarations {
        let near = known.contains(declaration.namespace) ? nil : nearest(declaration.namespace)
        check.expect(
          near == nil, "the namespace \(declaration.namespace) is no known one; \(near ?? "") is near",
          at: packet.offset, in: "\(packet.place)/xmlns:\(declaration.prefix)")
      }
    },
    .packet(
      "XMP-PREFIX", .warning, "Apple's prefixes stand for Apple's namespaces.",
      "Specs/xmp.md, \"Namespaces and properties\""
    ) { packet, check in
      for declaration in packet.declarations {
        guard let own = AppleNamespace.allCases.first(where: { $0.prefix == declaration.prefix }) else {
          continue
        }
        // A near miss is named by the other rule.
        check.expect(
          declaration.namespace == own.rawValue || nearest(declaration.namespace) != nil,
          "the prefix \(declaration.prefix) stands for \(declaration.namespace), not for \(own.rawValue)",
          at: packet.offset, in: "\(packet.place)/xmlns:\(declaration.prefix)")
      }
    },
    .jpeg(
      "JPEG-XMP-ONE", .warning, "An image has one XMP segment, extended portions apart.",
      "XMP specification part 3, 1.1.3"
    ) { jpeg, check in
      for part in jpeg.images {
        let found = part.image.segments.filter { $0.kind == .xmp }
        guard let last = found.last else { continue }
        check.expect(
          found.count == 1, "\(found.count) XMP segments", at: last.offset, in: "\(part.place)/APP1 XMP")
      }
    },
    .file(
      "XMP-GDEPTH", .error, "The properties of a GDepth map are complete, and its data can be read.",
      "developers.google.com/depthmap-metadata (shall); Specs/jpeg-mpf.md, \"GDepth\"", scope: .jpeg
    ) { file, check in
      guard let primary = file.jpeg?.images.first else { return }
      guard primary.packet?.declarations.contains(where: { $0.namespace == GDepth.namespace }) == true else {
        return
      }
      var failure: AuxError?
      if case .jpeg(let reader)? = file.source?.parsed { failure = reader.gdepthFailure }
      check.expect(
        failure == nil, failure.map(GDepth.note) ?? "", at: primary.packet?.offset, in: "image 1/APP1 XMP")
    },
  ]

  /// Namespaces that are close to Apple's and nevertheless right.
  private static let known = AppleNamespace.others.union(AppleNamespace.allCases.map(\.rawValue))

  private static func nearest(_ namespace: String) -> String? {
    AppleNamespace.allCases.map(\.rawValue).first { EditDistance.isNear($0, namespace) }
  }
}
