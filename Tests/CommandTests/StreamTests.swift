import AuxKernels
import Foundation
import TestSupport
import Testing

@Suite("stream")
struct StreamTests {
  private let place: Workplace
  private var folder: TemporaryFolder { place.folder }

  init() throws { place = try Workplace() }

  /// Runs the command on c.y4m and returns what it wrote.
  private func stream(
    _ color: Video, _ depth: Video, _ options: String..., location: SourceLocation = #_sourceLocation
  ) throws -> Video {
    try folder.write(color.bytes, to: "c.y4m")
    try folder.write(depth.bytes, to: "d.y4m")
    let arguments = ["stream", "--color", "c.y4m", "--depth", "d.y4m", "-o", "-"] + options
    let outcome = try place.run(arguments)
    #expect(outcome.status == 0, "\(outcome.error)", sourceLocation: location)
    return try Video(outcome.output)
  }

  private static let black = Video.plain([0, 0, 0, 0, 0, 0])

  @Test(
    "Nothing filtered is bit for bit what came in, odd sizes of 4:4:4 and gray too",
    arguments: ["420jpeg", "420mpeg2", "444", "mono"],
    [["--filter", "none"], ["--filter", "blur", "--mix", "0"]])
  func identity(chroma: String, options: [String]) throws {
    let (width, height) = chroma.hasPrefix("420") ? (8, 6) : (7, 5)
    let color = Video.noise(4, width: width, height: height, chroma: chroma, seed: 1)
    try folder.write(color.bytes, to: "c.y4m")
    try folder.write(
      Video.noise(4, width: width, height: height, chroma: "mono", seed: 2).bytes, to: "d.y4m")
    let common = ["stream", "--color", "c.y4m", "--depth", "d.y4m", "-o", "o.y4m", "--smooth"]
    #expect(try place.run(common + options).status == 0)
    #expect(try Video(folder.read("o.y4m")) == color)
  }

  @Test(
    "Every filter keeps format, size and number of frames",
    arguments: [
      "rosy", "grayscale", "mask", "spotlight", "blur",
    ])
  func filters(name: String) throws {
    let color = Video.noise(5, width: 22, height: 16, chroma: "420jpeg", seed: 3)
    let depth = Video.noise(5, width: 22, height: 16, chroma: "mono", seed: 4)
    let plain = try stream(color, depth, "--filter", name)
    let smooth = try stream(color, depth, "--filter", name, "--smooth", "--jobs", "3")
    for video in [plain, smooth] {
      #expect((video.width, video.height, video.chroma, video.rate) == (22, 16, "420jpeg", "30:1"))
      #expect(video.frames.count == 5 && video != color)
    }
    #expect(try stream(color, depth, "--filter", name, "--jobs", "1") == plain)
  }

  @Test("Depth in gray is the depth, and the mixture lies between")
  func grayscale() throws {
    let depth = Video.noise(3, width: 6, height: 4, chroma: "mono", seed: 5)
    #expect(try stream(.plain([9, 9, 9]), depth, "--filter", "grayscale") == depth)
    let mixed = try stream(
      .plain([100, 100, 100]), .plain([200, 200, 200]), "--filter", "grayscale", "--mix", "0.25")
    #expect(mixed == .plain([125, 125, 125]))
  }

  @Test("A folder, patterns from 0 and from 1, 8 and 16 bits")
  func files() throws {
    let codes: [UInt8] = [10, 60, 110, 160]
    try folder.makeFolder("maps")
    for (index, code) in codes.enumerated() {
      let samples = [UInt16](repeating: UInt16(code) * 257, count: 24)
      let png = try Inputs.png(PixelPlane(width: 6, height: 4, storage: .uint16(samples)))
      let gray = [UInt8](repeating: code, count: 24)
      try folder.write(png, to: "maps/m\(index)00.png")
      try folder.write(png, to: "zero\(index).png")
      try folder.write(
        Inputs.png(PixelPlane(width: 6, height: 4, storage: .uint8(gray))), to: "one-00\(index + 1)%.png")
    }
    try folder.write([1], to: "maps/readme.txt")
    try folder.write(Video.plain([0, 0, 0, 0]).bytes, to: "c.y4m")
    for source in ["maps", "maps/", "zero%d.png", "one-%03d%%.png"] {
      try place.succeed(
        "stream", "--color", "c.y4m", "--depth", source, "-o", "o.y4m", "--filter", "grayscale", "--force")
      #expect(try Video(folder.read("o.y4m")) == .plain(codes), "\(source)")
    }
  }

