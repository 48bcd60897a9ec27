#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A value that threads change one at a time, and for whose changes they wait.
@safe package final class Monitor<State>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  /// Creates it with a value that nobody else has.
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

  /// Who of those that wait looks at the value again.
  package enum Waking {
    /// Nobody: the change lets none go on.
    case none
    /// One of them, whichever: any may go on, and no more than one.
    case one
    case all
  }

  /// Changes the value once a condition holds, and lets those who wait look again.
  package func change(
    when condition: (State) -> Bool = { _ in true }, waking: Waking = .all, _ body: (inout State) -> Void
  ) {
    unsafe pthread_mutex_lock(lock)
    while !condition(state) { unsafe pthread_cond_wait(changed, lock) }
    body(&state)
    switch waking {
    case .none: break
    case .one: unsafe pthread_cond_signal(changed)
    case .all: unsafe pthread_cond_broadcast(changed)
    }
    unsafe pthread_mutex_unlock(lock)
  }
}

/// A number of things that threads add to and wait for.
package struct CountingSemaphore: Sendable {
  private let count: Monitor<Int>

  package init(_ count: Int = 0) { self.count = Monitor(count) }

  /// Adds one.
  package func signal() { count.change(waking: .one) { $0 += 1 } }

  /// Waits for one, and takes it.
  package func wait() { count.change(when: { $0 > 0 }, waking: .none) { $0 -= 1 } }
}
