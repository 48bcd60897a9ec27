internal import AuxImage

/// What is written about a rule, for people: in the program, in reports, and in docs/rules.
extension Validator.Rule {
  /// The families of rules. Each has a page in docs/rules.
  package enum Family: String, CaseIterable, Sendable {
    case file
    case jpeg
    case heif
    case gainmap
    case dng
    case images
    case xmp
    case portrait
    case spatial
    case policy

    package var title: String {
      switch self {
      case .file: "Files"
      case .jpeg: "JPEG"
      case .heif: "HEIF and AVIF"
      case .gainmap: "Gain maps"
      case .dng: "DNG and TIFF"
      case .images: "Auxiliary images"
      case .xmp: "XMP"
      case .portrait: "Portraits for Photos"
      case .spatial: "Spatial photos"
      case .policy: "Policies"
      }
    }

    package var rules: [Validator.Rule] { Validator.allRules.filter { $0.family == self } }

    /// The page of the family in docs/rules, as Markdown.
    package var page: String {
      ([
        "# Rules: \(title)",
        "Made of what the program says of each rule (`auxdepth help RULE`). [All rules](README.md).",
      ] + rules.map(\.page)).joined(separator: "\n\n").replacing("\n\n\n", with: "\n\n")
    }

    /// The list of all rules in docs/rules, as Markdown.
    package static var index: String {
      let tables = allCases.map { family in
        let rows = family.rules.map { rule in
          "| [\(rule.id)](\(rule.pageName)) | \(rule.severity.rawValue) | \(rule.statement) |"
        }
        return "## \(family.title)\n\n| rule | severity | what must hold |\n|---|---|---|\n"
          + rows.joined(separator: "\n")
      }
      let head = """
        # Rules

        What `auxdepth validate` looks at: \(Validator.allRules.count) rules. `auxdepth help RULE` prints the page of one, and
        `auxdepth validate --fix` makes the repairs, all of which are safe: no pixel changes, and the new file is read back
        before it takes the place of the old one. [Validation](../../Specs/validation.md) says how rules are graded.
        """
      return ([head] + tables).joined(separator: "\n\n") + "\n"
    }
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

  /// Where the page is, as seen from the folder of the pages: `heif.md#heif-hdlr`.
  package var pageName: String { "\(family.rawValue).md#\(id.lowercased())" }

  package static let byIdentifier = Dictionary(
    uniqueKeysWithValues: Validator.allRules.map { ($0.id, $0) })
}