  @Test("Numbers in the names of a folder count by value")
  func numberedNames() throws {
    try folder.makeFolder("maps")
    for index in 0..<12 {
      let samples = [UInt8](repeating: UInt8(index * 20), count: 24)
      try folder.write(
        Inputs.png(PixelPlane(width: 6, height: 4, storage: .uint8(samples))), to: "maps/f\(index).PNG")
    }
    try folder.write(Video.plain([UInt8](repeating: 0, count: 12)).bytes, to: "c.y4m")
    let outcome = try place.run(
      "stream", "--color", "c.y4m", "--depth", "maps", "-o", "-", "--filter", "grayscale")
    #expect(try Video(outcome.output).firsts == (0..<12).map { $0 * 20 })
  }

  @Test("Float maps keep one range over the stream")
  func floats() throws {
    // Half a metre has the disparity 2, 1 m has 1 and 2 m 0.5.
    let frames: [[Float]] = [[1, 2], [0.5, 1], [2, 4], [.nan, 1]]
    for (index, pair) in frames.enumerated() {
      try folder.write(PFM.bytes(pair, width: 2), to: "z\(index).pfm")
      try folder.write(PFM.bytes(pair.map { 1 / $0 }, width: 2), to: "i\(index).pfm")
    }
    try folder.write(Video.plain([7, 7, 7, 7], width: 2, height: 1).bytes, to: "c.y4m")
    func run(_ options: String...) throws -> [[UInt8]] {
      let common = ["stream", "--color", "c.y4m", "-o", "-", "--filter", "grayscale"]
      let outcome = try place.run(common + options)
      #expect(outcome.status == 0, "\(outcome.error)")
      return try Video(outcome.output).frames
    }
    let first: [[UInt8]] = [[255, 0], [255, 255], [0, 0], [255, 255]]
    #expect(try run("--depth", "z%d.pfm") == first)
    #expect(try run("--depth", "i%d.pfm", "--depth-kind", "disparity") == first)
    let given: [[UInt8]] = [[128, 64], [255, 128], [64, 32], [128, 128]]
    #expect(try run("--depth", "z%d.pfm", "--near", "0.5", "--far", "inf") == given)
  }

  @Test("Depth of another size is scaled to the frame")
  func sizes() throws {
    for (width, height) in [(3, 2), (12, 9), (3, 8), (1, 1)] {
      let depth = Video.plain([40, 90], width: width, height: height)
      for option in ["--smooth", "--quiet"] {
        let result = try stream(.plain([0, 200]), depth, "--filter", "grayscale", "--stretch", option)
        for (frame, code) in zip(result.frames, [40, 90]) {
          #expect(frame.allSatisfy { abs(Int($0) - code) <= 1 }, "\(width)x\(height) \(frame)")
        }
      }
    }
  }

  @Test("Depth at a lower rate is held or interpolated, and the colour keeps its own")
  func rates() throws {
    let depth = Video.plain([100, 200, 200, 103, 0, 0])
    let held = try stream(Self.black, depth, "--filter", "grayscale", "--fps", "10")
    #expect(held.firsts == [100, 100, 100, 103, 103, 103] && held.rate == "30:1")
    let between = try stream(
      Self.black, depth, "--filter", "grayscale", "--fps", "10", "--fps-mode", "interpolated")
    #expect(between.firsts == [100, 101, 102, 103, 103, 103])
    let smooth = try stream(
      Self.black, depth, "--filter", "grayscale", "--fps", "10", "--fps-mode", "interpolated", "--smooth")
    #expect(smooth.frames.count == 6)
    var slow = Video.plain([100, 103])
    let given = try stream(Self.black, slow, "--filter", "grayscale", "--depth-fps", "10")
    #expect(given.firsts == held.firsts)
    slow.rate = "10:1"
    #expect(try stream(Self.black, slow, "--filter", "grayscale", "--fps", "10").firsts == held.firsts)
  }

