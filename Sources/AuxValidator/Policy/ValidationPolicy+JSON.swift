internal import AuxContainers
public import AuxImage

extension ValidationPolicy {
  /// Reads the policy in a JSON file, `-` for standard input, whose folder becomes ``folder``.
  ///
  /// Throws `AuxError` that names the file: `inputMissing`, `limitExceeded` beyond a megabyte, and as
  /// ``init(json:folder:)``.
  public init(contentsOf path: String) throws(AuxError) {
    let folder = path == StandardStream.path ? "" : PathText.folder(of: path)
    self = try InputFile.json(path) { bytes throws(AuxError) in try Self(json: bytes, folder: folder) }
  }

  /// Reads a policy; `folder` is what the patterns of its folders are relative to, empty for the current one.
  ///
  /// Throws `AuxError`: `malformed` where it is no JSON or a key is there twice, `usage` for keys, types, rules and profiles
  /// that are not known and values that cannot be, with the key path as `AuxError.place` and what was probably meant. Of several
  /// mistakes it is the first one, whose ``/AuxImage/AuxError/others`` are the others.
  public init(json bytes: [UInt8], folder: String = "") throws(AuxError) {
    try self.init(try JSONDocument(bytes, isStrict: true).value, folder: folder)
  }

  /// Reads a policy that was parsed.
  package init(_ value: JSONValue, folder: String = "") throws(AuxError) {
    var object = try Self.reader(of: value)
    var folders: [Folder] = []
    let version = try object.number("version", in: 0...Double(Int32.max))
    guard version ?? 1 == 1 else {
      throw AuxError(.usage, "version 1 is known, this one is not", place: "version")
    }
    self.init(name: try object.text("name"), folder: folder)
    requirements = try Requirements(&object)
    for member in try object.members(of: "folders") ?? [] {
      let place = "folders[\(JSONValue.string(member.name).text)]"
      let folder = try object.part { object throws(AuxError) in
        guard !member.name.isEmpty, !member.name.hasPrefix("/"),
          !member.name.split(separator: "/").contains("..")
        else {
          throw AuxError(
            .usage, "a pattern is relative to the folder of the policy, as \"drafts/**\"", place: place)
        }
        var inner = try Self.reader(of: member.value, at: place)
        let folder = Folder(pattern: member.name, requirements: try Requirements(&inner))
        try inner.end(Self.unknown(among: Requirements.keys))
        object.mistakes += inner.mistakes
        return folder
      }
      if let folder { folders.append(folder) }
    }
    self.folders = folders
    try object.end(Self.unknown(among: ["version", "name"] + Requirements.keys + ["folders"]))
    try object.throwMistakes()
  }

  /// Returns the reader of an object of a policy, whose members have key paths as their places and whose mistakes are gathered.
  fileprivate static func reader(
    of value: JSONValue, at place: String = ""
  ) throws(AuxError) -> JSONObjectReader {
    JSONObjectReader(
      try JSONObjectReader.members(of: value, at: place), prefix: place.isEmpty ? "" : place + ".",
      takesNull: true, gathersMistakes: true)
  }

  /// Says that a key is unknown, by its name.
  fileprivate static func unknown(among keys: [String]) -> (String) -> String {
    { Spelling.unknown("key", $0, among: keys) }
  }

  /// Returns the case of a closed set that a word names.
  fileprivate static func word<Choice: CaseIterable>(
    _ kind: String, _ word: String, _ place: String, _ name: (Choice) -> String
  ) throws(AuxError) -> Choice {
    if let choice = Choice.allCases.first(where: { name($0) == word }) { return choice }
    throw AuxError(.usage, Spelling.unknown(kind, word, among: Choice.allCases.map(name)), place: place)
  }
}

extension ValidationPolicy.Requirements {
  /// The keys of what is asked, in the order of Specs/validation.md.
  static let keys = [
    "require", "forbid", "forbidMetadata", "containers", "minSize", "minShare", "range", "calibration",
    "accuracy", "maxHoles",
    "profiles", "rules",
  ]

