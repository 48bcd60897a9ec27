package import AuxImage
internal import AuxKernels
internal import CAuxShims

/// Returns the error of a failed shim call, with what was attempted, then the library's reason.
///
/// That a library has no memory is the system's fault, and so is whatever it reports while the system gives none, no
/// descriptors or, to one that `usesThreads`, no threads: few libraries tell that from damaged data.
func codecFailure(_ error: aux_error, _ attempt: String, usesThreads: Bool = false) -> AuxError {
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
  if code == .codec, let lacking = ProcessShortage.found(usesThreads: usesThreads) {
    return AuxError(.io, "\(attempt): \(text(of: error)); the system gives no more \(lacking)")
  }
  return AuxError(code, "\(attempt): \(text(of: error))")
}

/// Returns the text of an error or of a warning.
func text(of error: aux_error) -> String {
  var error = error
  return unsafe withUnsafeBytes(of: &error.message) { bytes in
    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// Returns a copy of a buffer that a shim allocated, and frees the buffer.
func takingBytes(_ buffer: UnsafeMutablePointer<UInt8>?, count: Int) -> [UInt8] {
  defer { unsafe aux_free(buffer) }
  return unsafe copyingBytes(buffer, count: count) ?? []
}

/// Returns a copy of a buffer that a shim keeps, or nil where there is none.
func copyingBytes(_ buffer: UnsafeMutablePointer<UInt8>?, count: Int) -> [UInt8]? {
  guard let buffer = unsafe buffer else { return nil }
  return unsafe Array(UnsafeBufferPointer(start: buffer, count: count))
}

/// The processes in which the codecs of the system decode; Specs/sandbox.md.
package enum CodecBox {
  /// Starts it, before the process has threads; from then on nothing is decoded elsewhere.
  ///
  /// Throws `usage` where there are threads, it was started before or a bound is 0, and `io` where the system does not
  /// give what it needs.
  package static func start(memory: Int, processorSeconds: Int, seconds: Int) throws(AuxError) {
    var error = aux_error()
    var limits = aux_box_limits(
      memory: UInt64(clamping: memory), processor_seconds: UInt64(clamping: processorSeconds),
      seconds: UInt64(clamping: seconds))
    let code = unsafe aux_box_start(&limits, &error)
    guard code == 0 else { throw codecFailure(error, "decoders cannot be confined") }
  }

  /// Has decoding ask from now on, before each image, whether the thread's work was cancelled.
  package static func heedCancellations() { aux_heed_cancellations { Cancellation.isRequested ? 1 : 0 } }

  /// Whether it was started.
  package static var isStarted: Bool { aux_box_is_started() != 0 }

  /// Whether the kernel has landlock, which closes it a second time.
  package static var hasLandlock: Bool { aux_box_has_landlock() != 0 }
}
