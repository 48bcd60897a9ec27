internal import AuxCodecs
public import AuxImage

/// Keeps the decoders of the system's libraries in processes that can reach nothing but the bytes they are given.
///
/// A hostile file that takes over a decoder then reaches no files, no network and no other processes, and has bounded
/// memory and time. A file that crashes a decoder costs only the image that was being decoded, whose error says so.
/// Results are the same with and without the sandbox. It needs Linux, and is closed with seccomp, and with landlock
/// if the kernel has it. Source: Specs/sandbox.md.
public enum CodecSandbox {
  /// What one such process may use; passing a bound is an error `limitExceeded` of that image.
  public struct Limits: Hashable, Sendable {
    /// The memory in bytes, in addition to that of the program itself; 4 GiB.
    public var memory: Int = 4 << 30
    /// The processor time that decoding one image may take, in seconds; 120.
    public var processorSeconds: Int = 120
    /// The time that decoding one image may take, in seconds; 240.
    public var seconds: Int = 240

    /// Creates the default limits.
    public init() {}
  }

  /// Starts the sandbox; all that this process decodes from then on is decoded in it.
  ///
  /// Call it once, before anything else in the program: it forks the process, which must not have other threads yet.
  /// Throws `usage` if it has, and `io` if the system does not give what is needed; then nothing is changed.
  public static func start(_ limits: Limits = Limits()) throws(AuxError) {
    try CodecBox.start(
      memory: limits.memory, processorSeconds: limits.processorSeconds, seconds: limits.seconds)
  }
}
