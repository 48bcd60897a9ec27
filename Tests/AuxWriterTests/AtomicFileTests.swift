import AuxContainers
import AuxImage
import TestSupport
import Testing

@testable import AuxWriter

@Suite struct AtomicFileTests {
  private static func composition(_ bytes: [UInt8]) -> ByteComposition {
    var composition = ByteComposition()
    composition.append(bytes)
    return composition
  }

  private static func write(_ bytes: [UInt8], to path: String, replaces: Bool = false) throws(AuxError) {
    var file = try AtomicFile(destination: path, replaces: replaces)
    try file.write(composition(bytes), source: MemoryByteSource([]))
    try file.synchronize()
    try file.commit()
  }

  @Test func fileAppearsWithTheCommit() throws {
    let folder = try TemporaryFolder()
    var file = try AtomicFile(destination: folder.path("out"), replaces: false)
    try file.write(Self.composition([1, 2, 3]), source: MemoryByteSource([]))
    #expect(!Files.exists(folder.path("out")))
    try file.commit()
    #expect(try folder.names == ["out"])
    #expect(try folder.read("out") == [1, 2, 3])
  }

  @Test func withoutACommitNothingStays() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try AtomicFile(destination: folder.path("out"), replaces: false)
      try file.write(Self.composition([1]), source: MemoryByteSource([]))
      #expect(try folder.names.count == 1)
    }
    #expect(try folder.names.isEmpty)
  }

  @Test func existingFilesAreNotReplacedUnasked() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([9], to: "out")
    #expect(throws: AuxError(.cannotCreate, "")) { try Self.write([1], to: path) }
    #expect(try folder.read("out") == [9])
    try Self.write([1], to: path, replaces: true)
    #expect(try folder.read("out") == [1])
    #expect(try folder.names == ["out"])
  }

  @Test func aFileThatAppearsMeanwhileStays() throws {
    let folder = try TemporaryFolder()
    var file = try AtomicFile(destination: folder.path("out"), replaces: false)
    try file.write(Self.composition([1]), source: MemoryByteSource([]))
    try folder.write([9], to: "out")
    #expect(throws: AuxError(.cannotCreate, "")) { try file.commit() }
    #expect(try folder.read("out") == [9])
  }

  @Test func twoWritersDoNotMeet() throws {
    let folder = try TemporaryFolder()
    var first = try AtomicFile(destination: folder.path("out"), replaces: true)
    var second = try AtomicFile(destination: folder.path("out"), replaces: true)
    try first.write(Self.composition([1]), source: MemoryByteSource([]))
    try second.write(Self.composition([2]), source: MemoryByteSource([]))
    try first.commit()
    try second.commit()
    #expect(try folder.read("out") == [2])
    #expect(try folder.names == ["out"])
  }

  @Test func foldersAndMissingFoldersAreRefused() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([9], to: "file")
    // Root may write anywhere; below a regular file not even root can.
    for path in [folder.path, file + "/out", folder.path("absent/out"), "/proc/auxdepth-test"] {
      for replaces in [false, true] {
        #expect(throws: AuxError(.cannotCreate, ""), "\(path)") {
          try Self.write([1], to: path, replaces: replaces)
        }
      }
    }
    #expect(try folder.names == ["file"])
    #expect(try folder.read("file") == [9])
  }

  @Test func sourceRangesAreCopied() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
    let path = try folder.write(bytes, to: "source")
    var composition = ByteComposition()
    composition.append(source: 5..<2_500_000)
    composition.append([1, 2, 3])
    composition.append(source: 0..<5)
    let expected = bytes[5..<2_500_000] + [1, 2, 3] + bytes[..<5]
    for (name, source) in [("kernel", try FileByteSource(path: path)), ("memory", MemoryByteSource(bytes))]
      as [(String, any ByteSource)]
    {
      var file = try AtomicFile(destination: folder.path(name), replaces: false)
      try file.write(composition, source: source)
      try file.commit()
      #expect(try folder.read(name) == Array(expected), "\(name)")
    }
  }

  @Test func rangesBeyondTheSourceAreAnError() throws {
    let folder = try TemporaryFolder()
    let source = try FileByteSource(path: folder.write([1, 2, 3], to: "source"))
    var composition = ByteComposition()
    composition.append(source: 0..<4)
    do {
      let file = try AtomicFile(destination: folder.path("out"), replaces: false)
      #expect(throws: AuxError(.truncated, "")) { try file.write(composition, source: source) }
    }
    #expect(try folder.names == ["source"])
  }

  @Test func modeIsTaken() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([9], to: "out")
    try Files.setMode(0o640, of: path)
    try OutputFile.write([1], to: path, replaces: true)
    #expect(try Files.mode(of: path) == 0o640)
  }

  @Test func emptyFilesAreWritten() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write([], to: folder.path("empty"), replaces: false)
    #expect(try folder.read("empty") == [])
  }
}
