import AuxCodecs
import TestSupport
import Testing

/// Bad input: a clear error with its exit status, no output, and the input as it was.
@Suite struct BadInputTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
  }

  /// Attaches a matte to a file and expects a failure that leaves everything as it was.
  private func expectFailure(
    _ bytes: [UInt8], status: Int32, saying text: String? = nil, location: SourceLocation = #_sourceLocation
  ) throws {
    try work.folder.write(bytes, to: "in.jpg")
    for output in [["-o", "out.jpg"], ["--in-place"]] {
      let outcome = try work.run(["attach", "in.jpg", "--portrait", "matte.png"] + output)
      #expect(outcome.status == status, "\(outcome.error)", sourceLocation: location)
      #expect(outcome.error.hasPrefix("auxdepth: in.jpg: "), sourceLocation: location)
      if let text { #expect(outcome.error.contains(text), "\(outcome.error)", sourceLocation: location) }
    }
    #expect(try work.folder.names == ["in.jpg", "matte.png"], sourceLocation: location)
    #expect(try work.folder.read("in.jpg") == bytes, sourceLocation: location)
  }

  @Test func emptyFile() throws { try expectFailure([], status: 65, saying: "empty") }

  @Test func notAnImage() throws {
    try expectFailure(Array("This is a text, and no picture.".utf8), status: 65, saying: "no JPEG")
    try expectFailure([0xFF, 0xD8], status: 65)
    try expectFailure([0xFF, 0xD8, 0xFF], status: 65)
  }

  @Test func otherContainersCutShort() throws {
    try expectFailure([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0], status: 65, saying: "ftyp")
    try expectFailure(Array("II*\0".utf8) + [8, 0, 0, 0], status: 65, saying: "IFD0")
  }

  @Test func directoriesAndAbsentFiles() throws {
    try work.folder.makeFolder("folder.jpg")
    let folder = try work.run("attach", "folder.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    #expect(folder.status == 66 && folder.error.contains("directory"))
    let absent = try work.run("attach", "absent.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    #expect(absent.status == 66 && absent.error.contains("absent.jpg"))
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    let map = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "absent.png")
    #expect(map.status == 66 && map.error.contains("absent.png"))
    #expect(try work.folder.names == ["folder.jpg", "in.jpg", "matte.png"])
  }

  /// Returns a portrait whose disparity map claims another size in its frame header.
  private static func resized(_ size: [UInt8]) throws -> [UInt8] {
    var portrait = try Pictures.portrait()
    var image = portrait.secondaries[1]
    // FFC0, length, precision, height, width.
    let frame = try #require(image.indices.dropLast(8).first { image[$0] == 0xFF && image[$0 + 1] == 0xC0 })
    image.replaceSubrange((frame + 5)..<(frame + 9), with: size)
    portrait.secondaries[1] = image
    return portrait.bytes
  }

  @Test func anImageWithoutPixelsFailsAlone() throws {
    let bytes = try Self.resized([0, 0, 0, 0])
    try work.folder.write(bytes, to: "in.jpg")
    let info = try work.run("info", "in.jpg")
    #expect(info.status == 0 && info.text.contains("0x0"), "\(info.text)")
    let extracted = try work.run("extract", "in.jpg", "--directory", "out")
    #expect(extracted.status == 1 && extracted.error.contains("0x0"), "\(extracted.error)")
    let attached = try work.run("attach", "in.jpg", "-o", "with.jpg", "--skin", "matte.png")
    #expect(attached.status == 0, "\(attached.error)")
    let listed = try work.run("info", "with.jpg")
    #expect(listed.text.contains("0x0") && listed.text.contains("semanticSegmentationSkinMatte"))
  }

  @Test func imageOfTheLargestSize() throws {
    try work.folder.write(try Self.resized([0xFF, 0xFF, 0xFF, 0xFF]), to: "in.jpg")
    let outcome = try work.run("extract", "in.jpg", "--type", "disparity", "-o", "out.png")
    #expect(outcome.status == 65 && outcome.error.contains("65535x65535"))
    #expect(try work.folder.names == ["in.jpg", "matte.png"])
  }

  /// A size that the limits admit but the bitstream does not hold.
  @Test func imageOfAnotherSize() throws {
    try work.folder.write(try Self.resized([0, 200, 0, 100]), to: "in.jpg")
    let outcome = try work.run("extract", "in.jpg", "--type", "disparity", "-o", "out.png")
    #expect(outcome.status == 65)
    #expect(try work.folder.names == ["in.jpg", "matte.png"])
  }

  /// The images are found after the primary, and the file written has a right index again.
  @Test(arguments: [0x7FFF_FFFF, 0, 4])
  func indexThatPointsAstray(offset: Int) throws {
    var portrait = try Pictures.portrait()
    portrait.damage = { entries in for index in 1...2 { entries[index].offset = offset } }
    try work.folder.write(portrait.bytes, to: "in.jpg")
    let outcome = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    #expect(outcome.status == 0 && outcome.error.contains("note:"))
    #expect(try work.folder.read("in.jpg") == portrait.bytes)
    let info = try work.run("info", "--json", "out.jpg")
    #expect(info.error.isEmpty)
    #expect(
      try JSONObject(info.text).objects("auxiliary").map { $0.string("type") }
        == ["hdrGainMap", "disparity", "portraitEffectsMatte"])
  }

  @Test func badMaps() throws {
    let photo = try Inputs.photo()
    try work.folder.write(photo, to: "in.jpg")
    let good = PFM.bytes(Inputs.metres, width: 64)
    let color = try Pictures.png(rgb8: Pictures.gradient(width: 64, height: 48), width: 64, height: 48)
    let maps: [(name: String, bytes: [UInt8], status: Int32)] = [
      ("empty", [], 65), ("text", Array("no map".utf8), 65), ("cut.pfm", Array(good.dropLast()), 65),
      ("long.pfm", good + [0], 65), ("cut.png", Array(try work.folder.read("matte.png").dropLast(20)), 65),
      ("color.png", color, 64),
      ("holes.pfm", PFM.bytes([Float](repeating: .nan, count: 12), width: 4), 64),
    ]
    for map in maps {
      try work.folder.write(map.bytes, to: map.name)
      let outcome = try work.run(
        "attach", "in.jpg", "-o", "out.jpg", "--depth", map.name, "--near", "1", "--far", "2")
      #expect(outcome.status == map.status, "\(map.name): \(outcome.error)")
      #expect(outcome.error.contains(map.name))
      #expect(!Files.exists(work.folder.path("out.jpg")))
    }
    #expect(try work.folder.read("in.jpg") == photo)
  }
}
