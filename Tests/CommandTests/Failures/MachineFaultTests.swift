import Foundation
import TestSupport
import Testing

/// Calls of the system that fail once, by the shim of `Torture/faults`, which tries all of them.
@Suite(.enabled(if: FaultShim.compiler != nil, "the shim needs a C compiler, and is of Linux on x86-64"))
struct MachineFaultTests {
  private let work: Workplace
  private let tools: TemporaryFolder

  init() throws {
    work = try Workplace()
    tools = try TemporaryFolder()
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let outcome = try Program.run(
      try #require(FaultShim.compiler),
      [
        "-shared", "-fPIC", "-o", tools.path("shim.so"),
        package.appending(path: "Torture/faultshim.c").path, "-ldl", "-lpthread",
      ])
    try #require(outcome.status == 0, "\(outcome.error)")
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
  }

  /// Runs a command in which the call `NAME:K` fails with an `errno`.
  private func run(_ arguments: [String], failing call: String, with code: Int32) throws -> Program.Outcome {
    let settings =
      "FAULT_ROOT=\"$PWD\" FAULT_AT=\(call) FAULT_DO=errno:\(code) LD_PRELOAD='\(tools.path("shim.so"))'"
    return try work.run(after: "export \(settings);", arguments)
  }

  /// Runs a command that is ended by force at the call `NAME:K`.
  private func run(_ arguments: [String], killedAt call: String) throws -> Program.Outcome {
    try work.run(
      after:
        "export FAULT_ROOT=\"$PWD\" FAULT_AT=\(call) FAULT_DO=kill LD_PRELOAD='\(tools.path("shim.so"))';",
      arguments)
  }

  private let attach = ["attach", "in.jpg", "--portrait", "matte.png"]

