import AuxKernels
import TestSupport
import Testing

@Suite("Ends of codes")
struct CodeBoundsTests {
  @Test("The smallest and the largest code of any number of samples", arguments: [1, 2, 7, 64, 1000, 4097])
  func ends(count: Int) {
    var generator = SeededRandom(seed: UInt64(count))
    let wide = (0..<count).map { _ in UInt16(truncatingIfNeeded: generator.next() >> 20) | 3 }
    #expect(CodeBounds.of(wide) == wide.min()!...wide.max()!)
    let narrow = wide.map { UInt8(truncatingIfNeeded: $0) }
    #expect(CodeBounds.of(narrow) == narrow.min()!...narrow.max()!)
  }

  @Test("Without samples there are no ends")
  func none() {
    #expect(CodeBounds.of([UInt8]()) == nil)
    #expect(CodeBounds.of([UInt16]()) == nil)
  }
}
