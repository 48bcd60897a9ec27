#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A codec program that misbehaves, and programs that call it: Tests/CodecProbe.
  @Suite("Codec processes")
  struct CodecProcessTests {
    /// The result of one operation.
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

    /// Runs the probe as the client of itself.
    private static func outcome(_ arguments: [String]) throws -> Program.Outcome {
      let probe = try Program.built("CodecProbe")
      let folder = try TemporaryFolder()
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("auxdepth-codec-jpeg"), withDestinationPath: probe)
      return try Program.run("/usr/bin/env", ["AUXDEPTH_CODECS=\(folder.path)", probe] + arguments)
    }

    /// Runs the probe and returns its lines; nothing else may have been printed.
    private static func run(_ arguments: String...) throws -> [Line] {
      let outcome = try outcome(arguments)
      #expect(outcome.status == 0 && outcome.error == "", "\(outcome.text)\(outcome.error)")
      return try outcome.text.split(separator: "\n").map { try Line($0) }
    }

    /// Runs an operation and then an echo, which has to succeed.
    private static func runAlone(_ operation: String, options: String...) throws -> Line {
      let outcome = try outcome(options + [operation, "echo"])
      #expect(outcome.status == 0 && outcome.error == "", "\(outcome.text)\(outcome.error)")
      let lines = try outcome.text.split(separator: "\n").map { try Line($0) }
      try #require(lines.count == 2, "\(outcome.text)")
      #expect((lines[1].operation, lines[1].code, lines[1].number) == ("echo", 0, 42), "after \(operation)")
      return lines[0]
    }

    @Test("Bytes go there and back, and threads work")
    func echo() throws {
      let lines = try Self.run("echo", "echo", "threading", "preparing", "echo")
      #expect(lines.map(\.code) == [0, 0, 0, 0, 0])
      // What is prepared opens files before the process is confined.
      #expect(lines.map(\.number) == [42, 42, 42, 1, 42])
    }

    @Test(
      "Nothing outside can be reached",
      arguments: [
        "opening", "opening_at", "creating", "removing", "connecting", "listening", "sending", "making_files",
        "copying_descriptors", "closing", "forking", "executing", "killing_parent", "tracing",
        "raising_limit",
        "running_code", "making_code",
      ])
    func refusedCall(_ operation: String) throws {
      let line = try Self.runAlone(operation)
      #expect(line.code == 0)
      #expect(line.number == Int(EPERM), "\(operation) gave \(line.number)")
      #expect(!FileManager.default.fileExists(atPath: "of-the-sandbox"))
    }

    @Test("Output of a codec program is dropped", arguments: ["printing", "complaining"])
    func output(_ operation: String) throws {
      let line = try Self.runAlone(operation)
      #expect((line.code, line.number) == (0, 0))
    }

    @Test("A process that is not to be confined is not")
    func unconfined() throws {
      #expect(try Self.runAlone("opening", options: "--sandbox=2").number == 0)
      // The process ends, or is killed before.
      #expect(try [1, 9].contains(Self.runAlone("closing", options: "--sandbox=2").code))
    }

    @Test("A crash costs one image")
    func crash() throws {
      let crash = try Self.runAlone("crashing")
      #expect(crash.code == 1)
      #expect(crash.message == "the decoder of JPEG crashed (signal 11, Segmentation fault)")
      #expect(try Self.runAlone("aborting").message.contains("crashed (signal 6"))
      #expect(try Self.runAlone("leaving").message == "the decoder of JPEG ended (status 3)")
    }

    @Test("Time is bounded")
    func time() throws {
      let loop = try Self.runAlone("looping", options: "--processor=1")
      #expect(loop.code == 3)
      #expect(loop.message == "the decoder of JPEG took more than the 1 s of processor time of the sandbox")
      for operation in ["sleeping", "half_answer"] {
        let sleep = try Self.runAlone(operation, options: "--seconds=1")
        #expect(sleep.code == 3)
        #expect(sleep.message == "the decoder of JPEG took more than the 1 s of time of the sandbox")
      }
    }

    /// Half of the time of a decoder, and 20 µs for each of 50,000 pixels.
    @Test("Time of encoders is bounded")
    func timeOfEncoders() throws {
      let loop = try Self.runAlone("looping", options: "--processor=2", "--encodes=1")
      #expect(loop.code == 9)
      #expect(loop.message == "the encoder of JPEG took more than the 2 s of processor time of the sandbox")
    }

    /// As libde265 and x265 do if the system does not give them a thread.
    @Test("No process is waited for forever", arguments: ["--encodes=0", "--encodes=1"])
    func idleProcess(option: String) throws {
      let sleep = try Self.runAlone("sleeping", options: option)
      #expect(sleep.code == 9)
      #expect(sleep.message.hasSuffix(" of JPEG did nothing for 10 s"), "\(sleep.message)")
    }

    @Test("Memory is bounded")
    func memory() throws {
      let line = try Self.runAlone("allocating", options: "--memory=64")
      #expect(line.code == 3)
      #expect(line.message == "no more memory (the sandbox gives the decoder of JPEG 64 MiB)")
      // The request itself is larger than that.
      #expect(try Self.run("--memory=1", "echo").map(\.code) == [3])
    }

    @Test(
      "Impossible answers are refused",
      arguments: [
        "unknown_code", "negative_code", "code_of_clients", "huge_size", "unwritten_size", "size_of_last",
        "short_target", "other_length",
      ])
    func impossibleAnswer(_ operation: String) throws {
      let line = try Self.runAlone(operation)
      #expect(line.code == 1)
      #expect(line.message == "the decoder of JPEG gave an impossible answer")
    }

    @Test(
      "Hosts of every kind",
      arguments: [
        "counting", "ignoring", "waiting", "without_streams", "forking_often", "killed", "starved",
        "calling_often", "cancelling", "interrupted", "pausing",
      ])
    func host(_ name: String) throws {
      let outcome = try Self.outcome([name])
      #expect(outcome.status == 0, "\(outcome.error)")
    }

    @Test("A host that may have no processes", .enabled(if: getuid() != 0, "root may have any number"))
    func withoutProcesses() throws {
      let outcome = try Self.outcome(["without_processes"])
      #expect(outcome.status == 0, "\(outcome.error)")
    }

    @Test("An idle process ends with its host")
    func killedHost() throws {
      let outcome = try Self.outcome(["dying"])
      #expect(outcome.status == -SIGKILL)
      let process = try #require(Int32(outcome.text.trimmingCharacters(in: .newlines)))
      var isAlive = true
      for _ in 0..<500 where isAlive {
        isAlive = kill(process, 0) == 0
        if isAlive { usleep(20_000) }
      }
      #expect(!isAlive)
    }
  }
#endif