  @Test("Smoothing takes more than half of the flicker and fills holes from other frames")
  func smoothing() throws {
    var state: UInt64 = 9
    let frames = (0..<24).map { _ in
      (0..<32 * 24).map { index in
        let noise = (0..<4).reduce(-6) { sum, _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return sum + Int(state >> 33 & 3)
        }
        return UInt8(60 + index % 32 * 4 + noise)
      }
    }
    let depth = Video(width: 32, height: 24, frames: frames)
    let color = Video.plain([UInt8](repeating: 80, count: 24), width: 32, height: 24)
    func flicker(_ video: Video) -> Int {
      (6..<24).reduce(0) { sum, index in
        zip(video.frames[index], video.frames[index - 1]).reduce(sum) { $0 + abs(Int($1.0) - Int($1.1)) }
      }
    }
    let result = try stream(color, depth, "--filter", "grayscale", "--smooth")
    #expect(result.frames.count == 24 && 2 * flicker(result) < flicker(depth))

    for index in 0..<5 {
      let values: [Float] = index == 2 ? [2, .nan, 1] : [2, 1, 1]
      try folder.write(PFM.bytes(values, width: 3), to: "h\(index).pfm")
    }
    try folder.write(Video.plain([0, 0, 0, 0, 0], width: 3, height: 1).bytes, to: "c.y4m")
    let common = ["stream", "--color", "c.y4m", "--depth", "h%d.pfm", "-o", "-", "--filter", "grayscale"]
    #expect(try Video(place.run(common).output).frames[2] == [0, 0, 255])
    #expect(try Video(place.run(common + ["--smooth"]).output).frames[2] == [0, 255, 255])
  }

