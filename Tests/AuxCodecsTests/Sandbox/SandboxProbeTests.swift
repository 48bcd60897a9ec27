#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Decoders that do what none should, in the box of the real ones: Tests/SandboxProbe.
  struct SandboxProbeTests {
    /// What came of one operation.
    struct Line {
      let operation: String
      let code: Int
      let number: Int
      let message: String

      init(_ text: Substring) throws {
        let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        try #require(parts.count == 4, "\(text)")
        operation = String(parts[0])
        code = try #require(Int(parts[1]))
        number = try #require(Int(parts[2]))
        message = String(parts[3])
      }
    }

    /// Runs the probe and returns its lines; nothing else may have been printed.
    static func run(_ arguments: String...) throws -> [Line] {
      let outcome = try Program.run(Program.built("SandboxProbe"), arguments)
      #expect(outcome.status == 0, "\(outcome.text)\(outcome.error)")
      #expect(outcome.error == "")
      return try outcome.text.split(separator: "\n").map { try Line($0) }
    }

    /// Runs an operation and then one that gives back what it is given, which has to do so.
    static func runAlone(_ operation: String, options: String...) throws -> Line {
      let outcome = try Program.run(Program.built("SandboxProbe"), options + [operation, "echo"])
      #expect(outcome.status == 0, "\(outcome.text)")
      let lines = try outcome.text.split(separator: "\n").map { try Line($0) }
      try #require(lines.count == 2, "\(outcome.text)")
      #expect((lines[1].operation, lines[1].code, lines[1].number) == ("echo", 0, 42), "after \(operation)")
      return lines[0]
    }

    @Test func bytesGoThereAndBack() throws {
      let lines = try Self.run("echo", "echo", "threading", "preparing", "echo")
      #expect(lines.map(\.code) == [0, 0, 0, 0, 0])
      // Threads work, and prepared libraries were loaded before the sandbox closed.
      #expect(lines.map(\.number) == [42, 42, 42, 1, 42])
    }

    @Test(
      arguments: [
        "opening", "opening-at", "creating", "removing", "connecting", "listening", "forking", "executing",
        "killing-parent", "tracing", "printing", "complaining", "raising-limit", "running-code",
        "making-code",
      ])
    func nothingOutsideCanBeReached(_ operation: String) throws {
      let line = try Self.runAlone(operation)
      #expect(line.code == 0)
      #expect(line.number == Int(EPERM), "\(operation) gave \(line.number)")
      #expect(!FileManager.default.fileExists(atPath: "of-the-sandbox"))
    }

    @Test func crashCostsOneImage() throws {
      let crash = try Self.runAlone("crashing")
      #expect(crash.code == 1)
      #expect(crash.message == "the decoder of crashing crashed (signal 11, Segmentation fault)")
      #expect(try Self.runAlone("aborting").message.contains("crashed (signal 6"))
      #expect(try Self.runAlone("leaving").message == "the decoder of leaving ended (status 3)")
    }

    @Test func timeIsBounded() throws {
      let loop = try Self.runAlone("looping", options: "--processor=1")
      #expect(loop.code == 3)
      #expect(
        loop.message == "the decoder of looping took more than the 1 s of processor time of the sandbox")
      let sleep = try Self.runAlone("sleeping", options: "--seconds=1")
      #expect(sleep.code == 3)
      #expect(sleep.message == "the decoder of sleeping took more than the 1 s of time of the sandbox")
    }

    /// Half of the time of a decoder, and 20 µs for each of 50,000 pixels.
    @Test func timeOfEncodersIsBounded() throws {
      let loop = try Self.runAlone("looping-encoder", options: "--processor=2")
      #expect(loop.code == 9)
      #expect(
        loop.message
          == "the encoder of looping-encoder took more than the 2 s of processor time of the sandbox")
    }

    /// As libde265 and x265 do where the system does not give them a thread.
    @Test(arguments: ["sleeping", "sleeping-encoder"])
    func nothingIsWaitedForForever(_ operation: String) throws {
      let sleep = try Self.runAlone(operation)
      #expect(sleep.code == 9)
      #expect(sleep.message.hasSuffix(" of \(operation) did nothing for 10 s"), "\(sleep.message)")
    }

    @Test func memoryIsBounded() throws {
      let line = try Self.runAlone("allocating", options: "--memory=64")
      #expect(line.code == 3)
      #expect(line.message == "no more memory (the sandbox gives the decoder of allocating 64 MiB)")
      // The request itself is larger than that.
      #expect(try Self.run("--memory=1", "echo").map(\.code) == [3])
    }

    @Test func answersAreNotBelieved() throws {
      let line = try Self.runAlone("lying")
      #expect(line.code == 1)
    }

    /// Buffers that the request does not ask for, and one that is larger than it allows.
    @Test(arguments: ["swelling", "swelling-last", "swelling-echo"])
    func answersAreComparedWithTheRequest(_ operation: String) throws {
      let line = try Self.runAlone(operation)
      #expect(line.code == 1)
      #expect(line.message.hasSuffix("gave an impossible answer"), "\(line.message)")
    }

    @Test func manyThreadsShareWorkers() throws {
      let lines = try Self.run("--threads", "echo", "echo", "crashing", "threading", "echo")
      #expect(lines.count == 125)
      for line in lines {
        #expect(line.code == (line.operation == "crashing" ? 1 : 0))
        if line.operation == "echo" { #expect(line.number == 42) }
      }
    }

    /// A child of `fork` has its own, and keeps that of its parent not alive.
    @Test func forkedProgramsHaveTheirOwn() throws {
      let lines = try Self.run("--fork", "echo", "echo")
      #expect(lines.filter { $0.operation == "echo" }.map(\.code) == [0, 0, 0])
      #expect(lines.first { $0.operation == "alone" }?.number == 1, "the program waited for its child")
    }

    /// Hosts that count or ignore the ends of children, and wait for all; that fork and have threads; that have no descriptors
    /// left; whose helper and workers somebody kills; and one that decodes 5,000 times.
    @Test(arguments: ["counting", "ignoring", "forking-little", "starved", "killed", "many"])
    func hostsOfEveryKind(_ host: String) throws {
      let outcome = try Program.run(Program.built("SandboxProbe"), ["--host=\(host)"])
      #expect(outcome.status == 0, "\(outcome.text)\(outcome.error)")
      #expect(outcome.text.hasSuffix("\(host) 0\n"), "\(outcome.text)")
    }

    @Test func nothingOutlivesTheProgram() throws {
      let folder = try TemporaryFolder()
      let program = try RunningProgram(
        Program.built("SandboxProbe"), ["--seconds=600", "sleeping"], in: folder.path)
      let own = program.identifier
      try #require(Self.waitFor { Self.descendants(of: own).count == 2 })
      let all = Self.descendants(of: own)
      program.endByKill(at: .after(.zero))
      #expect(Self.waitFor { !all.contains(where: Self.isAlive) })
    }

    /// Waits until something is so, but not for ever.
    static func waitFor(_ condition: () -> Bool) -> Bool {
      for _ in 0..<500 {
        if condition() { return true }
        usleep(20_000)
      }
      return false
    }

    /// Whether a process runs, or could: one that has ended may still wait to be asked how.
    static func isAlive(_ process: pid_t) -> Bool {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? "State:\tX"
      return !status.contains("State:\tZ") && !status.contains("State:\tX")
    }

    /// Returns the processes that a process made, and those made.
    static func descendants(of process: pid_t) -> [pid_t] {
      let path = "/proc/\(process)/task/\(process)/children"
      let children = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: " ")
        .compactMap { pid_t($0) }
      return children + children.flatMap(descendants)
    }
  }
#endif
