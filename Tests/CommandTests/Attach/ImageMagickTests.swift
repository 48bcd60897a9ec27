import Foundation
import TestSupport
import Testing

/// The case that `copy` exists for: an editor drops the depth, and the photo gets it back.
@Suite(.enabled(if: Program.imageMagick != nil, "ImageMagick is not installed"))
struct ImageMagickTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  @Test func aResizedPhotoGetsItsDepthBack() throws {
    try work.folder.write(try Pictures.portrait(photo: Pictures.detailedPhoto()).bytes, to: "photo.jpg")
    try expectDepthBack(work.folder.path("photo.jpg"), "photo")
  }

  @Test(
    .enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)),
    arguments: ["fidmaa_depth_matte", "lyangas_depth_gainmap", "shu223_depth"])
  func aResizedSampleGetsItsDepthBack(name: String) throws {
    try expectDepthBack("\(try #require(Samples.folder))/\(name).jpg", name)
  }

  /// Halves a photo in both directions, looks for the lost images, and gives them back.
  private func expectDepthBack(_ original: String, _ name: String) throws {
    let tool = try #require(Program.imageMagick)
    let small = work.folder.path("small.jpg")
    let resized = try Program.run(tool, [original, "-resize", "50%", small])
    #expect(resized.status == 0, "\(resized.error)")
    let before = try work.json("info", "--json", "--quiet", original)
    let lost = try work.json("info", "--json", "--quiet", "small.jpg")
    #expect(!before.objects("auxiliary").isEmpty && lost.objects("auxiliary").isEmpty)
    #expect(lost.object("primary")?.number("width") != before.object("primary")?.number("width"))

    let report = try work.json("copy", original, "small.jpg", "-o", "again.jpg", "--json", "--quiet")
    #expect(report.boolean("primaryUnchanged") == true)
    #expect(
      agree(report.objects("copied"), before.objects("auxiliary")) { copied, _ in
        copied.boolean("undecoded") == true
      })
    let after = try work.json("info", "--json", "--quiet", "again.jpg")
    #expect(after.object("primary")?.number("width") == lost.object("primary")?.number("width"))
    let (old, new) = (before.objects("auxiliary"), after.objects("auxiliary"))
    #expect(old.count == new.count)
    for (old, new) in zip(old, new) {
      #expect(try old.sortedText == new.sortedText, "\(name) \(old.string("type") ?? "")")
      let type = try #require(old.string("type"))
      for (file, plane) in [(original, "old.raw"), ("again.jpg", "new.raw")] {
        try work.succeed(
          "extract", file, "--type", type, "--as", "L008", "--format", "raw", "-o", plane, "--force",
          "--quiet")
      }
      #expect(try work.folder.read("old.raw") == work.folder.read("new.raw"), "\(name) \(type)")
    }
  }
}
