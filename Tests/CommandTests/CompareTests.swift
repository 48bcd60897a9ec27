import AuxKernels
import Foundation
import TestSupport
import Testing

/// `compare`.
struct CompareTests {
  private let work: Workplace
  private let metres = Inputs.metres

  init() throws {
    work = try Workplace()
    try work.folder.write(PFM.bytes(metres, width: 64), to: "truth.pfm")
    try work.folder.write(PFM.bytes(metres.map { $0 * 1.5 }, width: 64), to: "model.pfm")
  }

  @Test func measuresAreAtTheTopLevel() throws {
    let seen = try work.json("compare", "truth.pfm", "model.pfm", "--json")
    #expect(abs((seen.number("absRel") ?? 0) - 0.5) < 1e-6 && seen.number("delta1") == 0)
    #expect(seen.number("samples") == 3072)
    for key in ["sqRel", "rmse", "rmseLog", "silog", "delta2", "delta3"] { #expect(seen.number(key) != nil) }
    let fitted = try work.json("compare", "truth.pfm", "model.pfm", "--align", "scale", "--json")
    #expect((fitted.number("absRel") ?? 1) < 1e-6)
    #expect(fitted.object("alignment")?.string("method") == "medians")
    let text = try work.succeed("compare", "truth.pfm", "model.pfm", "--align", "affine")
    #expect(text.contains("aligned in depth by least squares: scale 0.666667"))
  }

  @Test func gatesAreStatusOne() throws {
    let failed = try work.run("compare", "truth.pfm", "model.pfm", "--max-abs-rel", "0.1", "--json")
    #expect(failed.status == 1 && failed.error.contains("absRel is 0.5"))
    #expect(try JSONObject(failed.text).boolean("passed") == false)
    try work.succeed(
      "compare", "truth.pfm", "model.pfm", "--align", "scale", "--max-abs-rel", "0.1", "--min-delta1", "1")
    #expect(try work.run("compare", "truth.pfm", "absent.pfm").status == 66)
    #expect(try work.run("compare", "truth.pfm", "model.pfm", "--align-by", "medians").status == 64)
  }

  @Test func picturesAndPhotos() throws {
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
    try work.succeed("attach", "photo.jpg", "--depth", "truth.pfm", "-o", "depth.heic")
    let seen = try work.json("compare", "truth.pfm", "depth.heic", "-o", "errors.png", "--json")
    #expect((seen.number("absRel") ?? 1) < 0.02 && seen.number("pictureEnd") ?? 0 > 0)
    let picture = try work.json("info", "--json", "errors.png")
    let legend = try #require(seen.object("pictureLegend"))
    #expect(picture.object("primary")?.number("width") == 64)
    #expect(legend.number("top") == 48 && legend.number("most") == seen.number("pictureEnd"))
    #expect(picture.object("primary")?.number("height") == 48 + (legend.number("height") ?? 0))
    #expect(try work.run("compare", "truth.pfm", "depth.heic", "-o", "errors.png").status == 73)
  }

  @Test("A map has all edges of itself")
  func edgesOfItself() throws {
    let seen = try work.json("compare", "truth.pfm", "truth.pfm", "--json")
    #expect(seen.number("edgeCompleteness") == 1 && seen.number("edgeAccuracy") == 1)
  }

  @Test("A photo without depth is called that", arguments: ["photo.jpg", "photo.heic"])
  func noDepth(_ name: String) throws {
    try work.folder.write(Inputs.photo(), to: "photo.jpg")
    try work.folder.write(PFM.bytes([Float](repeating: 0.5, count: 64 * 48), width: 64), to: "matte.pfm")
    try work.succeed("attach", "photo.jpg", "--portrait", "matte.pfm", "-o", "photo.heic")
    for paths in [["truth.pfm", name], [name, "truth.pfm"]] {
      let seen = try work.run(["compare"] + paths)
      #expect(seen.status == 65 && seen.error.contains("\(name): "), "\(seen.error)")
      #expect(seen.error.contains("no depth map") || seen.error.contains("there is no"), "\(seen.error)")
    }
  }

  @Test("Codes and relative models need no ends where scale and shift are fitted")
  func affineCodes() throws {
    let disparities = metres.map { 1 / $0 }
    let (low, high) = (disparities.min() ?? 0, disparities.max() ?? 1)
    let codes = disparities.map { UInt16(65535 * ($0 - low) / (high - low)) }
    try work.folder.write(
      Inputs.png(PixelPlane(width: 64, height: 48, known: .uint16(codes))), to: "codes.png")
    for options in [
      ["--from", "disparity"], ["--convention", "midas"], ["--convention", "depth-anything"],
      ["--from", "depth", "--linear-in", "disparity", "--white-near"],
    ] {
      let seen = try work.run(["compare", "truth.pfm", "codes.png", "--align", "affine", "--json"] + options)
      #expect(seen.status == 0, "\(seen.error)")
      #expect(try JSONObject(seen.text).number("absRel") ?? 1 < 1e-3, "\(options)")
    }
    #expect(try work.run("compare", "truth.pfm", "codes.png", "--convention", "midas").status == 64)
  }

  @Test(
    "Gates that no comparison can have are refused",
    arguments: [
      ("--max-abs-rel", "nan"), ("--max-abs-rel", "inf"), ("--max-rmse", "nan"), ("--max-silog", "inf"),
      ("--min-delta1", "1.5"), ("--min-delta1", "nan"),
    ])
  func gates(_ name: String, _ limit: String) throws {
    let seen = try work.run("compare", "truth.pfm", "truth.pfm", name, limit)
    #expect(seen.status == 64 && seen.error.contains(name), "\(seen.error)")
  }

  /// What is extracted as stored is turned as the photo that it is compared with.
  @Test func storedMapsAreTurnedAsThePhoto() throws {
    try work.folder.write(Inputs.photo(orientation: 6), to: "turned.jpg")
    try work.succeed("attach", "turned.jpg", "--depth", "truth.pfm", "--stored", "-o", "turned.heic")
    try work.succeed("extract", "turned.heic", "--stored", "-o", "stored.exr")
    let seen = try work.json("compare", "turned.heic", "stored.exr", "--json")
    #expect(seen.number("width") == 48 && (seen.number("absRel") ?? 1) < 1e-3)
  }
}
