import TestSupport
import Testing

/// `--no-sync`.
@Suite struct NoSyncTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
  }

  /// What each command that writes files is given, but for the output.
  private static let commands = [
    ["attach", "in.jpg", "--depth", "map.pfm", "--replace", "-o", "out.jpg"],
    ["remove", "in.jpg", "--all", "-o", "out.jpg"],
    ["copy", "in.jpg", "in.jpg", "--replace", "-o", "out.jpg"],
    ["extract", "in.jpg", "--type", "disparity", "-o", "out.png"],
    ["extract", "in.jpg", "--directory", "out"],
    ["convert", "map.pfm", "-o", "out.npy"],
    ["convert", "map.pfm", "--as", "hdis", "-o", "out.npy"],
    ["render", "grayscale", "in.jpg", "-o", "out.png"],
  ]

  @Test(
    .enabled(if: Self.canTrace, "no strace, or it may not trace"), arguments: Self.commands)
  func onlyWithoutItTheDiskIsWaitedFor(_ command: [String]) throws {
    for (option, isWaiting) in [([], true), (["--no-sync"], false)] {
      let outcome = try work.run(
        after: #"exec strace -f -qq -o trace -e trace=fsync,fdatasync,sync,syncfs "$0" "$@";"#,
        command + option + ["--force"])
      #expect(outcome.status == 0, "\(command): \(outcome.error)")
      let trace = String(decoding: try work.folder.read("trace"), as: UTF8.self)
      #expect(trace.contains("fsync(") == isWaiting, "\(command): \(trace)")
    }
  }

  @Test(arguments: Self.commands.prefix(3)) func theBytesAreTheSame(_ command: [String]) throws {
    #expect(try work.run(command).status == 0)
    let waited = try work.folder.read("out.jpg")
    #expect(try work.run(command + ["--force", "--no-sync"]).status == 0)
    #expect(try work.folder.read("out.jpg") == waited)
  }

  private static let canTrace = (try? Program.run("/bin/sh", ["-c", "strace -o /dev/null true"]).status) == 0
}
