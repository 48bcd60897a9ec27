import AuxContainers
import AuxImage
import CAuxSystem
import Foundation
import TestSupport
import Testing

@testable import AuxWriter

@Suite struct AtomicFileTests {
  private static func composition(_ bytes: [UInt8]) -> ByteComposition {
    var composition = ByteComposition()
    composition.append(bytes)
    return composition
  }

  private static func write(_ bytes: [UInt8], to path: String, options: WriteOptions = WriteOptions())
    throws(AuxError)
  {
    var file = try AtomicFile(destination: path, options: options)
    try file.write(composition(bytes), source: MemoryByteSource([]))
    try file.complete()
    try file.commit()
  }

  @Test func fileAppearsWithTheCommit() throws {
    let folder = try TemporaryFolder()
    var file = try AtomicFile(destination: folder.path("out"))
    try file.write(Self.composition([1, 2, 3]), source: MemoryByteSource([]))
    #expect(!Files.exists(folder.path("out")))
    try file.commit()
    #expect(try folder.names == ["out"])
    #expect(try folder.read("out") == [1, 2, 3])
  }

  @Test func withoutACommitNothingStays() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try AtomicFile(destination: folder.path("out"))
      try file.write(Self.composition([1]), source: MemoryByteSource([]))
      try folder.write([9], to: "old")
      let other = try AtomicFile(destination: folder.path("old"), options: .replacing)
      let path = other.temporaryPath
      let temporary = try #require(path)
      // Others may not read an incomplete file.
      #expect(try Files.mode(of: temporary) == 0o600)
    }
    #expect(try folder.names == ["old"])
  }

  @Test func existingFilesAreNotReplacedUnasked() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([9], to: "out")
    #expect(throws: AuxError(.cannotCreate, "")) { try Self.write([1], to: path) }
    #expect(try folder.read("out") == [9])
    try Self.write([1], to: path, options: .replacing)
    #expect(try folder.read("out") == [1])
    #expect(try folder.names == ["out"])
  }

  @Test func aFileThatAppearsMeanwhileStays() throws {
    let folder = try TemporaryFolder()
    var file = try AtomicFile(destination: folder.path("out"))
    try file.write(Self.composition([1]), source: MemoryByteSource([]))
    try folder.write([9], to: "out")
    #expect(throws: AuxError(.cannotCreate, "")) { try file.commit() }
    #expect(try folder.read("out") == [9])
  }

  /// What another program puts in place of the destination is never removed.
  @Test func aFolderThatAppearsMeanwhileStays() throws {
    let folder = try TemporaryFolder()
    try folder.write([9], to: "out")
    do {
      var file = try AtomicFile(destination: folder.path("out"), options: .replacing)
      try folder.remove("out")
      try folder.makeFolder("out")
      try folder.write([7], to: "out/theirs")
      #expect(throws: AuxError(.cannotCreate, "")) { try file.commit() }
    }
    #expect(try folder.allFiles == ["out/theirs": [7]])
  }

  @Test func filesOfFullTablesAndLongPathsAreNotRegistered() {
    let numbers = (0..<300).map { unsafe aux_temporary_add("/auxdepth-test/\($0)") }
    #expect(numbers.contains(-1) && !numbers.prefix(100).contains(-1))
    for number in numbers { aux_temporary_forget(number) }
    let one = unsafe aux_temporary_add("/auxdepth-test/again")
    #expect(one >= 0)
    aux_temporary_forget(one)
    let long = unsafe aux_temporary_add("/" + String(repeating: "x", count: 5000))
    #expect(long == -1)
  }

  @Test func twoWritersDoNotMeet() throws {
    let folder = try TemporaryFolder()
    var first = try AtomicFile(destination: folder.path("out"), options: .replacing)
    var second = try AtomicFile(destination: folder.path("out"), options: .replacing)
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
      for options in [WriteOptions(), .replacing] {
        #expect(throws: AuxError(.cannotCreate, ""), "\(path)") {
          try Self.write([1], to: path, options: options)
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
      var file = try AtomicFile(destination: folder.path(name))
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
      let file = try AtomicFile(destination: folder.path("out"))
      #expect(throws: AuxError(.truncated, "")) { try file.write(composition, source: source) }
    }
    #expect(try folder.names == ["source"])
  }

  @Test func modeIsTaken() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([9], to: "out")
    try Files.setMode(0o640, of: path)
    try OutputFile.write([1], to: path, options: .replacing)
    #expect(try Files.mode(of: path) == 0o640)
  }

  @Test func linksAreFollowed() throws {
    let folder = try TemporaryFolder()
    try folder.write([9], to: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "file")
    try FileManager.default.createSymbolicLink(atPath: folder.path("waiting"), withDestinationPath: "later")
    try FileManager.default.createSymbolicLink(atPath: folder.path("loop"), withDestinationPath: "loop")
    for name in ["link", "waiting", "loop"] {
      #expect(throws: AuxError(.cannotCreate, "")) { try Self.write([1], to: folder.path(name)) }
    }
    try Self.write([1], to: folder.path("link"), options: .replacing)
    try Self.write([2], to: folder.path("waiting"), options: .replacing)
    #expect(throws: AuxError(.cannotCreate, "")) {
      try Self.write([3], to: folder.path("loop"), options: .replacing)
    }
    #expect(try folder.read("file") == [1] && folder.read("later") == [2])
    #expect(try folder.names == ["file", "later", "link", "loop", "waiting"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "file")
  }

  /// Also such as another program wrote with the same size.
  @Test func aFileThatChangedMeanwhileStays() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([9], to: "photo")
    for replace in [false, true] {
      let source = try FileByteSource(path: path)
      var file = try AtomicFile(destination: path, options: .replacing)
      try file.write([1])
      Thread.sleep(forTimeInterval: 0.02)
      if replace { try folder.remove("photo") }
      try folder.write([7], to: "photo")
      #expect(throws: AuxError(.changed, "")) { try file.commit(replacing: source) }
      #expect(try folder.read("photo") == [7])
    }
    #expect(try folder.names == ["photo"])
    let source = try FileByteSource(path: path)
    var file = try AtomicFile(destination: path, options: .replacing)
    try file.write([1])
    try file.commit(replacing: source)
    #expect(try folder.read("photo") == [1])
  }

  @Test(.enabled(if: getuid() == 0, "only root gives files away"))
  func groupOwnerAndAttributesAreTaken() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "source")
    try FileManager.default.setAttributes(
      [.ownerAccountID: 12345, .groupOwnerAccountID: 23456, .posixPermissions: 0o640], ofItemAtPath: path)
    let hasAttribute = try ExtendedAttributes.set("camera", of: path)
    var file = try AtomicFile(destination: folder.path("out"))
    try file.write([4, 5])
    try file.complete(like: FileByteSource(path: path), keepingOwner: true)
    try file.commit()
    #expect(try folder.read("out") == [4, 5])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out"))
    #expect(attributes[.ownerAccountID] as? Int == 12345 && attributes[.groupOwnerAccountID] as? Int == 23456)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    if hasAttribute { #expect(try ExtendedAttributes.get(of: folder.path("out")) == "camera") }
    #expect(try folder.names == ["out", "source"])
  }

  @Test func emptyFilesAreWritten() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write([], to: folder.path("empty"))
    #expect(try folder.read("empty") == [])
  }
}
