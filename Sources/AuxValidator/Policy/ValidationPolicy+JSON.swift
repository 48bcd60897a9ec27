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
  /// Throws `AuxError`: `malformed` where it is no JSON, `usage` for keys, types, rules and profiles that are not known and
  /// values that cannot be, with the key path as `AuxError.place` and what was probably meant. Of several mistakes it is the first
  /// one, whose ``/AuxImage/AuxError/others`` are the others.
  public init(json bytes: [UInt8], folder: String = "") throws(AuxError) {
    try self.init(JSONValue(json: bytes, form: "policy"), folder: folder)
  }

  /// Reads a policy that was parsed.
  package init(_ value: JSONValue, folder: String = "") throws(AuxError) {
    var object = try PolicyObject(value)
    let version = object.number("version", in: 0...Double(Int32.max))
    if version ?? 1 != 1 {
      throw AuxError(.usage, "version 1 is known, this one is not", place: "version")
    }
    let name = object.read("name") { value, place throws(AuxError) in try value.asString(at: place) }
    self.init(name: name, folder: folder)
    requirements = Requirements(&object)
    for member in object.members("folders") ?? [] {
      let place = "folders[\(JSONValue.string(member.name).text)]"
      object.collect { object throws(AuxError) in
        guard !member.name.isEmpty, !member.name.hasPrefix("/"),
          !member.name.split(separator: "/").contains("..")
        else {
          throw AuxError(
            .usage, "a pattern is relative to the folder of the policy, as \"drafts/**\"", place: place)
        }
        var inner = try PolicyObject(member.value, at: place)
        folders.append(Folder(pattern: member.name, requirements: Requirements(&inner)))
        object.mistakes += inner.end(knowing: Requirements.keys)
      }
    }
    try object.finish(knowing: ["version", "name"] + Requirements.keys + ["folders"])
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
  fileprivate init(_ object: inout PolicyObject) {
    self.init()
    required = object.list("require", Self.kind)
    forbidden = object.list("forbid", Self.kind)
    forbiddenMetadata = object.list("forbidMetadata") { text, place throws(AuxError) in
      try ValidationPolicy.word("kind of metadata", text, place, \MetadataKind.rawValue)
    }.map(Set.init)
    containers = object.list("containers") { text, place throws(AuxError) in
      try ValidationPolicy.word("container", text, place, \ImageContainer.rawValue)
    }
    minimumSizes = Self.sizes(&object)
    minimumShares = object.values("minShare") { name, value, place throws(AuxError) in
      (try Self.kind(name, place), try value.asNumber(in: 0...1, at: place))
    }
    range = Self.range(&object)
    requiresCalibration = object.read("calibration", null: false) { value, place throws(AuxError) in
      try value.asFlag(at: place)
    }
    accuracies = object.list("accuracy", isOneToo: true) { text, place throws(AuxError) in
      try ValidationPolicy.word("accuracy", text, place, \DepthData.Accuracy.rawValue)
    }
    largestShareOfHoles = object.number("maxHoles", in: 0...1, null: 1)
    profiles = object.list("profiles") { text, place throws(AuxError) in
      try ValidationPolicy.word("profile", text, place, \Validator.Profile.rawValue)
    }
    grades = object.values("rules") { name, value, place throws(AuxError) in
      try Self.checkRule(name, place)
      let grade = try ValidationPolicy.word("severity", value.asString(at: place), place, \Grade.rawValue)
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
  private static func sizes(_ object: inout PolicyObject) -> [AuxiliaryKind: Size]? {
    func size(_ value: JSONValue, _ place: String) throws(AuxError) -> Size {
      if case .string(let text) = value, let size = Size(text) { return size }
      throw value.refusal("a size as \"768x576\"", at: place)
    }
    if case .string? = object.left["minSize"] {
      return object.read("minSize", size).map { [.group(.depthMap): $0] }
    }
    return object.values("minSize") { name, value, place throws(AuxError) in
      (try kind(name, place), try size(value, place))
    }
  }

  private static func range(_ object: inout PolicyObject) -> Range? {
    let earlier = object.mistakes.count
    var mistakes: [AuxError] = []
    let range = object.read("range", null: Range()) { value, place throws(AuxError) in
      var inner = try PolicyObject(value, at: place)
      let range = Range(
        nearest: inner.number("nearest", in: 0...Double.greatestFiniteMagnitude),
        farthest: inner.number("farthest", in: 0...Double.greatestFiniteMagnitude),
        minCodes: inner.number("minCodes", in: 0...65_536).map { Int($0) })
      mistakes = inner.end(knowing: ["nearest", "farthest", "minCodes"])
      guard range.nearest ?? 0 < range.farthest ?? .infinity else {
        throw AuxError(.usage, "nearest is not below farthest", place: place)
      }
      return range
    }
    object.mistakes.insert(contentsOf: mistakes, at: earlier)
    return range
  }

  /// Reads what is asked from an object of the keys of a policy; throws as ``ValidationPolicy/init(json:folder:)``.
  package init(_ value: JSONValue) throws(AuxError) {
    var object = try PolicyObject(value)
    self.init(&object)
    try object.finish(knowing: Self.keys)
  }
}

/// An object of a policy whose members are taken one by one; mistakes are collected, with key paths as their places.
private struct PolicyObject {
  /// The members that were not taken.
  private(set) var left: [String: JSONValue]
  var mistakes: [AuxError] = []
  /// The prefix of members' names in key paths.
  private let prefix: String

  init(_ value: JSONValue, at place: String = "") throws(AuxError) {
    let members = try value.asMembers(at: place)
    left = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    prefix = place.isEmpty ? "" : place + "."
  }

  /// Does a part of the reading; its error becomes a mistake.
  mutating func collect(_ body: (inout Self) throws(AuxError) -> Void) {
    do throws(AuxError) { try body(&self) } catch { mistakes.append(error) }
  }

  /// Takes a member; nil where it is missing or mistaken, and `null` for `null`.
  mutating func read<Value>(
    _ name: String, null: Value? = nil, _ body: (JSONValue, String) throws(AuxError) -> Value
  ) -> Value? {
    guard let value = left.removeValue(forKey: name) else { return nil }
    guard !value.isNull else { return null }
    var result: Value?
    collect { object throws(AuxError) in result = try body(value, object.prefix + name) }
    return result
  }

  mutating func number(_ name: String, in range: ClosedRange<Double>, null: Double? = nil) -> Double? {
    read(name, null: null) { value, place throws(AuxError) in try value.asNumber(in: range, at: place) }
  }

  mutating func members(_ name: String) -> [JSONValue.Member]? {
    read(name, null: []) { value, place throws(AuxError) in try value.asMembers(at: place) }
  }

  /// Takes a list of texts, or a single text where `isOneToo` is true; `null` is the empty list.
  mutating func list<Element>(
    _ name: String, isOneToo: Bool = false, _ body: (String, String) throws(AuxError) -> Element
  ) -> [Element]? {
    // The elements one by one, so that each mistake of a list is collected.
    var elements: [Element] = []
    let places = read(name, null: []) { value, place throws(AuxError) -> [(JSONValue, String)] in
      if isOneToo, case .string = value { return [(value, place)] }
      guard case .array(let values) = value else { throw value.refusal("a list of texts", at: place) }
      return values.enumerated().map { ($1, "\(place)[\($0)]") }
    }
    guard let places else { return nil }
    for (value, place) in places {
      collect { _ throws(AuxError) in elements.append(try body(value.asString(at: place), place)) }
    }
    return elements
  }

  /// Takes an object of values by name; `null` is the empty one.
  mutating func values<Key: Hashable, Value>(
    _ name: String, _ body: (String, JSONValue, String) throws(AuxError) -> (Key, Value)
  ) -> [Key: Value]? {
    guard let members = members(name) else { return nil }
    var values: [Key: Value] = [:]
    for member in members {
      collect { object throws(AuxError) in
        let (key, value) = try body(member.name, member.value, "\(object.prefix)\(name).\(member.name)")
        values[key] = value
      }
    }
    return values
  }

  /// Returns the mistakes, those of members that are left included.
  func end(knowing keys: [String]) -> [AuxError] {
    mistakes
      + left.keys.sorted().map {
        AuxError(.usage, Spelling.unknown("key", $0, among: keys), place: prefix + $0)
      }
  }

  /// Throws the first mistake, with the others, if there is one.
  func finish(knowing keys: [String]) throws(AuxError) {
    let all = end(knowing: keys)
    guard var first = all.first else { return }
    first.others = Array(all.dropFirst())
    throw first
  }
}
