import AuxImage
import AuxReader
import TestSupport
import Testing

@Suite("Lists of paths")
struct PathListTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Given paths come first, then those of each list; empty lines are none, and the last needs no end")
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

  @Test("Paths may be longer than what is read at once, and lie across it")
  func long() throws {
    let paths = [70_000, 1, 65_535, 65_536, 200_000].map { String(repeating: "p", count: $0) }
    var list = PathList()
    try list.append(listAt: folder.write(Array(paths.joined(separator: "\n").utf8), to: "list"))
    #expect(Array(list) == paths)
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
}
