import AuxImage
import AuxWriter
import TestSupport
import Testing

@Suite struct AtomicFileFinishTests {
  @Test func piecesAppearTogetherAtTheEnd() throws {
    let folder = try TemporaryFolder()
    var file = try AtomicFile(destination: folder.path("out"))
    try file.write([1, 2])
    try file.write([])
    try file.write([3])
    #expect(!Files.exists(folder.path("out")))
    try file.finish()
    #expect(try folder.names == ["out"])
    #expect(try folder.read("out") == [1, 2, 3])
  }

  @Test func withoutACommitNothingStaysAndNothingIsReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write([9], to: "out")
    #expect(throws: AuxError(.cannotCreate, "")) {
      _ = try AtomicFile(destination: folder.path("out"))
    }
    do {
      let file = try AtomicFile(destination: folder.path("out"), options: .replacing)
      try file.write([1])
      #expect(try folder.names.count == 2)
    }
    #expect(try folder.names == ["out"])
    #expect(try folder.read("out") == [9])
  }

  @Test func theModeOfAReplacedFileStays() throws {
    let folder = try TemporaryFolder()
    try Files.setMode(0o600, of: folder.write([9], to: "out"))
    var file = try AtomicFile(destination: folder.path("out"), options: .replacing)
    try file.write([1])
    try file.finish()
    #expect(try folder.read("out") == [1])
    #expect(try Files.mode(of: folder.path("out")) == 0o600)
  }
}