  /// Where a file without a name can be made and not be named, it is made again with one.
  @Test(arguments: [EPERM, ENOENT, ENOSYS, ENOTSUP])
  func unnamedFilesThatGetNoName(code: Int32) throws {
    try work.succeed("attach", "in.jpg", "--portrait", "matte.png", "-o", "clean.jpg")
    let outcome = try run(attach + ["-o", "out.jpg"], failing: "linkat:1", with: code)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try work.folder.read("out.jpg") == work.folder.read("clean.jpg"))
    #expect(try Files.mode(of: work.folder.path("out.jpg")) == Files.mode(of: work.folder.path("clean.jpg")))
    #expect(try work.folder.names == ["clean.jpg", "in.jpg", "matte.png", "out.jpg"])
  }

  /// A signal that a program takes while it waits for the disk is no fault of the disk.
  @Test(
    arguments: [
      "open:1", "pread:1", "flock:1", "create:1", "write:1", "ftruncate:1", "fsync:1", "fsyncfolder:1",
    ])
  func interruptedCalls(call: String) throws {
    try work.succeed("attach", "in.jpg", "--portrait", "matte.png", "-o", "clean.jpg")
    try work.folder.write(work.folder.read("in.jpg"), to: "out.jpg")
    let outcome = try run(attach + ["-o", "out.jpg", "--force"], failing: call, with: EINTR)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try work.folder.read("out.jpg") == work.folder.read("clean.jpg"))
  }

  /// The name that a backup was about to get is that of the photo, which the next run has the lock of.
  @Test func backupsOfKilledRunsGo() throws {
    let photo = try work.folder.read("in.jpg")
    let command = attach + ["--in-place", "--backup", "--replace"]
    #expect(try run(command, killedAt: "rename:1").status != 0)
    let left = try work.folder.names
    #expect(left.count { $0.hasPrefix(".auxdepth-") } == 2, "\(left)")
    #expect(try work.folder.read("in.jpg") == photo)
    #expect(try work.run(command).status == 0)
    #expect(try work.folder.names == ["in.jpg", "in.jpg~", "matte.png"])
    #expect(try work.folder.read("in.jpg~") == photo)
  }

  /// A look at the file that fails does not mean that another program changed it, or that it is absent.
  @Test func looksThatFail() throws {
    let photo = try work.folder.read("in.jpg")
    for call in ["lstat:1", "stat:1", "stat:2", "stat:3", "stat:4"] {
      let outcome = try run(attach + ["--in-place"], failing: call, with: EIO)
      guard outcome.status != 0 else {
        // A look that is of no matter, or one more than there are.
        try work.folder.write(photo, to: "in.jpg")
        continue
      }
      #expect(
        outcome.status == 74 && outcome.error.contains("Input/output error"), "\(call) \(outcome.error)")
      #expect(try work.folder.read("in.jpg") == photo, "\(call)")
      #expect(try work.folder.names == ["in.jpg", "matte.png"], "\(call)")
    }
    for (code, status) in [(EIO, 74), (EACCES, 73)] as [(Int32, Int32)] {
      let commit = try run(attach + ["--in-place"], failing: "lstat:1", with: code)
      #expect(commit.status == status, "\(commit.error)")
      #expect(try work.folder.read("in.jpg") == photo)
    }
  }

  /// The link stays where its target cannot be found out.
  @Test func linksThatCannotBeFollowed() throws {
    try work.folder.write([9], to: "out.jpg")
    let links = [("link.jpg", "out.jpg", "realpath:1"), ("waiting.jpg", "later.jpg", "readlink:1")]
    for (link, target, call) in links {
      let path = work.folder.path(link)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      let outcome = try run(attach + ["-o", link, "--force"], failing: call, with: EIO)
      #expect(
        outcome.status == 74 && outcome.error.contains("Input/output error"), "\(call) \(outcome.error)")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target, "\(call)")
    }
    #expect(try work.folder.read("out.jpg") == [9])
  }

  /// What could not be listed or looked at is not the end of the frames.
  @Test func framesThatAreNotFound() throws {
    try work.folder.write(Video.plain([0, 0, 0, 0]).bytes, to: "c.y4m")
    try work.folder.makeFolder("d")
    for number in 0..<4 {
      try work.folder.write(Inputs.png(Pictures.ramp(width: 6, height: 4)), to: "d/\(number).png")
    }
    func stream(_ depth: String, _ call: String) throws -> Program.Outcome {
      try run(
        ["stream", "--color", "c.y4m", "--depth", depth, "-o", "o.y4m", "--filter", "mask", "--jobs", "1"],
        failing: call, with: EIO)
    }
    // The first frame, and whether there is a later one than what is missing; the folder of the output is listed between them.
    try work.folder.remove("d/2.png")
    let entries = try work.folder.names.count + 3
    let calls = [
      ("d", "opendir:1"), ("d", "readdir:3"), ("d/%d.png", "stat:2"), ("d/%d.png", "opendir:1"),
      ("d/%d.png", "readdir:3"), ("d/%d.png", "opendir:3"), ("d/%d.png", "readdir:\(6 + entries + 2)"),
    ]
    for (depth, call) in calls {
      let outcome = try stream(depth, call)
      #expect(
        outcome.status == 74 && outcome.error.contains("Input/output error"), "\(call) \(outcome.error)")
      #expect(try !work.folder.names.contains("o.y4m"), "\(call)")
    }
  }

  /// The file is there, but perhaps not after a loss of power.
  @Test func foldersThatCannotBeFlushed() throws {
    let log = tools.path("log")
    let shim = "export FAULT_ROOT=\"$PWD\" FAULT_LOG='\(log)' LD_PRELOAD='\(tools.path("shim.so"))';"
    #expect(try work.run(after: shim, attach + ["-o", "clean.jpg"]).status == 0)
    let calls = String(decoding: try tools.read("log"), as: UTF8.self).split(separator: "\n")
    let opened = calls.count { $0.split(separator: "\t")[1] == "open" }
    for call in ["open:\(opened)", "fsyncfolder:1"] {
      let outcome = try run(attach + ["-o", "\(call).jpg"], failing: call, with: EIO)
      #expect(outcome.status == 74 && outcome.error.contains("folder"), "\(call) \(outcome.error)")
      #expect(try work.folder.read("\(call).jpg") == work.folder.read("clean.jpg"), "\(call)")
    }
    // One that may not be opened is flushed by the system in its own time.
    #expect(try run(attach + ["-o", "more.jpg"], failing: "open:\(opened)", with: EACCES).status == 0)
  }
}

private enum FaultShim {
  /// What compiles it, where that can be done.
  static let compiler: String? = {
    #if os(Linux) && arch(x86_64)
      Program.installed("cc") ?? Program.installed("clang")
    #else
      nil
    #endif
  }()
}
