import AuxImage
import TestSupport
import Testing

@testable import AuxReader

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Lists of paths")
struct PathListTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Given paths come first, then those of each list; empty lines are skipped, and the last needs no end")
  func order() throws {
    var list = PathList(["a", "b c"])
    try list.append(listAt: folder.write(Array("x\n\n y \n深.jpg".utf8), to: "one"))
    try list.append(listAt: folder.write([], to: "empty"))
    try list.append(listAt: folder.write(Array("z\n".utf8), to: "two"))
    #expect(Array(list) == ["a", "b c", "x", " y ", "深.jpg", "z"])
  }

  @Test("NUL ends paths that have line feeds")
  func nul() throws {
    var list = PathList()
    try list.append(listAt: folder.write(Array("a\nb\0\0c".utf8), to: "list"), separator: .nul)
    #expect(Array(list) == ["a\nb", "c"])
  }

  @Test("Paths may be longer than what is read at once, and cross its end")
  func long() throws {
    let paths = [40_000, 1, 65_535, 65_536, 65_536].map { String(repeating: "p", count: $0) }
    var list = PathList()
    try list.append(listAt: folder.write(Array(paths.joined(separator: "\n").utf8), to: "list"))
    #expect(Array(list) == paths)
  }

  @Test("A path that is too long is a failure, and the list goes on after it")
  func tooLong() throws {
    let paths = ["a", String(repeating: "p", count: 65_537), "b", String(repeating: "q", count: 1 << 20)]
    let path = folder.path("list")
    var list = PathList()
    try list.append(listAt: folder.write(Array(paths.joined(separator: "\n").utf8), to: "list"))
    #expect(Array(list) == ["a", "b"])
    #expect(list.failures.map(\.code) == [.limitExceeded, .limitExceeded])
    #expect(list.failures.allSatisfy { $0.path == path })
    #expect(list.failures.first?.reason.contains("65537") == true)
  }

  @Test("A long path takes time with its length, not with its square")
  func longPathIsLinear() throws {
    let growth = try costGrowth(from: 4 << 20) { size in
      var list = PathList()
      try list.append(listAt: folder.write([UInt8](repeating: 112, count: size), to: "list"))
      #expect(Array(list).isEmpty)
    }
    #expect(growth < 8)
  }

  @Test("A list that is not there is an error that names it")
  func missing() {
    var list = PathList(["a"])
    let error = #expect(throws: AuxError(.inputMissing, "")) {
      try list.append(listAt: folder.path("absent"))
    }
    #expect(error?.path == folder.path("absent"))
    #expect(Array(list) == ["a"])
  }

  @Test("A folder is no list")
  func folders() {
    var list = PathList()
    let error = #expect(throws: AuxError(.inputMissing, "")) { try list.append(listAt: folder.path) }
    #expect(error?.path == folder.path && error?.reason.contains("directory") == true)
  }

  #if os(Linux)
    /// Reading a process's memory at address 0 is an error of the device.
    @Test("A list that cannot be read at all is a failure that names it, and the others are read")
    func unreadable() throws {
      var list = PathList(["a"])
      try list.append(listAt: "/proc/self/mem")
      try list.append(listAt: folder.write(Array("b\n".utf8), to: "list"))
      let copy = list
      #expect(Array(copy) == ["a", "b"])
      #expect(list.failures == [AuxError(.io, "")] && list.failures.first?.path == "/proc/self/mem")
    }

    /// A terminal whose other end is closed gives the written bytes, and then an error.
    @Test("A list that ends in an error midway keeps the complete paths, and says so")
    func broken() throws {
      let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var lock: CInt = 0
      let (unlock, otherEnd) = (0x4004_5431 as UInt, 0x5441 as UInt)  // TIOCSPTLCK, TIOCGPTPEER
      try #require(unsafe terminal >= 0 && ioctl(terminal, unlock, &lock) == 0)
      let other = ioctl(terminal, otherEnd, O_RDWR | O_NOCTTY)
      try #require(other >= 0)
      let text = Array("a.jpg\0b.jpg\0half of a na".utf8)
      try #require(unsafe write(other, text, text.count) == text.count)
      close(other)
      var list = PathList()
      try list.append(OpenList(descriptor: terminal, isOwned: true), at: "list", separator: .nul)
      #expect(list.failures.isEmpty)
      #expect(Array(list) == ["a.jpg", "b.jpg"])
      #expect(list.failures == [AuxError(.io, "")] && list.failures.first?.path == "list")
    }
  #endif
}
