internal import AuxKernels

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error of this package: what kind it is, why, and where in the file.
///
/// Two errors are equal when their codes are equal, so that tests and callers compare kinds while the
/// text stays free to improve.
public struct AuxError: Error, Sendable {
  /// The kind of an error; whose fault it is.
  public struct Code: Hashable, Sendable {
    private enum Kind: String {
      case malformed, truncated, unsupported, limitExceeded, missingImage, codec, codecMissing
      case usage, inputMissing, cannotCreate, io, changed, verification, cancelled
    }

    private let kind: Kind

    /// The bytes break a rule of their format.
    public static let malformed = Code(kind: .malformed)
    /// The data ends before the structure it announces.
    public static let truncated = Code(kind: .truncated)
    /// The bytes may be right, but this package does not handle them.
    public static let unsupported = Code(kind: .unsupported)
    /// A value of ``AuxLimits`` would be passed.
    public static let limitExceeded = Code(kind: .limitExceeded)
    /// The file has no image of the kind asked for.
    public static let missingImage = Code(kind: .missingImage)
    /// A codec refused a bitstream or a plane.
    public static let codec = Code(kind: .codec)
    /// A library that is needed is not installed.
    public static let codecMissing = Code(kind: .codecMissing)
    /// The caller asked for something contradictory or out of range.
    public static let usage = Code(kind: .usage)
    /// The input does not exist or is not a readable file.
    public static let inputMissing = Code(kind: .inputMissing)
    /// The output cannot be created.
    public static let cannotCreate = Code(kind: .cannotCreate)
    /// The system failed: it reported an input or output error, or gave no memory, no thread or process, or no file.
    public static let io = Code(kind: .io)
    /// Another program changed the file meanwhile; the same call may succeed when it is made again.
    public static let changed = Code(kind: .changed)
    /// The file just written does not read back as requested.
    public static let verification = Code(kind: .verification)
    /// The caller ended the work: by cancelling the `Task` that a call runs in, say.
    public static let cancelled = Code(kind: .cancelled)
  }

  /// The kind of this error.
  public let code: Code
  /// The reason, for people; it cites the clause where one applies.
  public let reason: String
  /// The byte offset in the file, where one is known.
  public var offset: Int?
  /// The place in the structure, outermost first, as in `meta/iprp/ipco[13]/auxC`.
  public var place: String
  /// The file that the error is about, where it has a path.
  public var path: String?
  /// What the caller can allow or give so that the same call succeeds; programs and bindings have their own words for it.
  package var remedy: Remedy?
  /// The errors that were found in the same input after this one.
  public package(set) var others: [AuxError] = []

  /// Creates an error.
  public init(
    _ code: Code, _ reason: String, offset: Int? = nil, place: String = "", path: String? = nil
  ) {
    self.init(code, reason, offset: offset, place: place, path: path, remedy: nil)
  }

  /// Creates an error that a caller can remedy.
  package init(
    _ code: Code, _ reason: String, offset: Int? = nil, place: String = "", path: String? = nil,
    remedy: Remedy?
  ) {
    self.code = code
    self.reason = reason
    self.offset = offset
    self.place = place
    self.path = path
    self.remedy = remedy
  }

  /// Returns the error with the file that it is about, unless it names one already.
  public func about(_ path: String) -> AuxError {
    var error = self
    error.path = self.path ?? path
    return error
  }

  /// The argument or the call with which it would succeed, as in "options: .replacing replaces it"; nil if none is known.
  public var suggestion: String? { remedy?.swiftText }

  /// The place, the offset and the reason in one line, without path and suggestion.
  public var message: String {
    var text = place
    if let offset { text += (text.isEmpty ? "" : " ") + "at byte \(offset)" }
    return text.isEmpty ? reason : "\(text): \(reason)"
  }

  /// True if the cause is the machine, what is installed on it, another program, or that the work was cancelled, so that
  /// the error says nothing of the file: ``Code/io``, ``Code/codecMissing``, ``Code/changed`` and ``Code/cancelled``.
  public var isOfSystem: Bool {
    code == .io || code == .codecMissing || code == .changed || code == .cancelled
  }

  /// Throws the error where it says nothing of the file: what reads leniently forgives files alone.
  package func throwIfOfSystem() throws(AuxError) { if isOfSystem { throw self } }

  /// Returns the same error seen from one level further out.
  package func within(_ outer: String) -> AuxError {
    var error = self
    error.place = place.isEmpty ? outer : "\(outer)/\(place)"
    return error
  }
}

extension AuxError {
  /// Throws `cancelled` if the work of this thread was cancelled, or the Swift task that it runs.
  ///
  /// To be called where nothing is kept of an error, between long steps, and before a file gets its name.
  package static func checkCancellation() throws(AuxError) {
    if Cancellation.isRequested { throw AuxError(.cancelled, "the caller ended the work") }
  }
}

extension AuxError: Hashable {
  /// Returns whether both errors are of one kind.
  public static func == (lhs: AuxError, rhs: AuxError) -> Bool { lhs.code == rhs.code }

  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension AuxError: CustomStringConvertible {
  /// The path, the place, the offset, the reason and the suggestion in one line.
  public var description: String { line(suggestion: suggestion) }

  /// Returns the path, the place, the offset, the reason and a suggestion in one line.
  package func line(suggestion: String?) -> String {
    (path.map { "\(PathText.display($0)): " } ?? "") + message + (suggestion.map { "; \($0)" } ?? "")
  }
}

extension AuxError: LocalizedError {
  /// The whole error in one line.
  public var errorDescription: String? { description }
  /// The place, the offset and the reason.
  public var failureReason: String? { message }
  /// The ``suggestion``.
  public var recoverySuggestion: String? { suggestion }
}

extension AuxError.Code: CustomStringConvertible {
  /// The name of the kind.
  public var description: String { kind.rawValue }
}

extension AuxError.Code {
  /// Whose fault an error of the kind is, as the exit status of a program says it.
  ///
  /// 64 the caller's, 65 the data's, 66 there is no input, 69 a library is not installed, 70 the software's, 73 the output
  /// cannot be created, 74 the system's, 75 the same call may succeed when it is made again. Source: sysexits(3head).
  package var exitStatus: Int32 {
    switch kind {
    case .usage: 64
    case .malformed, .truncated, .unsupported, .limitExceeded, .missingImage, .codec: 65
    case .inputMissing: 66
    case .codecMissing: 69
    case .verification: 70
    case .cannotCreate: 73
    case .io: 74
    case .changed: 75
    case .cancelled: 130
    }
  }
}

extension AuxError {
  /// The error as a JSON object: `path`, `code`, `message`, which has place and offset in it, `place` and `offset` where they
  /// are known, and `remedy`.
  ///
  /// `path` is that of the `input` which failed, and `file` then another one that the error is about; without an input,
  /// `path` is the file that the error is about. `remedy` are the words of the library, unless a program has its own for it.
  package func json(input: String? = nil, remedy words: String? = nil) -> JSONValue {
    let main = input ?? path
    let other = path == main ? nil : path
    let remedy = words ?? remedy?.description
    return [
      "path": main.map(JSONValue.path), "pathBytes": main.flatMap(JSONValue.pathBytes),
      "code": .string(code.description), "message": .string(message), "file": other.map(JSONValue.path),
      "place": place.isEmpty ? nil : .string(place), "offset": offset.map(JSONValue.integer),
      "remedy": remedy.map(JSONValue.string),
    ]
  }
}
