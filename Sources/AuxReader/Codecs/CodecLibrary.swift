internal import AuxCodecs
public import AuxImage

/// A library of the system that formats are read or written with.
///
/// ```swift
/// for library in CodecLibrary.all {
///   let state = library.state()
///   print(library.name, state.version ?? "is not installed: apt install \(library.debianPackage)")
/// }
/// ```
///
/// A codec program links its library; the others are loaded when they are first needed. If a library is missing, what
/// needs it throws `codecMissing`, and everything else works.
public struct CodecLibrary: Hashable, Sendable {
  private let library: SystemLibrary

  /// All libraries, those that this program links last; none is loaded, and no program started, for this list.
  public static let all = SystemLibrary.all.map(CodecLibrary.init)

  private init(_ library: SystemLibrary) { self.library = library }

  /// The name that its vendor gives it.
  public var name: String { library.name }
  /// The file that is loaded, or linked, as `libheif.so.1`.
  public var file: String { library.file }
  /// The Debian package that has it.
  public var debianPackage: String { library.debianPackage }
  /// The formats that are read with it.
  public var reads: [String] { library.reads }
  /// The formats that are written with it.
  public var writes: [String] { library.writes }
  /// True if this program links the library, so that nothing starts without it.
  package var isLinked: Bool { library.isLinked }

  /// An encoder or decoder that a library has in it, or loads itself.
  package struct Coder: Hashable, Sendable {
    /// The format of what it reads or writes: `HEVC` or `AV1`.
    package let format: String
    /// Whether it writes.
    package let isEncoder: Bool
    /// Its name, as it gives it itself, with its version.
    public let name: String
  }

  /// Whether a library is there, and which it is.
  public struct State: Sendable {
    /// The library.
    public let library: CodecLibrary
    /// Its version; nil where it is not installed.
    public let version: String?
    /// Whether the version is that of the headers of the build, since the library does not report its own.
    package let isVersionOfBuild: Bool
    /// The encoders and decoders that it reports.
    package let coders: [Coder]
    /// Why it cannot be used: `codecMissing`, or `io` where the process lacks memory or files; nil where it can.
    public let failure: AuxError?
  }

  /// Returns what the library reports; starts its codec program, or loads it.
  public func state() -> State {
    do throws(AuxError) {
      let version = try library.version()
      let coders = [("HEVC", false), ("AV1", true)].flatMap { format, isAV1 in
        [false, true].flatMap { isEncoder in
          library.coders(ofAV1: isAV1, areEncoders: isEncoder).map {
            Coder(format: format, isEncoder: isEncoder, name: $0)
          }
        }
      }
      return State(
        library: self, version: version, isVersionOfBuild: library.tellsVersionOfBuild, coders: coders,
        failure: nil)
    } catch {
      return State(library: self, version: nil, isVersionOfBuild: false, coders: [], failure: error)
    }
  }
}

extension CodecLibrary: CustomStringConvertible {
  /// The name and the file.
  public var description: String { "\(name) (\(file))" }
}

extension CodecLibrary.State: CustomStringConvertible {
  /// The name and the version, or why it cannot be used.
  public var description: String { "\(library.name) " + (version ?? failure?.message ?? "not installed") }

  /// The state as a JSON object: `name`, `installed`, `version` and, where that is of the headers of the build,
  /// `versionOfBuild`, `file`, `package`, `linked`, `reads` and `writes`, which are lists of formats, `decoders` and
  /// `encoders`, of `format` and `name`, `sandbox`, which is `on` if codecs are confined and otherwise `off`, and `error` if it
  /// cannot be used.
  package var json: JSONValue {
    func list(_ formats: [String]) -> JSONValue { .array(formats.map(JSONValue.string)) }
    func coders(_ areEncoders: Bool) -> JSONValue? {
      let those = self.coders.filter { $0.isEncoder == areEncoders }
      return those.isEmpty
        ? nil : .array(those.map { ["format": .string($0.format), "name": .string($0.name)] })
    }
    return [
      "name": .string(library.name), "installed": .boolean(failure == nil),
      "version": version.map(JSONValue.string), "versionOfBuild": isVersionOfBuild ? .boolean(true) : nil,
      "file": .string(library.file), "package": .string(library.debianPackage),
      "linked": .boolean(library.isLinked), "reads": list(library.reads), "writes": list(library.writes),
      "decoders": coders(false), "encoders": coders(true),
      "sandbox": .string(CodecSandbox.isUsed ? "on" : "off"), "error": failure.map { .string($0.message) },
    ]
  }
}
