import AuxImage
import Foundation
import TestSupport
import Testing

/// What an edit loses that no option asks to remove: a warning, and an error in place.
@Suite struct EditLossTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  private func makePair() throws {
    try work.folder.write(Inputs.photo(), to: "left.jpg")
    try work.folder.write(Inputs.photo(), to: "right.jpg")
    try work.succeed(
      "attach", "left.jpg", "--right", "right.jpg", "--baseline", "60", "--fov", "70", "-o", "pair.heic")
  }

  /// Expects that an edit in place, and its dry run, are refused for a loss, and that the file stays.
  private func expectRefusal(
    _ name: String, _ edit: [String], _ loss: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try work.folder.read(name)
    for more in [["--dry-run"], []] {
      let outcome = try work.run(["edit", name, "--in-place"] + edit + more)
      #expect(outcome.status == 65, "\(edit + more): \(outcome.error)", sourceLocation: location)
      #expect(outcome.error.contains(loss), "\(outcome.error)", sourceLocation: location)
      #expect(outcome.error.contains("--allow-loss"), "\(outcome.error)", sourceLocation: location)
    }
    #expect(try work.folder.read(name) == before, sourceLocation: location)
  }

  @Test(
    "A rotation of a spatial photo keeps the other view, or is refused in place",
    arguments: [
      ["--rotate", "180"], ["--flip", "h"], ["--rotate", "90", "--upright"], ["--straighten", "2"],
    ])
  func otherView(_ edit: [String]) throws {
    try makePair()
    try expectRefusal("pair.heic", edit, "the other view of the stereo pair is left out")
    let report = try work.run(["edit", "pair.heic", "--in-place", "--allow-loss", "--json"] + edit)
    #expect(report.status == 0, "\(report.error)")
    let losses = try JSONObject(report.text).strings("losses") ?? []
    #expect(losses.contains { $0.contains("the other view") }, "\(report.text)")
    #expect(try work.json("info", "--json", "pair.heic").object("stereo") == nil)
  }

  @Test("Another output is written with a warning, which --quiet does not hide")
  func warning() throws {
    try makePair()
    let outcome = try work.run("edit", "pair.heic", "--rotate", "180", "-o", "one.heic", "--quiet")
    #expect(outcome.status == 0)
    #expect(
      outcome.error.contains("warning: the other view of the stereo pair is left out"), "\(outcome.error)")
    for arguments in [["--dry-run"], []] {
      let run = try work.run(
        ["edit", "pair.heic", "--rotate", "180", "-o", "two.heic", "--json", "--quiet"] + arguments)
      #expect(try JSONObject(run.text).strings("losses")?.count == 1, "\(run.text)")
    }
    let both = try work.json("edit", "pair.heic", "--crop", "8,8,32,32", "-o", "both.heic", "--json")
    #expect(both.strings("losses") == nil)
    try work.succeed("edit", "pair.heic", "--crop", "8,8,32,32", "--in-place")
    #expect(try work.json("info", "--json", "pair.heic").object("stereo") != nil)
  }

  @Test("Data after the images are lost with new pixels, unless they are asked to go")
  func dataAfterImages() throws {
    for (name, data) in [
      ("samsung.jpg", TrailerBytes.samsung()), ("unknown.jpg", Array("some data of a program".utf8)),
    ] {
      try work.folder.write(Inputs.photo() + data, to: name)
      try expectRefusal(
        name, ["--resize", "50%"], "the data after the images, such as a video, are left out")
      // Around the coded bytes they stay.
      try work.succeed("edit", name, "--rotate", "90", "--in-place")
      for (number, asked) in [["--drop", "makers"], ["--strip", "all"], ["--for", "web"]].enumerated() {
        try work.succeed("edit", name, "-o", "\(number)-\(name)")
        let outcome = try work.run(["edit", "\(number)-\(name)", "--resize", "50%", "--in-place"] + asked)
        #expect(outcome.status == 0 && !outcome.error.contains("warning"), "\(asked): \(outcome.error)")
      }
    }
  }

  @Test("Pictures after the photo are lost with new pixels; previews go with --strip thumbnail")
  func furtherPictures() throws {
    for (name, attribute) in [("preview.jpg", 0x01_0002), ("other.jpg", 0x02_0002)] {
      var photo = MultiPictureBytes(
        coded: Array(try Pictures.photo()[2...]), secondaries: [try Pictures.photo()])
      photo.damage = { $0[1].attribute = attribute }
      try work.folder.write(photo.bytes, to: name)
      try expectRefusal(name, ["--quality", "50"], "1 further picture after the photo")
      let outcome = try work.run("edit", name, "--quality", "50", "--strip", "thumbnail", "--in-place")
      #expect(outcome.status == (name == "preview.jpg" ? 0 : 65), "\(outcome.error)")
    }
  }

  @Test("Images and metadata that new pixels leave behind are lost; the C2PA manifest only makes a note")
  func images() throws {
    try work.folder.write(ApplePhoto(images: []).builder.bytes(), to: "apple.heic")
    try expectRefusal(
      "apple.heic", ["--quality", "80"], "\(ApplePhoto.stylesType), which describes the photo")
    let outcome = try work.run("edit", "apple.heic", "--quality", "80", "--strip", "all", "-o", "bare.heic")
    #expect(!outcome.error.contains(ApplePhoto.stylesType + " "), "\(outcome.error)")
    try work.folder.write(Inputs.photo(), to: "plain.jpg")
    try work.succeed("edit", "plain.jpg", "--quality", "50", "--in-place")
  }

  @Test(
    "Samples: a Vision Pro photo stays whole, as does a photo with a style",
    .enabled(
      if: Samples.have(["steren_visionpro_spatial.heic", "openize_ios18_tmap_mattes.heic"]),
      "\(Samples.absence)"),
    arguments: [
      ("steren_visionpro_spatial.heic", ["--rotate", "180"], "the other view of the stereo pair"),
      (
        "openize_ios18_tmap_mattes.heic", ["--crop", "0,0,64,64"],
        "photo:aux:styledeltamap has several components"
      ),
    ])
  func samples(_ name: String, _ edit: [String], _ loss: String) throws {
    let path = try #require(Samples.path(name))
    try work.folder.write(Array(Data(contentsOf: URL(fileURLWithPath: path))), to: name)
    try expectRefusal(name, edit, loss)
  }
}
