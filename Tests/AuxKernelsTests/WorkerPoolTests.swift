import AuxKernels
import Synchronization
import Testing

@Suite("Worker pool")
struct WorkerPoolTests {
  @Test("Results come in the order of the items, each once", arguments: [-1, 1, 2, 3, 16, 1000])
  func order(jobs: Int) {
    let items = Array(0..<300)
    let calls = Mutex([Int](repeating: 0, count: items.count))
    let results = AuxWorkerPool.map(items, jobs: jobs) { item in
      calls.withLock { $0[item] += 1 }
      return "\(item)"
    }
    #expect(results == items.map { "\($0)" })
    #expect(calls.withLock { $0.allSatisfy { $0 == 1 } })
    #expect(AuxWorkerPool.map([Int](), jobs: jobs, \.self) == [])
  }

  @Test("No more than so many items are worked on at once", arguments: [1, 2, 3])
  func bound(jobs: Int) {
    let state = Mutex((running: 0, most: 0))
    AuxWorkerPool.forEach(below: 60, jobs: jobs) { _ in
      state.withLock { state in
        state.running += 1
        state.most = max(state.most, state.running)
      }
      for _ in 0..<1000 { _ = state.withLock { $0.running } }
      state.withLock { $0.running -= 1 }
    }
    #expect(state.withLock { $0.most } <= jobs)
    #expect(state.withLock { $0.running } == 0)
  }

  @Test("Each of those that wait for a value of their own goes on when it comes")
  func turns() {
    let turn = ConditionMutex(0)
    let order = Mutex([Int]())
    let threads = (0..<8).reversed().compactMap { number in
      WorkerThread {
        turn.withLock(when: { $0 == number }) {
          order.withLock { $0.append(number) }
          $0 += 1
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(order.withLock { $0 } == Array(0..<8))
  }

  @Test("Bands cover every row once, the same ones whatever the number of jobs", arguments: [1, 2, 7])
  func bands(jobs: Int) {
    for rows in [1, 31, 32, 33, 100] {
      let found = Mutex([Range<Int>]())
      Bands.forEach(rows: rows, jobs: jobs) { band in found.withLock { $0.append(band) } }
      let bands = found.withLock { $0.sorted { $0.lowerBound < $1.lowerBound } }
      #expect(bands.flatMap { Array($0) } == Array(0..<rows))
      #expect(bands.dropLast().allSatisfy { $0.count == Bands.usualHeight })
    }
    var target = [UInt16](repeating: 0, count: 5 * 70)
    Bands.write(&target, rows: 70, height: 8, jobs: jobs) { band, part in
      for index in 0..<part.count { part[index] = UInt16(band.lowerBound * 5 + index) }
    }
    #expect(target == Array(0..<350))
  }
}
