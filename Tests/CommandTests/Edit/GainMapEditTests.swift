import AuxCodecs
import AuxImage
import AuxKernels
import Foundation
import TestSupport
import Testing

/// Edits of photos with gain maps, by what the written files state.
@Suite struct GainMapEditTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(UltraHDRBytes().bytes, to: "in.jpg")
  }

  /// Returns what `info` reports of the gain map of a file.
  private func gainMap(_ name: String) throws -> JSONObject {
    let image = try #require(try work.json("info", "--json", name).objects("auxiliary").first)
    return try #require(image.object("gainMap"))
  }

  /// Skia takes the first description that declares the namespace for the one with the properties.
  @Test(
    "The first description that declares hdrgm states the version, and ISO's form is written as well",
    arguments: [
      ["--crop", "4,4,32,24"], ["--resize", "50%"], ["--straighten", "3"], ["--upright", "--rotate", "90"],
    ])
  func versionAfterAnEdit(_ edit: [String]) throws {
    #expect(try work.run(["edit", "in.jpg", "-o", "out.jpg"] + edit).status == 0)
    let text = String(decoding: try work.folder.read("out.jpg"), as: UTF8.self)
    let first = try #require(text.ranges(of: "xmlns:hdrgm=").first)
    let tag = try #require(text[..<first.lowerBound].ranges(of: "<rdf:Description").last)
    let end = try #require(text[tag.upperBound...].firstIndex(of: ">"))
    #expect(text[tag.lowerBound..<end].contains("hdrgm:Version=\"1.0\""))
    #expect(try gainMap("out.jpg").strings("forms") == ["iso", "ultrahdr"])
  }

  @Test("A gain map that is removed and copied back is announced once")
  func removedAndCopied() throws {
    try work.succeed("remove", "in.jpg", "--type", "gainmap", "-o", "bare.jpg")
    let bare = String(decoding: try work.folder.read("bare.jpg"), as: UTF8.self)
    #expect(!bare.contains("hdr-gain-map") && !bare.contains("photos/1.0/container"))
    try work.succeed("copy", "in.jpg", "bare.jpg", "-o", "back.jpg")
    let text = String(decoding: try work.folder.read("back.jpg"), as: UTF8.self)
    // Once in the photo, and once in the map.
    #expect(text.ranges(of: "hdrgm:Version=").count == 2)
  }

  @Test("A headroom whose second number the maker's note lacks is assumed, and can be given")
  func assumedHeadroom() throws {
    var photo = UltraHDRBytes()
    photo.exif = UltraHDRBytes.exif(noteOf: [(33, 0)])
    photo.isAnnounced = false
    photo.mapPacket = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" \
      apdi:AuxiliaryImageType="urn:com:apple:photo:2020:aux:hdrgainmap" HDRGainMap:HDRGainMapVersion="65536"/></rdf:RDF>\
      </x:xmpmeta>
      """
    try work.folder.write(photo.bytes, to: "apple.jpg")
    let known = try gainMap("apple.jpg")
    #expect(known.boolean("headroomAssumed") == true)
    #expect(abs((known.number("appleHeadroom") ?? 0) - 3.4822) < 1e-3)
    let outcome = try work.run("edit", "apple.jpg", "-o", "out.avif")
    #expect(outcome.status == 0 && outcome.error.contains("lacks tag 48"), "\(outcome.error)")
    #expect(try gainMap("out.avif").strings("forms") == ["iso"])
    try work.succeed("edit", "apple.jpg", "--gainmap-headroom", "8", "-o", "given.avif")
    #expect(try gainMap("given.avif").number("headroom") == 8)
    // The note keeps its number where it says how bright the map is.
    try work.succeed("edit", "apple.jpg", "--strip", "device", "-o", "bare.jpg")
    #expect(try gainMap("bare.jpg").boolean("headroomAssumed") == true)
    let refused = try work.run("edit", "in.jpg", "--gainmap-headroom", "8", "-o", "no.jpg")
    #expect(refused.status == 64 && refused.error.contains("own metadata state"), "\(refused.error)")
  }

  @Test("A headroom that is given for an AVIF in Apple's form gives it ISO's, which browsers read")
  func headroomWithinAVIF() throws {
    try work.folder.write(Inputs.png(Pictures.ramp(width: 32, height: 24)), to: "map.png")
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
    let outcome = try work.run(
      "attach", "photo.jpg", "--gainmap", "map.png", "--gainmap-form", "apple", "-o", "apple.avif")
    #expect(outcome.status == 0 && outcome.error.contains("browsers show SDR"), "\(outcome.error)")
    try work.succeed("edit", "apple.avif", "--gainmap-headroom", "4", "-o", "iso.avif")
    #expect(try gainMap("iso.avif").strings("forms") == ["iso"])
  }

  @Test("Metadata of ISO's form keep their bytes, and small numbers are not lost")
  func payloads() throws {
    var photo = UltraHDRBytes()
    photo.iso = UltraHDRBytes.iso(gamma: 0.7, alternate: 2)
    try work.folder.write(photo.bytes, to: "iso.jpg")
    for name in ["out.jpg", "out.heic", "out.avif"] {
      try work.succeed("edit", "iso.jpg", "--resize", "50%", "-o", name)
      let payload = try #require(photo.iso)
      #expect(try work.folder.read(name).firstRange(of: payload) != nil, "\(name)")
    }
    try work.folder.write(
      Array(
        """
        {"direction": "sdrToHDR", "baseHeadroom": 0, "alternateHeadroom": 2, "usesBaseColourSpace": true, "channels": [{"gainMin": 0, \
        "gainMax": 2, "gamma": 1, "baseOffset": 1e-7, "alternateOffset": 3e-9}]}
        """.utf8), to: "small.json")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "map.png")
    for name in ["small.jpg", "small.avif"] {
      try work.succeed(
        "attach", "in.jpg", "--gainmap", "map.png", "--gainmap-metadata", "small.json", "--replace",
        "--stretch",
        "-o", name)
      let channel = try #require(try gainMap(name).objects("channels").first)
      #expect(abs((channel.number("baseOffset") ?? 0) - 1e-7) < 1e-12, "\(name)")
      #expect(abs((channel.number("alternateOffset") ?? 0) - 3e-9) < 1e-14, "\(name)")
    }
  }

  @Test("Ultra HDR's form alone is refused where its readers would not read it")
  func ultraHDRAlone() throws {
    var photo = UltraHDRBytes()
    photo.iso = UltraHDRBytes.iso(flags: 0)
    try work.folder.write(photo.bytes, to: "alternate.jpg")
    let outcome = try work.run("edit", "alternate.jpg", "--gainmap-form", "ultrahdr", "-o", "no.jpg")
    #expect(outcome.status == 65 && outcome.error.contains("iso,ultrahdr"), "\(outcome.error)")
    try work.succeed("edit", "alternate.jpg", "--gainmap-form", "iso,ultrahdr", "-o", "yes.jpg")
  }

  @Test("A gain map for an AVIF of 10 bits has three components")
  func deepAVIF() throws {
    try work.succeed("edit", "in.jpg", "--bits", "10", "-o", "deep.avif")
    #expect(
      try work.json("info", "--json", "deep.avif").objects("auxiliary").first?.string("pixelFormat") == "444f"
    )
    try work.succeed("edit", "in.jpg", "-o", "plain.avif")
    #expect(
      try work.json("info", "--json", "plain.avif").objects("auxiliary").first?.string("pixelFormat")
        == "L008")
  }

  @Test("Gains are averaged, and not samples, and a map as large as the photo stays so")
  func scaling() throws {
    let (width, height) = (30, 40)
    try work.folder.write(Inputs.photo(width: width, height: height), to: "photo.jpg")
    let samples = (0..<(width * height)).map { UInt8(($0 % width + $0 / width) % 2 * 255) }
    let map = PixelPlane(width: width, height: height, known: .uint8(samples))
    try work.folder.write(Inputs.png(map), to: "map.png")
    try work.folder.write(
      Array(
        """
        {"direction": "sdrToHDR", "baseHeadroom": 0, "alternateHeadroom": 3, "usesBaseColourSpace": true, "channels": [{"gainMin": 0, \
        "gainMax": 3, "gamma": 0.25, "baseOffset": 0, "alternateOffset": 0}]}
        """.utf8), to: "steep.json")
    try work.succeed(
      "attach", "photo.jpg", "--gainmap", "map.png", "--gainmap-metadata", "steep.json", "-o", "in.avif")
    try work.succeed("edit", "in.avif", "--resize", "long=26", "-o", "out.avif")
    try work.succeed("extract", "out.avif", "--type", "gainmap", "-o", "out.png")
    let scaled = try PNGCodec.decode(work.folder.read("out.png"))
    guard case .uint8(let codes) = scaled.samples else { throw AuxError(.usage, "no PNG of 8 bits") }
    #expect(scaled.width == 20 && scaled.height == 26)
    // Half of the samples mean a gain of 1, and half of 8.
    let gains = codes.map { exp2(3 * pow(Double($0) / 255, 4)) }
    #expect(abs(gains.reduce(0, +) / Double(gains.count) - 4.5) < 0.1)
  }

  @Test("Gain maps of PNG that are not read are reported")
  func gainMapOfPNG() throws {
    try work.folder.write(PNGBytes.adding("gdAT", [0], to: Inputs.png(Pictures.ramp())), to: "hdr.png")
    let outcome = try work.run("info", "hdr.png")
    #expect((outcome.text + outcome.error).contains("gain map of the PNG"), "\(outcome.text)")
  }
}
