internal import AuxCodecs
public import AuxImage

/// The confinement of codec processes, which can then reach nothing but the bytes they are given.
///
/// A hostile file that takes over a decoder reaches no files, no network and no other processes, and has bounded memory
/// and time. A file that crashes a decoder costs only the image that was being decoded, whose error says so. Results are the
/// same with and without the sandbox. It needs Linux with seccomp, and uses landlock if the kernel has it.
///
/// JPEG and HEVC are decoded by the programs `auxdepth-codec-jpeg` and `auxdepth-codec-hevc` in every mode. They are children of
/// this process, and an idle one ends after 10 seconds. They are looked for in the folder that the environment variable
/// `AUXDEPTH_CODECS` names, otherwise near the library and the executable. Other libraries run in `auxdepth-worker`.
/// `fork` while another thread is inside a call is not supported. Source: Specs/sandbox.md.
///
/// ```swift
/// CodecSandbox.mode = .required
/// ```
public enum CodecSandbox: Sendable {
  /// Codec processes are confined if the system allows it; otherwise ``failure`` says why they are not.
  case automatic
  /// Codec processes are confined, or whatever needs one throws `io`.
  case required
  /// Codec processes are not confined; libraries without a codec program run in this process.
  case off

  /// The mode for what is decoded from now on, at first automatic.
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

  /// Why codec processes are not confined; nil if they are, if none was needed yet, and if the sandbox is off.
  public static var failure: AuxError? { CodecBox.failure }

  /// Sets what decoding an image may use, and starts `auxdepth-worker` now and not with the first image.
  ///
  /// An image that needs more memory in bytes, in addition to that of the codec program itself, or more processor time or
  /// time in seconds, is an error `limitExceeded`. Throws `usage` if `auxdepth-worker` was started with other limits before,
  /// and `io` if the system does not give what is needed.
  public static func start(
    memory: Int = 4 << 30, processorSeconds: Int = 120, seconds: Int = 240
  ) throws(AuxError) {
    try CodecBox.configure(memory: memory, processorSeconds: processorSeconds, seconds: seconds)
    try CodecBox.start()
  }

  /// True if codecs are confined; starts `auxdepth-worker` to find out.
  package static var isUsed: Bool { mode != .off && (try? CodecBox.start()) != nil }

  /// The state as a JSON object: `mode`, `sandbox`, which is `on` or `off`, and `reason` if it cannot be started.
  package static var json: JSONValue {
    let isUsed = isUsed
    return [
      "mode": .string("\(mode)"), "sandbox": .string(isUsed ? "on" : "off"),
      "reason": isUsed ? nil : failure.map { .string($0.message) },
    ]
  }

  /// Waits for codec processes when this program ends, so that their work counts as its own; it has no other children.
  package static func adopt() { CodecBox.adopt() }

  /// Registers a callback that is called once, when something is decoded without confinement in automatic mode.
  package static func onRefusal(_ body: @escaping @Sendable (AuxError) -> Void) { CodecBox.onRefusal(body) }
}
