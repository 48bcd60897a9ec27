internal import Synchronization

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
    // One item, or one thread, needs no other than that of the caller.
    guard jobs > 1, let second = items.next() else {
      try onResult(first, result(of: first))
      while let item = items.next() { try onResult(item, result(of: item)) }
      return
    }
    let belt = Belt<Item, Result<Value, Problem>>(places: jobs * resultsPerJob)
    belt.put(first)
    belt.put(second)
    var failure: Failure?
    withoutActuallyEscaping(result) { result in
      Cancellation.withInherited { cancellation in
        var threads: [WorkerThread] = []
        // Of more threads than items, some would find nothing to do.
        func addThread() {
          guard threads.count < jobs else { return }
          if let thread = thread(cancellation, { belt.work(result) }) { threads.append(thread) }
        }
        addThread()
        addThread()
        do throws(Failure) {
          while true {
            if let (item, result) = belt.takeResult() {
              try onResult(item, result)
            } else if belt.hasRoom, let item = items.next() {
              belt.put(item)
              addThread()
            } else if belt.isEmpty {
              break
            } else if threads.isEmpty {
              // Where the system gives no threads.
              belt.workOnce(result)
            } else {
              belt.waitForResult()
            }
          }
        } catch { failure = error }
        belt.close(threads: threads.count)
        for thread in threads { thread.join() }
      }
    }
    if let failure { throw failure }
  }
}

/// Items on their way to threads, and what was made of them on its way back, in the order of the items.
///
/// One thread puts items and takes results; any number of others work.
private final class Belt<Item: Sendable, Outcome: Sendable>: Sendable {
  private struct Place {
    let item: Item
    var outcome: Outcome?
  }

  private struct State {
    /// The item of each number that was put and whose result was not taken, at the number modulo their count.
    var places: [Place?]
    /// How many items were put, how many begun, and of how many the result was taken.
    var put = 0
    var begun = 0
    var taken = 0
  }

  private let state: Mutex<State>
  /// Items that were put and not begun.
  private let waiting = CountingSemaphore()
  /// The memory of the items at work.
  private let memory = MemoryShare()
  /// Results since the belt was last looked at.
  private let finished = CountingSemaphore()

  init(places: Int) { state = Mutex(State(places: Array(repeating: nil, count: places))) }

  var hasRoom: Bool { state.withLock { $0.put - $0.taken < $0.places.count } }

  /// Whether every result was taken.
  var isEmpty: Bool { state.withLock { $0.put == $0.taken } }

  func put(_ item: Item) {
    state.withLock { state in
      state.places[state.put % state.places.count] = Place(item: item)
      state.put += 1
    }
    waiting.signal()
  }

  /// Returns the next item with its result; nil where that is not there yet.
  func takeResult() -> (Item, Outcome)? {
    state.withLock { state in
      let index = state.taken % state.places.count
      guard let place = state.places[index], let outcome = place.outcome else { return nil }
      state.places[index] = nil
      state.taken += 1
      return (place.item, outcome)
    }
  }

  /// Waits until there is a result that there was not when it was last waited for.
  func waitForResult() { finished.wait() }

  /// Works on items as they come, until the belt is closed.
  func work(_ result: (Item) -> Outcome) {
    repeat { waiting.wait() } while workOnce(result)
  }

  /// Works on the next item; returns whether there was one.
  @discardableResult func workOnce(_ result: (Item) -> Outcome) -> Bool {
    let next = state.withLock { state -> (number: Int, item: Item)? in
      guard state.begun < state.put, let place = state.places[state.begun % state.places.count] else {
        return nil
      }
      state.begun += 1
      return (state.begun - 1, place.item)
    }
    guard let next else { return false }
    let outcome = memory.run(next.number) { result(next.item) }
    state.withLock { $0.places[next.number % $0.places.count]?.outcome = outcome }
    finished.signal()
    return true
  }

  /// Leaves what was not begun, and lets so many threads end.
  func close(threads: Int) {
    state.withLock { $0.put = $0.begun }
    for _ in 0..<threads { waiting.signal() }
  }
}
