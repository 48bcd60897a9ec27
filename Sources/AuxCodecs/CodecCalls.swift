package import AuxImage
internal import AuxKernels
internal import CAuxShims
internal import CAuxSystem
internal import Synchronization

/// Returns the error of a failed shim call, with what was attempted, then the library's reason.
///
/// What the call or its process lacks of the system is an error `io`, which says nothing of the image.
func codecFailure(_ error: aux_error, _ attempt: String) -> AuxError {
  let code: AuxError.Code =
    switch Int(error.code) {
    case Int(AUX_ERROR_TRUNCATED): .truncated
    case Int(AUX_ERROR_LIMIT): .limitExceeded
    case Int(AUX_ERROR_USAGE): .usage
    case Int(AUX_ERROR_MALFORMED): .malformed
    case Int(AUX_ERROR_UNSUPPORTED): .unsupported
    case Int(AUX_ERROR_MISSING): .codecMissing
    case Int(AUX_ERROR_SYSTEM), Int(AUX_ERROR_MEMORY): .io
    case Int(AUX_ERROR_CANCELLED): .cancelled
    default: .codec
    }
  return AuxError(code, "\(attempt): \(text(of: error))")
}

func text(of error: aux_error) -> String {
  var error = error
  return unsafe withUnsafeBytes(of: &error.message) { bytes in
    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// Returns the samples that a shim writes, so many of them; throws what it reports.
///
/// Memory is not touched before there are samples for it, so that a false size costs nothing.
func decodedSamples<Sample: BitwiseCopyable>(
  _ count: Int, _ attempt: String,
  _ decode: (_ target: UnsafeMutablePointer<Sample>?, _ error: inout aux_error) -> Int32
) throws(AuxError) -> [Sample] {
  var (error, code) = (aux_error(), Int32(0))
  let samples = unsafe [Sample](unsafeUninitializedCapacity: count) { target, written in
    code = unsafe decode(target.baseAddress, &error)
    written = code == 0 ? count : 0
  }
  guard code == 0 else { throw codecFailure(error, attempt) }
  return samples
}

/// Returns the file that a shim makes; throws what it reports.
func encodedFile(
  _ attempt: String,
  _ encode: (
    _ bytes: inout UnsafeMutablePointer<UInt8>?, _ size: inout Int, _ error: inout aux_error
  ) -> Int32
) throws(AuxError) -> [UInt8] {
  var bytes: UnsafeMutablePointer<UInt8>?
  var (size, error) = (0, aux_error())
  guard unsafe encode(&bytes, &size, &error) == 0 else { throw codecFailure(error, attempt) }
  defer { unsafe aux_free(bytes) }
  return unsafe copyingBytes(bytes, count: size) ?? []
}

/// Returns a copy of a buffer that a shim keeps, or nil for a null pointer.
func copyingBytes(_ buffer: UnsafeMutablePointer<UInt8>?, count: Int) -> [UInt8]? {
  guard let buffer = unsafe buffer else { return nil }
  return unsafe Array(UnsafeBufferPointer(start: buffer, count: count))
}

/// The processes in which the codecs of the system decode; Specs/sandbox.md.
package enum CodecBox {
  /// Whether what decodes runs in them.
  package enum Mode: Sendable {
    /// Where they can be had.
    case automatic
    /// Or not at all.
    case required
    /// Never.
    case off
  }

  package static var mode: Mode {
    get {
      switch Int(aux_box_mode()) {
      case Int(AUX_BOX_REQUIRED): .required
      case Int(AUX_BOX_OFF): .off
      default: .automatic
      }
    }
    set {
      switch newValue {
      case .automatic:
        aux_box_choose(Int32(AUX_BOX_AUTOMATIC))
        aux_codec_set_sandbox(Int32(AUX_SANDBOX_AUTOMATIC))
      case .required:
        aux_box_choose(Int32(AUX_BOX_REQUIRED))
        aux_codec_set_sandbox(Int32(AUX_SANDBOX_REQUIRED))
      case .off:
        aux_box_choose(Int32(AUX_BOX_OFF))
        aux_codec_set_sandbox(Int32(AUX_SANDBOX_OFF))
      }
    }
  }

  /// Sets the bounds of what is decoded from now on; throws `usage` where one is out of range, and once it was started.
  package static func configure(memory: Int, processorSeconds: Int, seconds: Int) throws(AuxError) {
    var limits = aux_box_limits(
      memory: UInt64(clamping: memory), processor_seconds: UInt64(clamping: processorSeconds),
      seconds: UInt64(clamping: seconds))
    try run { unsafe aux_box_configure(&limits, nil, 0, &$0) }
    var own = aux_codec_limits(
      memory: limits.memory, processor_seconds: limits.processor_seconds, seconds: limits.seconds)
    unsafe aux_codec_set_limits(&own)
  }

  /// Starts them; throws `io` where the system does not give what they need.
  package static func start() throws(AuxError) { try run { unsafe aux_box_start(&$0) } }

  /// Why they could not be started, in a process that is not to decode without them, or has had to.
  package static var failure: AuxError? {
    var error = aux_error()
    guard unsafe aux_box_is_refused(&error) != 0 || aux_codec_is_unconfined(&error) != 0 else { return nil }
    return codecFailure(error, attempt)
  }

  /// Waits for the processes at the end of this program, so that their work counts as its own; it has no other children.
  package static func adopt() {
    aux_box_adopt()
    aux_codec_end_at_exit()
  }

  /// Calls `body` once, when something is decoded in this process, or in one that is not confined.
  package static func onRefusal(_ body: @escaping @Sendable (AuxError) -> Void) {
    listener.withLock { $0 = body }
    unsafe aux_box_listen { _ in
      CodecBox.noteRefusal()
    }
  }

  /// Reports once that processes are not confined, if they are not.
  static func noteRefusal() {
    guard let failure else { return }
    listener.withLock { listener in
      defer { listener = nil }
      return listener
    }?(failure)
  }

  private static let listener = Mutex<(@Sendable (AuxError) -> Void)?>(nil)
  private static let attempt = "decoders cannot be confined"

  private static func run(_ body: (inout aux_error) -> Int32) throws(AuxError) {
    var error = aux_error()
    guard body(&error) == 0 else { throw codecFailure(error, attempt) }
  }

  /// Makes decoding ask from now on, before each image, whether the thread's work was cancelled.
  package static func heedCancellations() {
    aux_heed_cancellations { Cancellation.isRequested ? 1 : 0 }
    aux_codec_set_cancellation { Cancellation.isRequested ? 1 : 0 }
  }
}
