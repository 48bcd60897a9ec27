internal import AuxCodecs
public import AuxImage

/// Keeps the decoders of the system's libraries in processes that can reach nothing but the bytes they are given.
///
/// A file that takes over a decoder, as a hostile one may, then has no files, no network, no other processes and bounded
/// memory and time; one that crashes a decoder costs the image that it is of, whose error says so. What comes out is the
/// same with and without. It needs Linux, and is closed with seccomp, and with landlock where the kernel has it.
/// Source: Specs/sandbox.md.
public enum CodecSandbox {
  /// What one such process may use; passing a bound is an error `limitExceeded` of that image.
  public struct Limits: Hashable, Sendable {
    /// The memory in bytes, beside that of the program itself; 4 GiB.
    public var memory: Int = 4 << 30
    /// The processor time that decoding one image may take, in seconds; 120.
    public var processorSeconds: Int = 120
    /// The time that decoding one image may take, in seconds; 240.
    public var seconds: Int = 240

    /// Creates the default limits.
    public init() {}
  }

  /// Starts it; all that this process decodes from then on is decoded in it.
  ///
  /// To be called once, first thing in the program: the process is forked, which it must not be once it has threads.
  /// Throws `usage` where it has, and `io` where the system does not give what is needed; then nothing is changed.
  public static func start(_ limits: Limits = Limits()) throws(AuxError) {
    try CodecBox.start(
      memory: limits.memory, processorSeconds: limits.processorSeconds, seconds: limits.seconds)
  }
}
