internal import AuxCodecs
public import AuxImage

/// Keeps the decoders of the system's libraries in processes that can reach nothing but the bytes they are given.
///
/// A hostile file that takes over a decoder then reaches no files, no network and no other processes, and has bounded
/// memory and time. A file that crashes a decoder costs only the image that was being decoded, whose error says so.
/// Results are the same with and without the sandbox. It needs Linux with seccomp, uses landlock if the kernel has it, and
/// starts the program `auxdepth-worker`, which is installed with the library. Source: Specs/sandbox.md.
///
/// ```swift
/// CodecSandbox.mode = .required
/// ```
public enum CodecSandbox: Sendable {
  /// Decoders run there where the system allows it, and else in this process; ``failure`` then says why.
  case automatic
  /// Decoders run there, or whatever needs one throws `io`.
  case required
  /// Decoders run in this process.
  case off

  /// Which of these it is, at first automatic; holds for what is decoded from now on.
  public static var mode: CodecSandbox {
    get {
      switch CodecBox.mode {
      case .automatic: .automatic
      case .required: .required
      case .off: .off
      }
    }
    set {
      switch newValue {
      case .automatic: CodecBox.mode = .automatic
      case .required: CodecBox.mode = .required
      case .off: CodecBox.mode = .off
      }
    }
  }

  /// Why decoders cannot be kept there; nil where they can, it was not needed yet, or it is off.
  public static var failure: AuxError? { CodecBox.failure }

  /// Starts it now, and not with the first image; and says what decoding an image may use there.
  ///
  /// An image that needs more memory in bytes, in addition to that of the program itself, or more processor time or time in
  /// seconds, is an error `limitExceeded`. Throws `usage` if it was started with other bounds before, and `io` if the system
  /// does not give what is needed.
  public static func start(
    memory: Int = 4 << 30, processorSeconds: Int = 120, seconds: Int = 240
  ) throws(AuxError) {
    try CodecBox.configure(memory: memory, processorSeconds: processorSeconds, seconds: seconds)
    try CodecBox.start()
  }

  /// Whether what decodes runs there, which is found out where it is not known yet.
  package static var isUsed: Bool { mode != .off && (try? CodecBox.start()) != nil }

  /// The state as a JSON object: `mode`, `sandbox`, which is `on` or `off`, and `reason` where it cannot be started.
  package static var json: JSONValue {
    let isUsed = isUsed
    return [
      "mode": .string("\(mode)"), "sandbox": .string(isUsed ? "on" : "off"),
      "reason": isUsed ? nil : failure.map { .string($0.message) },
    ]
  }

  /// Has its processes count as children of this program, which has no others.
  package static func adopt() { CodecBox.adopt() }

  /// Calls `body` once, when something is decoded in this process since it could not be started.
  package static func onRefusal(_ body: @escaping @Sendable (AuxError) -> Void) { CodecBox.onRefusal(body) }
}
