import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is waited for has an end: locks of other programs, and lists of paths.
@Suite struct WaitingTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "d.pfm")
    try work.succeed("attach", "plain.jpg", "--depth", "d.pfm", "-o", "photo.jpg")
  }

  /// Locks the photo as any program that may read it can.
  private func locked(_ body: (Int32) throws -> Void) throws {
    let file = unsafe open(work.folder.path("photo.jpg"), O_RDONLY)
    try #require(file >= 0 && flock(file, LOCK_SH) == 0)
    defer { close(file) }
    try body(file)
  }

  @Test func aLockThatIsGivenBackIsWaitedFor() throws {
    try locked { file in
      Thread.detachNewThread {
        usleep(2_500_000)
        flock(file, LOCK_UN)
      }
      let outcome = try work.run("edit", "photo.jpg", "--rotate", "90", "--in-place")
      #expect(outcome.status == 0 && outcome.error.contains("waiting for photo.jpg"), "\(outcome.error)")
    }
  }

  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      "edit photo.jpg --rotate 90 --in-place", "edit photo.jpg --rotate 90 -o photo.jpg --force",
      "edit photo.jpg --rotate 90 -o ./photo.jpg --force", "remove photo.jpg --all --in-place",
    ])
  func aLockThatStaysIsAnError(_ words: String) throws {
    let before = try work.folder.read("photo.jpg")
    try locked { _ in
      let outcome = try work.run(words.split(separator: " ").map(String.init))
      #expect(outcome.status == 75, "\(outcome.status) \(outcome.error)")
      #expect(outcome.error.contains("photo.jpg, which another program has locked"), "\(outcome.error)")
      #expect(outcome.error.contains("photo.jpg: another program has locked the file"), "\(outcome.error)")
      #expect(outcome.error.contains("try again"))
      // What only reads does not wait.
      #expect(try work.run("info", "photo.jpg").status == 0)
      #expect(try work.run("edit", "photo.jpg", "--rotate", "90", "-o", "new.jpg", "--force").status == 0)
    }
    #expect(try work.folder.read("photo.jpg") == before)
    #expect(try !work.folder.names.contains { $0.hasPrefix(".auxdepth") })
  }

  @Test(arguments: ["cat /dev/zero | ", "yes '' | ", "cat /dev/zero | tr '\\0' x | "])
  func aListWithoutAnEndIsAnError(_ producer: String) throws {
    let command = "ulimit -v 4000000; \(producer)\"$0\" validate --files-from - --quiet; exit;"
    let outcome = try work.run(after: command, [])
    #expect(outcome.status == 65, "\(outcome.status) \(outcome.error)")
    #expect(outcome.error.contains("list"), "\(outcome.error)")
  }
}
