import TestSupport
import Testing

@Suite struct InfoTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  /// The whole line: keys, order and spelling are a contract.
  @Test func jsonOfAPortrait() throws {
    let portrait = try Pictures.portrait()
    try work.folder.write(portrait.bytes, to: "in.jpg")
    let outcome = try work.run("info", "--json", "in.jpg")
    let expected = """
      {"path":"in.jpg","container":"jpeg","primary":{"width":64,"height":48,"orientation":1},\
      "auxiliary":[{"index":0,"type":"hdrGainMap","identifier":"urn:com:apple:photo:2020:aux:hdrgainmap",\
      "width":32,"height":24,"bytesPerRow":32,"pixelFormat":"L008","storedFormat":"L008",\
      "gainMap":{"forms":["apple"]},"codec":"jpeg","byteCount":\(portrait.secondaries[0].count)},\
      {"index":1,"type":"disparity","identifier":"disparity","width":64,"height":48,"bytesPerRow":128,\
      "pixelFormat":"hdis","storedFormat":"L008","floatMin":0.5,"floatMax":2.5,"quality":"high",\
      "accuracy":"relative","filtered":true,"depthDataVersion":65541,\
      "codec":"jpeg","byteCount":\(portrait.secondaries[1].count)}]}

      """
    #expect(outcome.text == expected)
    #expect(outcome.status == 0 && outcome.error.isEmpty)
  }

  @Test func textOfAPortrait() throws {
    let portrait = try Pictures.portrait()
    try work.folder.write(portrait.bytes, to: "in.jpg")
    let expected = """
      in.jpg: jpeg 64x48
        0 hdrGainMap: 32x24, L008, form apple, jpeg, \(portrait.secondaries[0].count) bytes
        1 disparity: 64x48, hdis, 0.5...2.5 1/m, quality high, accuracy relative, filtered, \
      jpeg, \(portrait.secondaries[1].count) bytes

      """
    #expect(try work.succeed("info", "in.jpg") == expected)
  }

  @Test func `The parts of a file are listed where they are asked for`() throws {
    let portrait = try Pictures.portrait()
    try work.folder.write(portrait.bytes, to: "in.jpg")
    let plain = try work.succeed("info", "in.jpg")
    let text = try work.succeed("info", "--structure", "in.jpg")
    #expect(text.hasPrefix(plain))
    let parts = text.dropFirst(plain.count).split(separator: "\n")
    #expect(parts.first?.hasPrefix("    image 1 (at byte 0, ") == true)
    #expect(parts.contains { $0.hasPrefix("      APP1 (at byte ") && $0.hasSuffix(" bytes): Exif") })
    let json = try work.json("info", "--structure", "--json", "in.jpg")
    #expect(json.objects("structure").count == parts.count)
    #expect(try work.json("info", "--json", "in.jpg").objects("structure").isEmpty)
  }

  @Test func stereoPairsAndWhatReadersAreTold() throws {
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "map.png")
    try work.succeed(
      "render", "stereo", "photo.jpg", "--depth", "map.png", "--near", "1", "--far", "9", "--layout",
      "spatial",
      "--fov", "80", "--baseline", "63.8", "-o", "pair.heic")
    let text = try work.succeed("info", "pair.heic")
    #expect(
      text.contains("  stereo: left 64x48 (item ") && text.contains(", the primary), right 64x48 (item "))
    #expect(text.contains("field of view 80.0 degrees, baseline 63.8 mm, disparity adjustment "))
    let pair = try #require(try work.json("info", "--json", "pair.heic").object("stereo"))
    #expect(pair.keys == ["left", "right", "fieldOfView", "focalLength", "baseline", "disparityAdjustment"])
    var square = try Pictures.portrait()
    square.secondaries = [
      try Pictures.secondary(Packets.disparity(), plane: Pictures.ramp(width: 32, height: 32), count: 2)
    ]
    try work.folder.write(square.bytes, to: "square.jpg")
    #expect(
      try work.succeed("info", "square.jpg").hasSuffix(
        "\n  note: image 2: 32x32 is not the shape of 64x48\n"))
    #expect(
      try work.json("info", "--json", "square.jpg").objects("notes").first?.string("rule") == "AUX-ASPECT")
  }

  @Test func photosWithoutAuxiliaryImages() throws {
    try work.folder.write(Inputs.photo(orientation: 6), to: "a.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "b.png")
    #expect(
      try work.succeed("info", "--json", "a.jpg", "b.png") == """
        {"path":"a.jpg","container":"jpeg","primary":{"width":64,"height":48,"orientation":6,"displayWidth":48,"displayHeight":64},"auxiliary":[]}
        {"path":"b.png","container":"png","primary":{"width":64,"height":48,"orientation":1},"auxiliary":[]}

        """)
    #expect(
      try work.succeed("info", "a.jpg")
        == "a.jpg: jpeg 64x48, orientation 6 (displayed 48x64), no auxiliary images\n")
  }

  /// Containers are recognised by content.
  @Test func extensionDoesNotMatter() throws {
    try work.folder.write(Pictures.portrait().bytes, to: "IMG_0001.HEIC")
    let info = try work.json("info", "--json", "IMG_0001.HEIC")
    #expect(info.string("container") == "jpeg" && info.objects("auxiliary").count == 2)
  }

  @Test func loneAuxiliaryImage() throws {
    let lone = try Pictures.secondary(Packets.disparity(), plane: Pictures.ramp(), count: 2)
    try work.folder.write(lone, to: "lone.jpg")
    let info = try work.json("info", "--json", "lone.jpg")
    #expect(info.keys == ["path", "container", "auxiliary"])
    #expect(info.objects("auxiliary").first?.string("type") == "disparity")
    #expect(try work.succeed("info", "lone.jpg").contains("without a primary"))
  }

  @Test func factsThatAreAbsentAreAbsentKeys() throws {
    let packet = Packets.apple("<apdi:AuxiliaryImageType>disparity</apdi:AuxiliaryImageType>")
    var portrait = try Pictures.portrait()
    portrait.secondaries = [try Pictures.secondary(packet, plane: Pictures.ramp(), count: 2)]
    try work.folder.write(portrait.bytes, to: "in.jpg")
    let image = try #require(try work.json("info", "--json", "in.jpg").objects("auxiliary").first)
    #expect(
      image.keys == [
        "index", "type", "identifier", "width", "height", "bytesPerRow", "pixelFormat", "codec", "byteCount",
      ])
  }

  @Test func calibrationIsPrinted() throws {
    let nine = (1...9).map { "<rdf:li>\($0)</rdf:li>" }.joined()
    let twelve = (1...12).map { "<rdf:li>\($0).5</rdf:li>" }.joined()
    let packet = Packets.disparity().replacing(
      "<depthData:Filtered>True</depthData:Filtered>",
      with: """
        <depthData:IntrinsicMatrix><rdf:Seq>\(nine)</rdf:Seq></depthData:IntrinsicMatrix>
        <depthData:IntrinsicMatrixReferenceWidth>4032</depthData:IntrinsicMatrixReferenceWidth>
        <depthData:IntrinsicMatrixReferenceHeight>3024</depthData:IntrinsicMatrixReferenceHeight>
        <depthData:ExtrinsicMatrix><rdf:Seq>\(twelve)</rdf:Seq></depthData:ExtrinsicMatrix>
        <depthData:PixelSize>0.001900</depthData:PixelSize>
        """)
    var portrait = try Pictures.portrait()
    portrait.secondaries = [try Pictures.secondary(packet, plane: Pictures.ramp(), count: 2)]
    try work.folder.write(portrait.bytes, to: "in.jpg")
    let image = try #require(try work.json("info", "--json", "in.jpg").objects("auxiliary").first)
    let calibration = try #require(image.object("calibration"))
    #expect(calibration.numbers("intrinsicMatrix") == (1...9).map(Double.init))
    #expect(calibration.numbers("extrinsicMatrix") == (1...12).map { Double($0) + 0.5 })
    #expect(calibration.numbers("intrinsicMatrixReferenceDimensions") == [4032, 3024])
    #expect(calibration.number("pixelSize") == 0.0019)
    #expect(calibration.keys.count == 4)
    #expect(image.boolean("filtered") == nil)
  }

  @Test func whatWasForgivenIsNoted() throws {
    var portrait = try Pictures.portrait()
    portrait.damage = { $0[1].offset = 0x7FFF_FFFF }
    try work.folder.write(portrait.bytes, to: "in.jpg")
    let outcome = try work.run("info", "--json", "in.jpg")
    #expect(outcome.status == 0)
    #expect(try JSONObject(outcome.text).objects("auxiliary").count == 2)
    #expect(outcome.error.hasPrefix("auxdepth: in.jpg: note: "))
    #expect(try work.run("info", "--quiet", "in.jpg").error.isEmpty)
  }
}
