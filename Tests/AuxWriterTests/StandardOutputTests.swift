import AuxImage
import Foundation
import TestSupport
import Testing

@testable import AuxWriter

@Suite("Standard output as the place of a file")
struct StandardOutputTests {
  private let bytes = [UInt8](repeating: 7, count: 300_000)

  @Test("All bytes arrive")
  func whole() throws {
    let folder = try TemporaryFolder()
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write([], to: "out")))
    try StandardOutput.write(bytes, to: handle.fileDescriptor)
    try handle.close()
    #expect(try folder.read("out") == bytes)
  }

  @Test("What the system does not take is an error")
  func failures() throws {
    let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(full >= 0)
    defer { close(full) }
    let disk = #expect(throws: AuxError(.io, "")) { try StandardOutput.write(bytes, to: full) }
    #expect(disk?.reason.contains("No space") == true)
  }
}
