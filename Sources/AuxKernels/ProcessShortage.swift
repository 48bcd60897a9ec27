#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the system does not give this process any more.
///
/// A library that lacks memory, a thread or a descriptor often says no more than that it failed. Whoever is about to blame
/// its input asks here first.
package enum ProcessShortage {
  /// What a library may need beside the samples of an image: tables, the stacks of its threads.
  private static let usualBytes = 256 << 20
  /// How many threads a codec may begin beside one for each processor.
  private static let moreThreads = 2

  /// Returns what is lacking, for messages; nil where nothing is. Threads are asked for where `usesThreads` is true.
  package static func found(usesThreads: Bool) -> String? {
    if !ProcessMemory.gives(usualBytes) { return "memory" }
    if !hasDescriptor { return "open files" }
    return usesThreads && !hasThreads(AuxWorkerPool.coreCount + moreThreads) ? "threads" : nil
  }

  private static var hasDescriptor: Bool {
    let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE && errno != ENOMEM }
    close(descriptor)
    return true
  }

  /// Whether the system gives as many threads at once.
  package static func hasThreads(_ wanted: Int) -> Bool {
    let end = CountingSemaphore()
    var threads: [WorkerThread] = []
    while threads.count < wanted, let thread = WorkerThread({ end.wait() }) { threads.append(thread) }
    for _ in threads { end.signal() }
    for thread in threads { thread.join() }
    return threads.count == wanted
  }
}
