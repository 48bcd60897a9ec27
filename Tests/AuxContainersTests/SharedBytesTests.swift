import AuxContainers
import Testing

/// What parts of a file claim together.
@Suite struct SharedBytesTests {
  @Test func `only ranges that overlap count, whole`() {
    #expect(SharedBytes.counts([[0..<10], [10..<20]]) == [0, 0])
    #expect(SharedBytes.counts([[0..<10], [5..<20], [20..<30]]) == [10, 15, 0])
    #expect(SharedBytes.counts([[0..<10, 30..<40], [0..<10]]) == [10, 10])
    // Far under a long range, and beside one of its own part.
    #expect(SharedBytes.counts([[0..<100], [1..<2], [90..<91], [100..<101]]) == [100, 1, 1, 0])
    #expect(SharedBytes.counts([[5..<9, 5..<9], []]) == [8, 0])
  }

  @Test func `what is added changes nothing for what was there`() {
    let old = [[0..<50], [20..<60], [70..<80]]
    #expect(SharedBytes.counts(old + [[80..<100]]) == SharedBytes.counts(old) + [0])
  }

  @Test func `a budget ends with what overlaps, and never for a place of its own`() {
    let (wide, narrow, alone) = ([0..<60], [10..<50], [60..<100])
    var budget = SharedBytesBudget([wide, narrow, alone], byteCount: 60)
    // The same bytes once more cost nothing, and what is refused is not taken.
    let taken = [wide, wide, narrow, alone, narrow].map { budget.take($0) }
    #expect(taken == [true, true, false, true, false])
  }
}