  /// Takes the keys of what is asked; `null` asks for nothing, and so takes away what is asked of all files.
  init(_ object: inout JSONObjectReader) throws(AuxError) {
    self.init()
    required = try object.list("require") { text, place throws(AuxError) in
      try Self.kind(text, place)
    }
    forbidden = try object.list("forbid") { text, place throws(AuxError) in
      try Self.kind(text, place)
    }
    forbiddenMetadata = try object.list("forbidMetadata") { text, place throws(AuxError) in
      try ValidationPolicy.word("kind of metadata", text, place, \MetadataKind.rawValue)
    }.map(Set.init)
    containers = try object.list("containers") { text, place throws(AuxError) in
      try ValidationPolicy.word("container", text, place, \ImageContainer.rawValue)
    }
    minimumSizes = try Self.sizes(&object)
    minimumShares = try object.values("minShare") { name, value, place throws(AuxError) in
      (try Self.kind(name, place), try JSONObjectReader.number(value, in: 0...1, at: place))
    }
    range = try Self.range(&object)
    requiresCalibration = try object.flag("calibration")
    accuracies = try object.list("accuracy", isOneToo: true) { text, place throws(AuxError) in
      try ValidationPolicy.word("accuracy", text, place, \DepthData.Accuracy.rawValue)
    }
    largestShareOfHoles = try object.number("maxHoles", in: 0...1, null: 1)
    profiles = try object.list("profiles") { text, place throws(AuxError) in
      try ValidationPolicy.word("profile", text, place, \Validator.Profile.rawValue)
    }
    grades = try object.values("rules") { name, value, place throws(AuxError) in
      try Self.checkRule(name, place)
      let grade = try ValidationPolicy.word(
        "severity", try JSONObjectReader.text(value, at: place), place, \Grade.rawValue)
      guard name != FileRules.open || grade == .error else {
        throw AuxError(.usage, "a file that nobody could look into is an error always", place: place)
      }
      return (name, grade)
    }
  }

  /// Returns the type or group that a word names, in any spelling that the library knows.
  private static func kind(_ word: String, _ place: String) throws(AuxError) -> AuxiliaryKind {
    if let kind = AuxiliaryKind(name: word) { return kind }
    throw AuxError(.usage, Spelling.unknown("type", word, among: AuxiliaryKind.allNames), place: place)
  }

  /// Throws `usage` where there is no rule of that identifier.
  package static func checkRule(_ id: String, _ place: String = "") throws(AuxError) {
    guard !ruleIdentifiers.contains(id) else { return }
    throw AuxError(
      .usage, Spelling.unknown("rule", id, among: Validator.allRules.map(\.id)), place: place)
  }

  private static let ruleIdentifiers = Set(Validator.allRules.map(\.id))

  /// A size alone is that of depth maps.
  private static func sizes(_ object: inout JSONObjectReader) throws(AuxError) -> [AuxiliaryKind: Size]? {
    func size(_ value: JSONValue, _ place: String) throws(AuxError) -> Size {
      guard case .string(let text) = value, let size = Size(text) else {
        throw AuxError(.usage, "a size as \"768x576\" is wanted, not \(value.text.prefix(80))", place: place)
      }
      return size
    }
    if case .string? = object.value("minSize"), let value = object.take("minSize") {
      return try object.part { object throws(AuxError) in
        [.group(.depthMap): try size(value, object.place("minSize"))]
      }
    }
    return try object.values("minSize") { name, value, place throws(AuxError) in
      (try kind(name, place), try size(value, place))
    }
  }

  private static func range(_ object: inout JSONObjectReader) throws(AuxError) -> Range? {
    guard let value = object.take("range") else { return nil }
    guard !value.isNull else { return Range() }
    return try object.part { object throws(AuxError) in
      var inner = try ValidationPolicy.reader(of: value, at: object.place("range"))
      let range = Range(
        nearest: try inner.number("nearest", in: 0...Double.greatestFiniteMagnitude),
        farthest: try inner.number("farthest", in: 0...Double.greatestFiniteMagnitude),
        minCodes: try inner.number("minCodes", in: 0...65_536).map { Int($0) })
      try inner.end(ValidationPolicy.unknown(among: ["nearest", "farthest", "minCodes"]))
      object.mistakes += inner.mistakes
      guard range.nearest ?? 0 < range.farthest ?? .infinity else {
        throw AuxError(.usage, "nearest is not below farthest", place: object.place("range"))
      }
      return range
    }
  }
}

extension ValidationPolicy.Requirements {
  /// Reads what is asked from an object of the keys of a policy; throws as ``ValidationPolicy/init(json:folder:)``.
  package init(_ value: JSONValue) throws(AuxError) {
    var object = try ValidationPolicy.reader(of: value)
    try self.init(&object)
    try object.end(ValidationPolicy.unknown(among: Self.keys))
    try object.throwMistakes()
  }
}
