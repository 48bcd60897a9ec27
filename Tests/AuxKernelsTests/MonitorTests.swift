import AuxKernels
import Synchronization
import Testing

@Suite("Monitors and semaphores")
struct MonitorTests {
  @Test("Of things that are counted, each is taken once, by as many as wait for them")
  func semaphore() {
    let (things, taken) = (CountingSemaphore(3), CountingSemaphore())
    let count = Mutex(0)
    let threads = (0..<7).compactMap { _ in
      WorkerThread {
        for _ in 0..<100 {
          things.wait()
          count.withLock { $0 += 1 }
          taken.signal()
        }
      }
    }
    for _ in 3..<(100 * threads.count) { things.signal() }
    for _ in 0..<(100 * threads.count) { taken.wait() }
    for thread in threads { thread.join() }
    #expect(!threads.isEmpty && count.withLock { $0 } == 100 * threads.count)
  }

  @Test("Each of those that wait for a value of their own goes on when it comes")
  func turns() {
    let turn = Monitor(0)
    let order = Mutex([Int]())
    let threads = (0..<8).reversed().compactMap { number in
      WorkerThread {
        turn.change(when: { $0 == number }) {
          order.withLock { $0.append(number) }
          $0 += 1
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(order.withLock { $0 } == Array(0..<8))
  }
}
