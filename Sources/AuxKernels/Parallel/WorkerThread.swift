#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A thread of the system that does one thing.
///
/// libdispatch waits for ever, or ends the process, where it cannot have a thread or a descriptor; this says so.
package struct WorkerThread {
  private let thread: pthread_t

  /// What the thread is to do.
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The stack that kernels and codecs get, as that of the first thread.
  private static let stackBytes = 8 << 20

  /// Begins a thread; nil where the system gives none.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let cancellation = Cancellation.current
    let work = unsafe Unmanaged.passRetained(
      Work {
        if let cancellation { Cancellation.current = cancellation }
        body()
      })
    var thread = pthread_t()
    // Without the initialiser of the type, which belongs to whichever module imported it first.
    let result = unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
      unsafe pthread_attr_init(attributes.baseAddress!)
      defer { unsafe pthread_attr_destroy(attributes.baseAddress!) }
      unsafe pthread_attr_setstacksize(attributes.baseAddress!, Self.stackBytes)
      return unsafe pthread_create(
        &thread, attributes.baseAddress!,
        { context in
          unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
    }
    guard result == 0 else {
      unsafe work.release()
      return nil
    }
    self.thread = thread
  }

  /// Whether the system would give a thread now.
  package static var isAvailable: Bool {
    guard let thread = WorkerThread({}) else { return false }
    thread.join()
    return true
  }

  /// Waits for the end of what it does; called once.
  package func join() { pthread_join(thread, nil) }

  /// Lets it end when it ends; called once, and then not joined.
  package func detach() { pthread_detach(thread) }
}
