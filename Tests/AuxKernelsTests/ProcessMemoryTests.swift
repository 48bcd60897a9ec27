import AuxKernels
import Foundation
import Synchronization
import Testing

@Suite("Memory of the process")
struct ProcessMemoryTests {
  @Test("It is positive, and at most the memory of the machine")
  func most() {
    #expect(ProcessMemory.most > 1 << 20 && ProcessMemory.most < 1 << 50)
  }

  @Test("Little is given, and more than an address space is not")
  func available() {
    #expect(ProcessMemory.isAvailable(1 << 24))
    #expect(!ProcessMemory.isAvailable(1 << 60))
    #expect(!ProcessMemory.isAvailable(.max))
  }

  @Test("Items that fit one after the other wait for each other, and the first one does not wait")
  func shared() {
    let most = ProcessMemory.most / 5 * 3
    let holders = Atomic<Int>(0)
    var given: [Bool] = []
    AuxWorkerPool.inOrder(0..<12, jobs: 4) { _ in
      guard ProcessMemory.isAvailable(most) else { return false }
      let others = holders.wrappingAdd(1, ordering: .relaxed).oldValue
      usleep(2000)
      holders.wrappingSubtract(1, ordering: .relaxed)
      return others == 0
    } onResult: { _, result in
      given.append(result.get())
    }
    #expect(given == Array(repeating: true, count: 12))
  }

  @Test("Items that fit together do not wait")
  func together() {
    let arrived = ConditionMutex(0)
    AuxWorkerPool.inOrder(0..<2, jobs: 2) { _ in
      #expect(ProcessMemory.isAvailable(32 << 20))
      // Each waits until the other has its memory as well.
      arrived.withLock { $0 += 1 }
      arrived.withLock(when: { $0 == 2 }) { _ in }
    } onResult: { _, _ in
    }
  }
}
