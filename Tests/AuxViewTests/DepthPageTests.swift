import AuxImage
import AuxReader
import AuxValidator
import AuxView
import AuxWriter
import Foundation
import TestSupport
import Testing

@Suite struct DepthPageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func content(_ names: String..., change: (inout DepthPage) -> Void = { _ in }) throws -> PageContent
  {
    var page = DepthPage(names.map(path))
    change(&page)
    return try PageContent(page.html())
  }

  @Test func `A portrait is there with its photo, its maps at their exact codes, facts and findings`() throws
  {
    try folder.write(Pictures.portrait().bytes, to: "in.jpg")
    let page = try content("in.jpg")
    let file = try #require(page.files.first)
    #expect(file.string("name") == "in.jpg" && file.string("container") == "jpeg")
    let photo = try #require(file.object("photo"))
    #expect(photo.integer("width") == 64 && photo.integer("height") == 48)
    let preview = try photo.preview()
    #expect(preview.width == 64 && preview.height == 48)
    let source = try ImageSource(path("in.jpg"))
    let given = try source.primaryPixels().rgb8
    let distance = zip(preview.rgb, given).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(distance / given.count <= 4)
    #expect(file.maps.count == 2)
    for (map, image) in zip(file.maps, source.auxiliaryImages) {
      #expect(map.string("type") == image.type.name && map.string("failure") == nil)
      try Self.check(map, source.stored(image))
    }
    #expect(file.maps.map { $0.string("kind") } == ["gain", "disparity"])
    let disparity = file.maps[1]
    #expect(disparity.string("title") == "Disparity map" && disparity.string("unit") == "1/m")
    let depth = try source.depthData(source.auxiliaryImages[1]).converting(toDepthDataType: .fdis)
    let values = try disparity.values()
    #expect(
      zip(values, depth.values).allSatisfy { abs($0 - Double($1)) < 1e-3 }
        && values.count == depth.values.count)
    let value = try #require(disparity.object("value"))
    #expect(value.string("kind") == "linear" && value.number("offset") == 0.5)
    let scale = try #require(value.number("scale"))
    #expect(abs(scale - 2.0 / 255) < 1e-12)
    let facts = try #require(disparity["facts"] as? [[String]])
    #expect(facts.contains(["Accuracy", "relative"]) && facts.contains(["Smallest value", "0.5"]))
    #expect(file.object("effects")?.integer("map") == 1)
    let titles = file.objects("metadata").compactMap { $0.string("title") }
    #expect(titles.contains("Photo") && titles.contains("XMP: Disparity map"))
    #expect(file.objects("structure").contains { $0.string("name") == "SOF0" })
    let rules = try #require(page.object("rules"))
    for finding in file.objects("findings") {
      let rule = try #require(finding.string("rule"))
      #expect(
        rules.object(rule)?.string("statement") != nil
          && (rules.object(rule)?.members["parts"] as? [[String]])?.count == 6)
    }
  }

  /// Codes of depth are exact; those of gain maps nearly.
  private static func check(_ map: PageContent.File, _ stored: StoredAuxiliaryImage) throws {
    guard map.string("kind") == "gain" else {
      #expect(try map.codes() == stored.codes.numbers())
      return
    }
    let (shown, given) = (try map.previewedCodes(), stored.codes.numbers())
    try #require(shown.count == given.count)
    let distance = zip(shown, given).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(Double(distance) / Double(given.count) < 3)
  }

  @Test(arguments: ImageOrientation.allCases)
  func `Photo and maps are upright`(orientation: ImageOrientation) throws {
    let portrait = try Pictures.portrait().bytes
    var turned = portrait
    let tag = try #require(turned.firstRange(of: [0x01, 0x12, 0x00, 0x03]))
    // Tag, type and count are followed by the value.
    turned[tag.lowerBound + 9] = UInt8(orientation.rawValue)
    try folder.write(turned, to: "turned.jpg")
    let source = try ImageSource(path("turned.jpg"))
    try #require(source.primary?.orientation == orientation)
    let file = try #require(try content("turned.jpg").files.first)
    let size = try #require(source.primary?.displaySize)
    let photo = try #require(file.object("photo"))
    #expect(photo.integer("width") == size.width && photo.integer("height") == size.height)
    let preview = try photo.preview()
    let upright = try source.primaryPixels().upright()
    #expect(preview.width == upright.width && preview.height == upright.height)
    let distance = zip(preview.rgb, upright.rgb8).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(distance / upright.rgb8.count <= 4)
    for (map, image) in zip(file.maps, source.auxiliaryImages) {
      let codes = try source.stored(image).applyingExifOrientation(orientation).codes
      #expect(map.integer("width") == codes.width && map.integer("height") == codes.height)
      try Self.check(map, source.stored(image).applyingExifOrientation(orientation))
    }
  }

  @Test func `A damaged file costs only itself, and a missing one as well`() throws {
    let portrait = try Pictures.portrait().bytes
    try folder.write(portrait, to: "good.jpg")
    try folder.write(Array(portrait.prefix(40)), to: "bad.jpg")
    var entries: [DepthPage.Entry] = []
    let page = DepthPage([path("bad.jpg"), path("good.jpg"), path("none.jpg")])
    let files = try PageContent(page.html { entries.append($0) }).files
    #expect(files.count == 3)
    #expect(files[0].string("failure") != nil && !files[0].objects("findings").isEmpty)
    #expect(files[0]["photo"] == nil && files[0]["maps"] == nil)
    #expect(files[1].string("failure") == nil && files[1].maps.count == 2)
    #expect(files[2].string("failure") != nil)
    #expect(
      entries.map(\.isWhole) == [false, true, false]
        && entries.map(\.judgement) == [.invalid, .valid, .invalid])
    #expect(entries[2].failure?.code == .inputMissing)
  }

  @Test func `An image that cannot be decoded costs only itself`() throws {
    var portrait = try Pictures.portrait()
    // The last bytes of its scan.
    let end = portrait.secondaries[0].count - 2
    portrait.secondaries[0].replaceSubrange(end - 60..<end, with: repeatElement(0x55, count: 60))
    try folder.write(portrait.bytes, to: "in.jpg")
    var entries: [DepthPage.Entry] = []
    let page = try PageContent(DepthPage([path("in.jpg")]).html { entries.append($0) })
    let maps = try #require(page.files.first).maps
    try #require(maps.count == 2)
    #expect(maps[0].string("failure") != nil && maps[0].string("part") == nil)
    #expect(try maps[1].codes().count == 64 * 48)
    #expect(entries.count == 1 && entries[0].failure == nil && entries[0].pictureFailures.count == 1)
  }

  @Test func `No name ends an element or commands who reads the page`() throws {
    // The path of the first has the end of the element in it, the names of both its beginning.
    try folder.makeFolder("a<")
    let name = "a</script><script>alert(1)<!--\u{1B}[31m\u{202E}&\"\u{7F}.jpg"
    let plain = "x<\u{2028}!-- <script> &amp;.jpg"
    let portrait = try Pictures.portrait().bytes
    for name in [name, plain] {
      try folder.write(portrait, to: name)
      let page = try content(name)
      #expect(page.files.first?.string("path") == path(name))
      #expect(
        page.files.first?.string("name") == String(name.split(separator: "/")[name.contains("/") ? 1 : 0]))
      // The data, the photo, two maps, the tables, the file, the rules, and what shows them.
      #expect(page.html.components(separatedBy: "<script").count == 9)
      #expect(page.html.components(separatedBy: "</script").count == 9)
      #expect(!page.html.unicodeScalars.contains("\u{1B}") && !page.html.unicodeScalars.contains("\u{202E}"))
      #expect(page.title?.contains("<") == false)
    }
    let page = try content(name) { $0.title = "</title><script>alert(1)</script>" }
    #expect(page.title == "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;")
    #expect(page.html.components(separatedBy: "<script").count == 9)
  }

  @Test func `The page asks nobody for anything, and says so`() throws {
    try folder.write(Pictures.portrait().bytes, to: "in.jpg")
    let html = try content("in.jpg").html
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    let policy =
      "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; worker-src blob:"
    #expect(html.contains("http-equiv=\"Content-Security-Policy\" content=\"\(policy)\""))
    #expect(!html.contains("src=\"http") && !html.contains("@import"))
  }

  @Test(arguments: [1, 2, 5]) func `The same files are the same page on any number of threads`(jobs: Int)
    throws
  {
    try folder.write(Pictures.portrait().bytes, to: "a.jpg")
    try folder.write(Pictures.photo(), to: "b.jpg")
    var page = DepthPage([path("a.jpg"), path("b.jpg"), path("a.jpg"), path("none.jpg")])
    page.jobs = 3
    let given = try page.html()
    page.jobs = jobs
    #expect(try page.html() == given)
    try page.write(to: path("page.html"))
    #expect(try folder.read("page.html") == given)
  }

  @Test func `Previews have the size that is asked for, and less quality where there are many`() throws {
    #expect([1, 2, 3, 12, 13, 500].map(DepthPage.usualPreviewQuality) == [85, 85, 75, 75, 60, 60])
    try folder.write(Pictures.photo(width: 96, height: 40), to: "in.jpg")
    let file = try #require(try content("in.jpg") { $0.previewSide = 32 }.files.first)
    let photo = try #require(file.object("photo"))
    #expect(photo.integer("width") == 96 && photo.integer("height") == 40)
    let preview = try photo.preview()
    #expect(preview.width == 32 && preview.height == 13)
  }

  @Test func `Two files are compared, and not another number`() throws {
    try folder.write(Pictures.portrait().bytes, to: "a.jpg")
    let page = try content("a.jpg", "a.jpg") { $0.isComparison = true }
    #expect(page["compare"] as? [Int] == [0, 1] && page.title == "a.jpg and a.jpg")
    #expect(try content("a.jpg")["compare"] == nil)
    #expect(throws: AuxError(.usage, "")) { try content("a.jpg") { $0.isComparison = true } }
    #expect(throws: AuxError(.usage, "")) { try DepthPage([]).html() }
    #expect(throws: AuxError(.inputMissing, "")) { try content("none.jpg") }
  }

  @Test func `The page appears whole or not at all`() throws {
    try folder.write(Pictures.portrait().bytes, to: "a.jpg")
    try folder.write([1, 2, 3], to: "page.html")
    let page = DepthPage([path("a.jpg")])
    #expect(throws: AuxError(.cannotCreate, "")) { try page.write(to: path("page.html")) }
    #expect(try folder.read("page.html") == [1, 2, 3])
    #expect(throws: AuxError(.inputMissing, "")) {
      try DepthPage([path("none.jpg")]).write(to: path("page.html"), options: .replacing)
    }
    #expect(try folder.read("page.html") == [1, 2, 3])
    let report = try page.write(to: path("page.html"), options: .replacing)
    #expect(try folder.read("page.html").count == report.byteCount && report.entries.count == 1)
    let json = report.json(path: "page.html").text
    let head =
      #"{"path":"page.html","byteCount":\#(report.byteCount),"photos":[{"path":"\#(path("a.jpg"))","valid":true,"#
    #expect(json.hasPrefix(head + #""notes":["its colours are shown as if they were those of sRGB"#))
    #expect(try folder.names == ["a.jpg", "page.html"])
  }
}
