import AuxKernels
import Synchronization
import Testing

@Suite("Work in order")
struct OrderedWorkTests {
  private struct Odd: Error, Equatable { let number: Int }

  @Test("Each item has its result or its error, in the order of the items", arguments: [-1, 1, 2, 7, 100])
  func order(jobs: Int) {
    for count in [0, 1, 2, 3, 500] {
      var reported: [Int] = []
      AuxWorkerPool.inOrder(0..<count, jobs: jobs) { item throws(Odd) in
        guard item % 5 != 3 else { throw Odd(number: item) }
        return 2 * item
      } onResult: { item, result in
        reported.append(item)
        switch result {
        case .success(let value): #expect(value == 2 * item && item % 5 != 3)
        case .failure(let error): #expect(error == Odd(number: item) && item % 5 == 3)
        }
      }
      #expect(reported == Array(0..<count))
    }
  }

  @Test("Items that are worked on at once share the processors")
  func cores() {
    let waiting = ConditionMutex(0)
    AuxWorkerPool.inOrder(0..<2, jobs: 2) { _ in
      waiting.withLock { $0 += 1 }
      waiting.withLock(when: { $0 >= 2 }) { $0 += 1 }
      let cores = AuxWorkerPool.coresForOneItem
      // The other one waits until this one has looked.
      waiting.withLock { $0 += 10 }
      waiting.withLock(when: { $0 >= 20 }) { _ in }
      return cores
    } onResult: { _, result in
      #expect((1...max(AuxWorkerPool.coreCount / 2, 1)).contains(result.get()))
    }
  }

  @Test(
    "No more threads work than are asked for, and no more results are kept than 16 for each",
    arguments: [1, 2, 3])
  func bounds(jobs: Int) {
    let running = Mutex((now: 0, most: 0))
    let taken = Mutex(0)
    var reported = 0
    let items = (0..<400).lazy.map { item in
      taken.withLock { $0 += 1 }
      return item
    }
    AuxWorkerPool.inOrder(items, jobs: jobs) { _ in
      running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
      }
      for _ in 0..<500 { _ = running.withLock { $0.now } }
      running.withLock { $0.now -= 1 }
    } onResult: { _, _ in
      #expect(taken.withLock { $0 } - reported <= 16 * jobs + 1)
      reported += 1
    }
    #expect(reported == 400)
    #expect(running.withLock { $0.most } <= jobs)
    #expect(running.withLock { $0.now } == 0)
  }

  @Test("Results are reported as they come: the first one while later items wait for that")
  func asTheyCome() {
    let isReported = ConditionMutex(false)
    var reported: [Int] = []
    AuxWorkerPool.inOrder([0, 1, 2], jobs: 2) { item in
      if item == 1 { isReported.withLock(when: { $0 }) { _ in } }
    } onResult: { item, _ in
      if item == 0 { isReported.withLock { $0 = true } }
      reported.append(item)
    }
    #expect(reported == [0, 1, 2])
  }

  @Test("An error of the caller ends the work once the items in progress are done", arguments: [1, 2, 5])
  func end(jobs: Int) {
    let counts = Mutex((begun: 0, done: 0))
    #expect(throws: Odd(number: 9)) {
      try AuxWorkerPool.inOrder(0..<10_000, jobs: jobs) { _ in
        counts.withLock { $0.begun += 1 }
        counts.withLock { $0.done += 1 }
      } onResult: { item, _ throws(Odd) in
        if item == 9 { throw Odd(number: 9) }
      }
    }
    let (begun, done) = counts.withLock { $0 }
    #expect(begun == done && begun <= 10 + 16 * jobs)
  }
}
