import Foundation
import TestSupport
import Testing

@Suite("stream: outputs that ffmpeg makes")
struct StreamVideoTests {
  private let place: Workplace
  private var folder: TemporaryFolder { place.folder }

  init() throws {
    place = try Workplace()
    try folder.write(Video.plain([1, 2, 3]).bytes, to: "c.y4m")
    try folder.makeFolder("bin")
  }

  private static let options = [
    "stream", "--color", "c.y4m", "--depth", "c.y4m", "--filter", "grayscale", "-o",
  ]

  /// A program in the place of ffmpeg that records its arguments, and writes what it gets.
  private func standIn(_ body: String) throws {
    try folder.write(Array("#!/bin/sh\nprintf '%s\\n' \"$@\" > arguments\n\(body)\n".utf8), to: "bin/ffmpeg")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/ffmpeg"))
  }

  private func run(_ output: String, _ options: String...) throws -> Program.Outcome {
    try place.run(after: "PATH=$PWD/bin:$PATH;", Self.options + [output] + options)
  }

  @Test("It gets the stream and the file, which has its name in the end")
  func made() throws {
    try standIn("cat > /dev/fd/3")
    let outcome = try run("o.MP4", "--matrix", "bt709")
    #expect(outcome.status == 0 && outcome.text == "o.MP4: grayscale 6x4, 3 frames\n", "\(outcome.error)")
    #expect(try Video(folder.read("o.MP4")) == .plain([1, 2, 3]))
    let arguments = String(decoding: try folder.read("arguments"), as: UTF8.self).split(separator: "\n")
    #expect(
      arguments.starts(with: ["-hide_banner", "-loglevel", "error", "-f", "yuv4mpegpipe", "-i", "pipe:0"]))
    #expect(arguments.suffix(4) == ["-f", "mp4", "-y", "/dev/fd/3"])
    #expect(arguments.contains("setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709"))
    let refused = try run("o.MP4")
    #expect(refused.status == 73 && refused.error.contains("exists already"))
    #expect(try run("o.MP4", "--force").status == 0)
  }

  @Test("Its failure is one of the command, and leaves nothing")
  func failed() throws {
    for (body, text) in [
      ("cat > /dev/null; echo first >&2; echo 'no such encoder' >&2; exit 3", "no such encoder"),
      ("echo 'gone at once' >&2; exit 1", "gone at once"), ("exit 3", "ffmpeg failed (status 3)"),
      ("kill -9 $$", "ended by signal 9"), ("cat > /dev/null; kill -11 $$", "ended by signal 11"),
      ("cat > /dev/null", "wrote nothing"), ("exit 0", "ffmpeg"),
      ("head -c 70 > /dev/fd/3; exit 1", "ffmpeg failed (status 1)"),
    ] {
      try standIn(body)
      let outcome = try run("o.mkv")
      #expect(outcome.status == 74 && outcome.error.contains(text), "\(outcome.status) \(outcome.error)")
      #expect(outcome.error.contains("o.mkv") && outcome.error.contains(".y4m"), "\(outcome.error)")
    }
    // Frames that go wrong on the way end it as well.
    try standIn("exec cat > /dev/fd/3")
    try folder.write(Array(Video.plain([1, 2]).bytes.dropLast(3)), to: "c.y4m")
    #expect(try run("o.mkv").status == 65)
    try folder.write(Video.plain([1, 2, 3]).bytes, to: "c.y4m")
    #expect(try folder.names.filter { $0.contains("mkv") || $0.hasPrefix(".auxdepth") }.isEmpty)
  }

  @Test("One that takes nothing is ended after a minute", .timeLimit(.minutes(3)))
  func stuck() throws {
    let colour = Video.noise(40, width: 64, height: 48, chroma: "420jpeg", seed: 4)
    try folder.write(colour.bytes, to: "c.y4m")
    try standIn("exec sleep 600")
    let outcome = try run("o.mkv")
    #expect(outcome.status == 74 && outcome.error.contains("took nothing for 60 s"), "\(outcome.error)")
    #expect(try folder.names.filter { $0.contains("mkv") || $0.hasPrefix(".auxdepth") }.isEmpty)
  }

  @Test("Without it, and for other names, there is an error that says what helps")
  func missing() throws {
    let outcome = try place.run(after: "PATH=$PWD/bin;", Self.options + ["o.mp4"])
    #expect(outcome.status == 69 && outcome.error.contains("package ffmpeg"), "\(outcome.error)")
    for name in ["o.txt", "o"] {
      let other = try place.run(Self.options + [name])
      #expect(other.status == 64 && other.error.contains(".y4m"), "\(other.error)")
    }
    #expect(try !folder.names.contains { $0.hasPrefix("o") })
  }

  @Test(
    "ffmpeg itself makes a video of the frames",
    .enabled(if: Program.installed("ffmpeg") != nil, "ffmpeg is not installed"))
  func real() throws {
    let color = Video.noise(5, width: 64, height: 48, chroma: "420jpeg", seed: 4)
    try folder.write(color.bytes, to: "c.y4m")
    try place.succeed(
      "stream", "--color", "c.y4m", "--depth", "c.y4m", "--filter", "rosy", "-o", "o.mkv", "--matrix", "bt709"
    )
    let probe = try place.run(after: "ffmpeg -v error -i o.mkv -f yuv4mpegpipe - ; exit;", [])
    let back = try Video(probe.output)
    #expect(back.frames.count == 5 && (back.width, back.height) == (64, 48))
  }
}
