#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A number of things that threads add to and wait for.
@safe package final class CountingSemaphore: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var count: Int

  /// Creates it with so many things.
  package init(_ count: Int = 0) {
    self.count = count
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Adds one.
  package func signal() {
    unsafe pthread_mutex_lock(lock)
    count += 1
    unsafe pthread_cond_signal(changed)
    unsafe pthread_mutex_unlock(lock)
  }

  /// Waits for one, and takes it.
  package func wait() {
    unsafe pthread_mutex_lock(lock)
    while count == 0 { unsafe pthread_cond_wait(changed, lock) }
    count -= 1
    unsafe pthread_mutex_unlock(lock)
  }
}
