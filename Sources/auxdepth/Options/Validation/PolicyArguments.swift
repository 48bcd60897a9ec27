internal import ArgumentParser
internal import AuxDepthKit

/// The options that say what photos are to be beside being valid.
struct PolicyArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check too what a policy asks: a JSON file, - is standard input.",
      discussion: """
        { "require": ["disparity"], "forbid": ["gainmap"], "containers": ["heif", "jpeg"], \
        "minSize": {"disparity": "768x576"}, "minShare": {"disparity": 0.18}, "range": {"nearest": 0.1, "farthest": 100, \
        "minCodes": 16}, "calibration": true, "accuracy": "absolute", "maxHoles": 0, "profiles": ["photos-portrait"], \
        "rules": {"JPEG-TRAILER": "ignore"}, "folders": {"drafts/**": { … }} }. Folders are relative to that of the policy; \
        what is said there takes the place of what is said above.
        """, valueName: "file"), completion: .file(extensions: ["json"]))
  var policy: String?

  @Option(
    help: ArgumentHelp(
      "The types that photos must have, with commas between them; takes the place of the policy's.",
      valueName: "types"))
  var require: [String] = []

  @Option(
    help: ArgumentHelp(
      "The least size of depth maps, as stored, or with TYPE= before it of that type; takes the place of the policy's.",
      valueName: "[type=]WxH"))
  var minSize: [String] = []

  @Option(help: ArgumentHelp("Leave out what a rule finds.", valueName: "rules"))
  var ignore: [String] = []

  /// Throws where what is asked for cannot be.
  func validate() throws { _ = try overrides() }

  /// Returns what is asked of files; nil for nothing.
  func read() throws -> ValidationPolicy? {
    let overrides = try overrides()
    guard policy != nil || overrides != ValidationPolicy.Requirements() else { return nil }
    var asked = ValidationPolicy()
    if let policy {
      asked = try Failure.ending { () throws(AuxError) in try ValidationPolicy(contentsOf: policy) }
    }
    asked.overrides = overrides
    return asked
  }

  private func overrides() throws -> ValidationPolicy.Requirements {
    var overrides = ValidationPolicy.Requirements()
    func add(_ option: String, _ words: [String], _ value: JSONValue) throws {
      guard !words.isEmpty else { return }
      do throws(AuxError) { overrides.replace(by: try ValidationPolicy.Requirements(value)) } catch {
        throw ValidationError("\(option): \(error.reason)")
      }
    }
    let types = Self.words(require)
    try add("--require", types, ["require": .array(types.map(JSONValue.string))])
    let rules = Self.words(ignore)
    try add("--ignore", rules, ["rules": .object(rules.map { JSONValue.Member($0, .string("ignore")) })])
    try add("--min-size", minSize, ["minSize": .object(minSize.flatMap(Self.sizes))])
    return overrides
  }

  private static func words(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// Returns the members of what a size is asked for: a size alone is that of depth maps.
  private static func sizes(_ text: String) -> [JSONValue.Member] {
    guard let equals = text.lastIndex(of: "=") else {
      return ["disparity", "depth"].map { JSONValue.Member($0, .string(text)) }
    }
    let size = JSONValue.string(String(text[text.index(after: equals)...]))
    return [JSONValue.Member(String(text[..<equals]), size)]
  }
}
