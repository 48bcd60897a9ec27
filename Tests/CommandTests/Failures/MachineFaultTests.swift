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
    try compile(["-shared", "-fPIC"], [Self.root + "Torture/faultshim.c"], as: "shim.so")
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
  }

  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized.path + "/"

  private func compile(_ options: [String], _ sources: [String], as name: String) throws {
    let outcome = try Program.run(
      try #require(FaultShim.compiler), options + ["-o", tools.path(name)] + sources + ["-ldl", "-lpthread"])
    try #require(outcome.status == 0, "\(outcome.error)")
  }

  /// Runs a command in which the call `NAME:K` fails with an `errno`.
  private func run(_ arguments: [String], failing call: String, with code: Int32) throws -> Program.Outcome {
    let settings =
      "FAULT_ROOT=\"$PWD\" FAULT_AT=\(call) FAULT_DO=errno:\(code) LD_PRELOAD='\(tools.path("shim.so"))'"
    return try work.run(after: "export \(settings);", arguments)
  }

  /// Returns how often a command that succeeds makes the call of a name.
  private func count(of name: String, in arguments: [String]) throws -> Int {
    let log = tools.path("log")
    let shim = "export FAULT_ROOT=\"$PWD\" FAULT_LOG='\(log)' LD_PRELOAD='\(tools.path("shim.so"))';"
    #expect(try work.run(after: shim, arguments).status == 0)
    let calls = String(decoding: try tools.read("log"), as: UTF8.self).split(separator: "\n")
    return calls.count { $0.split(separator: "\t")[1] == name }
  }

  private let attach = ["attach", "in.jpg", "--portrait", "matte.png"]

  /// A file system that cannot refuse to replace a file when it renames another.
  @Test(arguments: [EINVAL, ENOSYS]) func namesByLinks(code: Int32) throws {
    try work.succeed("attach", "in.jpg", "--portrait", "matte.png", "-o", "clean.jpg")
    let outcome = try run(attach + ["-o", "out.jpg"], failing: "renameat2:1", with: code)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try work.folder.read("out.jpg") == work.folder.read("clean.jpg"))
    #expect(try work.folder.names == ["clean.jpg", "in.jpg", "matte.png", "out.jpg"])
  }

  /// A signal that a program takes while it waits for the disk is no fault of the disk.
  @Test(
    arguments: [
      "open:1", "pread:1", "flock:1", "create:1", "write:1", "fsync:1", "fsyncfolder:1",
    ])
  func interruptedCalls(call: String) throws {
    try work.succeed("attach", "in.jpg", "--portrait", "matte.png", "-o", "clean.jpg")
    try work.folder.write(work.folder.read("in.jpg"), to: "out.jpg")
    let outcome = try run(attach + ["-o", "out.jpg", "--force"], failing: call, with: EINTR)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try work.folder.read("out.jpg") == work.folder.read("clean.jpg"))
  }

  /// A path that the handler of a signal removes stays the same meanwhile, whatever other threads write.
  @Test func pathsInSignalHandlers() throws {
    let program = """
      #include <pthread.h>
      #include <signal.h>
      #include <string.h>
      #include <unistd.h>
      int aux_temporary_add(const char *path);
      void aux_temporary_forget(int number);
      void aux_remove_temporaries_on_signals(void);

      int unlink_slowly(const char *path) {
        char before[64];
        strncpy(before, path, sizeof before);
        usleep(1000);
        if (strncmp(before, path, sizeof before) != 0) _exit(1);
        return 0;
      }

      static void *write_files(void *unused) {
        static const char *const paths[] = {"/first/.auxdepth-1.tmp", "/the/second/.auxdepth-2.tmp", "/3"};
        for (int next = 0;; next = (next + 1) % 3) {
          int number = aux_temporary_add(paths[next]);
          usleep(100);
          aux_temporary_forget(number);
        }
        return unused;
      }

      int main(void) {
        pthread_t thread;
        aux_remove_temporaries_on_signals();
        for (int number = 0; number < 4; number++) pthread_create(&thread, NULL, write_files, NULL);
        usleep(20000);
        kill(getpid(), SIGTERM);
        for (;;) pause();
      }
      """
    try tools.write(Array(program.utf8), to: "main.c")
    let folder = Self.root + "Sources/CAuxSystem"
    try compile(
      ["-Dunlink=unlink_slowly", "-I\(folder)/include"], [folder + "/files.c", tools.path("main.c")],
      as: "program")
    // The shell's status of a program that SIGTERM ended.
    for _ in 0..<5 {
      #expect(try Program.run("/bin/sh", ["-c", "\(tools.path("program")); exit $?"]).status == 128 + 15)
    }
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
    let last = try count(of: "stat", in: attach + ["--in-place"])
    try work.folder.write(photo, to: "in.jpg")
    for (code, status) in [(EIO, 74), (EACCES, 73)] as [(Int32, Int32)] {
      let commit = try run(attach + ["--in-place"], failing: "stat:\(last)", with: code)
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
    // The first frame, and whether there is a later one than what is missing.
    try work.folder.remove("d/2.png")
    let calls = [
      ("d", "opendir:1"), ("d", "readdir:3"), ("d/%d.png", "stat:2"), ("d/%d.png", "opendir:1"),
      ("d/%d.png", "readdir:3"), ("d/%d.png", "opendir:2"), ("d/%d.png", "readdir:8"),
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
    let opened = try count(of: "open", in: attach + ["-o", "clean.jpg"])
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
