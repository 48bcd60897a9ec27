import AuxKernels
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
}
