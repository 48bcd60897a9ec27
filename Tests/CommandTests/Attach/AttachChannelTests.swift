import TestSupport
import Testing

/// Channels of OpenEXR files that feed several maps.
@Suite struct AttachChannelTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
  }

  /// A file of 64x48 floats without compression, each channel of one value but for its first half, which is half of it.
  private static func file(_ channels: [String: Float]) -> [UInt8] {
    EXRBytes(
      width: 64, height: 48,
      channels.map { name, value in (name, (0..<(64 * 48)).map { $0 % 64 < 32 ? value / 2 : value }) }
    ).bytes
  }

  private func extracted(_ type: String) throws -> [Float] {
    try work.succeed("extract", "out.jpg", "-o", "back.pfm", "--type", type, "--as", "fdis", "--force")
    return try PFM.values(work.folder.read("back.pfm"))
  }

  /// A render of one file: distances of 2 and 4 in Z, coverage of 0.4 and 0.8 in A, another matte beside it.
  @Test func oneFileFeedsDepthAndMatte() throws {
    try work.folder.write(
      Self.file(["R": 0.5, "G": 0.5, "B": 0.5, "A": 0.8, "Z": 4, "hero.matte": 0.6, "back.Depth.Z": 8]),
      to: "render.exr")
    try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--depth", "render.exr", "--portrait", "render.exr")
    let near = try #require(try extracted("disparity").max())
    #expect(abs(near - 0.5) < 0.01)
    #expect(abs(try #require(try extracted("portraitEffectsMatte").max()) - 0.8) < 0.01)
    try work.succeed(
      "attach", "in.jpg", "-o", "out.jpg", "--force", "--depth", "render.exr", "--portrait", "render.exr",
      "--depth-channel", "back.Depth.Z", "--portrait-channel", "hero.matte")
    #expect(abs(try #require(try extracted("disparity").max()) - 0.25) < 0.01)
    #expect(abs(try #require(try extracted("portraitEffectsMatte").max()) - 0.6) < 0.01)
  }

  @Test func mattesAreNotTakenFromDepth() throws {
    try work.folder.write(Self.file(["R": 0.5, "G": 0.5, "B": 0.5, "Z": 1]), to: "render.exr")
    let refused = try work.run(["attach", "in.jpg", "-o", "out.jpg", "--portrait", "render.exr"])
    #expect(refused.status == 64 && refused.error.contains("B, G, R, Z"))
    #expect(refused.error.contains("--portrait-channel") && !refused.error.contains("of depth"))
    let alone = try work.run(
      ["attach", "in.jpg", "-o", "out.jpg", "--depth", "render.exr", "--portrait-channel", "R"])
    #expect(alone.status == 64 && alone.error.contains("--portrait-channel goes with --portrait"))
  }

  /// What extract says of the range and the scale, in words and in JSON.
  @Test func extractSaysRangeAndScale() throws {
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--depth", "map.pfm", "--accuracy", "relative")
    let said = try work.run(["extract", "out.jpg", "-o", "a.png"])
    #expect(said.text.contains("black ") && said.text.contains(" 1/m"))
    #expect(said.error.contains("the scale of the distances is unknown"))
    let json = try work.run(["extract", "out.jpg", "-o", "b.png", "--json"])
    let file = try #require(try JSONObject(json.text).objects("extracted").first)
    let info = try work.run(["attach", "in.jpg", "-o", "again.jpg", "--depth", "map.pfm", "--json"])
    let image = try #require(try JSONObject(info.text).objects("attached").first)
    #expect(file.number("rangeMin") == image.number("floatMin"))
    #expect(file.number("rangeMax") == image.number("floatMax"))
    #expect(file.string("scale") == "unknown")
    try work.succeed("attach", "in.jpg", "-o", "abs.jpg", "--depth", "map.pfm")
    let absolute = try work.run(["extract", "abs.jpg", "-o", "c.png", "--json"])
    #expect(!absolute.error.contains("scale"))
    #expect(try JSONObject(absolute.text).objects("extracted").first?.string("scale") == nil)
  }
}
