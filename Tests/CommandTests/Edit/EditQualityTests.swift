import AuxCodecs
import AuxContainers
import AuxReader
import Foundation
import TestSupport
import Testing

/// Qualities that are given: each codes what it is about, even if no pixel changes.
@Suite struct EditQualityTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(width: 320, height: 240), to: "in.jpg")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
    try work.folder.write(Pictures.rampPNG(), to: "ramp.png")
    for name in ["photo.jpg", "photo.heic"] {
      try work.succeed(
        "attach", "in.jpg", "--depth", "map.pfm", "--gainmap", "ramp.png", "--gainmap-headroom", "4",
        "--quality",
        "high", "-o", name)
    }
  }

  @Test(
    "A quality or a number of bits codes the photo, and its maps", arguments: ["photo.jpg", "photo.heic"])
  func photo(_ name: String) throws {
    let suffix = name.suffix(5)
    let small = try work.json("edit", name, "--quality", "20", "-o", "small" + suffix, "--json")
    #expect(small.boolean("primaryUnchanged") == false && small.string("photo") == "coded")
    #expect(small.objects("images").allSatisfy { $0.string("fate") == "coded" })
    try work.succeed("edit", name, "--quality", "95", "-o", "large" + suffix)
    #expect(try work.folder.read("small" + suffix).count < work.folder.read("large" + suffix).count)
    let bits = try work.json("edit", name, "--bits", "8", "-o", "bits" + suffix, "--json")
    #expect(bits.string("photo") == "coded")
    try work.succeed("edit", name, "--quality", "20", "--in-place")
    #expect(try work.folder.read(name).count == work.folder.read("small" + suffix).count)
  }

  @Test("The quality of --for archive codes nothing by itself", arguments: ["photo.jpg", "photo.heic"])
  func archive(_ name: String) throws {
    let report = try work.json("edit", name, "--for", "archive", "-o", "same" + name.suffix(5), "--json")
    #expect(report.string("photo") == "kept")
    #expect(try work.folder.read(name) == work.folder.read("same" + name.suffix(5)))
    let given = try work.json(
      "edit", name, "--for", "archive", "--quality", "90", "-o", "coded" + name.suffix(5), "--json")
    #expect(given.string("photo") == "coded")
  }

  @Test(
    "A quality of auxiliary images codes these, and leaves the photo", arguments: ["photo.jpg", "photo.heic"])
  func auxiliaryImages(_ name: String) throws {
    let before = try work.json("info", "--json", name).objects("auxiliary")
    let arguments = ["edit", name, "--aux-quality", "10", "-o", "coarse" + name.suffix(5), "--json"]
    let plan = try JSONObject(work.run(arguments + ["--dry-run"]).text)
    let report = try JSONObject(work.run(arguments).text)
    for result in [plan, report] {
      #expect(result.boolean("primaryUnchanged") == true && result.string("photo") == "kept")
      #expect(result.objects("images").map { $0.string("fate") } == ["coded", "coded"])
    }
    let after = try work.json("info", "--json", "coarse" + name.suffix(5)).objects("auxiliary")
    #expect(Set(after.map { $0.string("type") }) == Set(before.map { $0.string("type") }))
    #expect(try work.folder.read("coarse" + name.suffix(5)).count < work.folder.read(name).count)
    #expect(
      try after.first { $0.string("type") == "disparity" }?.object("calibration")?.sortedText
        == before.first { $0.string("type") == "disparity" }?.object("calibration")?.sortedText)
    try work.succeed("validate", "coarse" + name.suffix(5))
  }

  @Test(
    "A lossless edit takes no quality",
    arguments: [["--quality", "50"], ["--aux-quality", "50"], ["--bits", "8"]])
  func lossless(_ quality: [String]) throws {
    let outcome = try work.run(["edit", "photo.jpg", "--lossless", "-o", "o.jpg"] + quality)
    #expect(outcome.status == 64 && outcome.error.contains(quality[0]), "\(outcome.error)")
  }

  @Test("HEIC of a JPEG is not larger, and its error is small", arguments: [85, 92])
  func sizeOfHEIC(_ quality: Int) throws {
    let (width, height) = (512, 384)
    let rgb = DetailedPicture(width: width, height: height, seed: 11).rgb
    let jpeg = try JPEGCodec.encode(
      rgb: rgb, width: width, height: height, quality: quality, subsampled: true)
    try work.folder.write(jpeg, to: "detail.jpg")
    try work.succeed("edit", "detail.jpg", "-o", "detail.heic")
    let heic = try work.folder.read("detail.heic")
    let file = try HEIFFile(HEIFStructure(MemoryByteSource(heic), limits: .standard))
    #expect(try file.extents(of: file.primaryItem).count <= jpeg.count)
    let (before, after) = (try ImageSource(data: jpeg), try ImageSource(data: heic))
    let squares = try zip(before.primaryPixels().rgb8, after.primaryPixels().rgb8).map { a, b in
      (Double(a) - Double(b)) * (Double(a) - Double(b))
    }
    let ratio = 10 * log10(255 * 255 * Double(squares.count) / squares.reduce(0, +))
    #expect(ratio > 45, "\(ratio) dB")
  }
}
