import AuxKernels
import Foundation
import TestSupport
import Testing

/// What becomes of files.
@Suite struct AttachFileTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Inputs.photo(), to: "in.jpg")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "matte.png")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "map.pfm")
  }

  @Test func allKindsAtOnce() throws {
    let kinds = ["portrait", "skin", "hair", "teeth", "glasses", "sky", "gainmap"]
    let outcome = try work.run(
      ["attach", "in.jpg", "-o", "out.jpg", "--json", "--depth", "map.pfm"]
        + kinds.flatMap { ["--\($0)", "matte.png"] })
    try #require(outcome.status == 0, "\(outcome.error)")
    let types = [
      "disparity", "portraitEffectsMatte", "semanticSegmentationSkinMatte", "semanticSegmentationHairMatte",
      "semanticSegmentationTeethMatte", "semanticSegmentationGlassesMatte", "semanticSegmentationSkyMatte",
      "hdrGainMap",
    ]
    let report = try JSONObject(outcome.text).objects("attached")
    #expect(report.map { $0.string("type") } == types)
    #expect(report.dropFirst().allSatisfy { ($0.number("maxError") ?? 9) <= 2 })
    let images = try work.json("info", "--json", "out.jpg").objects("auxiliary")
    // A gain map is first in the file, where readers look for it.
    #expect(images.map { $0.string("type") } == types.suffix(1) + types.dropLast())
    #expect(images.filter { $0.string("pixelFormat") == "L008" }.count == types.count - 1)
    #expect(images[2].string("identifier") == "portraiteffectsmatte")
    #expect(images[7].string("identifier") == "urn:com:apple:photo:2020:aux:semanticskymatte")
  }

  @Test func jsonKeysAndTheirOrder() throws {
    let text = try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--json", "--portrait", "matte.png")
    #expect(
      text.hasPrefix(
        """
        {"path":"out.jpg","container":"jpeg","primaryUnchanged":true,"attached":\
        [{"type":"portraitEffectsMatte","width":64,"height":48,"holesFilled":0,"maxError":
        """))
    #expect(text.contains(#","meanError":"#) && text.contains(#","maxCodeError":"#))
    #expect(text.hasSuffix("}]}\n"))
  }

  @Test func textReport() throws {
    let text = try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    #expect(text.hasPrefix("out.jpg: jpeg, primary unchanged\n  portraitEffectsMatte 64x48, error at most "))
  }

  @Test func floatAndWideMattes() throws {
    let codes = Pictures.ramp().data()
    let wide = PixelPlane(width: 64, height: 48, known: .uint16(codes.map { UInt16($0) * 257 }))
    try work.folder.write(Inputs.png(wide), to: "wide.png")
    try work.folder.write(PFM.bytes(codes.map { Float($0) / 255 }, width: 64), to: "matte.pfm")
    for name in ["matte.png", "wide.png", "matte.pfm"] {
      try work.succeed("attach", "in.jpg", "-o", "\(name).jpg", "--portrait", name)
    }
    let expected = try work.folder.read("matte.png.jpg")
    #expect(try work.folder.read("wide.png.jpg") == expected)
    #expect(try work.folder.read("matte.pfm.jpg") == expected)
    try work.folder.write(PFM.bytes([0, 0.5, 1.5, 1], width: 2), to: "bright.pfm")
    let outcome = try work.run("attach", "in.jpg", "-o", "no.jpg", "--portrait", "bright.pfm", "--stretch")
    #expect(outcome.status == 64 && outcome.error.contains("1.5"))
  }

  @Test func gainMapHeadroom() throws {
    try work.succeed(
      "attach", "in.jpg", "-o", "out.jpg", "--gainmap", "matte.png", "--gainmap-headroom", "4.5",
      "--gainmap-form", "apple")
    let bytes = try work.folder.read("out.jpg")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<HDRGainMap:HDRGainMapVersion>131072<"))
    #expect(text.contains("<HDRGainMap:HDRGainMapHeadroom>4.500000<"))
  }

  @Test func existingTypeNeedsReplace() throws {
    try work.succeed("attach", "in.jpg", "-o", "one.jpg", "--depth", "map.pfm")
    let before = try work.folder.read("one.jpg")
    let outcome = try work.run("attach", "one.jpg", "-o", "two.jpg", "--disparity", "map.pfm")
    #expect(outcome.status == 64 && outcome.error.contains("--replace"))
    #expect(!Files.exists(work.folder.path("two.jpg")))
    #expect(try work.folder.read("one.jpg") == before)
    try work.succeed("attach", "one.jpg", "-o", "two.jpg", "--depth", "map.pfm", "--as", "hdep", "--replace")
    let images = try work.json("info", "--json", "two.jpg").objects("auxiliary")
    #expect(images.map { $0.string("type") } == ["depth"])
  }

  @Test func existingOutputNeedsForce() throws {
    try work.folder.write([9], to: "out.jpg")
    let outcome = try work.run("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png")
    #expect(outcome.status == 73 && outcome.error.contains("--force"))
    #expect(try work.folder.read("out.jpg") == [9])
    try work.succeed("attach", "in.jpg", "-o", "out.jpg", "--portrait", "matte.png", "--force")
    #expect(try work.folder.read("out.jpg").count > 1000)
  }

  @Test func inPlaceKeepsTheMode() throws {
    try Files.setMode(0o604, of: work.folder.path("in.jpg"))
    try work.succeed("attach", "in.jpg", "--in-place", "--portrait", "matte.png")
    #expect(try Files.mode(of: work.folder.path("in.jpg")) == 0o604)
    #expect(try work.json("info", "--json", "in.jpg").objects("auxiliary").count == 1)
    #expect(try work.folder.names == ["in.jpg", "map.pfm", "matte.png"])
  }

  @Test func attachThenRemoveGivesThePhotoBack() throws {
    let photo = try work.folder.read("in.jpg")
    try work.succeed("attach", "in.jpg", "--in-place", "--portrait", "matte.png", "--depth", "map.pfm")
    #expect(try work.folder.read("in.jpg") != photo)
    try work.succeed("remove", "in.jpg", "--in-place", "--all")
    #expect(try work.folder.read("in.jpg") == photo)
  }

  @Test func sameInputSameBytes() throws {
    for name in ["a.jpg", "b.jpg"] {
      try work.succeed("attach", "in.jpg", "-o", name, "--portrait", "matte.png", "--depth", "map.pfm")
    }
    #expect(try work.folder.read("a.jpg") == work.folder.read("b.jpg"))
  }

  @Test func pngIsCodedOnce() throws {
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "in.png")
    let report = try work.json(
      "attach", "in.png", "-o", "out.jpg", "--json", "--depth", "map.pfm", "--portrait", "matte.png")
    #expect(report.boolean("primaryUnchanged") == false)
    let info = try work.json("info", "--json", "out.jpg")
    #expect(info.string("container") == "jpeg" && info.object("primary")?.number("width") == 64)
    #expect(info.objects("auxiliary").count == 2)
    // The same with a coarser primary is smaller.
    try work.succeed(
      "attach", "in.png", "-o", "coarse.jpg", "--portrait", "matte.png", "--depth", "map.pfm",
      "--primary-quality", "10")
    #expect(try work.folder.read("coarse.jpg").count < work.folder.read("out.jpg").count)
    let inPlace = try work.run("attach", "in.png", "--in-place", "--portrait", "matte.png")
    #expect(inPlace.status == 65 && inPlace.error.contains("png"))
  }

  @Test func unknownOutputsAreRefused() throws {
    let unknown = try work.run("attach", "in.jpg", "-o", "out.png", "--portrait", "matte.png")
    #expect(unknown.status == 64 && unknown.error.contains(".jpg"))
  }
}
