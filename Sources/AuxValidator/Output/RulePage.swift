internal import AuxImage

/// What is written about a rule, for people: in the program, in reports, and on the site.
extension Validator.Rule {
  /// The families of rules. Each has a page on the site.
  package enum Family: String, Sendable {
    case file, jpeg, heif, gainmap, dng, images, xmp, portrait, spatial, policy
  }

  /// The family, by what the identifier begins with.
  package var family: Family {
    switch id.prefix(while: { $0 != "-" }) {
    case "FILE": .file
    case "JPEG": .jpeg
    case "HEIF", "AVIF": .heif
    case "GAIN": .gainmap
    case "TIFF", "DNG": .dng
    case "XMP": .xmp
    case "PHOTOS": .portrait
    case "SPATIAL": .spatial
    case "POLICY": .policy
    default: .images
    }
  }

  /// The severity, the containers and the version that had the rule first, in one line.
  package var summary: String {
    let containers =
      switch scope {
      case .any: "all containers"
      case .jpeg: "JPEG"
      case .heif: "HEIF and AVIF"
      case .dng: "DNG and TIFF"
      }
    return "\(severity.rawValue) · \(containers) · since \(explanation.since)"
  }

  /// The parts of the page after what must hold, each with its title.
  package var parts: [(title: String, text: String)] {
    [
      ("Why it is bad", explanation.why), ("How it comes about", explanation.cause),
      ("Example", explanation.example),
      ("What to do", explanation.remedy), ("Repair", explanation.repair.map { "Safe. \($0)" } ?? "None."),
      ("Source", source + "."),
    ]
  }

  /// The page as plain text, in paragraphs.
  package var text: String {
    (["\(id): \(summary)", statement] + parts.map { "\($0.title): \($0.text)" }).joined(separator: "\n\n")
  }

  /// The page of the rule as Markdown, with a heading of the second level: what it says, why it matters and what to do.
  public var page: String {
    let parts = parts.map { title, text in
      "**\(title).** " + (title == "Example" ? "`\(text)`" : text)
    }
    return (["## \(id)", statement, "*\(summary)*"] + parts).joined(separator: "\n\n") + "\n"
  }

  /// The page of the rule relative to the folder of the pages: `heif.html#heif-hdlr`.
  package var pageName: String { "\(family.rawValue).html#\(id.lowercased())" }

  package static let byIdentifier = Dictionary(
    uniqueKeysWithValues: Validator.allRules.map { ($0.id, $0) })
}
