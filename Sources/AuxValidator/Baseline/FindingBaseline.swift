internal import AuxContainers
public import AuxImage

/// Findings that are known: they are reported and not counted.
///
/// A finding is known by its file, as seen from the folder of the baseline, its rule and its place in the structure; the
/// byte offset makes no difference. Source: Specs/validation.md, "Baselines".
public struct FindingBaseline: Sendable {
  /// What findings are known by.
  public struct Entry: Hashable, Sendable, Comparable {
    /// The path of the file, as seen from the folder of the baseline.
    public let path: String
    /// The identifier of the rule.
    public let rule: String
    /// The place in the structure, empty where no part is named.
    public let place: String

    /// Orders by path, rule and place.
    public static func < (a: Entry, b: Entry) -> Bool {
      (a.path, a.rule, a.place) < (b.path, b.rule, b.place)
    }
  }

  /// The folder that paths are seen from, empty for the current one.
  public let folder: String
  /// How many findings of a kind are known.
  package private(set) var known: [Entry: Int] = [:]
  /// How many of these were not met.
  private var left: [Entry: Int] = [:]
  /// The paths that were looked at.
  private var looked: Set<String> = []
  /// What was found.
  private var found: [Entry: Int] = [:]

  /// Creates a baseline that knows nothing.
  public init(folder: String = "") { self.folder = folder }

  /// Reads the baseline in a JSON file, whose folder paths are seen from.
  ///
  /// Throws `AuxError` that names the file: `inputMissing`, `limitExceeded` beyond 64 megabytes, and as
  /// ``init(json:folder:)``.
  public init(contentsOf path: String) throws(AuxError) {
    do throws(AuxError) {
      try self.init(json: InputFile.read(path, limit: 64 << 20), folder: PathText.folder(of: path))
    } catch { throw error.about(path) }
  }

  /// Reads a baseline as ``text`` writes it; throws `malformed` for anything else.
  public init(json bytes: [UInt8], folder: String = "") throws(AuxError) {
    self.init(folder: folder)
    let document = try Document(json: bytes, form: "baseline")
    guard document.version == 1 else {
      throw AuxError(.malformed, "is no baseline of version 1", place: "version")
    }
    for (index, finding) in document.findings.enumerated() {
      let count = finding.count ?? 1
      guard (1...1 << 20).contains(count) else {
        throw AuxError(
          .malformed, "is a number from 1 to 1048576, not \(count)", place: "findings[\(index)].count")
      }
      known[Entry(path: finding.path, rule: finding.rule, place: finding.where ?? ""), default: 0] += count
    }
    left = known
  }

  private struct Document: Decodable {
    struct Finding: Decodable {
      let path, rule: String
      let `where`: String?
      let count: Int?
    }

    let version: Int
    let findings: [Finding]
  }

  /// Returns the report with the findings that are known marked, and keeps what was found for ``text``.
  ///
  /// Errors and warnings can be known, except that a file cannot be opened. If `accepting` is true, all of them
  /// become known.
  public mutating func compare(_ report: Validator.Report, path: String, accepting: Bool = false)
    -> Validator.Report
  {
    let name = PathText.display(RelativePath.text(path, from: folder))
    // What nobody could look for is not gone.
    if report.hindrance == nil { looked.insert(name) }
    var report = report
    for (index, finding) in report.findings.enumerated()
    where finding.severity != .info && finding.rule != FileRules.open {
      let entry = Entry(path: name, rule: finding.rule, place: finding.place)
      found[entry, default: 0] += 1
      if let rest = left[entry], rest > 0 {
        left[entry] = rest - 1
        report.findings[index].isKnown = true
      } else if accepting {
        report.findings[index].isKnown = true
      }
    }
    return report
  }

  /// The known findings that were not found again, in order, and how many: in files that were checked and in files
  /// that no longer exist.
  public var gone: [(entry: Entry, count: Int)] {
    let missing = left.filter { entry, count in
      guard count > 0 else { return false }
      guard !looked.contains(entry.path) else { return true }
      return (try? FileSystem.exists(PathText.joined(folder, entry.path))) == false
    }
    return missing.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A baseline with all that was found, and with the known findings of files that were not checked and still exist:
  /// a JSON document in a stable order, one finding on each line.
  public var text: String {
    var all = found
    let gone = Set(gone.map(\.entry))
    for (entry, count) in known where !looked.contains(entry.path) && !gone.contains(entry) {
      all[entry] = count
    }
    let lines = all.keys.sorted().map { entry in
      let count = all[entry] ?? 1
      let value: JSONValue = [
        "path": .string(entry.path), "rule": .string(entry.rule),
        "where": entry.place.isEmpty ? nil : .string(entry.place), "count": count > 1 ? .integer(count) : nil,
      ]
      return value.text
    }
    return "{\"version\":1,\"findings\":["
      + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n")
      + "]}\n"
  }
}
