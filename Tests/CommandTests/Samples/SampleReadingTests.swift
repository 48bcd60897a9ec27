import TestSupport
import Testing

/// What two independent readers found in real files.
@Suite(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
struct SampleReadingTests {
  private let work: Workplace
  private let folder: String

  init() throws {
    work = try Workplace()
    folder = try #require(Samples.folder)
  }

  private func expected() throws -> [(name: String, images: [JSONObject])] {
    let text = String(decoding: try Files.read(folder + "/expected.jsonl"), as: UTF8.self)
    let rows = try JSONObject.lines(text).map { (try #require($0.string("file")), $0.objects("auxiliary")) }
    let wanted = rows.filter { $0.0.hasSuffix(".jpg") }
    try #require(wanted.contains { !$0.1.isEmpty }, "expected.jsonl lists no JPEG file with images")
    return wanted
  }

  @Test func thereAreSamples() {
    #expect(!Samples.jpegs.isEmpty)
  }

  @Test func infoAgrees() throws {
    for (name, images) in try expected() {
      let info = try work.json("info", "--json", "--quiet", "\(folder)/\(name)")
      let found = info.objects("auxiliary").filter { $0.string("identifier") != "GDepth" }
      #expect(found.count == images.count, "\(name)")
      for (image, wanted) in zip(found, images) {
        let xmp = try #require(wanted.object("xmp"))
        let identifier = xmp.string("AuxiliaryImageSubType") ?? xmp.string("AuxiliaryImageType")
        #expect(image.string("identifier") == identifier, "\(name)")
        for key in ["width", "height"] { #expect(image.number(key) == wanted.number(key), "\(name)") }
        #expect(Self.code(image.string("pixelFormat")) == xmp.string("NativeFormat"), "\(name)")
        #expect(Self.code(image.string("storedFormat")) == xmp.string("StoredFormat"), "\(name)")
        #expect(image.number("floatMin") == xmp.string("FloatMinValue").flatMap(Double.init), "\(name)")
        #expect(image.number("floatMax") == xmp.string("FloatMaxValue").flatMap(Double.init), "\(name)")
        #expect(image.string("quality") == xmp.string("Quality"), "\(name)")
        #expect(image.string("accuracy") == xmp.string("Accuracy"), "\(name)")
        #expect(image.boolean("filtered") == xmp.string("Filtered").map { $0 == "True" }, "\(name)")
        #expect(
          image.number("depthDataVersion") == xmp.string("DepthDataVersion").flatMap(Double.init), "\(name)")
      }
    }
  }

  /// Returns a four-character code as the number that XMP has.
  private static func code(_ name: String?) -> String? {
    name.map { "\($0.utf8.reduce(0) { $0 << 8 | UInt32($1) })" }
  }

  @Test func theGDepthMapIsListed() throws {
    let info = try work.json("info", "--json", "\(folder)/exifr_gdepth.jpg")
    let image = try #require(info.objects("auxiliary").first)
    #expect(image.string("type") == "depth" && image.string("identifier") == "GDepth")
    try work.succeed("extract", "\(folder)/exifr_gdepth.jpg", "-o", "gdepth.pfm")
    let values = try PFM.values(work.folder.read("gdepth.pfm"))
    let (low, high) = (try #require(image.number("floatMin")), try #require(image.number("floatMax")))
    #expect(!values.isEmpty && values.allSatisfy { Double($0) >= low * 0.999 && Double($0) <= high * 1.001 })
  }

  @Test(.enabled(if: Program.installed("sha256sum") != nil, "sha256sum is not installed"))
  func storedCodesHaveTheDigests() throws {
    let sum = try #require(Program.installed("sha256sum"))
    for (name, images) in try expected() where !images.isEmpty {
      try work.succeed(
        "extract", "\(folder)/\(name)", "--as", "L008", "--format", "raw", "--directory", work.folder.path,
        "--quiet")
      let info = try work.json("info", "--json", "--quiet", "\(folder)/\(name)")
      let found = info.objects("auxiliary").filter { $0.string("identifier") != "GDepth" }
      #expect(found.count == images.count, "\(name)")
      for (image, wanted) in zip(found, images) {
        let type = try #require(image.string("type"))
        let file = work.folder.path("\(name.dropLast(4)).\(type).raw")
        let digest = try Program.run(sum, [file]).text.prefix(64)
        #expect(wanted.string("plane_sha256") == String(digest), "\(name) \(type)")
      }
    }
  }
}
