import Synchronization
import Testing

@testable import AuxKernels

struct CancellationTests {
  /// Runs `body` in a thread of its own, so that no other test shares what that thread has.
  private func inThread(_ body: @escaping @Sendable () -> Void) {
    guard let thread = WorkerThread(body) else { return body() }
    thread.join()
  }

  @Test func threadsHaveThatOfWhoeverBeganThem() {
    let cancellation = Cancellation()
    let seen = Mutex<[Bool]>([])
    inThread {
      #expect(Cancellation.current == nil)
      Cancellation.current = cancellation
      inThread { seen.withLock { $0.append(Cancellation.isRequested) } }
      cancellation.cancel()
      AuxWorkerPool.forEach(below: 8, jobs: 4) { _ in seen.withLock { $0.append(Cancellation.isRequested) } }
      Cancellation.current = nil
      inThread { seen.withLock { $0.append(Cancellation.isRequested) } }
    }
    #expect(seen.withLock(\.self) == [false] + [Bool](repeating: true, count: 8) + [false])
  }

  @Test func threadsSeeTheCancellationOfTheTask() async {
    let seen = Mutex<[Bool]>([])
    await Task {
      AuxWorkerPool.forEach(below: 8, jobs: 4) { _ in seen.withLock { $0.append(Cancellation.isRequested) } }
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      AuxWorkerPool.forEach(below: 8, jobs: 4) { _ in seen.withLock { $0.append(Cancellation.isRequested) } }
      AuxWorkerPool.inOrder(0..<4, jobs: 2) { _ in
        Cancellation.isRequested
      } onResult: { _, result in
        seen.withLock { $0.append(result.get()) }
      }
      // A thread that is not joined outlives the task.
      inThread { seen.withLock { $0.append(Cancellation.isRequested) } }
    }.value
    #expect(
      seen.withLock(\.self) == [Bool](repeating: false, count: 8) + [Bool](repeating: true, count: 12) + [
        false
      ])
  }
}
