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

// MARK: - Work in order

extension AuxWorkerPool {
  /// How many results for each thread are kept until it is their turn.
  private static let resultsPerJob = 16

  /// The most threads that work on items, however many are asked for.
  private static let mostJobs = 1024

  /// How many items ``inOrder(_:jobs:_:onResult:)`` works on at the moment, on all threads of the process.
  private static let itemsAtWork = Atomic<Int>(0)

  /// How many processors the work on one item may use, so that all items together use each once.
  package static var coresForOneItem: Int {
    max(coreCount / max(itemsAtWork.load(ordering: .relaxed), 1), 1)
  }

  /// Works on many items, such as the paths of files, several at a time, and hands over their results in order.
  ///
  /// ```swift
  /// AuxWorkerPool.inOrder(PhotoFiles(at: "photos")) { path throws(AuxError) in
  ///   try ImageSource(path).auxiliaryImages.count
  /// } onResult: { path, result in
  ///   print(path, result)
  /// }
  /// ```
  ///
  /// `work` is called once for each item, on `jobs` threads at most, as many as there are processors by default, which
  /// take the items in their order. `onResult` is called on the thread of the caller, in the order of the items, with each
  /// result as soon as it and those before it are there. Items are taken as they are needed, and no more than 16
  /// results for each thread are kept at once: memory does not grow with the number of items. Where memory is short, fewer
  /// threads work, and an item that is to be decoded waits for those before it. An error of `work` is the
  /// result of its item and stops no other; one of `onResult` ends the work and is thrown once what was begun is done.
  public static func inOrder<Item: Sendable, Value: Sendable, Problem: Error, Failure: Error>(
    _ items: some Sequence<Item>, jobs: Int? = nil,
    _ work: @Sendable (_ item: Item) throws(Problem) -> Value,
    onResult: (_ item: Item, _ result: Result<Value, Problem>) throws(Failure) -> Void
  ) throws(Failure) {
    let jobs = min(max(jobs ?? coreCount, 1), mostJobs)
    @Sendable func result(of item: Item) -> Result<Value, Problem> {
      itemsAtWork.wrappingAdd(1, ordering: .relaxed)
      defer { itemsAtWork.wrappingSubtract(1, ordering: .relaxed) }
      do throws(Problem) { return .success(try work(item)) } catch { return .failure(error) }
    }
    var items = items.makeIterator()
    guard let first = items.next() else { return }
    // A single item, or a single job, runs on the calling thread.
    guard jobs > 1, let second = items.next() else {
      try onResult(first, result(of: first))
      while let item = items.next() { try onResult(item, result(of: item)) }
      return
    }
    let queue = OrderedQueue<Item, Result<Value, Problem>>()
    var failure: Failure?
    withoutActuallyEscaping(result) { result in
      Cancellation.withInherited { cancellation in
        var threads: [WorkerThread] = []
        func put(_ item: Item) {
          queue.put(item)
          guard threads.count < jobs else { return }
          if let thread = thread(cancellation, { while queue.work(result, waits: true) {} }) {
            threads.append(thread)
          }
        }
        put(first)
        put(second)
        do throws(Failure) {
          while true {
            if let (item, result) = queue.takeResult() {
              try onResult(item, result)
            } else if queue.count < jobs * resultsPerJob, let item = items.next() {
              put(item)
            } else if queue.count == 0 {
              break
            } else if threads.isEmpty {
              // Where the system gives no threads.
              queue.work(result, waits: false)
            } else {
              queue.waitForResult()
            }
          }
        } catch { failure = error }
        queue.close()
        for thread in threads { thread.join() }
      }
    }
    if let failure { throw failure }
  }
}

/// Items that threads take in their order, and their results until these are taken in the same order.
private final class OrderedQueue<Item: Sendable, Outcome: Sendable>: Sendable {
  private struct State {
    /// The items whose results were not taken, each with its result once that is there.
    var entries: [(item: Item, outcome: Outcome?)] = []
    /// The number of the first of them, and of the first item that no thread has begun.
    var first = 0
    var next = 0
    var isClosed = false
  }

