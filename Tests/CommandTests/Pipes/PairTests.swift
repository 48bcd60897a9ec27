import Foundation
import TestSupport
import Testing

/// Many photos with a map each, found by their names.
@Suite struct PairTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    for name in ["photos", "depth", "mattes", "more"] { try work.folder.makeFolder(name) }
    for (number, name) in ["a", "b"].enumerated() {
      try work.folder.write(Inputs.photo(), to: "photos/\(name).jpg")
      try work.folder.write(
        PFM.bytes(Inputs.metres.map { $0 + Float(number) }, width: 64), to: "depth/\(name).pfm")
    }
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "mattes/a.portraitEffectsMatte.png")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "mattes/b.png")
  }

  /// The smallest disparity of a photo: that of its own map's farthest distance.
  private func farthest(_ path: String) throws -> Double {
    1 / (try #require(try work.json("info", "--json", path).objects("auxiliary").first?.number("floatMin")))
  }

  private func expectOwnMaps(_ paths: [String]) throws {
    for (number, path) in paths.enumerated() {
      #expect(abs(try farthest(path) - 4.5 - Double(number)) < 0.01, "\(path)")
    }
  }

  @Test(arguments: ["depth/{stem}.pfm", "depth", "depth/"])
  func mapsByName(depth: String) throws {
    let outcome = try work.run(
      "attach", "photos/a.jpg", "photos/b.jpg", "--depth", depth, "--portrait", "mattes", "--directory",
      "out/new",
      "--json")
    #expect(outcome.status == 0, "\(outcome.error)")
    let reports = try JSONObject.lines(outcome.text)
    #expect(reports.map { $0.string("path") } == ["out/new/a.jpg", "out/new/b.jpg"])
    #expect(reports.allSatisfy { $0.objects("attached").count == 2 })
    try expectOwnMaps(["out/new/a.jpg", "out/new/b.jpg"])
  }

  @Test func inPlaceAndContainers() throws {
    let photos = ["photos/a.jpg", "photos/b.jpg"]
    try work.succeed(
      "attach", photos[0], photos[1], "--depth", "depth", "--directory", ".", "--container", "heif")
    try expectOwnMaps(["a.heic", "b.heic"])
    try work.succeed("attach", photos[0], photos[1], "--depth", "depth/{stem}.pfm", "--in-place")
    try expectOwnMaps(photos)
  }

  /// What `extract` wrote of many goes back by the same names.
  @Test func thereAndBack() throws {
    try work.succeed("attach", "photos/a.jpg", "photos/b.jpg", "--depth", "depth", "--in-place")
    try work.succeed("extract", "-r", "photos", "--directory", "maps")
    #expect(try work.folder.names.contains("maps"))
    for form in ["maps", "maps/{stem}.disparity.png"] {
      try work.succeed(
        "attach", "photos/a.jpg", "photos/b.jpg", "--disparity", form, "--replace", "--directory", "back",
        "--force")
      try expectOwnMaps(["back/a.jpg", "back/b.jpg"])
    }
    try work.succeed("extract", "-r", "photos", "--directory", "lists", "--format", "plist")
    try work.succeed(
      "attach", "photos/a.jpg", "photos/b.jpg", "--dictionary", "lists/{stem}.disparity.plist", "--replace",
      "--in-place")
    try expectOwnMaps(["photos/a.jpg", "photos/b.jpg"])
  }

  @Test func oneMapIsNotThatOfAll() throws {
    for map in ["depth/a.pfm", "depth/absent.pfm"] {
      let outcome = try work.run(
        "attach", "photos/a.jpg", "photos/b.jpg", "--depth", map, "--directory", "out")
      #expect(outcome.status == 64 && outcome.error.contains("{stem}"), "\(outcome.error)")
      #expect(!Files.exists(work.folder.path("out")))
    }
  }

  /// One photo's fault is its own.
  @Test func theOthersGoOn() throws {
    try work.folder.write(Array("no map".utf8), to: "depth/a.pfm")
    let photos = ["photos/absent.jpg", "photos/a.jpg", "photos/b.jpg"]
    let outcome = try work.run(["attach"] + photos + ["--depth", "depth", "--directory", "out"])
    #expect(outcome.status == 1)
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.count == 2, "\(outcome.error)")
    #expect(lines.first?.hasPrefix("auxdepth: photos/absent.jpg: ") == true)
    #expect(lines.last?.hasPrefix("auxdepth: photos/a.jpg: depth/a.pfm: ") == true)
    #expect(try TemporaryFolderNames.of(work.folder.path("out")) == ["b.jpg"])
    // One photo has the status of its own error.
    #expect(try work.run("attach", "photos/b.jpg", "--depth", "mattes", "--directory", "x").status == 64)
    #expect(try work.run("attach", "photos/b.jpg", "--depth", "more", "--directory", "x").status == 66)
    #expect(try work.run("attach", "photos/b.jpg", "--depth", "{stem}.pfm", "--directory", "x").status == 66)
  }

  @Test func twoMapsOfOneName() throws {
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "depth/a.disparity.pfm")
    try work.folder.write(PFM.bytes(Inputs.metres, width: 64), to: "depth/b.npy")
    let outcome = try work.run("attach", "photos/b.jpg", "--depth", "depth", "-o", "o.jpg")
    #expect(outcome.status == 64)
    #expect(
      outcome.error.contains("depth/b.npy") && outcome.error.contains("depth/b.pfm"), "\(outcome.error)")
    try work.succeed("attach", "photos/a.jpg", "--depth", "depth", "-o", "o.jpg")
  }

  /// Outputs of one name are numbered, with --force too, and no photo is replaced by another.
  @Test func twoPhotosOfOneName() throws {
    try work.folder.write(Inputs.photo(), to: "more/a.jpg")
    for _ in 0..<2 {
      let outcome = try work.run(
        "attach", "photos/a.jpg", "more/a.jpg", "--depth", "depth", "--directory", "out", "--force")
      #expect(outcome.status == 0 && outcome.error.contains("more/a.jpg: note: "), "\(outcome.error)")
      #expect(try TemporaryFolderNames.of(work.folder.path("out")) == ["a-2.jpg", "a.jpg"])
    }
    let again = try work.run("attach", "photos/a.jpg", "--depth", "depth", "--directory", "out")
    #expect(again.status == 73 && again.error.contains("--force"))
    let photo = try work.folder.read("photos/a.jpg")
    let clash = try work.run(
      "attach", "more/a.jpg", "photos/a.jpg", "--depth", "depth", "--directory", "photos", "--force")
    #expect(clash.status == 1 && clash.error.contains("another of the photos"), "\(clash.error)")
    #expect(try work.folder.read("photos/a.jpg") == photo)
  }

  @Test func copyByName() throws {
    try work.succeed("attach", "photos/a.jpg", "photos/b.jpg", "--depth", "depth", "--directory", "originals")
    let common = ["copy", "photos/a.jpg", "photos/b.jpg", "--no-compare"]
    for from in ["originals", "originals/{stem}.jpg", "originals/{name}"] {
      let outcome = try work.run(common + ["--from", from, "--directory", "out", "--force", "--json"])
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try JSONObject.lines(outcome.text).map { $0.string("path") } == ["out/a.jpg", "out/b.jpg"])
      try expectOwnMaps(["out/a.jpg", "out/b.jpg"])
    }
    #expect(try work.run(common + ["--from", "originals/a.jpg", "--directory", "x"]).status == 64)
    #expect(try work.run(common + ["photos/c.jpg", "--directory", "x"]).status == 64)
    #expect(try work.run("copy", "photos/a.jpg", "-o", "x.jpg").status == 64)
    try work.folder.remove("originals/a.jpg")
    let partly = try work.run(common + ["--from", "originals", "--in-place"])
    #expect(partly.status == 1 && partly.error.contains("photos/a.jpg: originals: "), "\(partly.error)")
    #expect(abs(try farthest("photos/b.jpg") - 5.5) < 0.01)
    // As ever: FROM TO.
    try work.succeed("copy", "originals/b.jpg", "photos/a.jpg", "--no-compare", "-o", "old.jpg")
  }
}

