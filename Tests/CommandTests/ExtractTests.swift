import AuxCodecs
import AuxContainers
import AuxImage
import AuxKernels
import TestSupport
import Testing

@Suite struct ExtractTests {
  private let work: Workplace
  /// The codes of the disparity map as JPEG gives them back.
  private let codes: [UInt8]

  init() throws {
    work = try Workplace()
    let portrait = try Pictures.portrait()
    try work.folder.write(portrait.bytes, to: "in.jpg")
    codes = try JPEGCodec.decodeGray(portrait.secondaries[1], width: 64, height: 48).data()
  }

  @Test func defaultNamesAndFormats() throws {
    #expect(
      try work.succeed("extract", "in.jpg")
        == "./in.hdrGainMap.png: hdrGainMap\n./in.disparity.png: disparity, black 0.5 and white 2.5 1/m\n")
    let gain = try PNGCodec.decode(work.folder.read("in.hdrGainMap.png"))
    #expect(gain.channels == 1 && gain.width == 32 && gain.height == 24)
    if case .uint16 = gain.samples { Issue.record("8 bits are expected") }
    let disparity = try PNGCodec.decode(work.folder.read("in.disparity.png"))
    #expect(disparity.channels == 1 && disparity.width == 64)
    if case .uint8 = disparity.samples { Issue.record("16 bits are expected") }
  }

  @Test func nothingToExtract() throws {
    try work.folder.write(Pictures.photo(), to: "plain.jpg")
    let plain = try work.run("extract", "plain.jpg")
    #expect(plain.status == 0 && plain.text.isEmpty)
    #expect(plain.error.contains("there are no auxiliary images"))
    for arguments in [[], ["-o", "out.png"]] {
      let expected = try work.run(["extract", "plain.jpg", "--expect", "portrait"] + arguments)
      #expect(expected.status == 1)
      #expect(expected.error.contains("there is no portraitEffectsMatte image"))
    }
  }

  @Test func expectedTypes() throws {
    try work.succeed("extract", "in.jpg", "--expect", "disparity", "--expect", "gainmap")
    #expect(try work.run("extract", "in.jpg", "--expect", "skin", "--force").status == 1)
    #expect(Files.exists(work.folder.path("in.disparity.png")))
    #expect(try work.run("extract", "in.jpg", "--expect", "skin", "--eye", "left").status == 64)
  }

  @Test func brokenImage() throws {
    var portrait = try Pictures.portrait()
    portrait.secondaries[1] = try Pictures.secondary(
      Packets.disparity().replacing("</rdf:RDF>", with: "<b:"), plane: Pictures.ramp(), count: 3)
    try work.folder.write(portrait.bytes, to: "broken.jpg")
    let extracted = try work.run("extract", "broken.jpg")
    #expect(extracted.status == 1 && extracted.text == "./broken.hdrGainMap.png: hdrGainMap\n")
    #expect(extracted.error.contains("auxiliary image 1 (disparity)/image 3/APP1 XMP"))
    let listed = try work.succeed("info", "broken.jpg")
    #expect(listed.contains("  1 disparity: error: image 3/APP1 XMP"))
    #expect(try work.run("validate", "broken.jpg").status == 1)
  }

  @Test func jsonReport() throws {
    // 0.5 + code / 255 * 2, as halves by the pixel format.
    let ends = try [#require(codes.min()), #require(codes.max())].map {
      JSONValue.number(Double(Float16(0.5 + Float($0) / 255 * 2))).text
    }
    let text = try work.succeed("extract", "in.jpg", "--json", "--type", "disparity", "--directory", ".")
    #expect(
      text == """
        {"path":"in.jpg","extracted":[{"type":"disparity","path":"./in.disparity.png","width":64,"height":48,\
        "pixelFormat":"hdis","format":"png","min":\(ends[0]),"max":\(ends[1]),\
        "rangeMin":0.5,"rangeMax":2.5,"scale":"unknown"}]}

        """)
  }

  @Test func directoryAndSeveralPhotos() throws {
    try work.folder.write(work.folder.read("in.jpg"), to: "two.JPEG")
    try work.folder.makeFolder("maps")
    try work.succeed(
      "extract", "in.jpg", "two.JPEG", "--directory", "maps", "--type", "gainmap", "--type", "disparity")
    for name in ["in.hdrGainMap.png", "in.disparity.png", "two.hdrGainMap.png", "two.disparity.png"] {
      #expect(Files.exists(work.folder.path("maps/\(name)")), "\(name)")
    }
  }

  /// 0.5 + code / 255 * 2, by hand; a float format comes straight from the codes, without halves between.
  @Test func realValues() throws {
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "a.pfm", "--as", "fdis")
    let exact = codes.map { Float(0.5 + Double($0) / 255 * 2) }
    let halves = exact.map { Float(Float16($0)) }
    #expect(largestDistance(try PFM.values(work.folder.read("a.pfm")), exact) <= 1e-6)
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "b.pfm", "--as", "fdep")
    #expect(largestDistance(try PFM.values(work.folder.read("b.pfm")), exact.map { 1 / $0 }) <= 1e-6)
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "c.pfm", "--as", "hdis")
    #expect(try PFM.values(work.folder.read("c.pfm")) == halves)
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "d.pfm", "--as", "L008")
    #expect(try PFM.values(work.folder.read("d.pfm")) == codes.map { Float($0) / 255 })
  }

  @Test func rawSamples() throws {
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "codes.raw", "--as", "L008")
    #expect(try work.folder.read("codes.raw") == codes)
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "half.raw")
    let halves = codes.flatMap { code in
      let bits = Float16(0.5 + Double(code) / 255 * 2).bitPattern
      return [UInt8(bits & 0xFF), UInt8(bits >> 8)]
    }
    #expect(try work.folder.read("half.raw") == halves)
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "float.raw", "--as", "fdep")
    #expect(try work.folder.read("float.raw").count == 64 * 48 * 4)
  }

  /// White is near, whatever the quantity, and the ends of the file's range, 0.5 and 2.5 1/m, are black and white.
  @Test func stretchedPNG() throws {
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "a.png")
    guard case .uint16(let disparity) = try PNGCodec.decode(work.folder.read("a.png")).samples else {
      Issue.record("16 bits are expected")
      return
    }
    let (low, high) = (try #require(codes.min()), try #require(codes.max()))
    // Half floats of 2...2.5 are 1/512 apart, which is 64 of 65535; those of distance 1/1024, which is 40.
    let parts = (Double(low) / 255, Double(high) / 255)
    #expect(abs(Double(disparity.min() ?? 0) - parts.0 * 65535) <= 64)
    #expect(abs(Double(disparity[try #require(codes.firstIndex(of: high))]) - parts.1 * 65535) <= 64)
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "b.png", "--as", "hdep")
    guard case .uint16(let depth) = try PNGCodec.decode(work.folder.read("b.png")).samples else {
      Issue.record("16 bits are expected")
      return
    }
    for (code, part) in [(high, parts.1), (low, parts.0)] {
      let wanted = (2 - 1 / (0.5 + 2 * part)) / 1.6 * 65535
      #expect(abs(Double(depth[try #require(codes.firstIndex(of: code))]) - wanted) <= 64)
    }
  }

  @Test func formatsByOptionAndExtension() throws {
    try work.succeed("extract", "in.jpg", "--format", "pfm")
    try work.succeed("extract", "in.jpg", "--format", "raw")
    #expect(
      try work.folder.names == [
        "in.disparity.pfm", "in.disparity.raw", "in.disparity.raw.json", "in.hdrGainMap.pfm",
        "in.hdrGainMap.raw", "in.hdrGainMap.raw.json", "in.jpg",
      ])
    let outcome = try work.run("extract", "in.jpg", "--type", "disparity", "-o", "out.xyz")
    #expect(outcome.status == 64 && outcome.error.contains(".pfm"))
    try work.succeed("extract", "in.jpg", "--type", "disparity", "-o", "out.xyz", "--format", "raw")
  }

  @Test func existingFilesNeedForce() throws {
    try work.folder.write([9], to: "in.disparity.png")
    let outcome = try work.run("extract", "in.jpg", "--type", "disparity")
    #expect(outcome.status == 73 && outcome.error.contains("in.disparity.png"))
    #expect(try work.folder.read("in.disparity.png") == [9])
    try work.succeed("extract", "in.jpg", "--type", "disparity", "--force")
    #expect(try work.folder.read("in.disparity.png").count > 8)
  }

  @Test func missingImages() throws {
    let missing = try work.run("extract", "in.jpg", "--type", "portrait")
    #expect(missing.status == 65 && missing.error.contains("portraitEffectsMatte"))
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    // Nothing was asked for, so that nothing is missing.
    let none = try work.run("extract", "plain.jpg", "--json")
    #expect(none.status == 0 && none.error.contains("there are no auxiliary images"))
    #expect(none.text == "{\"path\":\"plain.jpg\",\"extracted\":[]}\n")
    #expect(try work.run("extract", "plain.jpg", "--type", "disparity").status == 65)
    let several = try work.run("extract", "in.jpg", "-o", "one.png")
    #expect(several.status == 64 && several.error.contains("--type"))
    #expect(try work.folder.names == ["in.jpg", "plain.jpg"])
  }

  @Test("Of several types what a photo has comes out, and what it lacks is a note")
  func severalTypes() throws {
    let asked = ["--type", "skin", "--type", "disparity", "--directory", "maps"]
    let one = try work.run(["extract", "in.jpg", "--json"] + asked)
    #expect(one.status == 0)
    #expect(
      one.error == "auxdepth: in.jpg: note: there is no semanticSegmentationSkinMatte image; "
        + "there is hdrGainMap, disparity\n")
    let report = try JSONObject(one.text)
    #expect(report.objects("extracted").map { $0.string("type") } == ["disparity"])
    #expect(report.strings("absent") == ["semanticSegmentationSkinMatte"])
    let neither = try work.run("extract", "in.jpg", "--type", "skin", "--type", "sky")
    #expect(
      neither.status == 65
        && neither.error.contains(
          "there is no semanticSegmentationSkinMatte image and no semanticSegmentationSkyMatte image; there is"
        )
    )
    let expected = try work.run(["extract", "in.jpg", "--expect", "skin", "--force"] + asked)
    #expect(expected.status == 1 && !expected.error.contains("note: there is no"))
    let quiet = try work.run(["extract", "in.jpg", "--expect", "depthmap", "--force", "--quiet"] + asked)
    #expect(quiet.status == 0 && quiet.error.isEmpty && !quiet.text.isEmpty)
  }

  /// Each photo has one of depth and disparity: as many files as photos.
  @Test("A batch writes what each photo has, and notes the photos that have nothing of it")
  func severalTypesOfManyPhotos() throws {
    try work.folder.makeFolder("in")
    try work.folder.write(Pictures.photo(), to: "plain.jpg")
    try work.folder.write(
      PFM.bytes((0..<(64 * 48)).map { 1 + Float($0 % 64) / 8 }, width: 64), to: "metres.pfm")
    try work.succeed("attach", "plain.jpg", "--depth", "metres.pfm", "--as", "hdep", "-o", "depth.jpg")
    for number in 0..<20 {
      try work.folder.write(
        work.folder.read(number < 10 ? "in.jpg" : "depth.jpg"), to: "in/\(number).jpg")
    }
    try work.folder.write(Pictures.photo(), to: "in/plain.jpg")
    for (number, asked) in [["--type", "disparity", "--type", "depth"], ["--type", "depthmap"]].enumerated() {
      let outcome = try work.run(["extract", "-r", "in", "--directory", "maps\(number)"] + asked)
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.text.split(separator: "\n").count == 20)
      #expect(
        try work.folder.allFiles.keys.count { $0.hasPrefix("maps\(number)/") && $0.hasSuffix(".png") } == 20)
      #expect(outcome.error.contains("auxdepth: in/plain.jpg: note: there is no "))
    }
    let gate = try work.run(
      "extract", "-r", "in", "--directory", "maps", "--type", "depthmap", "--expect", "depthmap")
    #expect(gate.status == 1 && gate.error.contains("auxdepth: in/plain.jpg: there is no depth map; "))
  }

  @Test("A photo of a batch that has notes and nothing of the type is no error")
  func noteAndNoImage() throws {
    try work.folder.makeFolder("in")
    var photo = UltraHDRBytes()
    photo.iso = UltraHDRBytes.iso()
    var bytes = try photo.bytes
    let payload = try #require(bytes.firstRange(of: UltraHDRBytes.iso()))
    // The denominator of the base headroom, after versions, flags and the numerator.
    bytes.replaceSubrange((payload.lowerBound + 9)..<(payload.lowerBound + 13), with: [0, 0, 0, 0])
    try work.folder.write(bytes, to: "in/note.jpg")
    try work.folder.write(work.folder.read("in.jpg"), to: "in/depth.jpg")
    let outcome = try work.run("extract", "-r", "in", "--type", "disparity", "--directory", "maps")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(
      outcome.error.contains("unusable") && outcome.error.contains("note.jpg: note: there is no disparity"))
  }

  @Test func twoImagesOfOneTypeAreNumbered() throws {
    var portrait = try Pictures.portrait()
    portrait.secondaries = [portrait.secondaries[0], portrait.secondaries[0]]
    try work.folder.write(portrait.bytes, to: "twice.jpg")
    try work.succeed("extract", "twice.jpg")
    #expect(try work.folder.names.contains("twice.hdrGainMap.png"))
    #expect(try work.folder.names.contains("twice.hdrGainMap-2.png"))
  }

  /// The type of an unknown image is any text; a path in it must not lead out of the folder.
  @Test func namesStayInTheFolder() throws {
    let packet = Packets.apple("<apdi:AuxiliaryImageType>urn:../../up/é</apdi:AuxiliaryImageType>")
    var portrait = try Pictures.portrait()
    portrait.secondaries = [try Pictures.secondary(packet, plane: Pictures.ramp(), count: 2)]
    try work.folder.write(portrait.bytes, to: "odd.jpg")
    try work.succeed("extract", "odd.jpg")
    #expect(try work.folder.names == ["in.jpg", "odd.jpg", "odd.urn_.._.._up__.png"])
  }

  @Test func photosOfOneStem() throws {
    for name in ["a", "b"] {
      try work.folder.makeFolder(name)
      try work.folder.write(work.folder.read("in.jpg"), to: "\(name)/x.jpg")
    }
    let outcome = try work.run(
      "extract", "a/x.jpg", "b/x.jpg", "--directory", "new/maps", "--type", "disparity", "--force")
    #expect(outcome.status == 0)
    let ends = "disparity, black 0.5 and white 2.5 1/m"
    #expect(outcome.text == "new/maps/x.disparity.png: \(ends)\nnew/maps/x-2.disparity.png: \(ends)\n")
    #expect(outcome.error.contains("auxdepth: b/x.jpg: note: an earlier photo has the same name"))
    #expect(!outcome.error.contains("a/x.jpg: note: an earlier"))
    let quiet = try work.run("extract", "a/x.jpg", "b/x.jpg", "--directory", "new", "--quiet")
    #expect(quiet.status == 0 && quiet.error.isEmpty)
  }

  @Test func oneDamagedImageCostsItself() throws {
    var portrait = try Pictures.portrait()
    var bytes = portrait.secondaries[0]
    let table = try #require(bytes.indices.dropLast(5).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 })
    bytes[table + 5] = 0xFF
    portrait.secondaries[0] = bytes
    try work.folder.write(portrait.bytes, to: "bad.jpg")
    let outcome = try work.run("extract", "bad.jpg", "--directory", "maps", "--json")
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("auxdepth: bad.jpg: auxiliary image 0 (hdrGainMap): "))
    #expect(outcome.error.split(separator: "\n").count == 1)
    let report = try JSONObject(outcome.text)
    #expect(report.objects("extracted").map { $0.string("path") } == ["maps/bad.disparity.png"])
    #expect(report.objects("failed").map { $0.string("type") } == ["hdrGainMap"])
    #expect(report.objects("failed").map { $0.string("code") } == ["codec"])
    #expect(Files.exists(work.folder.path("maps/bad.disparity.png")))
    #expect(!Files.exists(work.folder.path("maps/bad.hdrGainMap.png")))
    // Where nothing else was asked for, the status is that of the reason.
    #expect(try work.run("extract", "bad.jpg", "--type", "gainmap").status == 65)
    #expect(try work.run("extract", "bad.jpg", "in.jpg", "--directory", "more").status == 1)
    #expect(Files.exists(work.folder.path("more/in.hdrGainMap.png")))
  }

  @Test("depth is whichever of depth and disparity there is; JSON has the exact type")
  func depthIsAnyDepthMap() throws {
    try work.folder.write(Pictures.photo(), to: "plain.jpg")
    try work.folder.write(
      PFM.bytes((0..<(64 * 48)).map { 1 + Float($0 % 64) / 8 }, width: 64), to: "metres.pfm")
    try work.succeed("attach", "plain.jpg", "--depth", "metres.pfm", "--as", "hdep", "-o", "depth.jpg")
    for photo in ["in.jpg", "depth.jpg"] {
      let report = try work.json("extract", photo, "--type", "depth", "-o", "map.pfm", "--force", "--json")
        .objects("extracted")[0]
      #expect(report.string("type") == (photo == "in.jpg" ? "disparity" : "depth"))
      try work.succeed("edit", photo, "--drop", "depth", "-o", "less.jpg", "--force")
      let types = try work.json("info", "--json", "less.jpg").objects("auxiliary").map { $0.string("type") }
      #expect(!types.contains("disparity") && !types.contains("depth"))
      try work.folder.write(Array(#"{"require": ["depth"]}"#.utf8), to: "policy.json")
      #expect(try work.run("validate", photo, "--policy", "policy.json").status == 0)
      #expect(try work.run("validate", "less.jpg", "--policy", "policy.json").status == 1)
    }
  }

  @Test func typesThatAreNotThere() throws {
    let exact = "kCGImageAuxiliaryDataTypeDepth"
    let depth = try work.run("extract", "in.jpg", "--type", exact)
    #expect(depth.status == 65)
    #expect(
      depth.error == """
        auxdepth: in.jpg: there is no depth image; there is hdrGainMap, disparity; --type disparity takes it

        """)
    let removal = try work.run("remove", "in.jpg", "-o", "out.jpg", "--type", exact)
    #expect(removal.status == 65 && removal.error.contains("hdrGainMap, disparity; --type disparity"))
    let sky = try work.run("extract", "in.jpg", "--type", "sky").error
    #expect(sky.contains("there is hdrGainMap, disparity") && !sky.contains("--type"))
  }

  /// The report of raw samples has all that is needed to put them back.
  @Test func rawSamplesSayWhatTheyAre() throws {
    try work.succeed("extract", "in.jpg", "--type", "disparity", "--format", "raw", "-o", "d.raw", "--quiet")
    let sidecar = try String(decoding: work.folder.read("d.raw.json"), as: UTF8.self)
    #expect(
      sidecar
        == #"{"width":64,"height":48,"pixelFormat":"hdis","record":"auxdepth map; type=disparity; unit=1/m; "#
        + #"scale=unknown; orientation=stored"}"# + "\n")
    try work.succeed("attach", "in.jpg", "--depth", "d.raw", "--replace", "-o", "out.jpg", "--quiet")
    for name in ["in", "out"] {
      try work.succeed("extract", "\(name).jpg", "--type", "disparity", "--as", "fdis", "-o", "\(name).npy")
    }
    let planes = try ["in", "out"].map {
      try NPYCodec.array(MemoryByteSource(work.folder.read("\($0).npy"))).plane
    }
    guard case .float(let before) = planes[0].storage, case .float(let after) = planes[1].storage else {
      Issue.record("no floats")
      return
    }
    #expect(zip(before, after).allSatisfy { abs($0 - $1) <= 2.1 / 255 * 2 })
    // Nothing that is there is replaced without being asked for, the file beside it included.
    try work.folder.remove("d.raw")
    let again = try work.run("extract", "in.jpg", "--type", "disparity", "--format", "raw", "-o", "d.raw")
    #expect(again.status == 73 && again.error.contains("d.raw.json"), "\(again.error)")
    try work.folder.write(Array("[]".utf8), to: "d.raw.json")
    try work.folder.write([UInt8](repeating: 1, count: 64 * 48 * 2), to: "d.raw")
    let broken = try work.run("attach", "in.jpg", "--depth", "d.raw", "--replace", "-o", "b.jpg")
    #expect(broken.status == 65 && broken.error.contains("d.raw.json: is no JSON object"), "\(broken.error)")
  }
}
