import AuxCodecs
import AuxKernels
import Foundation
import TestSupport
import Testing

/// Google's Dynamic Depth: listed, extracted, copied, and left in its place.
struct DynamicDepthTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
  }

  /// Codes that JPEG keeps: one in each block.
  private static let blocks: PixelPlane = {
    let codes = (0..<(32 * 24)).map { index in
      let (column, row) = (index % 32 / 8, index / 32 / 8)
      return UInt8(column * 60 + row * 20)
    }
    return PixelPlane(width: 32, height: 24, known: .uint8(codes))
  }()

  private static func photo(png: Bool = true) throws -> DynamicDepthBytes {
    let map = png ? try PNGCodec.encode(blocks) : try JPEGCodec.encode(gray: blocks, quality: 100)
    var photo = DynamicDepthBytes(
      primary: Array(try Pictures.photo()[2...]),
      items: [
        .init(
          mime: "image/jpeg", uri: "android/original", bytes: try Pictures.photo(width: 32, height: 24),
          padding: 5),
        .init(mime: png ? "image/png" : "image/jpeg", uri: "android/depthmap", bytes: map, padding: 2),
        .init(
          mime: "image/jpeg", uri: "android/confidencemap", bytes: try Pictures.photo(width: 8, height: 8)),
      ])
    photo.primaryPadding = 3
    photo.trailer = Array("a trailer".utf8)
    return photo
  }

  /// The distances of the codes by the formulas of the specification.
  private static func distances(linear: Bool, near: Double = 0.5, far: Double = 4) -> [Double] {
    blocks.data().map { code in
      let n = Double(code) / 255
      return linear ? n * (far - near) + near : far * near / (far - n * (far - near))
    }
  }

  @Test(arguments: [(true, false, "Meters"), (true, true, "m"), (false, false, "mm"), (false, true, "None")])
  func theMapIsRead(png: Bool, linear: Bool, units: String) throws {
    var photo = try Self.photo(png: png)
    photo.map["Format"] = linear ? "RangeLinear" : "RangeInverse"
    photo.map["Units"] = units
    if units == "mm" { (photo.map["Near"], photo.map["Far"]) = ("500", "4000") }
    try work.folder.write(photo.bytes, to: "dd.jpg")
    let outcome = try work.run("info", "--json", "dd.jpg")
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let images = try JSONObject(outcome.text).objects("auxiliary")
    let image = try #require(images.first)
    #expect(images.count == 1 && image.string("type") == "depth")
    #expect(image.string("identifier") == "DynamicDepth")
    #expect(image.string("codec") == (png ? "png" : "jpeg"))
    #expect(image.number("width") == 32 && image.number("height") == 24)
    #expect(image.number("byteCount") == Double(photo.items[1].bytes.count))
    #expect(image.number("floatMin") == 0.5 && image.number("floatMax") == 4)
    // `None` says that there is no unit.
    #expect(image.string("accuracy") == (units == "None" ? "relative" : nil))
    let extraction = try work.run(["extract", "dd.jpg", "-o", "dd.pfm"])
    #expect(extraction.error.contains("the scale of the distances is unknown") == (units == "None"))
    let values = try PFM.values(work.folder.read("dd.pfm"))
    let wanted = Self.distances(linear: linear)
    #expect(agree(values, wanted) { abs(Double($0) - $1) <= 1e-5 * $1 } && values.count == 768)
  }

  @Test func theNewerDirectoryServes() throws {
    var photo = try Self.photo()
    photo.isNewer = true
    photo.map["DepthURI"] = nil
    try work.folder.write(photo.bytes, to: "dd.jpg")
    let image = try work.json("info", "--json", "dd.jpg").objects("auxiliary").first
    #expect(image?.string("identifier") == "DynamicDepth" && image?.string("codec") == "png")
  }

  @Test func imagesOfApplesGoAfterTheItems() throws {
    // Without JPEG items nothing but the directory says where the items are.
    for count in [3, 2] {
      var photo = try Self.photo()
      if count == 2 { photo.items.remove(at: 0) }
      try work.folder.write(photo.bytes, to: "dd\(count).jpg")
      try work.succeed("extract", "dd\(count).jpg", "-o", "before.pfm", "--force")
      try work.succeed("attach", "dd\(count).jpg", "-o", "both\(count).jpg", "--depth", "map.pfm")
      let images = try work.json("info", "--json", "both\(count).jpg").objects("auxiliary")
      #expect(images.map { $0.string("identifier") } == ["disparity", "DynamicDepth"])
      try work.succeed("extract", "both\(count).jpg", "--type", "google", "-o", "after.pfm", "--force")
      #expect(try work.folder.read("before.pfm") == work.folder.read("after.pfm"))
      try work.succeed("remove", "both\(count).jpg", "--type", "disparity", "-o", "less\(count).jpg")
      let rest = try work.json("info", "--json", "less\(count).jpg").objects("auxiliary")
      #expect(rest.map { $0.string("identifier") } == ["DynamicDepth"])
      #expect(try work.folder.read("less\(count).jpg").suffix(9) == Array("a trailer".utf8)[...])
    }
  }

  /// Editors cut off everything after the primary and leave the XMP: an image attached then is not a map of Google's.
  @Test func imagesOfApplesInThePlaceOfALostMapAreNotTakenForIt() throws {
    var photo = try Self.photo()
    photo.items.remove(at: 0)
    photo.primaryPadding = 0
    for isCut in [false, true] {
      // Cut, or with something else in the map's place.
      let listed =
        photo.bytes.count - photo.trailer.count - photo.items.reduce(0) { $0 + $1.bytes.count + $1.padding }
      let rest = isCut ? [] : [UInt8](repeating: 0x20, count: 9000)
      try work.folder.write(Array(photo.bytes[..<listed]) + rest, to: "lost.jpg")
      try work.succeed("attach", "lost.jpg", "-o", "new.jpg", "--depth", "map.pfm", "--force")
      let info = try work.run("info", "--json", "new.jpg")
      let images = try JSONObject(info.text).objects("auxiliary")
      #expect(images.map { $0.string("identifier") } == ["disparity"])
      #expect(info.error.contains("another image stands in the place of item 2"), "\(info.error)")
      #expect(try work.folder.read("new.jpg").suffix(rest.count) == rest[...])
      // It can be edited again.
      try work.succeed("remove", "new.jpg", "--all", "-o", "old.jpg", "--force")
      #expect(try work.folder.read("old.jpg").suffix(rest.count) == rest[...])
    }
  }

  /// Other programs may read what this one does not.
  @Test func itemsStayInTheirPlaceWhereTheMapIsUnusable() throws {
    var photo = try Self.photo()
    photo.map["Units"] = "Diopters"
    let whole = photo.bytes
    try work.folder.write(whole, to: "odd.jpg")
    try work.succeed("attach", "odd.jpg", "-o", "new.jpg", "--depth", "map.pfm")
    let written = try work.folder.read("new.jpg")
    // From the end of the primary's scan to that of the last item.
    var items = photo.primary.suffix(50) + [0, 0, 0]
    for item in photo.items { items += item.bytes + [UInt8](repeating: 0, count: item.padding) }
    #expect(written.indices.contains { written[$0...].starts(with: items) })
  }

  @Test func itIsCopiedAsADepthMapOfApples() throws {
    try work.folder.write(try Self.photo().bytes, to: "dd.jpg")
    for container in ["jpg", "heic", "dng"] {
      try work.succeed("copy", "dd.jpg", "photo.jpg", "--no-compare", "-o", "copy.\(container)")
      let image = try #require(
        try work.json("info", "--json", "copy.\(container)").objects("auxiliary").first)
      #expect(image.string("identifier") != "DynamicDepth")
      try work.succeed("extract", "copy.\(container)", "--as", "fdep", "-o", "\(container).pfm")
      let values = try PFM.values(work.folder.read("\(container).pfm"))
      let (low, high) = (0.5, 4.0)
      // Two codes of 255, in disparity.
      let step = 2 * (1 / low - 1 / high) / 255
      let wanted = Self.distances(linear: false)
      #expect(agree(values, wanted) { abs(1 / Double($0) - 1 / $1) <= step }, "\(container)")
    }
  }

  @Test func itIsNotRemoved() throws {
    try work.folder.write(try Self.photo().bytes, to: "dd.jpg")
    let refused = try work.run("remove", "dd.jpg", "--all", "-o", "out.jpg")
    #expect(refused.status == 65 && refused.error.contains("DynamicDepth map belongs to the primary's XMP"))
    #expect(!Files.exists(work.folder.path("out.jpg")))
  }

  @Test(
    arguments: [
      ("Near", nil, "DepthMap:Near or DepthMap:Far is missing"), ("Near", "nan", "DepthMap:Near"),
      ("Near", "-1", "are no range"), ("Far", "0.5", "are no range"), ("Near", "1e-320", "are no range"),
      ("Format", "RangeCubic", "DepthMap:Format RangeCubic"), ("Units", "Diopters", "DepthMap:Units"),
      ("DepthURI", "elsewhere", "no item"),
    ] as [(String, String?, String)])
  func unusableMapsAreNoted(name: String, value: String?, reason: String) throws {
    var photo = try Self.photo()
    photo.map[name] = value
    try expectNote(photo, reason)
  }

  @Test(
    arguments: [
      ("-1", "Item:Length"), ("many", "Item:Length"), ("1e18", "truncated"),
      ("9223372036854775807", "Item:Length"),
      ("1e300", "Item:Length"), ("0", "truncated"), ("7", nil),
    ] as [(String, String?)])
  func lengthsThatDoNotHoldAreNoted(length: String, reason: String?) throws {
    var photo = try Self.photo()
    photo.items[1].length = length
    try expectNote(photo, reason == "truncated" ? "item 3 has" : reason)
    photo = try Self.photo()
    photo.items[0].length = length
    try expectNote(photo)
    photo = try Self.photo()
    photo.items[2].length = "1e18"
    try work.folder.write(photo.bytes, to: "last.jpg")
    #expect(try work.json("info", "--json", "last.jpg").objects("auxiliary").count == 1)
  }

  @Test func damageIsNoted() throws {
    var photo = try Self.photo()
    photo.items = []
    try expectNote(photo, "no item")
    photo = try Self.photo()
    photo.items[1].bytes = Array("neither a JPEG nor a PNG file".utf8)
    try expectNote(photo)
    let whole = try Self.photo().bytes
    for count in stride(from: whole.count - 20, to: 200, by: -(whole.count / 40)) {
      try work.folder.write(Array(whole[..<count]), to: "cut.jpg")
      let outcome = try work.run("extract", "cut.jpg", "-o", "cut.pfm", "--force")
      #expect(outcome.status == 0 || outcome.status == 65, "\(count): \(outcome.error)")
    }
  }

  @Test func changedBytesDoNoHarm() throws {
    var random = SeededRandom(seed: 7)
    let whole = try Self.photo().bytes
    for _ in 0..<60 {
      let bytes = Array(random.mutated(Array(whole[..<3000]))) + whole[3000...]
      try work.folder.write(bytes, to: "odd.jpg")
      let outcome = try work.run("extract", "odd.jpg", "-o", "odd.pfm", "--force")
      #expect(outcome.status == 0 || outcome.status == 65, "\(outcome.status): \(outcome.error)")
    }
  }

  private func expectNote(_ photo: DynamicDepthBytes, _ reason: String? = nil) throws {
    try work.folder.write(photo.bytes, to: "odd.jpg")
    let outcome = try work.run("info", "--json", "odd.jpg")
    #expect(outcome.status == 0)
    #expect(try JSONObject(outcome.text).objects("auxiliary").isEmpty)
    #expect(outcome.error.contains("note: the Dynamic Depth map is unusable"), "\(outcome.error)")
    if let reason { #expect(outcome.error.contains(reason), "\(outcome.error)") }
  }

  @Test(
    "edit takes the map out with what Dynamic Depth lists, and leaves what follows", arguments: [false, true])
  func theMapGoes(isNewer: Bool) throws {
    var photo = try Self.photo()
    photo.isNewer = isNewer
    if isNewer { photo.items.removeLast() }
    try work.folder.write(photo.bytes, to: "dd.jpg")
    for kind in ["google", "depthmap"] {
      let report = try work.json("edit", "dd.jpg", "--drop", kind, "-o", "\(kind).jpg", "--json")
      #expect(report.boolean("primaryUnchanged") == true)
      #expect(report.objects("images").allSatisfy { $0.string("fate") == "dropped" })
      #expect(report.strings("notes")?.contains { $0.contains("the pictures that it lists") } == true)
      let bytes = try work.folder.read("\(kind).jpg")
      for item in photo.items { #expect(bytes.firstRange(of: item.bytes) == nil) }
      #expect(bytes.suffix(9).elementsEqual("a trailer".utf8))
      #expect(bytes.firstRange(of: Array("photos/dd/1.0".utf8)) == nil)
      let plan = try work.json("edit", "dd.jpg", "--drop", kind, "-o", "x.jpg", "--json", "--dry-run")
      #expect(plan.objects("images").allSatisfy { $0.string("fate") == "dropped" })
    }
    try work.succeed("validate", "google.jpg")
    #expect(try work.json("info", "--json", "google.jpg").objects("auxiliary").isEmpty)
  }
}
