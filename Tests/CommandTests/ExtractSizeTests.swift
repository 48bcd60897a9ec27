import AuxCodecs
import AuxContainers
import AuxMaps
import TestSupport
import Testing

/// `extract --resize`, and the channel of mattes.
@Suite struct ExtractSizeTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(orientation: 6), to: "plain.jpg")
    try work.folder.write(PFM.bytes([Float](repeating: 2, count: 16 * 12), width: 16), to: "depth.pfm")
    try work.succeed(
      "attach", "plain.jpg", "--depth", "depth.pfm", "--stored", "--intrinsics", "20", "-o", "photo.jpg")
  }

  private func size(_ options: String...) throws -> [Double?] {
    let all = ["extract", "photo.jpg", "-o", "map.npy", "--force", "--json"] + options
    let seen = try work.run(all)
    #expect(seen.status == 0, "\(seen.error)")
    let map = try #require(JSONObject(seen.text).objects("extracted").first)
    return [map.number("width"), map.number("height")]
  }

  @Test("A size of another aspect ratio needs --stretch")
  func aspect() throws {
    let seen = try work.run("extract", "photo.jpg", "-o", "map.npy", "--resize", "32x32")
    #expect(seen.status == 64, "\(seen.error)")
    #expect(
      seen.error.contains("32x32 is another aspect ratio than the map's 12x16; --stretch"), "\(seen.error)")
    #expect(try size("--resize", "32x32", "--stretch") == [32, 32])
    #expect(try size("--resize", "24x32") == [24, 32] && size("--resize", "4x5") == [4, 5])
    let camera = try work.run(
      "extract", "photo.jpg", "-o", "map.npy", "--force", "--camera", "camera.json", "--resize", "9x30")
    #expect(camera.status == 64)
    #expect(try work.run("extract", "photo.jpg", "-o", "map.npy", "--force", "--stretch").status == 64)
  }

  @Test("photo is the photo's size")
  func photo() throws {
    #expect(try size("--resize", "photo") == [48, 64])
    #expect(try size("--resize", "photo", "--stored") == [64, 48])
    try work.succeed("extract", "photo.jpg", "--dataset", "set", "--resize", "photo")
    let depth = try work.json("info", "set/depth/photo.png", "--json").object("primary")
    #expect(depth?.number("width") == 48 && depth?.number("height") == 64)
  }

  @Test("A matte in OpenEXR is the channel A, and comes back")
  func matte() throws {
    try work.folder.write(PFM.bytes([Float](repeating: 0.5, count: 32 * 24), width: 24), to: "matte.pfm")
    try work.succeed("attach", "plain.jpg", "--portrait", "matte.pfm", "--lossless", "-o", "matte.heic")
    try work.succeed("extract", "matte.heic", "-o", "matte.exr")
    #expect(try EXRMapCodec.decode(work.folder.read("matte.exr"), of: .matte).channel.channel == "A")
    try work.succeed("attach", "plain.jpg", "--portrait", "matte.exr", "--lossless", "-o", "again.heic")
    try work.succeed("extract", "again.heic", "-o", "again.exr")
    #expect(try work.folder.read("again.exr") == work.folder.read("matte.exr"))
  }
}
