#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A thread of the system that does one thing.
///
/// libdispatch waits forever, or ends the process, where it cannot have a thread or a descriptor; this returns nil.
package struct WorkerThread {
  private let thread: pthread_t

  /// The function that the thread calls.
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The size of a thread's stack in bytes, which is the usual size of the main thread's stack.
  static let stackBytes = 8 << 20

  /// Begins the work; nil where the system gives no thread.
  package init?(
    cancellation: Cancellation? = .current, _ body: @escaping @Sendable () -> Void
  ) {
    let work = unsafe Unmanaged.passRetained(
      Work {
        if let cancellation { Cancellation.current = cancellation }
        body()
      })
    var thread = pthread_t()
    // Without the initializer of the type, which belongs to whichever module imported it first.
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

  /// Waits for the end of the work; called once.
  package func join() { pthread_join(thread, nil) }

  /// Lets the thread end by itself; called once, and then not joined.
  package func detach() { pthread_detach(thread) }
}

/// A value that another thread computes while this one works; it is computed when it is needed if no core or thread is free.
package final class ParallelValue<Value: Sendable>: Sendable {
  private let result = ConditionMutex<Value?>(nil)
  private let compute: @Sendable () -> Value
  private let thread: WorkerThread?

  /// Begins to compute the value.
  package init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
    guard AuxWorkerPool.coresForOneItem > 1 else {
      thread = nil
      return
    }
    let result = result
    thread = AuxWorkerPool.thread(.current) {
      let value = compute()
      result.withLock { $0 = value }
    }
  }

  deinit { thread?.join() }

  /// Returns the value, for which it waits; called once.
  package func value() -> Value {
    thread == nil ? compute() : result.withLock(when: { $0 != nil }) { $0! }
  }
}

/// A value that threads change one at a time, and for whose changes they can wait.
@safe package final class ConditionMutex<State>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Waits until the condition holds, calls `body` with the value, and lets other threads look at theirs again.
  package func withLock<Result>(
    when condition: (State) -> Bool = { _ in true }, _ body: (inout State) -> Result
  ) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(lock)
    }
    while !condition(state) { unsafe pthread_cond_wait(changed, lock) }
    return body(&state)
  }
}

/// An object that each thread has another one of; nil where it was not set, and where the system has no room for it.
struct ThreadValue<Value: AnyObject>: Sendable {
  private let key: pthread_key_t?

  init() {
    var key = pthread_key_t()
    let result = unsafe pthread_key_create(&key) { place in
      #if canImport(Glibc)
        guard let place = unsafe place else { return }
      #endif
      unsafe Unmanaged<AnyObject>.fromOpaque(place).release()
    }
    self.key = result == 0 ? key : nil
  }

  var value: Value? {
    get {
      guard let key, let place = unsafe pthread_getspecific(key) else { return nil }
      return unsafe Unmanaged<Value>.fromOpaque(place).takeUnretainedValue()
    }
    nonmutating set {
      guard let key else { return }
      let former = unsafe pthread_getspecific(key)
      unsafe pthread_setspecific(
        key, newValue.map { unsafe UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) })
      if let former = unsafe former { unsafe Unmanaged<Value>.fromOpaque(former).release() }
    }
  }
}
