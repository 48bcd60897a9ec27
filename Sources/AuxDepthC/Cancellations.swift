internal import AuxCodecs
internal import AuxDepthKit
internal import AuxKernels
public import CAuxDepth

/// Makes what ends calls early.
@c @implementation
public func auxdepth_cancellation_new(
  _ cancellation: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> auxdepth_status {
  status(error) { () throws(AuxError) in
    let place = try place(cancellation, "cancellation")
    CodecBox.heedCancellations()
    give(Cancellation(), to: place)
  }
}

/// Closes it.
@c @implementation
public func auxdepth_cancellation_close(_ cancellation: OpaquePointer?) {
  close(cancellation, Cancellation.self)
}

/// Has it end the calls of this thread.
@c @implementation
public func auxdepth_cancellation_use(_ cancellation: OpaquePointer?) {
  Cancellation.current = try? object(cancellation, "cancellation")
}

/// Asks for the end of calls.
@c @implementation
public func auxdepth_cancellation_cancel(_ cancellation: OpaquePointer?) {
  guard let cancellation else { return }
  Unmanaged<Cancellation>.fromOpaque(UnsafeRawPointer(cancellation))._withUnsafeGuaranteedRef { $0.cancel() }
}
