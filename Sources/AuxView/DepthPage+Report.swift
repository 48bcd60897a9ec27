public import AuxImage
public import AuxValidator

extension DepthPage {
  /// The outcome of one file of a page.
  public struct Entry: Sendable {
    /// The path.
    public let path: String
    /// The error of a file that could not be opened, so that the page shows only its name; nil for other files.
    public internal(set) var failure: AuxError?
    /// The errors of pictures that are not shown.
    public internal(set) var pictureFailures: [AuxError] = []
    /// What the reader forgave, and what the preview does not show as it is in the photo.
    public internal(set) var notes: [String] = []
    /// What the validator says about the file.
    public internal(set) var judgement = Validator.Judgement.invalid

    /// Whether the page shows all that the file has.
    package var isWhole: Bool { failure == nil && pictureFailures.isEmpty }

    /// The entry as a JSON object: `path`, `valid`, and where there are any `error`, `failed`, the errors of pictures, and
    /// `notes`. A file that could not be judged has `judged`, which is false, and the `reason` in place of `valid`.
    package var json: JSONValue {
      [
        "path": .path(path), "pathBytes": .pathBytes(path),
        "judged": judgement.isMade ? nil : .boolean(false),
        "valid": judgement.isMade ? .boolean(judgement == .valid) : nil,
        "reason": judgement.reason.map(JSONValue.string), "error": failure.map { .string($0.message) },
        "failed": pictureFailures.isEmpty ? nil : .array(pictureFailures.map { .string($0.message) }),
        "notes": notes.isEmpty ? nil : .array(notes.map(JSONValue.string)),
      ]
    }
  }

  /// The outcome of a page.
  public struct Report: Sendable {
    /// The number of bytes of the page.
    public internal(set) var byteCount = 0
    /// The outcome of each file, in their order.
    public internal(set) var entries: [Entry] = []

    /// The report as a JSON object: `path` of the page, `byteCount`, and `photos`, a list of ``Entry/json``.
    package func json(path: String? = nil) -> JSONValue {
      [
        "path": path.map(JSONValue.path), "pathBytes": path.flatMap(JSONValue.pathBytes),
        "byteCount": .integer(byteCount), "photos": .array(entries.map(\.json)),
      ]
    }
  }
}

extension Validator.Judgement {
  /// Whether the file is valid or invalid.
  var isMade: Bool { reason == nil }

  /// Why the file could not be judged.
  var reason: String? { if case .notJudged(let error) = self { error.message } else { nil } }
}

extension DepthPage.Entry: CustomStringConvertible {
  /// The path, the verdict and what is not shown, in one line.
  public var description: String {
    let failures = ([failure].compactMap(\.self) + pictureFailures).map(\.message)
    return "\(path): " + ([judgement.description] + failures + notes).joined(separator: "; ")
  }
}

extension DepthPage.Report: CustomStringConvertible {
  /// The size of the page, and a line for each file.
  public var description: String {
    (["\(entries.count) files, \(byteCount) bytes"] + entries.map(\.description)).joined(separator: "\n")
  }
}
