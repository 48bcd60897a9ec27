import AuxContainers
import AuxImage
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

  @Test func aFileThatIsRemovedAtTheExchangeStaysRemoved() throws {
    let folder = try TemporaryFolder()
    var file = try TemporaryFile(in: folder.path + "/", needsName: true)
    do {
      try file.replace(folder.path("out"), where: { _ in true })
      Issue.record("a file that is not there was replaced")
    } catch { #expect(error == AuxError(.changed, "")) }
    #expect(!(try folder.names.contains("out")))
  }

  /// Neither the size nor the time shows it.
  @Test(.enabled(if: WriteWatch("/") != nil)) func writingIsNoticedWhateverTimesSay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "photo")
    let times = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    let watch = try #require(WriteWatch(path))
    #expect(!watch.wasWritten)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: [3, 2, 1])
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: try #require(times)], ofItemAtPath: path)
    #expect(watch.wasWritten)
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("other"))
    #expect(!watch.wasWritten)
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

  /// Of 1,001 that processes left behind, and of those that are still written.
  @Test func whatWasLeftBehindIsRemoved() throws {
    let folder = try TemporaryFolder()
    try folder.write([9], to: "out")
    let others = [".auxdepth-notes.tmp", ".auxdepth-0123456789abcde.tmp", "0123456789abcdef.tmp"]
    for name in others { try folder.write([1], to: name) }
    for index in 0..<1001 {
      let digits = String(index, radix: 16)
      let name = String(repeating: "a", count: 16 - digits.count) + digits
      try folder.write([1], to: ".auxdepth-\(name).tmp")
    }
    let first = try AtomicFile(destination: folder.path("out"), options: .replacing)
    #expect(try folder.names.count == 2 + others.count)
    try Self.write([1], to: folder.path("out"), options: .replacing)
    let kept = first.temporaryPath.map(PathText.fileName(of:)) ?? "none"
    #expect(try folder.names.contains(kept))
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
    let source = try FileByteSource(path: path)
    var file = try AtomicFile(destination: path, options: .replacing)
    try file.write([1])
    try file.commit(replacing: source)
    #expect(try folder.read("photo") == [1])
  }

  /// A file of 64 MB that holds 8 KB on the disk.
  @Test func holesStay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "source")
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 64 << 20)
    try handle.seek(toOffset: 32 << 20)
    try handle.write(contentsOf: [7, 8])
    try handle.close()
    var composition = ByteComposition()
    composition.append([5])
    composition.append(source: 0..<64 << 20)
    var file = try AtomicFile(destination: folder.path("copy"))
    try file.write(composition, source: FileByteSource(path: path))
    try file.commit()
    let copy = try folder.read("copy")
    #expect(copy.count == 64 << 20 + 1 && copy[0..<5] == [5, 1, 2, 3, 0])
    #expect(copy[(32 << 20)...].prefix(4) == [0, 7, 8, 0])
    let output = try Program.run("/usr/bin/du", ["-k", folder.path("copy")]).text
    #expect(try #require(output.split(separator: "\t").first.flatMap { Int($0) }) < 1024)
  }

  /// A file system that makes files without a name and gives them none is not at hand; the copy is.
  @Test(.enabled(if: getuid() == 0, "only root gives files away"))
  func aCopyWithANameHasGroupOwnerAndAttributes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "source")
    try FileManager.default.setAttributes(
      [.ownerAccountID: 12345, .groupOwnerAccountID: 23456, .posixPermissions: 0o640], ofItemAtPath: path)
    let hasAttribute = try ExtendedAttributes.set("camera", of: path)
    var file = try AtomicFile(destination: folder.path("out"))
    try file.write([4, 5])
    try file.complete(like: FileByteSource(path: path), keepingOwner: true)
    try file.takeName()
    try file.commit()
    #expect(try folder.read("out") == [4, 5])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out"))
    #expect(attributes[.ownerAccountID] as? Int == 12345 && attributes[.groupOwnerAccountID] as? Int == 23456)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    if hasAttribute { #expect(try ExtendedAttributes.get(of: folder.path("out")) == "camera") }
    #expect(try folder.names == ["out", "source"])
  }

  /// Up to the first block of both files, and from there on.
  @Test(arguments: [0, 1, 4095, 4096, 8191]) func rangesThatAreAlignedAlikeAreCopied(_ start: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
    let source = try FileByteSource(path: folder.write(bytes, to: "source"))
    for before in [start, start + 1] {
      let name = "\(before)"
      var composition = ByteComposition()
      composition.append([UInt8](repeating: 7, count: before))
      composition.append(source: start..<50_000)
      var file = try AtomicFile(destination: folder.path(name), options: WriteOptions(waitsForDisk: false))
      try file.write(composition, source: source)
      try file.commit()
      #expect(try folder.read(name) == [UInt8](repeating: 7, count: before) + bytes[start...])
    }
  }

  @Test func emptyFilesAreWritten() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write([], to: folder.path("empty"))
    #expect(try folder.read("empty") == [])
  }
}
