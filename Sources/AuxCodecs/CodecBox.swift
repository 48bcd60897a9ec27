package import AuxImage
internal import AuxKernels
internal import CAuxShims

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
