import Foundation
import TestSupport
import Testing

@Suite("stream: pipes and outputs")
struct StreamPipeTests {
  private let place: Workplace
  private var folder: TemporaryFolder { place.folder }

  init() throws { place = try Workplace() }

  private static let black = Video.plain([0, 0, 0, 0, 0, 0])

  /// Has one program write both videos, each more than a pipe holds, into two FIFOs.
  private func feedsBoth(_ order: String, frames: Int, filter: String) throws {
    let color = Video.noise(frames, width: 320, height: 240, chroma: "444", seed: 8)
    let depth = Video.noise(frames, width: 320, height: 240, chroma: "mono", seed: 9)
    let expected = try place.stream(color, depth, "--filter", filter)
    let outcome = try place.run(
      after: #"mkfifo a b; (\#(order)) & timeout 60 "$0" "$@"; exit;"#,
      ["stream", "--color", "a", "--depth", "b", "-o", "-", "--filter", filter])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try Video(outcome.output) == expected)
  }

  @Test("One program may feed both pipes, one after the other")
  func twoPipes() throws {
    try feedsBoth("cat c.y4m > a; cat d.y4m > b", frames: 6, filter: "spotlight")
  }

  @Test("The pipes may be opened in either order")
  func openingOrder() throws {
    try feedsBoth("cat d.y4m > b; cat c.y4m > a", frames: 3, filter: "mask")
  }

  @Test("A pipe that is not read to its end ends the program in the same way")
  func unreadPipes() throws {
    try folder.write(Self.black.bytes, to: "c.y4m")
    try folder.write(Video.plain([UInt8](repeating: 3, count: 40)).bytes, to: "long.y4m")
    try folder.write(Array("YUV4MPEG2 W6 H4 Cmono\nFRAMES\n".utf8), to: "bad.y4m")
    let options = ["-o", "-", "--filter", "mask"]
    let long = try place.run(
      after: "cat long.y4m |", ["stream", "--color", "c.y4m", "--depth", "-"] + options)
    #expect(long.status == 0, "\(long.error)")
    #expect(try Video(long.output).frames.count == 6)
    let bad = try place.run(
      after: "cat bad.y4m |", ["stream", "--color", "-", "--depth", "c.y4m"] + options)
    #expect(bad.status == 65 && bad.error.contains("FRAME"), "\(bad.error)")
    let other = try place.run(
      after: "cat long.y4m |", ["stream", "--color", "bad.y4m", "--depth", "-"] + options)
    #expect(other.status == 65 && other.error.contains("bad.y4m"), "\(other.error)")
  }

  @Test("Either input may be standard input, and the output standard output")
  func pipes() throws {
    let color = Video.noise(6, width: 10, height: 8, chroma: "420jpeg", seed: 6)
    let depth = Video.noise(6, width: 10, height: 8, chroma: "mono", seed: 7)
    let expected = try place.stream(color, depth, "--filter", "spotlight", "--smooth")
    for (shell, inputs) in [("c.y4m", ["-", "d.y4m"]), ("d.y4m", ["c.y4m", "-"])] {
      let options = [
        "--color", inputs[0], "--depth", inputs[1], "-o", "-", "--filter", "spotlight", "--smooth",
      ]
      let outcome = try place.run(after: "cat \(shell) |", ["stream"] + options)
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
      #expect(try Video(outcome.output) == expected)
    }
    // FIFOs at both ends.
    let fifos = try place.run(
      after: #"mkfifo in out; cat d.y4m > in & cat out & "$0" "$@"; wait; exit;"#,
      [
        "stream", "--color", "c.y4m", "--depth", "in", "-o", "out", "--filter", "spotlight", "--smooth",
        "--quiet",
      ])
    let printed = Array("out: spotlight 10x8, 6 frames\n".utf8)
    #expect(fifos.output.count == expected.bytes.count + printed.count)
  }

  @Test(
    "A pipe with ffmpeg on both sides",
    .enabled(if: Program.installed("ffmpeg") != nil, "ffmpeg is not installed"))
  func ffmpeg() throws {
    let input = "ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=30 -frames:v 20 -pix_fmt yuv420p"
    let gray = "ffmpeg -v error -f lavfi -i testsrc2=size=32x24:rate=30 -frames:v 20 -pix_fmt gray"
    let output = "ffmpeg -v error -f yuv4mpegpipe -i - -f framecrc -"
    let outcome = try place.run(
      after: """
        set -o pipefail; \(gray) d.y4m; \(input) -f yuv4mpegpipe - | "$0" "$@" | \(output); exit $?;
        """,
      [
        "stream", "--color", "-", "--depth", "d.y4m", "-o", "-", "--filter", "blur", "--smooth", "--mix",
        "0.8",
      ])
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(outcome.text.split(separator: "\n").count { $0.hasPrefix("0,") } == 20)
    #expect(outcome.text.contains("64x48"))
  }

  @Test("A reader that goes away ends it without a message")
  func closedPipe() throws {
    let color = Video.noise(200, width: 64, height: 48, chroma: "mono", seed: 8)
    try folder.write(color.bytes, to: "c.y4m")
    let outcome = try place.run(
      after: #""$0" "$@" | head -c 100 > head; exit ${PIPESTATUS[0]};"#,
      ["stream", "--color", "c.y4m", "--depth", "c.y4m", "-o", "-", "--filter", "mask"])
    #expect(outcome.status == 74 && outcome.error.isEmpty, "\(outcome.status) \(outcome.error)")
    #expect(try folder.read("head").count == 100)
  }

  @Test("A signal leaves no half file")
  func interrupted() throws {
    try folder.write(Self.black.bytes, to: "c.y4m")
    let outcome = try place.run(
      after: #"(cat c.y4m; sleep 2) | timeout -s TERM 1 "$0" "$@"; exit $?;"#,
      ["stream", "--color", "-", "--depth", "c.y4m", "-o", "o.y4m", "--filter", "mask"])
    let names = try folder.names
    #expect(outcome.status == 124 && names == ["c.y4m"], "\(outcome.status) \(names) \(outcome.error)")
  }

  @Test("Outputs: existing, forced, a device, none on an error")
  func outputs() throws {
    try folder.write(Self.black.bytes, to: "c.y4m")
    try folder.write([1, 2], to: "o.y4m")
    let common = ["stream", "--color", "c.y4m", "--depth", "c.y4m", "-o"]
    let refused = try place.run(common + ["o.y4m"])
    #expect(refused.status == 73 && refused.error.contains("o.y4m: exists already"))
    #expect(try folder.read("o.y4m") == [1, 2])
    #expect(try place.run(common + ["o.y4m", "--force"]).text == "o.y4m: none 6x4, 6 frames\n")
    #expect(try Video(folder.read("o.y4m")) == Self.black)
    #expect(try place.run(common + ["none/o.y4m"]).status == 73)
    #expect(try place.run(common + ["/dev/null"]).status == 0)
    let full = try place.run(common + ["/dev/full"])
    #expect(full.status == 74 && full.error.contains("/dev/full: cannot write"))
    try folder.write(Array("YUV4MPEG2 W6 H4 F30:1\n".utf8), to: "c.y4m")
    #expect(try place.run(common + ["-"]).text.hasPrefix("YUV4MPEG2 W6 H4 "))
  }
}