  @Test("One program may feed both pipes, one after the other")
  func twoPipes() throws {
    // Each is more than a pipe holds.
    let color = Video.noise(6, width: 320, height: 240, chroma: "444", seed: 8)
    let depth = Video.noise(6, width: 320, height: 240, chroma: "mono", seed: 9)
    let expected = try stream(color, depth, "--filter", "spotlight")
    let outcome = try place.run(
      behind: #"mkfifo a b; (cat c.y4m > a; cat d.y4m > b) & timeout 60 "$0" "$@"; exit;"#,
      ["stream", "--color", "a", "--depth", "b", "-o", "-", "--filter", "spotlight"])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try Video(outcome.output) == expected)
  }

  @Test("The pipes may be opened in either order")
  func openingOrder() throws {
    let color = Video.noise(3, width: 320, height: 240, chroma: "444", seed: 8)
    let depth = Video.noise(3, width: 320, height: 240, chroma: "mono", seed: 9)
    let expected = try stream(color, depth, "--filter", "mask")
    let outcome = try place.run(
      behind: #"mkfifo a b; (cat d.y4m > b; cat c.y4m > a) & timeout 60 "$0" "$@"; exit;"#,
      ["stream", "--color", "a", "--depth", "b", "-o", "-", "--filter", "mask"])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try Video(outcome.output) == expected)
  }

  @Test("A pipe that is not read to its end ends the program no otherwise")
  func unreadPipes() throws {
    try folder.write(Self.black.bytes, to: "c.y4m")
    try folder.write(Video.plain([UInt8](repeating: 3, count: 40)).bytes, to: "long.y4m")
    try folder.write(Array("YUV4MPEG2 W6 H4 Cmono\nFRAMES\n".utf8), to: "bad.y4m")
    let options = ["-o", "-", "--filter", "mask"]
    let long = try place.run(
      behind: "cat long.y4m |", ["stream", "--color", "c.y4m", "--depth", "-"] + options)
    #expect(long.status == 0, "\(long.error)")
    #expect(try Video(long.output).frames.count == 6)
    let bad = try place.run(
      behind: "cat bad.y4m |", ["stream", "--color", "-", "--depth", "c.y4m"] + options)
    #expect(bad.status == 65 && bad.error.contains("FRAME"), "\(bad.error)")
    let other = try place.run(
      behind: "cat long.y4m |", ["stream", "--color", "bad.y4m", "--depth", "-"] + options)
    #expect(other.status == 65 && other.error.contains("bad.y4m"), "\(other.error)")
  }

  @Test("Either input may be standard input, and the output standard output")
  func pipes() throws {
    let color = Video.noise(6, width: 10, height: 8, chroma: "420jpeg", seed: 6)
    let depth = Video.noise(6, width: 10, height: 8, chroma: "mono", seed: 7)
    let expected = try stream(color, depth, "--filter", "spotlight", "--smooth")
    for (shell, inputs) in [("c.y4m", ["-", "d.y4m"]), ("d.y4m", ["c.y4m", "-"])] {
      let options = [
        "--color", inputs[0], "--depth", inputs[1], "-o", "-", "--filter", "spotlight", "--smooth",
      ]
      let outcome = try place.run(behind: "cat \(shell) |", ["stream"] + options)
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
      #expect(try Video(outcome.output) == expected)
    }
    // FIFOs at both ends.
    let fifos = try place.run(
      behind: #"mkfifo in out; cat d.y4m > in & cat out & "$0" "$@"; wait; exit;"#,
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
      behind: """
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
      behind: #""$0" "$@" | head -c 100 > head; exit ${PIPESTATUS[0]};"#,
      ["stream", "--color", "c.y4m", "--depth", "c.y4m", "-o", "-", "--filter", "mask"])
    #expect(outcome.status == 74 && outcome.error.isEmpty, "\(outcome.status) \(outcome.error)")
    #expect(try folder.read("head").count == 100)
  }

  @Test("A signal leaves no half file")
  func interrupted() throws {
    try folder.write(Self.black.bytes, to: "c.y4m")
    let outcome = try place.run(
      behind: #"(cat c.y4m; sleep 2) | timeout -s TERM 1 "$0" "$@"; exit $?;"#,
      ["stream", "--color", "-", "--depth", "c.y4m", "-o", "o.y4m", "--filter", "mask"])
    #expect(outcome.status == 124)
    #expect(try folder.names == ["c.y4m"])
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

  @Test(
    "Streams that break the rules",
    arguments: [
      ("YUV4MPEG2 W0 H4 F30:1\n", "width and height"), ("YUV4MPEG2 W-6 H4\n", "W-6"),
      ("YUV4MPEG2 W100000 H100000 F30:1\nFRAME\n", "limit"),
      ("YUV4MPEG2 W99999999999999999999 H4\n", "no number"),
      ("YUV4MPEG2 W16000 H16000 F30:1\nFRAME\n", "ends within frame 0"), ("YUV4MPEG2 W6 H4 C422\n", "C422"),
      ("YUV4MPEG2 W5 H4\n", "5x4"), ("YUV4MPEG2 W6 H3 C420mpeg2\n", "must be even"),
      ("YUV4MPEG2 W6 H4 C420p10\n", "C420p10"), ("YUV4MPEG2 W6 H4 C420paldv\n", "C420paldv"),
      ("YUV4MPEG2 W6 H4\nFRAME\n1234", "ends within frame 0"), ("YUV4MPEG2 W6 H4\nFRAMING\n", "FRAME"),
      ("RIFF", "header"), ("", "header"), (String(repeating: "x", count: 9000), "line feed"),
    ])
  func malformed(text: String, message: String) throws {
    try folder.write(Array(text.utf8), to: "bad.y4m")
    try folder.write(Self.black.bytes, to: "c.y4m")
    for inputs in [["bad.y4m", "c.y4m"], ["c.y4m", "bad.y4m"]] {
      let outcome = try place.run(["stream", "--color", inputs[0], "--depth", inputs[1], "-o", "o.y4m"])
      #expect(outcome.status == 65, "\(inputs) \(outcome.error)")
      #expect(outcome.error.contains("bad.y4m: ") && outcome.error.contains(message), "\(outcome.error)")
    }
    #expect(try folder.names == ["bad.y4m", "c.y4m"])
  }

  @Test("Depth that does not fit the colour")
  func lengths() throws {
    func outcome(_ depth: String, _ options: String...) throws -> Program.Outcome {
      try place.run(
        ["stream", "--color", "c.y4m", "--depth", depth, "-o", "-", "--filter", "mask"] + options)
    }
    func expect(
      _ outcome: Program.Outcome, _ status: Int32, _ message: String,
      _ location: SourceLocation = #_sourceLocation
    ) {
      #expect(outcome.status == status, "\(outcome.error)", sourceLocation: location)
      #expect(outcome.error.contains(message), "\(outcome.error)", sourceLocation: location)
    }
    try folder.write(Self.black.bytes, to: "c.y4m")
    try folder.write(Video.plain([1, 2, 3]).bytes, to: "short.y4m")
    expect(try outcome("short.y4m"), 65, "ends before frame 3")
    var slow = Video.plain([1, 2])
    slow.rate = "10:1"
    try folder.write(slow.bytes, to: "slow.y4m")
    expect(try outcome("slow.y4m"), 65, "see --depth-fps")
    try folder.write(Video.plain([0, 0, 0, 0, 0, 0, 9]).bytes, to: "long.y4m")
    expect(try outcome("long.y4m"), 0, "goes on after the 6 frames")
    #expect(try outcome("long.y4m", "--quiet").error.isEmpty)

    func frame(_ width: Int) throws -> [UInt8] {
      try Inputs.png(
        PixelPlane(width: width, height: 4, storage: .uint8([UInt8](repeating: 5, count: width * 4))))
    }
    for index in [0, 1, 2, 4, 5] { try folder.write(frame(6), to: "gap\(index).png") }
    expect(try outcome("gap%d.png"), 66, "gap3.png is missing, but gap4.png is there")
    try folder.write(frame(5), to: "gap3.png")
    expect(try outcome("gap%d.png"), 65, "frame 3 is 5x4")
    try folder.write(Array(frame(6).prefix(40)), to: "gap3.png")
    expect(try outcome("gap%d.png"), 65, "frame 3, gap3.png")
    for index in 5..<9 { try folder.write(frame(6), to: "late\(index).png") }
    expect(try outcome("late%d.png"), 66, "but late5.png")
    expect(try outcome("%d/%d.png"), 64, "one number")
    expect(try outcome("absent"), 66, "absent")
    try folder.makeFolder("empty")
    expect(try outcome("empty"), 66, "no .png or .pfm")
    for index in 0..<6 { try folder.write(PFM.bytes([2, 2], width: 2), to: "flat\(index).pfm") }
    expect(try outcome("flat%d.pfm"), 64, "--near and --far")
    for index in 0..<6 { try folder.write(PFM.bytes([1, 2, 3, 4], width: 4), to: "wide\(index).pfm") }
    expect(try outcome("wide%d.pfm"), 64, "4x1 and the colour 6x4")
    expect(try outcome("c.y4m", "--near", "1", "--far", "2"), 64, "PFM")
    expect(try outcome("c.y4m", "--fps", "0.000001", "--fps-mode", "interpolated"), 64, "wait in memory")
    var timeless = Self.black
    timeless.rate = "0:0"
    try folder.write(timeless.bytes, to: "c.y4m")
    expect(try outcome("c.y4m", "--fps", "5"), 64, "frame rate")
  }

  @Test(
    "Options that contradict",
    arguments: [
      ["--color", "-", "--depth", "-"], ["--mix", "1.5"], ["--mix", "nan"], ["--fps", "0"], ["--fps", "inf"],
      ["--jobs", "0"], ["--focus", "2"], ["--radius", "-1"], ["--slope", "0"], ["--near", "1"],
      ["--near", "2", "--far", "1"], ["--filter", "sepia"], ["--fps-mode", "guess"],
    ])
  func usage(options: [String]) throws {
    let inputs = options.first == "--color" ? [] : ["--color", "c.y4m", "--depth", "c.y4m"]
    #expect(try place.run(["stream", "-o", "o.y4m"] + inputs + options).status == 64)
  }
}
