import AuxImage
import AuxKernels
import AuxWriter
import Synchronization
import TestSupport
import Testing

@Suite("Edits of many photos")
struct PhotoBatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Takes a while, so that whoever does not wait is ahead.
  private static func pause() {
    let clock = ContinuousClock()
    let start = clock.now
    while start.duration(to: clock.now) < .milliseconds(2) {}
  }

  /// Appends a letter to the file at `path`, as the content was when that began.
  private static func append(_ letter: UInt8, to path: String) throws(AuxError) {
    let before = (try? Files.read(path)) ?? []
    pause()
    try OutputFile.write(before + [letter], to: path, options: .replacing)
  }

  @Test("Edits of one file come one after the other, whatever links lead to it", arguments: [1, 2, 5])
  func oneFile(jobs: Int) throws {
    let path = try folder.write([], to: "a")
    try folder.makeFolder("sub")
    try Files.link(path, at: folder.path("link"))
    let photos = (0..<12).map { number in
      switch number % 3 {
      case 0: path
      case 1: folder.path("link")
      default: folder.path("sub/../a")
      }
    }
    var failures: [AuxError] = []
    PhotoBatch.edit(photos.enumerated().map(\.element), jobs: jobs) { photo, claims throws(AuxError) in
      claims.writes([photo])
      let count = (try? Files.read(photo).count) ?? 0
      try Self.append(UInt8(count), to: photo)
    } onResult: { _, result in
      if case .failure(let error) = result { failures.append(error) }
    }
    #expect(failures.isEmpty)
    #expect(try folder.read("a") == Array(0..<12))
  }

  @Test(
    "A file that an earlier edit makes is read when it is there, and replaced when nobody reads it any more")
  func chain() throws {
    for jobs in [1, 2, 4] {
      let folder = try TemporaryFolder()
      try folder.write([7], to: "0")
      // Each reads what the one before makes, or is replaced by the last one.
      let photos = (0..<10).map { folder.path("\($0)") }
      PhotoBatch.edit(photos, jobs: jobs) { photo, claims throws(AuxError) in
        let number = Int(photo.suffix(1)) ?? 0
        claims.reads([folder.path("map")])
        let target = folder.path(number == 9 ? "0" : "\(number + 1)")
        claims.writes([target])
        Self.pause()
        let before = (try? Files.read(photo)) ?? [255]
        try OutputFile.write(before + [UInt8(number)], to: target, options: .replacing)
      } onResult: { photo, result in
        #expect(throws: Never.self, "\(photo)") { try result.get() }
      }
      #expect(try folder.read("9") == [7] + Array(0..<9))
      #expect(try folder.read("0") == [7] + Array(0..<10))
    }
  }

  @Test("Edits of different files are made side by side once they have named their outputs")
  func sideBySide() {
    let begun = ConditionMutex<Set<Character>>([])
    var reported: [String] = []
    PhotoBatch.edit(["a", "b", "c"].map(folder.path), jobs: 2) { photo, claims in
      claims.writes([photo + ".out"])
      // Neither ends before the other has begun.
      guard let name = photo.last, name != "c" else { return }
      begun.withLock { _ = $0.insert(name) }
      begun.withLock(when: { $0.count == 2 }) { _ in }
    } onResult: { photo, _ in
      reported.append(String(photo.suffix(1)))
    }
    #expect(reported == ["a", "b", "c"])
  }

  @Test(
    "Before that, photos have their turn in their order; one that fails ends its own", arguments: [1, 3, 8])
  func turns(jobs: Int) {
    let order = Mutex([String]())
    let photos = (100..<160).map { folder.path("\($0)") }
    var failed = 0
    PhotoBatch.edit(photos, jobs: jobs) { photo, claims throws(AuxError) in
      order.withLock { $0.append(photo) }
      guard !photo.hasSuffix("3") else { throw AuxError(.malformed, "bad") }
      if photo.hasSuffix("5") { return }
      claims.writes([photo])
    } onResult: { _, result in
      if case .failure = result { failed += 1 }
    }
    #expect(order.withLock { $0 } == photos)
    #expect(failed == 6)
  }
}
