import AuxKernels
import Foundation
import TestSupport
import Testing

@Suite("stream")
struct StreamTests {
  private let place: Workplace
  private var folder: TemporaryFolder { place.folder }

  init() throws { place = try Workplace() }

  private static let black = Video.plain([0, 0, 0, 0, 0, 0])

  @Test(
    "Nothing filtered is bit for bit what came in, odd sizes of 4:4:4 and gray too",
    arguments: ["420jpeg", "420mpeg2", "420paldv", "422", "444", "mono"],
    [["--filter", "none"], ["--filter", "blur", "--mix", "0"]])
  func identity(chroma: String, options: [String]) throws {
    let (width, height) = chroma.hasPrefix("420") ? (8, 6) : chroma == "422" ? (8, 5) : (7, 5)
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
      "rosy", "grayscale", "mask", "spotlight", "highlight", "blur",
    ])
  func filters(name: String) throws {
    let color = Video.noise(5, width: 22, height: 16, chroma: "420jpeg", seed: 3)
    let depth = Video.noise(5, width: 22, height: 16, chroma: "mono", seed: 4)
    // Of pixels of 12 megapixels: two of these frames'.
    let options = ["--filter", name, "--radius", "400"]
    let plain = try place.stream(color, depth, options)
    let smooth = try place.stream(color, depth, options + ["--smooth", "--jobs", "3"])
    for video in [plain, smooth] {
      #expect((video.width, video.height, video.chroma, video.rate) == (22, 16, "420jpeg", "30:1"))
      #expect(video.frames.count == 5 && video != color)
    }
    #expect(try place.stream(color, depth, options + ["--jobs", "1"]) == plain)
  }

  @Test("Depth in gray is the depth, and the mixture is between, by light: 100 and 200 of the power 2.4")
  func grayscale() throws {
    let depth = Video.noise(3, width: 6, height: 4, chroma: "mono", seed: 5)
    #expect(try place.stream(.plain([9, 9, 9]), depth, "--filter", "grayscale") == depth)
    let mixed = try place.stream(
      .plain([100, 100, 100]), .plain([200, 200, 200]), "--filter", "grayscale", "--mix", "0.25")
    #expect(mixed == .plain([135, 135, 135]))
  }

  @Test("A folder, patterns from 0, 1 and 1001, 8 and 16 bits, also of mattes")
  func files() throws {
    let codes: [UInt8] = [10, 60, 110, 160]
    try folder.makeFolder("maps")
    for (index, code) in codes.enumerated() {
      let samples = [UInt16](repeating: UInt16(code) * 257, count: 24)
      let png = try Inputs.png(PixelPlane(width: 6, height: 4, known: .uint16(samples)))
      let gray = [UInt8](repeating: code, count: 24)
      try folder.write(png, to: "maps/m\(index)00.png")
      try folder.write(png, to: "zero\(index).png")
      try folder.write(
        Inputs.png(PixelPlane(width: 6, height: 4, known: .uint8(gray))), to: "one-00\(index + 1)%.png")
      try folder.write(png, to: "z_\(1001 + index).png")
    }
    try folder.write([1], to: "maps/readme.txt")
    try folder.write(Video.plain([0, 0, 0, 0]).bytes, to: "c.y4m")
    for source in ["maps", "maps/", "zero%d.png", "one-%03d%%.png", "z_%04d.png"] {
      try place.succeed(
        "stream", "--color", "c.y4m", "--depth", source, "-o", "o.y4m", "--filter", "grayscale", "--force")
      #expect(try Video(folder.read("o.y4m")) == .plain(codes), "\(source)")
    }
    try place.succeed(
      "stream", "--color", "c.y4m", "--depth", "maps", "--matte", "z_%04d.png", "-o", "m.y4m")
  }

  /// Written by the program, which is tested with OpenEXR's and NumPy's own readers elsewhere.
  @Test(
    "A folder of OpenEXR, NPY or TIFF, with a sky, in the order of the numbers",
    arguments: ["exr", "npy", "tiff"])
  func floatFolders(suffix: String) throws {
    try folder.makeFolder("maps")
    // The nearest, 1 m, is white; 2 m is halfway to the infinitely far; a sky of 1e10 is black.
    let frames: [[Float]] = [[1, 2], [2, 4], [1e10, 1]]
    for (index, pair) in frames.enumerated() {
      try folder.write(PFM.bytes(pair, width: 2), to: "z.pfm")
      try place.succeed("convert", "z.pfm", "-o", "maps/f\(index + 9).\(suffix)")
    }
    try folder.write([1], to: "maps/notes.txt")
    try folder.write(Video.plain([7, 7, 7], width: 2, height: 1).bytes, to: "c.y4m")
    let outcome = try place.run(
      "stream", "--color", "c.y4m", "--depth", "maps", "-o", "-", "--filter", "grayscale", "--near", "1",
      "--far",
      "inf")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try Video(outcome.output).frames == [[255, 128], [128, 64], [0, 255]])
    try folder.write(PFM.bytes([1, 2], width: 2), to: "maps/f12.pfm")
    let two = try place.run("stream", "--color", "c.y4m", "--depth", "maps", "-o", "-", "--filter", "mask")
    #expect(two.status == 64 && two.error.contains("f9.\(suffix) and f12.pfm"), "\(two.error)")
  }

  @Test("Numbers in the names of a folder count by value")
  func numberedNames() throws {
    try folder.makeFolder("maps")
    for index in 0..<12 {
      let samples = [UInt8](repeating: UInt8(index * 20), count: 24)
      try folder.write(
        Inputs.png(PixelPlane(width: 6, height: 4, known: .uint8(samples))), to: "maps/f\(index).PNG")
    }
    try folder.write(Video.plain([UInt8](repeating: 0, count: 12)).bytes, to: "c.y4m")
    let outcome = try place.run(
      "stream", "--color", "c.y4m", "--depth", "maps", "-o", "-", "--filter", "grayscale")
    #expect(try Video(outcome.output).firsts == (0..<12).map { $0 * 20 })
  }

  @Test("A focus in meters is one of the first map's range, at times too")
  func focusInMeters() throws {
    // Half a metre has the disparity 2, 1 m has 1 and 2 m 0.5.
    for index in 1001...1002 { try folder.write(PFM.bytes([0.5, 1, 2, 2], width: 4), to: "z\(index).pfm") }
    try folder.write(Video.plain([7, 7], width: 4, height: 1).bytes, to: "c.y4m")
    func run(_ focus: String, _ options: String...) throws -> Program.Outcome {
      try place.run(
        ["stream", "--color", "c.y4m", "--depth", "z%d.pfm", "-o", "-", "--filter", "mask", "--focus", focus]
          + options)
    }
    for (meters, nearness) in [
      ("1m", "\(1 / 3.0)"), ("2m@0s,0.5m@1f", "0@0s,1@1f"), ("0.2@0f,1m@1f", "0.2@0f,0.33333334@1f"),
    ] {
      let (distant, near) = (try run(meters), try run(nearness))
      #expect(distant.status == 0 && distant.output == near.output, "\(distant.error)")
      #expect(distant.error.isEmpty)
    }
    #expect(
      try run("0.2m").error.contains("the map has 0.5 m to 2 m, and not 0.2 m: the nearest is in focus"))
    #expect(try run("0.2m", "--quiet").error.isEmpty)
    let video = try run("1m", "--depth", "c.y4m")
    #expect(video.status == 64 && video.error.contains("needs distances: Y4M"), "\(video.error)")
    #expect(try run("1m", "--autofocus").status == 64 && run("-1m@0s").status == 64)
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
      // A quarter of the way from 40 to 90 is 52.5.
      for (option, second) in [("--smooth", 52), ("--quiet", 90)] {
        let result = try place.stream(.plain([0, 200]), depth, "--filter", "grayscale", "--stretch", option)
        #expect(
          agree(result.frames, [40, second]) { frame, code in
            !frame.isEmpty && frame.allSatisfy { abs(Int($0) - code) <= 1 }
          }, "\(width)x\(height) \(result.frames)")
      }
    }
  }

  @Test("Smoothing takes more than half of the flicker and fills holes from other frames")
  func smoothing() throws {
    var random = SeededRandom(seed: 9)
    let frames = (0..<24).map { _ in
      (0..<32 * 24).map { index in
        let noise = (0..<4).reduce(-6) { sum, _ in sum + random.below(4) }
        return UInt8(60 + index % 32 * 4 + noise)
      }
    }
    let depth = Video(width: 32, height: 24, frames: frames)
    let color = Video.plain([UInt8](repeating: 80, count: 24), width: 32, height: 24)
    func flicker(_ video: Video) -> Int {
      (6..<24).reduce(0) { sum, index in
        zip(video.frames[index], video.frames[index - 1]).reduce(sum) { sum, pair in
          sum + abs(Int(pair.0) - Int(pair.1))
        }
      }
    }
    let result = try place.stream(color, depth, "--filter", "grayscale", "--smooth")
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
}
