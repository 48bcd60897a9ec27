internal import AuxContainers
internal import AuxImage
internal import AuxReader

enum XMPRules {
  static let all: [Validator.Rule] = [
    .packet(
      "XMP-WELLFORMED", .error, "Every packet is well-formed RDF.", "ISO 16684-1, 7 (shall)",
      explanation: .init(
        why: """
          Readers drop a packet that they cannot parse, with all that it says: the range of a map, its \
          type, its calibration.
          """,
        cause: "A text was pasted into the packet without escaping it, or the packet was cut.",
        remedy: """
          Attach the image again, which writes a packet of its own. That of the photo has to be mended \
          by a metadata editor.
          """,
        example: """
          XMP-WELLFORMED image 5/APP1 XMP at byte 6201: the XMP packet cannot be read: an end tag of \
          an element that is not open, at its byte 805
          """)
    ) { packet, check in
      // What this package reads, others have to read as well.
      var failure = packet.failure ?? packet.refusal
      failure?.offset = packet.offset
      check.expectSuccess(failure, in: packet.place)
    },
    .packet(
      "XMP-NAMESPACE", .error,
      "No namespace is a misspelling of one of Apple's: readers would not see its properties.",
      "ImageIO and ExifTool fail to see them: Specs/xmp.md, \"Namespaces and properties\"",
      explanation: .init(
        why: """
          Properties are known by their namespace, letter by letter. With one letter wrong, no reader \
          sees them.
          """,
        cause: "The namespace was typed by hand in a script that writes XMP.",
        remedy: "Attach the image again with `auxdepth attach`.",
        example: """
          XMP-NAMESPACE image 5/APP1 XMP/xmlns:depthData at byte 6201: the namespace \
          http://ns.apple.com/depthdata/1.0/ is no known one; http://ns.apple.com/depthData/1.0/ is \
          near
          """)
    ) { packet, check in
      for declaration in packet.declarations {
        let near = known.contains(declaration.namespace) ? nil : nearest(declaration.namespace)
        check.expect(
          near == nil, "the namespace \(declaration.namespace) is no known one; \(near ?? "") is near",
          at: packet.offset, in: "\(packet.place)/xmlns:\(declaration.prefix)")
      }
    },
    .packet(
      "XMP-PREFIX", .warning, "Apple's prefixes are bound to Apple's namespaces.",
      "Specs/xmp.md, \"Namespaces and properties\"",
      explanation: .init(
        why: "By the standard the prefix has no meaning, and yet programs look for Apple's by text.",
        cause: "Another program's namespace happens to have the same prefix.",
        remedy: "Nothing has to be done where only standard readers matter.",
        example: """
          XMP-PREFIX image 3/APP1 XMP/xmlns:portraitEffectsMatte at byte 2441: the prefix \
          portraitEffectsMatte is bound to http://example.org/a/namespace/of/mine/1.0/- , not to \
          http://ns.apple.com/portraitEffectsMatte/1.0/
          """)
    ) { packet, check in
      for declaration in packet.declarations {
        guard let own = AppleNamespace.allCases.first(where: { $0.prefix == declaration.prefix }) else {
          continue
        }
        // A near miss is named by the other rule.
        check.expect(
          declaration.namespace == own.rawValue || nearest(declaration.namespace) != nil,
          "the prefix \(declaration.prefix) is bound to \(declaration.namespace), not to \(own.rawValue)",
          at: packet.offset, in: "\(packet.place)/xmlns:\(declaration.prefix)")
      }
    },
    .jpeg(
      "JPEG-XMP-ONE", .warning, "An image has one XMP segment, extended portions apart.",
      "XMP specification part 3, 1.1.3",
      explanation: .init(
        why: "Readers take the first packet or the last, and do not see what the other says.",
        cause: "A program added a packet in place of replacing the one that is there.",
        remedy: "Write the metadata anew with a metadata editor, which keeps one packet.",
        example: "JPEG-XMP-ONE image 5/APP1 XMP at byte 9458: 2 XMP segments")
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
      "developers.google.com/depthmap-metadata (shall); Specs/jpeg-mpf.md, \"GDepth\"", scope: .jpeg,
      explanation: .init(
        why: "Google's readers find no depth in the photo.",
        cause: "A program wrote some of the properties, or thinned the XMP and lost the data of the map.",
        remedy: "Attach the map again; GDepth can be written along.",
        example: """
          XMP-GDEPTH image 1/APP1 XMP at byte 93: the GDepth map is unusable: XMP: GDepth:Near or \
          GDepth:Far is missing or no number
          """)
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
    apples.first { EditDistance.isNear($0, namespace) }
  }

  private static let apples = AppleNamespace.allCases.map(\.rawValue)
}

extension EditDistance {
  /// Whether two names differ, but by a slip for each four letters, three at most, or in case only.
  static func isNear(_ a: String, _ b: String) -> Bool {
    let most = min(3, max(1, a.utf8.count / 4))
    guard a != b, abs(a.utf8.count - b.utf8.count) <= most, b.utf8.count <= 256 else { return false }
    return distance(Array(a.utf8), Array(b.utf8), atMost: most) != nil || a.lowercased() == b.lowercased()
  }
}
