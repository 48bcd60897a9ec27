import AuxImage
import Foundation
import TestSupport
import Testing

/// `edit`, as users call it.
@Suite struct EditCommandTests {
  private let work: Workplace

  /// A photo, displayed as 48x64, with a disparity map and a matte, as HEIC and JPEG.
  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(orientation: 6), to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.folder.write(Pictures.rampPNG(), to: "ramp.png")
    for name in ["photo.jpg", "photo.heic"] {
      try work.succeed(
        "attach", "in.jpg", "--depth", "map.pfm", "--portrait", "ramp.png", "--gainmap", "ramp.png",
        "--gainmap-headroom", "4", "--gainmap-form", "apple", "--intrinsics", "60,60,32,24", "--stored",
        "-o", name)
    }
  }

  @Test("Without an option, edit and attach convert alike", arguments: ["photo.jpg", "photo.heic"])
  func converts(_ name: String) throws {
    for output in ["a.jpg", "a.heic", "a.avif"] where !output.hasSuffix(name.suffix(4)) {
      let report = try work.json("edit", name, "-o", output, "--json", "--force")
      #expect(report.boolean("primaryUnchanged") == false)
      #expect(report.objects("images").count == 3)
      #expect(report.objects("images").allSatisfy { $0.string("fate") == "coded" })
      try work.succeed("attach", name, "-o", "b-" + output, "--force")
      #expect(try work.folder.read(output) == work.folder.read("b-" + output), "\(output)")
      let info = try work.json("info", "--json", output)
      #expect(info.objects("auxiliary").count == 3)
      #expect(info.object("primary")?.number("orientation") == 6)
    }
    let same = try work.run("attach", name, "-o", "same" + name.suffix(5))
    #expect(same.status == 64 && same.error.contains("nothing to attach"), "\(same.error)")
  }

  @Test("A crop and a size are as displayed; a dry run says it and writes nothing")
  func pixels() throws {
    let arguments = [
      "edit", "photo.heic", "--crop", "0,16,48,48", "--resize", "50%", "-o", "small.jpg", "--json",
    ]
    let dry = try work.run(arguments + ["--dry-run"])
    #expect(dry.status == 0)
    #expect(try !work.folder.names.contains("small.jpg"))
    let plan = try JSONObject(dry.text)
    let done = try JSONObject(work.run(arguments).text)
    for report in [plan, done] {
      #expect(report.number("width") == 24 && report.number("height") == 24)
      #expect(report.number("orientation") == 6 && report.boolean("primaryUnchanged") == false)
    }
    #expect(plan.boolean("dryRun") == true && done.boolean("dryRun") == nil)
    #expect(
      plan.objects("images").map { $0.number("width") } == done.objects("images").map { $0.number("width") })
    let info = try work.json("info", "--json", "small.jpg")
    let calibration = info.objects("auxiliary").compactMap { $0.object("calibration") }.first
    // Displayed rows 16 on are stored columns 16 on; the scale is not said by intrinsics.
    #expect(calibration?.numbers("intrinsicMatrixReferenceDimensions") == [48, 48])
    #expect(calibration?.numbers("intrinsicMatrix")?[6] == 16)
  }

  @Test("Turns, drops and strips leave the coded photo as it is")
  func grafts() throws {
    let report = try work.json(
      "edit", "photo.jpg", "--rotate", "90", "--flip", "v", "--drop", "gainmap", "--strip", "location,people",
      "-o", "turned.jpg", "--json")
    #expect(report.boolean("primaryUnchanged") == true)
    #expect(report.objects("images").filter { $0.string("fate") == "dropped" }.count == 1)
    let text = try work.succeed("edit", "photo.jpg", "--only", "depthmap", "-o", "depth.jpg")
    #expect(text.contains("depth.jpg: jpeg, 48x64 as displayed, the photo is unchanged\n"), "\(text)")
    #expect(text.contains("  portraitEffectsMatte, removed\n"), "\(text)")
  }

  @Test("Many photos go into a folder, and in place")
  func batches() throws {
    let text = try work.succeed(
      "edit", "photo.jpg", "photo.heic", "--resize", "long=32", "--container", "jpeg", "--directory", "out")
    #expect(text.contains("out/photo.jpg: jpeg, 24x32") && text.contains("out/photo-2.jpg: jpeg, 24x32"))
    try work.succeed("edit", "-r", "out", "--rotate", "180", "--in-place")
    #expect(try work.json("info", "--json", "out/photo.jpg").object("primary")?.number("orientation") == 8)
    try work.succeed("edit", "out/photo.jpg", "--resize", "50%", "--in-place")
    #expect(try work.json("info", "--json", "out/photo.jpg").object("primary")?.number("width") == 16)
  }

  @Test("A bad photo ends neither the batch nor its dry run; JSON says of each image what became of it")
  func batchWithBadPhoto() throws {
    try work.folder.write(Array("no photo".utf8), to: "bad.jpg")
    for more in [["--dry-run"], []] {
      let outcome = try work.run(
        ["edit", "photo.jpg", "bad.jpg", "photo.heic", "--for", "web", "--directory", "web", "--json"] + more)
      #expect(outcome.status == 1 && outcome.error.contains("bad.jpg"), "\(outcome.error)")
      let reports = try outcome.text.split(separator: "\n").map { try JSONObject(String($0)) }
      #expect(reports.map { $0.string("code") } == [nil, "unsupported", nil])
      for report in [reports[0], reports[2]] {
        #expect(report.boolean("primaryUnchanged") == true)
        let fates = report.objects("images").map { ($0.string("type"), $0.string("fate")) }
        #expect(fates.allSatisfy { ($0.0 == "hdrGainMap") == ($0.1 == "kept") }, "\(fates)")
        #expect(fates.count == 3)
      }
    }
    #expect(try work.json("info", "--json", "web/photo.jpg").objects("auxiliary").count == 1)
  }

  @Test(
    "What is left out has its reason in JSON, and a form that the container lacks is an error before anything is coded"
  )
  func reasons() throws {
    try work.succeed("edit", "photo.jpg", "-o", "plain.heic")
    let plan = try work.json("edit", "plain.heic", "-o", "out.dng", "--json", "--dry-run")
    let done = try work.json("edit", "plain.heic", "-o", "out.dng", "--json")
    for report in [plan, done] {
      let left = report.objects("images").filter { $0.string("fate") == "leftOut" }
      #expect(left.map { $0.string("type") } == ["hdrGainMap"])
      #expect(left.first?.string("reason")?.contains("dng holds no image of type") == true)
      #expect(report.strings("notes")?.contains { $0.contains("dng holds no image of type") } == true)
    }
    for more in [["--dry-run"], []] {
      let outcome = try work.run(
        ["edit", "photo.heic", "-o", "x.heic", "--gainmap-form", "ultrahdr"] + more)
      #expect(
        outcome.status == 65 && outcome.error.contains("Ultra HDR is a form of JPEG"), "\(outcome.error)")
    }
  }

  @Test(
    "attach that only converts refuses options of maps, and names them",
    arguments: [
      ["--accuracy", "absolute"], ["--stretch"], ["--replace"], ["--as", "fdep"], ["--stored"],
      ["--holes", "far"], ["--unfiltered"], ["--also", "gdepth"],
    ])
  func attachWithoutMaps(_ arguments: [String]) throws {
    let outcome = try work.run(["attach", "photo.jpg", "-o", "o.heic"] + arguments)
    #expect(outcome.status == 64 && outcome.error.contains(arguments[0]), "\(outcome.error)")
    #expect(try !work.folder.names.contains("o.heic"))
  }

  @Test(
    "What contradicts itself is an error of usage",
    arguments: [
      ["--crop", "0,0,9,9", "--aspect", "1:1", "-o", "o.jpg"], ["--anchor", "subject", "-o", "o.jpg"],
      ["--drop", "mattes", "--only", "mattes", "-o", "o.jpg"], ["--in-place"],
      ["--rotate", "45", "-o", "o.jpg"],
      ["--resize", "0x0", "-o", "o.jpg"], ["--resize", "big", "-o", "o.jpg"],
      ["--strip", "names", "-o", "o.jpg"], ["--for", "print", "-o", "o.jpg"],
      ["--crop", "0,0,900,9", "-o", "o.jpg"], ["--resize", "64x48", "-o", "o.jpg"],
      ["--aspect", "0:1", "-o", "o.jpg"], ["--quality", "0", "-o", "o.jpg"],
    ])
  func usage(_ arguments: [String]) throws {
    let outcome = try work.run(["edit", "photo.jpg"] + arguments)
    #expect(outcome.status == 64, "\(arguments): \(outcome.status) \(outcome.error)")
    #expect(try !work.folder.names.contains("o.jpg"))
  }

  @Test(
    "One side, and a ratio with decimal places or a slash, are understood",
    arguments: [
      ("--resize", "24", [24, 32]), ("--resize", "24x", [24, 32]), ("--resize", "x32", [24, 32]),
      ("--resize", "width=24", [24, 32]), ("--resize", "height=32", [24, 32]),
      ("--resize", "width=800", [48, 64]), ("--aspect", "1.91:1", [48, 25]), ("--aspect", "16/9", [48, 27]),
    ])
  func oneSide(_ option: String, _ value: String, _ size: [Double]) throws {
    let report = try work.json("edit", "photo.jpg", option, value, "-o", "o.jpg", "--json")
    // The report has the sides as stored, and the photo is displayed turned.
    #expect([report.number("height"), report.number("width")] == size)
  }

  @Test(
    "Texts that are no size and no ratio are refused",
    arguments: [
      ("--resize", "x"), ("--resize", "24xx"), ("--resize", "24x32x"), ("--resize", "24xa"),
      ("--resize", "nan"),
      ("--resize", "width="), ("--aspect", "4::5"), ("--aspect", "4:5:"), ("--aspect", "4"),
      ("--aspect", "nan:1"),
      ("--aspect", "1e2:1"), ("--aspect", "1.0001:65535"), ("--aspect", "0.0:1"),
    ])
  func noSize(_ option: String, _ value: String) throws {
    let outcome = try work.run("edit", "photo.jpg", option, value, "-o", "o.jpg")
    #expect(outcome.status == 64 && outcome.error.contains("'\(value)' is invalid"), "\(outcome.error)")
  }

  @Test("Where pixels are coded, Exif gets their size, whatever it stated", arguments: ["heic", "avif"])
  func staleSize(_ kind: String) throws {
    try work.folder.write(PhotoExif.photo(), to: "stale.jpg")
    try work.succeed("edit", "stale.jpg", "-o", "out.\(kind)")
    #expect(try PhotoExif.sizes(of: work.folder.read("out.\(kind)")) == [64, 48, 64, 48])
    try work.succeed("edit", "stale.jpg", "--resize", "50%", "-o", "small.\(kind)")
    #expect(try PhotoExif.sizes(of: work.folder.read("small.\(kind)")) == [32, 24, 32, 24])
  }

  @Test("PNG and TIFF hold the photo upright, without its maps", arguments: ["png", "tiff"])
  func pictures(_ kind: String) throws {
    for name in ["photo.jpg", "photo.heic"] {
      let outcome = try work.run("edit", name, "-o", "out.\(kind)", "--force")
      #expect(
        outcome.status == 0 && outcome.error.contains("\(kind) holds no image of type"), "\(outcome.error)")
      let info = try work.json("info", "--json", "out.\(kind)")
      let primary = try #require(info.object("primary"))
      #expect(primary.number("width") == 48 && primary.number("height") == 64)
      #expect(primary.number("orientation") == 1 && info.objects("auxiliary").isEmpty)
    }
  }

  @Test("A multi-picture file is edited under its own extension, and its views are counted")
  func multiPicture() throws {
    try work.succeed(
      "render", "stereo", "in.jpg", "--depth", "map.pfm", "--stored", "--layout", "mpo", "-o", "in.mpo")
    try work.succeed("edit", "in.mpo", "--rotate", "180", "-o", "out.mpo")
    try work.folder.write(Inputs.png(Pictures.ramp(width: 48, height: 64)), to: "upright.png")
    try work.succeed("attach", "in.mpo", "--portrait", "upright.png", "-o", "attached.mpo")
    for name in ["in.mpo", "out.mpo", "attached.mpo"] {
      #expect(try work.json("info", "--json", name).number("views") == 2)
      #expect(try work.succeed("info", name).contains("2 views"))
    }
    #expect(try work.json("info", "--json", "photo.jpg").number("views") == nil)
  }

  @Test("A file keeps its modification time if --keep-time asks for it")
  func keepTime() throws {
    let (path, old) = (work.folder.path("photo.jpg"), Date(timeIntervalSince1970: 1_500_000_000))
    func time() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    let before = try work.folder.read("photo.jpg")
    try work.succeed("edit", "photo.jpg", "--rotate", "90", "--in-place", "--keep-time")
    #expect(try time() == old && work.folder.read("photo.jpg") != before)
    try work.succeed("edit", "photo.jpg", "--rotate", "90", "--in-place")
    #expect(try time() != old)
  }
}
