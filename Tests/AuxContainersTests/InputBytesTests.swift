import AuxContainers
import AuxImage
import Foundation
import TestSupport
import Testing

@Suite("Bytes of pipes")
struct InputBytesTests {
  private let photo = JPEGBytes.soi + [UInt8](repeating: 0xFF, count: 3 << 20)

  private static func limits(_ bytes: Int) -> AuxLimits {
    var limits = AuxLimits()
    limits.mapFileBytes = bytes
    return limits
  }

  /// Writes into a pipe on another thread, and returns what a reading of its other end gives.
  private func piped<Result: Sendable>(
    _ bytes: [UInt8], _ read: (Int32) throws -> Result
  ) throws -> Result {
    let pipe = Pipe()
    let writing = Thread {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try? pipe.fileHandleForWriting.close()
    }
    writing.start()
    // Unread bytes would end the tests with a signal.
    defer { _ = try? pipe.fileHandleForReading.readToEnd() }
    return try read(pipe.fileHandleForReading.fileDescriptor)
  }

  @Test("Everything up to the limit, and not one byte more")
  func limits() throws {
    #expect(try piped([]) { try InputBytes.readAll($0, limits: Self.limits(0)) } == [])
    #expect(try piped(photo) { try InputBytes.readAll($0, limits: Self.limits(photo.count)) } == photo)
    #expect(throws: AuxError(.limitExceeded, "")) {
      try piped(photo) { try InputBytes.readAll($0, limits: Self.limits(photo.count - 1)) }
    }
  }

  @Test("A photo is read whole; of anything else, the beginning")
  func photos() throws {
    #expect(try piped(photo) { try InputBytes.readPhoto($0, limits: Self.limits(1 << 30)) } == photo)
    let short = Array(photo.prefix(5))
    #expect(try piped(short) { try InputBytes.readPhoto($0, limits: Self.limits(1 << 30)) } == short)
    let other = [UInt8](repeating: 0x79, count: 4 << 20)
    let beginning = try piped(other) { try InputBytes.readPhoto($0, limits: Self.limits(1 << 30)) }
    #expect(beginning.count >= 16 && beginning.count < other.count)
  }

  @Test("A folder has no bytes, and an invalid descriptor is an error of the system")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let descriptor = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    #expect(throws: AuxError(.inputMissing, "")) {
      try InputBytes.readAll(descriptor, limits: Self.limits(9))
    }
    close(descriptor)
    #expect(throws: AuxError(.io, "")) { try InputBytes.readAll(-1, limits: Self.limits(9)) }
  }
}
