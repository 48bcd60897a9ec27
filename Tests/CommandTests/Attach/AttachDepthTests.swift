import AuxKernels
import TestSupport
import Testing

/// Maps of three kinds through all four formats, with the reported errors worked out anew.
@Suite struct AttachDepthTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    let high = Inputs.metres.map { UInt16(($0 - 0.5) / 4 * 65535) }
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "map8.png")
    try work.folder.write(
      Inputs.png(PixelPlane(width: 64, height: 48, known: .uint16(high))), to: "map16.png")
  }

  /// Attaches a map and compares what the program reports with what it extracts.
  private func check(_ map: String, given: [Float], as format: String, _ options: String...) throws {
    let arguments = ["attach", "in.jpg", "-o", "out.jpg", "--depth", map, "--as", format, "--json"] + options
    let outcome = try work.run(arguments)
    try #require(outcome.status == 0, "\(outcome.error)")
    let report = try JSONObject(outcome.text)
    #expect(report.string("path") == "out.jpg" && report.string("container") == "jpeg")
    #expect(report.boolean("primaryUnchanged") == true)
    let image = try #require(report.objects("attached").first)
    #expect(image.string("type") == (format.hasSuffix("dep") ? "depth" : "disparity"))
    #expect(image.number("holesFilled") == 0)
    #expect(image.number("width") == 64 && image.number("height") == 48)

    try work.succeed("extract", "out.jpg", "-o", "back.pfm", "--as", "fdep")
    let back = try PFM.values(work.folder.read("back.pfm"))
    let largest = largestDistance(given, back)
    #expect(abs(try #require(image.number("maxError")) - largest) <= 1e-6)
    let sum = zip(given, back).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) }
    #expect(abs(try #require(image.number("meanError")) - sum / Double(given.count)) <= 1e-6)
    try checkBound(given, image, format)
  }

  /// Half a code from rounding, the reported code error, and the rounding of halves, in the stored unit.
  private func checkBound(_ given: [Float], _ image: JSONObject, _ format: String) throws {
    try work.succeed("extract", "out.jpg", "-o", "native.pfm", "--as", format)
    let native = try PFM.values(work.folder.read("native.pfm"))
    let wanted = format.hasSuffix("dep") ? given : given.map { 1 / $0 }
    let low = try #require(image.number("floatMin"))
    let high = try #require(image.number("floatMax"))
    let codes = try #require(image.number("maxCodeError"))
    #expect(codes <= 2)
    #expect(try #require(image.number("meanCodeError")) <= 0.5)
    // Halves up to 8 are 2^-8 apart, and both the ends of the range and the values are rounded.
    let rounding = format.hasPrefix("h") ? 0x1p-8 : 1e-6
    #expect(largestDistance(wanted, native) <= (high - low) / 255 * (0.5 + codes) + rounding)
    for file in ["out.jpg", "back.pfm", "native.pfm"] { try work.folder.remove(file) }
  }

  @Test(arguments: ["hdis", "fdis", "hdep", "fdep"])
  func floatMap(format: String) throws {
    try check("map.pfm", given: Inputs.metres, as: format)
  }

  @Test(arguments: ["hdis", "fdis", "hdep", "fdep"])
  func sixteenBitMap(format: String) throws {
    let given = Inputs.metres.map { metre in
      Float(0.5 + 4 * Double(UInt16((metre - 0.5) / 4 * 65535)) / 65535)
    }
    try check("map16.png", given: given, as: format, "--near", "0.5", "--far", "4.5")
  }

  @Test(arguments: ["hdis", "fdis", "hdep", "fdep"])
  func eightBitMap(format: String) throws {
    let codes = Pictures.ramp().data().map { Double($0) / 255 }
    let line = codes.map { Float(0.5 + 4 * $0) }
    try check("map8.png", given: line, as: format, "--near", "0.5", "--far", "4.5")
    let turned = codes.map { Float(4.5 - 4 * $0) }
    try check("map8.png", given: turned, as: format, "--near", "0.5", "--far", "4.5", "--white-near")
    let inverse = codes.map { Float(1 / (2 + (1 / 4.5 - 2) * $0)) }
    try check(
      "map8.png", given: inverse, as: format, "--near", "0.5", "--far", "4.5", "--linear-in", "disparity")
    let disparity = codes.map { Float(1 / (1 / 4.5 + (2 - 1 / 4.5) * $0)) }
    try check(
      "map8.png", given: disparity, as: format, "--near", "0.5", "--far", "4.5", "--white-near",
      "--linear-in", "disparity")
  }

  @Test func disparityMaps() throws {
    // Gray codes of disparity: white is near.
    let codes = Pictures.ramp().data()
    try work.succeed(
      "attach", "in.jpg", "-o", "a.jpg", "--disparity", "map8.png", "--min", "0.25", "--max", "4")
    try work.succeed("extract", "a.jpg", "-o", "a.pfm", "--as", "hdis")
    let given = codes.map { Float(0.25 + 3.75 * Double($0) / 255) }
    #expect(largestDistance(given, try PFM.values(work.folder.read("a.pfm"))) <= 3.75 / 255 * 2.5 + 0x1p-8)
    // A float map of disparity is as it is.
    try work.succeed("attach", "in.jpg", "-o", "b.jpg", "--disparity", "map.pfm", "--as", "fdis")
    try work.succeed("extract", "b.jpg", "-o", "b.pfm", "--unit", "1/m")
    #expect(
      largestDistance(Inputs.metres, try PFM.values(work.folder.read("b.pfm"))) <= 4.0 / 255 * 2.5 + 1e-6)
  }

  @Test func constantMap() throws {
    try work.folder.write(PFM.bytes([Float](repeating: 2, count: 12), width: 4), to: "flat.pfm")
    let report = try work.json("attach", "in.jpg", "-o", "out.jpg", "--depth", "flat.pfm", "--json")
    let image = try #require(report.objects("attached").first)
    #expect(image.number("floatMin") == 0.5 && image.number("floatMax") == 0.5)
    #expect(image.number("maxError") == 0)
    try work.succeed("extract", "out.jpg", "-o", "flat2.pfm", "--as", "fdep")
    #expect(try PFM.values(work.folder.read("flat2.pfm")) == [Float](repeating: 2, count: 12))
  }

  /// Disparities that six decimals cannot express keep more digits, so that codes do not move.
  @Test(arguments: ["hdis", "fdis"])
  func farDistances(format: String) throws {
    let far = Inputs.metres.map { $0 * 1000 }
    try work.folder.write(PFM.bytes(far, width: 64), to: "far.pfm")
    let report = try work.json(
      "attach", "in.jpg", "-o", "out.jpg", "--depth", "far.pfm", "--as", format, "--json")
    let image = try #require(report.objects("attached").first)
    let (low, high) = (try #require(image.number("floatMin")), try #require(image.number("floatMax")))
    try work.succeed("extract", "out.jpg", "-o", "out.pfm", "--as", "fdis")
    let back = try PFM.values(work.folder.read("out.pfm"))
    let codes = try #require(image.number("maxCodeError"))
    // Halves of this size are 2^-20 apart.
    let rounding = format == "hdis" ? 0x1p-20 : 0
    #expect(
      largestDistance(far.map { 1 / $0 }, back) <= (high - low) / 255 * (0.5 + codes) * 1.001 + 2 * rounding)
  }
}
