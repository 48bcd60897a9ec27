internal import AuxDepthKit

/// What `auxdepth help` explains beside the commands.
enum HelpTopic: String, CaseIterable {
  case conventions
  case containers
  case types
  case exitCodes = "exit-codes"

  static let names = allCases.map(\.rawValue)

  var summary: String {
    switch self {
    case .conventions: "what --convention names, and what each sets"
    case .containers: "the kinds of file that are read and written"
    case .types: "the types of auxiliary image"
    case .exitCodes: "what the exit status says"
    }
  }

  /// The text, of the library's tables where there is one.
  var text: String {
    switch self {
    case .conventions: ConventionList.text
    case .containers: Self.containersText
    case .types: Self.typesText
    case .exitCodes: Self.exitText
    }
  }

  /// The facts that the text is made of, where `--json` prints them.
  var json: JSONValue? {
    switch self {
    case .types: AuxiliaryKind.json
    case .conventions, .containers, .exitCodes: nil
    }
  }

  private static var exitText: String { "Exit status:\n\n" + exitStatuses }

  private static var exitStatuses: String {
    let lines = ExitStatus.meanings.map { status, meaning in
      String(repeating: " ", count: 5 - "\(status)".count) + "\(status)  \(meaning)"
    }
    return (lines + ["128+n  ended by the signal n"]).joined(separator: "\n")
  }

  /// What the program's help lists after its commands: the topics, and the exit statuses.
  static var listing: String {
    """
    TOPICS:
    \(allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))
      RULE: what a rule of validate is about, as JPEG-MPF-STALE

      See 'auxdepth help <topic>' for each.

    EXIT STATUS:
    \(exitStatuses)
    """
  }

  private static var typesText: String {
    let groups = AuxiliaryDataType.Group.allCases.map { group in
      let types = group.types.map { $0.shortNameOfKind ?? $0.name }
      return "\(group.name)\n  \(group.summary)"
        + (types.isEmpty ? "" : ": \(types.joined(separator: ", "))")
    }
    let entries = AuxiliaryDataType.all.map { type in
      var head = type.name
      if let short = type.shortNameOfKind { head += ", or \(short)" }
      var facts = [type.summary ?? "", type.since.map { "first written by \($0)" } ?? ""].filter {
        !$0.isEmpty
      }
      facts += type.evidence.map { ["known: \($0.rawValue)"] } ?? []
      let identifiers = type.urns.filter { $0 != type.name }
      let held = ImageContainer.allCases.filter { $0.holdsAuxiliaryImages && type.isHeld(by: $0) }.map(
        \.rawValue)
      return
        ([head, "  " + facts.joined(separator: "; ")]
        + (identifiers.isEmpty ? [] : ["  identifiers: " + identifiers.joined(separator: ", ")])
        + (held.isEmpty ? [] : ["  in: " + held.joined(separator: ", ")])).joined(separator: "\n")
    }
    return """
      Types of auxiliary image, as info prints them and --type takes them; another is named by its URN. Three names \
      ask for all images of a group:


      """ + (groups + ["And the types:"] + entries).joined(separator: "\n\n")
  }

  private static var containersText: String {
    func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }
    let entries = ImageContainer.allCases.map { container in
      let names = container.outputExtensions.map { ".\($0)" }
      return """
        \(container.rawValue)
          auxiliary images: \(container.holdsAuxiliaryImages ? "read and written" : container.mayHoldAuxiliaryImages ? "read" : "none")
          photos: read\(container.photoBits.isEmpty ? "" : " and written, with \(list(container.photoBits.sorted().map(String.init))) bits a sample")
          as output: \(names.isEmpty ? "no, it is only read" : list(names))
        """
    }
    let maps = MapFile.Kind.allCases.map { kind in
      "  \(kind.rawValue): \(kind.writableSamples.isEmpty ? "read" : "read and written")"
    }
    return """
      Photos are recognised by their content. The extension of an output names its kind, or --container does.

      \(entries.joined(separator: "\n\n"))

      Map files, which --format names:

      \(maps.joined(separator: "\n"))
      """
  }
}
