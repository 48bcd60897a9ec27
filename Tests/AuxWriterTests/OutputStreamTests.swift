import AuxImage
import Foundation
import TestSupport
import Testing

@testable import AuxWriter

@Suite("What takes bytes as they come")
struct OutputStreamTests {
  private let bytes = [UInt8](repeating: 7, count: 300_000)

  @Test("All bytes arrive")
  func whole() throws {
    let folder = try TemporaryFolder()
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write([], to: "out")))
    try OutputStream(descriptor: handle.fileDescriptor, isOwned: false).write(bytes)
    try handle.close()
    #expect(try folder.read("out") == bytes)
  }

  @Test("A write that the system refuses is an error", .enabled(if: Files.exists("/dev/full")))
  func failures() throws {
    let full = try #require(try OutputStream.stream(at: "/dev/full"))
    let disk = #expect(throws: AuxError(.io, "")) { try full.write(bytes) }
    #expect(disk?.reason.contains("No space") == true && !full.readerIsGone)
  }

  @Test("A device is written to, and stays one", .enabled(if: Files.exists("/dev/null")))
  func device() throws {
    for options in [WriteOptions(), .replacing] {
      try OutputFile.write(bytes, to: "/dev/null", options: options)
    }
    #expect(try OutputStream.stream(at: "/dev/null") != nil)
  }

  @Test("Neither a file nor a missing path is a stream")
  func files() throws {
    let folder = try TemporaryFolder()
    #expect(try OutputStream.stream(at: folder.write([], to: "file")) == nil)
    #expect(try OutputStream.stream(at: folder.path("absent")) == nil)
  }
}
