import AuxKernels
import Foundation
import TestSupport
import Testing

@Suite("stream: bad input")
struct StreamErrorTests {
  private let place: Workplace
  private var folder: TemporaryFolder { place.folder }

  init() throws { place = try Workplace() }

  private static let black = Video.plain([0, 0, 0, 0, 0, 0])

  @Test(
    "Streams that break the rules",
    arguments: [
      ("YUV4MPEG2 W0 H4 F30:1\n", "width and height"), ("YUV4MPEG2 W-6 H4\n", "W-6"),
      ("YUV4MPEG2 W100000 H100000 F30:1\nFRAME\n", "limit"),
      ("YUV4MPEG2 W99999999999999999999 H4\n", "no number"),
      ("YUV4MPEG2 W16000 H16000 F30:1\nFRAME\n", "ends within frame 0"), ("YUV4MPEG2 W6 H4 C411\n", "C411"),
      ("YUV4MPEG2 W5 H4\n", "5x4"), ("YUV4MPEG2 W6 H3 C420mpeg2\n", "must be even"),
      ("YUV4MPEG2 W6 H4 C420p11\n", "C420p11"), ("YUV4MPEG2 W6 H4 XCOLORSPACE=YCGCO\n", "--matrix"),
      ("YUV4MPEG2 W5 H4 C422\n", "must be even"),
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
    expect(try outcome("short.y4m"), 65, "ends after 3 frames")
    var slow = Video.plain([1, 2])
    slow.rate = "10:1"
    try folder.write(slow.bytes, to: "slow.y4m")
    expect(try outcome("slow.y4m"), 64, "10.0 frames per second and the color 30.0")
    try folder.write(Video.plain([0, 0, 0, 0, 0, 0, 9]).bytes, to: "long.y4m")
    expect(try outcome("long.y4m"), 0, "goes on after the 6 frames")
    #expect(try outcome("long.y4m", "--quiet").error.isEmpty)

    func frame(_ width: Int) throws -> [UInt8] {
      try Inputs.png(
        PixelPlane(width: width, height: 4, known: .uint8([UInt8](repeating: 5, count: width * 4))))
    }
    for index in [0, 1, 2, 4, 5] { try folder.write(frame(6), to: "gap\(index).png") }
    expect(try outcome("gap%d.png"), 66, "gap3.png is missing, but gap4.png is there")
    // The folder has the name, and the system no file.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("gap3.png"), withDestinationPath: "nowhere")
    expect(try outcome("gap%d.png"), 66, "gap3.png is there, but cannot be opened")
    try folder.remove("gap3.png")
    try folder.write(frame(5), to: "gap3.png")
    expect(try outcome("gap%d.png"), 65, "frame 3 is 5x4")
    try folder.write(Array(frame(6).prefix(40)), to: "gap3.png")
    expect(try outcome("gap%d.png"), 65, "frame 3, gap3.png")
    expect(try outcome("late%d.png"), 66, "late%d.png: there is no file of the pattern")
    try folder.makeFolder("mixed")
    for name in ["z_1001.pfm", "1001.png"] { try folder.write(frame(6), to: "mixed/\(name)") }
    expect(try outcome("mixed"), 64, "such as 1001.png and z_1001.pfm; give a pattern of one kind")
    expect(try outcome("%d/%d.png"), 64, "one number")
    expect(try outcome("absent"), 66, "absent")
    try folder.makeFolder("empty")
    expect(try outcome("empty"), 66, "no .png, .pfm, .exr, .npy, .tiff or .tif")
    for index in 0..<6 { try folder.write(PFM.bytes([2, 2], width: 2), to: "flat\(index).pfm") }
    expect(try outcome("flat%d.pfm"), 64, "--near and --far")
    for index in 0..<6 { try folder.write(PFM.bytes([1, 2, 3, 4], width: 4), to: "wide\(index).pfm") }
    expect(try outcome("wide%d.pfm"), 64, "4x1 and the colour 6x4")
    expect(try outcome("c.y4m", "--near", "1", "--far", "2"), 64, "map files")
    expect(try outcome("c.y4m", "--far", "2"), 64, "map files")
    expect(try outcome("c.y4m", "--input-unit", "mm"), 64, "map files")
  }

  @Test(
    "Options that contradict",
    arguments: [
      ["--color", "-", "--depth", "-"], ["--mix", "1.5"], ["--mix", "nan"],
      ["--jobs", "0"], ["--focus", "2"], ["--radius", "-1"], ["--slope", "0"], ["--near", "0"],
      ["--near", "2", "--far", "1"], ["--filter", "sepia"], ["--fps", "5"],
      ["--matrix", "rgb"], ["--range", "0"], ["--filter", "rosy", "--filter", "composite"],
    ])
  func usage(options: [String]) throws {
    let inputs = options.first == "--color" ? [] : ["--color", "c.y4m", "--depth", "c.y4m"]
    #expect(try place.run(["stream", "-o", "o.y4m"] + inputs + options).status == 64)
  }
}