  private let state = ConditionMutex(State())
  private let memory = MemoryShare()

  /// How many items were put whose results were not taken.
  var count: Int { state.withLock { $0.entries.count } }

  func put(_ item: Item) { state.withLock { $0.entries.append((item, nil)) } }

  /// Returns the next item with its result; nil where that is not there yet.
  func takeResult() -> (Item, Outcome)? {
    state.withLock { state in
      guard let entry = state.entries.first, let outcome = entry.outcome else { return nil }
      state.entries.removeFirst()
      state.first += 1
      return (entry.item, outcome)
    }
  }

  func waitForResult() { state.withLock(when: { $0.entries.first?.outcome != nil }) { _ in } }

  /// Works on the next item, and with `waits` until there is one or the queue is closed; returns false if there is none.
  @discardableResult func work(_ result: (Item) -> Outcome, waits: Bool) -> Bool {
    let next = state.withLock(when: { state in
      !waits || state.isClosed || state.next < state.first + state.entries.count
    }) { state -> (number: Int, item: Item)? in
      let index = state.next - state.first
      guard !state.isClosed, index < state.entries.count else { return nil }
      state.next += 1
      memory.begin(state.next - 1)
      return (state.next - 1, state.entries[index].item)
    }
    guard let next else { return false }
    let outcome = memory.run(next.number) { result(next.item) }
    state.withLock { $0.entries[next.number - $0.first].outcome = outcome }
    return true
  }

  /// Leaves what was not begun, and lets the threads end.
  func close() { state.withLock { $0.isClosed = true } }
}

/// The memory that several items of work need at the same time.
///
/// An item that asks for more than the system gives to all of them waits until others have ended: items that fit one after
/// the other do not fail because they run at once. The first item at work never waits, so that one always ends.
final class MemoryShare: Sendable {
  /// The most bytes that each item at work asked for, by its number; 0 if it has not asked yet.
  private let needs = ConditionMutex<[Int: Int]>([:])

  /// Counts an item as at work. Items begin in the order of their numbers.
  func begin(_ number: Int) { needs.withLock { $0[number] = 0 } }

  /// Runs an item that has begun; what asks for memory on its thread meanwhile shares it.
  func run<Outcome>(_ number: Int, _ item: () -> Outcome) -> Outcome {
    let former = Part.ofThread.value
    Part.ofThread.value = Part(share: self, number: number)
    defer {
      Part.ofThread.value = former
      needs.withLock { $0[number] = nil }
    }
    return item()
  }

  /// Returns whether the system gives so many bytes to the item that this thread works on, which may wait for others.
  static func gives(_ byteCount: Int) -> Bool {
    guard let part = Part.ofThread.value else { return ProcessMemory.gives(byteCount) }
    return part.share.gives(byteCount, to: part.number)
  }

  private func gives(_ byteCount: Int, to number: Int) -> Bool {
    func fits(_ needs: [Int: Int]) -> Bool {
      // An item that has not asked yet may need as much.
      let total = needs.reduce(byteCount) { sum, other in
        guard other.key != number else { return sum }
        let (total, overflow) = sum.addingReportingOverflow(other.value == 0 ? byteCount : other.value)
        return overflow ? .max : total
      }
      return total <= ProcessMemory.most && ProcessMemory.gives(total)
    }
    return needs.withLock(when: { fits($0) || $0.keys.min() == number }) { needs in
      guard ProcessMemory.gives(byteCount) else { return false }
      needs[number] = max(needs[number] ?? 0, byteCount)
      return true
    }
  }

  /// The item that a thread works on.
  private final class Part: Sendable {
    static let ofThread = ThreadValue<Part>()
    let share: MemoryShare
    let number: Int

    init(share: MemoryShare, number: Int) { (self.share, self.number) = (share, number) }
  }
}
