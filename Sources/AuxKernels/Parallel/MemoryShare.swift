/// The memory that several items of work need at the same time.
///
/// An item that asks for more than the system gives to all of them waits until others have ended: items that fit one after
/// the other do not fail because they run at once. The first item that has not ended never waits, so that one always ends.
final class MemoryShare: Sendable {
  private struct State {
    /// The number of the first item that has not ended.
    var first = 0
    /// The numbers of later items that have ended.
    var ended: Set<Int> = []
    /// The most bytes that each item at work asked for, by its number; 0 if it has not asked yet.
    var needs: [Int: Int] = [:]

    /// Returns the bytes for an item and for all others; one that has not asked yet may need as much.
    func total(_ byteCount: Int, for number: Int) -> Int {
      let earlier = (min(first, number)..<number).filter { !ended.contains($0) }
      let others = Set(earlier + needs.keys).subtracting([number])
      return others.reduce(byteCount) { sum, other in
        let need = needs[other].flatMap { $0 == 0 ? nil : $0 } ?? byteCount
        let (total, overflow) = sum.addingReportingOverflow(need)
        return overflow ? .max : total
      }
    }
  }

  private let state = Monitor(State())

  /// Runs an item; what asks for memory on its thread meanwhile shares it. Numbers count from 0.
  func run<Outcome>(_ number: Int, _ item: () -> Outcome) -> Outcome {
    let former = Part.ofThread.value
    state.change { $0.needs[number] = 0 }
    Part.ofThread.value = Part(share: self, number: number)
    defer {
      Part.ofThread.value = former
      state.change { state in
        state.needs[number] = nil
        state.ended.insert(number)
        while state.ended.remove(state.first) != nil { state.first += 1 }
      }
    }
    return item()
  }

  /// Returns whether the system gives so many bytes to the item that this thread works on, which may wait for others.
  static func gives(_ byteCount: Int) -> Bool {
    guard let part = Part.ofThread.value else { return ProcessMemory.gives(byteCount) }
    return part.share.gives(byteCount, to: part.number)
  }

  private func gives(_ byteCount: Int, to number: Int) -> Bool {
    var isGiven = false
    state.change(when: { state in
      let total = state.total(byteCount, for: number)
      isGiven = total <= ProcessMemory.most && ProcessMemory.gives(total)
      return isGiven || state.first == number
    }) { state in
      isGiven = isGiven || ProcessMemory.gives(byteCount)
      if isGiven { state.needs[number] = max(state.needs[number] ?? 0, byteCount) }
    }
    return isGiven
  }

  /// The item that a thread works on.
  private final class Part: Sendable {
    static let ofThread = ThreadValue<Part>()
    let share: MemoryShare
    let number: Int

    init(share: MemoryShare, number: Int) { (self.share, self.number) = (share, number) }
  }
}
