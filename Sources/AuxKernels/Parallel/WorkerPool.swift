internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The threads that work on many rows or many files.
///
/// Results never depend on which thread did what: work is divided and put together without regard to the number of
/// threads. The calling thread works too, so that the work is done even if the system gives no more threads.
public enum AuxWorkerPool {
  /// The number of processors that this process may use.
  public static let coreCount = allowedCount ?? max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)

  /// The processors that Linux lets this thread use; nil where it does not say.
  ///
  /// Source: proc(5), /proc/pid/status: a mask in hexadecimal digits, in groups with commas between them.
  private static var allowedCount: Int? {
    // By bytes: every command asks, and to look for the ends of characters takes longer than all else here.
    let text = ProcessMemory.text(of: "/proc/thread-self/status") ?? ""
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: "Cpus_allowed:".utf8) }) else { return nil }
    let count = line.dropFirst("Cpus_allowed:".utf8.count).reduce(0) {
      $0 + (Character(Unicode.Scalar($1)).hexDigitValue?.nonzeroBitCount ?? 0)
    }
    return count > 0 ? count : nil
  }

  /// Calls `body` with each number below `count`, on at most `jobs` threads.
  package static func forEach(below count: Int, jobs: Int, _ body: @Sendable (_ number: Int) -> Void) {
    let workers = min(max(jobs, 1), count)
    let next = Atomic<Int>(0)
    @Sendable func work() {
      while true {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        body(number)
      }
    }
    guard workers > 1 else { return work() }
    withoutActuallyEscaping(work) { work in
      Cancellation.withInherited { cancellation in
        let threads = (1..<workers).compactMap { _ in thread(cancellation, work) }
        work()
        for thread in threads { thread.join() }
      }
    }
  }

  /// Returns a thread that works; nil where the system gives none, or where it could take the memory that the work needs.
  static func thread(_ cancellation: Cancellation?, _ body: @escaping @Sendable () -> Void) -> WorkerThread? {
    // What glibc's allocator reserves for a thread, and a photo of 16 megapixels. Source: malloc/arena.c, HEAP_MAX_SIZE.
    guard ProcessMemory.gives(WorkerThread.stackBytes + (64 << 20) + (256 << 20)) else { return nil }
    return WorkerThread(cancellation: cancellation, body)
  }

  /// Returns what `transform` makes of each item, in the order of the items, on at most `jobs` threads.
  package static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], jobs: Int, _ transform: @Sendable (Item) -> Result
  ) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: items.count))
    forEach(below: items.count, jobs: jobs) { number in
      let result = transform(items[number])
      results.withLock { $0[number] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}

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
  fileprivate static let stackBytes = 8 << 20

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

  /// Waits for the end of what it does; called once.
  package func join() { pthread_join(thread, nil) }

  /// Lets it end when it ends; called once, and then not joined.
  package func detach() { pthread_detach(thread) }
}
