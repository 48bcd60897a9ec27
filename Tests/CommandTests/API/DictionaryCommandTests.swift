import Foundation
import TestSupport
import Testing

/// `extract --format plist`, `attach --dictionary`, `attach --also gdepth` and `copy`.
struct DictionaryCommandTests {
  private let work: Workplace

  /// A photo of 16x8 that is to be turned, and a map.
  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(orientation: 6, width: 16, height: 8), to: "photo.jpg")
    let metres = (0..<128).map { index -> Float in 1 + Float(index % 16) / 4 + Float(index / 16) / 9 }
    try work.folder.write(PFM.bytes(metres, width: 8), to: "map.pfm")
  }

  @Test(arguments: ["jpg", "heic", "dng"]) func aDictionaryComesBack(_ container: String) throws {
    let made = try work.run("attach", "photo.jpg", "--depth", "map.pfm", "-o", "a.\(container)")
    #expect(made.status == 0, "\(made.error)")
    #expect(try work.run("extract", "a.\(container)", "--format", "plist", "-o", "a.plist").status == 0)
    let again = try work.run(
      "attach", "a.\(container)", "--dictionary", "a.plist", "--replace", "-o", "b.\(container)")
    #expect(again.status == 0, "\(again.error)")
    #expect(try work.run("extract", "b.\(container)", "-o", "b.plist").status == 0)
    #expect(try work.folder.read("a.plist") == work.folder.read("b.plist"))
    #expect(
      try work.run("extract", "b.\(container)", "--format", "plist", "--xml", "-o", "x.plist").status == 0)
    #expect(try work.folder.read("x.plist").starts(with: "<?xml".utf8))
    let xml = try work.run(
      "attach", "a.\(container)", "--dictionary", "x.plist", "--replace", "-o", "c.\(container)")
    #expect(xml.status == 0, "\(xml.error)")
    #expect(try work.run("extract", "c.\(container)", "-o", "c.plist").status == 0)
    #expect(try work.folder.read("a.plist") == work.folder.read("c.plist"))
  }

  /// ImageIO's dictionaries are as the photo is stored, whatever its orientation.
  @Test func dictionariesAreAsStored() throws {
    _ = try work.run(
      "attach", "photo.jpg", "--depth", "map.pfm", "--intrinsics", "20,21,7,5", "-o", "a.heic")
    #expect(try work.run("extract", "a.heic", "--format", "plist", "-o", "o.plist").status == 0)
    let again = try work.run(
      "attach", "a.heic", "--dictionary", "o.plist", "--replace", "-o", "b.heic", "--lossless")
    #expect(again.status == 0, "\(again.error)")
    for name in ["a", "b"] {
      _ = try work.run("extract", "\(name).heic", "--as", "fdis", "--format", "raw", "-o", "\(name).raw")
    }
    #expect(try work.folder.read("a.raw") == work.folder.read("b.raw"))
    // The numbers of the camera are of the photo as displayed, and turned with it.
    let info = try work.run("info", "b.heic", "--json").text
    #expect(info.contains("\"intrinsicMatrix\":[21,0,0,0,20,0,5,1,1]"), "\(info)")
  }

  @Test func whatAVDepthDataRejectsIsRejected() throws {
    let k = "kCGImageAuxiliaryDataInfo"
    func attach(_ description: [String: Int], bytes: Int) throws -> (status: Int32, error: String) {
      let root: [String: Any] = [k + "Data": Data(count: bytes), k + "DataDescription": description]
      try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
        .write(to: URL(fileURLWithPath: work.folder.path("bad.plist")))
      let outcome = try work.run("attach", "photo.jpg", "--dictionary", "bad.plist", "-o", "out.jpg")
      #expect(!Files.exists(work.folder.path("out.jpg")))
      return (outcome.status, outcome.error)
    }
    let good = ["PixelFormat": 1_751_411_059, "Width": 16, "Height": 8, "BytesPerRow": 32]
    for key in good.keys {
      let zero = try attach(good.merging([key: 0]) { $1 }, bytes: 256)
      #expect(zero.status == 65 && zero.error.contains("\(key) is 0"), "\(zero.error)")
    }
    let short = try attach(good, bytes: 255)
    #expect(short.status == 65 && short.error.contains("255 bytes are no 8 rows of 32"), "\(short.error)")
  }

  @Test func copyGivesTheDepthBack() throws {
    let made = try work.run(
      "attach", "photo.jpg", "--depth", "map.pfm", "--portrait", "map2.pfm", "-o", "a.jpg")
    #expect(made.status == 66)
    _ = try work.run("attach", "photo.jpg", "--depth", "map.pfm", "-o", "a.jpg")
    let none = try work.run("copy", "photo.jpg", "a.jpg", "-o", "b.jpg")
    #expect(none.status == 65 && none.error.contains("photo.jpg: there are no auxiliary images"))
    let copied = try work.run("copy", "a.jpg", "photo.jpg", "-o", "b.jpg", "--json")
    #expect(copied.status == 0, "\(copied.error)")
    #expect(
      copied.text == """
        {"path":"b.jpg","container":"jpeg","primaryUnchanged":true,"copied":[{"type":"disparity","width":16,\
        "height":8,"undecoded":true}]}

        """)
    #expect(try work.folder.read("b.jpg") == work.folder.read("a.jpg"))
    let twice = try work.run("copy", "a.jpg", "b.jpg", "--in-place")
    #expect(twice.status == 64 && twice.error.contains("--replace"))
    #expect(try work.run("copy", "a.jpg", "b.jpg", "--in-place", "--replace").status == 0)
    #expect(try work.folder.read("b.jpg") == work.folder.read("a.jpg"))
    let turned = try work.run("copy", "a.jpg", "photo.jpg", "--turn", "6", "-o", "c.jpg")
    #expect(turned.status == 64 && turned.error.contains("16x8 and 16x8"))
    let across = try work.run("copy", "a.jpg", "photo.jpg", "-o", "c.heic")
    #expect(across.status == 0 && across.text.contains("disparity 16x8, coded anew"), "\(across.error)")
    let missing = try work.run("copy", "a.jpg", "photo.jpg", "--type", "hair", "-o", "d.jpg")
    #expect(missing.status == 65 && missing.error.contains("no semanticSegmentationHairMatte image"))
  }

  @Test func gdepthStandsBesideApples() throws {
    let made = try work.run("attach", "photo.jpg", "--depth", "map.pfm", "--also", "gdepth", "-o", "a.jpg")
    #expect(made.status == 0, "\(made.error)")
    let info = try work.run("info", "a.jpg", "--json").text
    #expect(info.contains("\"identifier\":\"GDepth\"") && info.contains("\"type\":\"disparity\""))
    _ = try work.run("extract", "a.jpg", "--type", "google", "--format", "raw", "-o", "depth.raw")
    #expect(try work.folder.read("depth.raw").count == 16 * 8 * 4)
    let heic = try work.run("attach", "photo.jpg", "--depth", "map.pfm", "--also", "gdepth", "-o", "a.heic")
    #expect(heic.status == 65 && heic.error.contains("GDepth is written into JPEG"), "\(heic.error)")
  }
}
