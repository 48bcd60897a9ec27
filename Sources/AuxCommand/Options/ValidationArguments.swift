internal import ArgumentParser
internal import AuxDepthKit

/// The options that say what photos are to be beside being valid.
struct PolicyArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check too what a policy asks: a JSON file, - is standard input.",
      discussion: """
        { "require": ["disparity"], "forbid": ["gainmap"], "forbidMetadata": ["location"], \
        "containers": ["heif", "jpeg"], "minSize": {"disparity": "768x576"}, "minShare": {"disparity": 0.18}, "range": {"nearest": 0.1, "farthest": 100, \
        "minCodes": 16}, "calibration": true, "accuracy": "absolute", "maxHoles": 0, "profiles": ["photos-portrait"], \
        "rules": {"JPEG-TRAILER": "ignore"}, "folders": {"drafts/**": { … }} }. Folders are relative to that of the policy; \
        what is said there takes the place of what is said above.
        """, valueName: "file"), completion: .file(extensions: ["json"]))
  var policy: String?

  @Option(
    help: ArgumentHelp(
      "The types or groups that photos must have, with commas between them; takes the place of the policy's.",
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
      return [JSONValue.Member(AuxiliaryDataType.Group.depthMap.name, .string(text))]
    }
    let size = JSONValue.string(String(text[text.index(after: equals)...]))
    return [JSONValue.Member(String(text[..<equals]), size)]
  }
}

/// The options about findings that are known.
struct BaselineArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Findings in this file are known: they are reported and not counted.",
      discussion:
        "A finding is known by its file, seen from the folder of the baseline, its rule and its place.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var baseline: String?

  @Flag(
    help: "Write what is found, errors and warnings, into the file of --baseline; all of it is known then.")
  var updateBaseline = false

  func validate() throws {
    guard baseline != nil || !updateBaseline else {
      throw ValidationError("--update-baseline needs --baseline")
    }
    guard baseline != StandardStream.path else { throw ValidationError("--baseline needs a file") }
  }

  /// Returns what is known; nil where nobody asks. A file that is to be written need not be there.
  func read() throws -> FindingBaseline? {
    guard let baseline else { return nil }
    return try Failure.ending { () throws(AuxError) in
      do throws(AuxError) { return try FindingBaseline(contentsOf: baseline) } catch {
        guard updateBaseline, error.code == .inputMissing else { throw error }
        return FindingBaseline(folder: PathText.folder(of: baseline))
      }
    }
  }

  /// Says what is known and gone, and writes the baseline where that is asked for.
  func end(_ known: FindingBaseline?, quiet: Bool) throws {
    guard let known, let baseline else { return }
    let gone = known.gone
    if !quiet, !gone.isEmpty {
      for (entry, count) in gone.prefix(20) {
        let place = entry.place.isEmpty ? "" : " \(entry.place)"
        Console.say(
          Message(.note, "gone: \(entry.path): \(entry.rule)\(place)\(count > 1 ? " (\(count))" : "")"))
      }
      let total = gone.reduce(0) { $0 + $1.count }
      let rest = gone.count > 20 ? ", \(gone.count - 20) kinds not listed" : ""
      Console.say(
        Message(
          .note,
          "\(total) known finding\(total == 1 ? " is" : "s are") gone\(rest)"
            + (updateBaseline ? "" : "; --update-baseline writes what is left")))
    }
    guard updateBaseline else { return }
    try Failure.one(baseline) { () throws(AuxError) in
      try OutputFile.write(Array(known.text.utf8), to: baseline, options: .replacing)
    }
  }
}

/// The options about mending what can be mended without touching a pixel.
struct FixArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Mend in place what can be mended without touching a pixel.",
      discussion: """
        A stale index, a missing essential bit, a wrong ispe, a missing irot, a map that is not hidden, a tmap without \
        its brand or after its base, metadata without bytes, a grid that lost its construction method. The new file is \
        read back before it takes the place of the old one: all coded bytes are the same, the findings are gone, and \
        there is no new one.
        """))
  var fix = false

  @Flag(help: "With --fix, say what would be mended, and write nothing.")
  var dryRun = false

  @OptionGroup var sync: SyncArguments

  /// Whether files are written.
  var writes: Bool { fix && !dryRun }

  /// Checks that nothing is asked for without `--fix`, and that there is a file to mend.
  func check(_ paths: [String]) throws {
    guard fix || !(dryRun || sync.noSync || sync.backup || sync.keepTime) else {
      throw ValidationError("--dry-run, --no-sync, --backup and --keep-time are about --fix")
    }
    guard !writes || !paths.contains(StandardStream.path) else {
      throw ValidationError("standard input is not mended in place")
    }
  }

  /// Returns the report of a file after what can be mended was.
  func mended(_ report: Validator.Report, path: String, _ validator: Validator) throws(AuxError)
    -> Validator.Report
  {
    guard writes, report.findings.contains(where: { $0.repair != nil }) else { return report }
    let mended = try validator.repair(path: path, options: sync.options(.inPlace))
    if mended.invalidatesC2PA {
      Console.say(WriteText.invalidManifest(of: path, photo: "mended", remedy: "remove --strip c2pa"))
    }
    return mended
  }
}
