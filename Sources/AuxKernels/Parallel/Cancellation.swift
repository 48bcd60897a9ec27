internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What ends work early when another thread, or a handler of signals, asks for it.
///
/// Threads that ``WorkerThread`` begins have that of the thread that began them.
package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package func cancel() { flag.store(true, ordering: .releasing) }

  package var isRequested: Bool { flag.load(ordering: .acquiring) }

  /// Whether the end of what this thread does was asked for.
  package static var isRequested: Bool { current?.isRequested == true }

  /// That of this thread; nil where nothing ends its work early.
  package static var current: Cancellation? {
    get {
      guard let key, let place = unsafe pthread_getspecific(key) else { return nil }
      return unsafe Unmanaged<Cancellation>.fromOpaque(place).takeUnretainedValue()
    }
    set {
      guard let key else { return }
      let former = unsafe pthread_getspecific(key)
      unsafe pthread_setspecific(
        key, newValue.map { unsafe UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) })
      if let former = unsafe former { unsafe Unmanaged<Cancellation>.fromOpaque(former).release() }
    }
  }

  /// Where each thread has its own; nil where the system has no more such places.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let result = unsafe pthread_key_create(&key) { place in
      #if canImport(Glibc)
        guard let place = unsafe place else { return }
      #endif
      unsafe Unmanaged<Cancellation>.fromOpaque(place).release()
    }
    return result == 0 ? key : nil
  }()
}
