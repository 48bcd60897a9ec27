import Foundation
import TestSupport
import Testing

/// `--backup`.
@Suite struct BackupTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
  }

  private static let commands: [(arguments: [String], output: String)] = [
    (["attach", "in.jpg", "--depth", "map.pfm", "--replace", "-o", "out.jpg"], "out.jpg"),
    (["attach", "in.jpg", "--depth", "map.pfm", "--replace", "--in-place"], "in.jpg"),
    (["remove", "in.jpg", "--all", "-o", "out.jpg"], "out.jpg"),
    (["copy", "in.jpg", "in.jpg", "--replace", "-o", "out.jpg"], "out.jpg"),
    (["extract", "in.jpg", "--type", "disparity", "-o", "out.png"], "out.png"),
    (["extract", "in.jpg", "--directory", "out"], "out/in.disparity.png"),
    (["convert", "map.pfm", "-o", "out.npy"], "out.npy"),
    (["convert", "map.pfm", "--as", "hdis", "-o", "out.npy"], "out.npy"),
    (["render", "grayscale", "in.jpg", "-o", "out.png"], "out.png"),
    (["render", "stereo", "in.jpg", "-o", "out.mpo", "--layout", "mpo"], "out.mpo"),
    (["render", "stereo", "in.jpg", "-o", "out.png", "--layout", "pair"], "out-right.png"),
  ]

  @Test(arguments: commands.indices) func everyCommand(index: Int) throws {
    let (arguments, output) = Self.commands[index]
    let options = arguments.contains("--in-place") ? [] : ["--force"]
    try work.folder.makeFolder("out")
    if options == ["--force"] {
      // Of two files that belong together, there are both.
      for name in [output, output.replacingOccurrences(of: "right", with: "left")] {
        try work.folder.write(Array("old".utf8), to: name)
      }
    }
    try work.folder.write(Array("older".utf8), to: output + "~")
    let old = try work.folder.read(output)
    let plain = try work.run(arguments + options)
    #expect(plain.status == 0, "\(arguments): \(plain.error)")
    #expect(try work.folder.read(output + "~") == Array("older".utf8))
    let new = try work.folder.read(output)
    try work.folder.write(old, to: output)
    let outcome = try work.run(arguments + options + ["--backup"])
    #expect(outcome.status == 0, "\(arguments): \(outcome.error)")
    #expect(try work.folder.read(output) == new && work.folder.read(output + "~") == old)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: work.folder.path).allSatisfy { !$0.hasPrefix(".") })
  }

  /// Twice, and where the backup is a second name of the file already, as a run that was ended leaves it.
  @Test func secondNames() throws {
    let old = try work.folder.read("in.jpg")
    try FileManager.default.linkItem(atPath: work.folder.path("in.jpg"), toPath: work.folder.path("in.jpg~"))
    try work.succeed("remove", "in.jpg", "--type", "disparity", "--in-place", "--backup")
    #expect(try work.folder.read("in.jpg~") == old)
    let next = try work.folder.read("in.jpg")
    try work.succeed("remove", "in.jpg", "--all", "--in-place", "--backup")
    #expect(try work.folder.read("in.jpg~") == next && work.folder.read("in.jpg") != next)
  }

  @Test func backupsThatCannotBe() throws {
    let old = try work.folder.read("in.jpg")
    try work.folder.makeFolder("in.jpg~")
    let outcome = try work.run("remove", "in.jpg", "--all", "--in-place", "--backup")
    #expect(outcome.status == 73 && outcome.error.contains("in.jpg~"), "\(outcome.error)")
    #expect(try work.folder.read("in.jpg") == old)
  }

  /// The file that a link leads to has its backup beside it.
  @Test func links() throws {
    try work.folder.makeFolder("real")
    try work.folder.write(work.folder.read("in.jpg"), to: "real/a.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: work.folder.path("link.jpg"), withDestinationPath: "real/a.jpg")
    try work.succeed("remove", "link.jpg", "--all", "--in-place", "--backup")
    #expect(try work.folder.read("real/a.jpg~") == work.folder.read("in.jpg"))
  }

  /// Killed at any moment there is the old file, or the new one and the old one.
  ///
  /// How long a run takes changes with what else the machine does: runs are killed, over the whole of a run's length,
  /// until several kills came in time.
  @Test func killed() throws {
    let old = try work.folder.read("in.jpg")
    let arguments = ["remove", "in.jpg", "--all", "--in-place", "--backup", "--quiet"]
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try work.run(arguments).status == 0)
    let duration = start.duration(to: clock.now)
    let new = try work.folder.read("in.jpg")
    var (step, kills) = (0, 0)
    while step < 12 || kills < 4 && step < 100 {
      try? work.folder.remove("in.jpg~")
      try work.folder.write(old, to: "in.jpg")
      if try work.start(arguments).endByKill(at: .after(duration * (step % 12 + 1) / 13)) { kills += 1 }
      let now = try work.folder.read("in.jpg")
      #expect(now == old || now == new)
      if now == new { #expect(try work.folder.read("in.jpg~") == old) }
      step += 1
    }
    #expect(kills >= 4, "the program ended before it was killed, \(step - kills) times of \(step)")
  }
}