/// The names in a folder.
enum TemporaryFolderNames {
  static func of(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// Folders of photos: the walk is that of `validate`.
@Suite struct RecursionTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    for name in ["p", "p/b", "empty"] { try work.folder.makeFolder(name) }
    try work.folder.write(Pictures.portrait().bytes, to: "p/z.jpg")
    try work.folder.write(Pictures.portrait().bytes, to: "p/b/y.JPG")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "p/map.png")
    try work.folder.write(Array("no photo".utf8), to: "p/notes.txt")
  }

  @Test func info() throws {
    let outcome = try work.run("info", "-r", "p", "p/z.jpg", "--json")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(
      try JSONObject.lines(outcome.text).map { $0.string("path") } == ["p/b/y.JPG", "p/z.jpg", "p/z.jpg"])
    #expect(try work.run("info", "p").status == 66)
    let none = try work.run("info", "--recursive", "empty")
    #expect(none.status == 66 && none.error == "auxdepth: empty: there is no photo\n")
    #expect(try work.run("info", "-r", "absent").status == 66)
  }

  @Test(
    "Folders without photos are an error that says what was passed over",
    arguments: [
      ["attach", "--portrait", "p/map.png", "--in-place"], ["edit", "--rotate", "90", "--in-place"],
      ["remove", "--all", "--in-place"], ["extract"], ["info"], ["validate"], ["view", "-o", "v.html"],
      ["copy", "--from", "p", "--in-place"],
    ])
  func foldersWithoutPhotos(_ command: [String]) throws {
    try work.folder.makeFolder("renders")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "renders/a.png")
    try work.folder.write(Inputs.png(Pictures.ramp()), to: "renders/b.PNG")
    try work.folder.write(Array("no photo".utf8), to: "renders/c.txt")
    try FileManager.default.createSymbolicLink(
      atPath: work.folder.path("renders/day"), withDestinationPath: work.folder.path("p"))
    let outcome = try work.run(command.prefix(1) + ["-r", "renders"] + command.dropFirst())
    #expect(outcome.status == 66)
    #expect(
      outcome.error.hasPrefix(
        "auxdepth: renders: there is no photo: 3 other files passed over (.png, .txt), 1 link to a folder not "
          + "followed; a file that is named is taken, whatever its extension"), "\(outcome.error)")
  }

  @Test("A file that ends in .jfif is a JPEG")
  func jfif() throws {
    try work.folder.write(Pictures.portrait().bytes, to: "empty/a.jfif")
    try work.succeed("edit", "-r", "empty", "--rotate", "90", "--directory", "out")
    try work.succeed("edit", "out/a.jfif", "--rotate", "90", "-o", "b.jfif")
    #expect(try work.json("info", "--json", "b.jfif").string("container") == "jpeg")
  }

  @Test func oneBadFile() throws {
    try work.folder.write(Array("no photo".utf8), to: "p/b/bad.heic")
    let outcome = try work.run("info", "-r", "p")
    #expect(outcome.status == 1 && outcome.error.hasPrefix("auxdepth: p/b/bad.heic: "), "\(outcome.error)")
    #expect(outcome.text.split(separator: "\n").count { !$0.hasPrefix(" ") } == 2)
    #expect(try work.run("info", "-r", "p/b/bad.heic").status == 65)
  }

  /// Files that are written into a folder being read are not taken for photos.
  @Test func extract() throws {
    let outcome = try work.run(
      "extract", "-r", "p", "--directory", "p/maps", "--format", "tiff", "--type", "disparity")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(
      try TemporaryFolderNames.of(work.folder.path("p/maps")) == ["y.disparity.tiff", "z.disparity.tiff"])
    #expect(try work.run("extract", "-r", "p/b", "-o", "x.png").status == 64)
  }

  @Test func remove() throws {
    try work.succeed("remove", "-r", "p", "--all", "--directory", "p/new")
    #expect(try TemporaryFolderNames.of(work.folder.path("p/new")) == ["y.JPG", "z.jpg"])
    try work.succeed("remove", "-r", "p/z.jpg", "p/b", "--all", "--in-place")
    let outcome = try work.run("info", "-r", "p", "--json")
    #expect(try JSONObject.lines(outcome.text).allSatisfy { $0.objects("auxiliary").isEmpty })
    #expect(try work.run("remove", "-r", "p", "--all", "-o", "x.jpg").status == 64)
  }
}
