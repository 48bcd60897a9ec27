import AuxImage
import AuxReader
import TestSupport
import Testing

@Suite("Files that belong to others by their names")
struct CompanionFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @Test(
    "Patterns",
    arguments: [
      ("depth/{stem}.exr", "photos/a.b.jpg", "depth/a.b.exr"), ("{name}.png", "x/y.HEIC", "y.HEIC.png"),
      ("{stem}/{stem}-{name}", "c.jpg", "c/c-c.jpg"), ("{x}{{stem}}.npy", "a.jpg", "{x}{a}.npy"),
      ("{stem}.tif", "{name}.jpg", "{name}.tif"), ("m/{stem}", ".hidden", "m/.hidden"),
      ("z/{number}.exr", "beauty_0012.png", "z/0012.exr"),
      ("z/shot_%04d.exr", "b2_12.png", "z/shot_0012.exr"),
      ("%d-{stem}.exr", "a%d7.png", "7-a%d7.exr"), ("%03d%%.exr", "a0007b.png", "007%.exr"),
      ("{stem:s/beauty/depth/}.exr", "beauty.beauty.1.png", "depth.beauty.1.exr"),
      ("{stem:s/_rgb//}_z.exr", "a_rgb.png", "a_z.exr"),
    ])
  func patterns(pattern: String, photo: String, expected: String) throws {
    let files = try CompanionFiles(pattern)
    #expect(!files.isOneFile)
    #expect(try files.path(for: photo) == expected)
  }

  @Test("What a pattern asks for has to be in the name")
  func absentParts() throws {
    for (pattern, photo) in [
      ("{number}.exr", "beauty.png"), ("z_%04d.exr", "beauty.png"), ("{stem:s/x/y/}.exr", "beauty1.png"),
      ("z_%d.exr", "a99999999999999999999.png"),
    ] {
      let files = try CompanionFiles(pattern)
      let error = #expect(throws: AuxError(.usage, "")) { try files.path(for: photo) }
      #expect(error?.path == pattern)
    }
    for pattern in [
      "{stem:s/a/}.exr", "{stem:x}.exr", "{stem:s//b/}.exr", "{stem:s/a/b/g}", "{stem:s|a|b|}", "%d_%d.exr",
    ] {
      #expect(throws: AuxError(.usage, "")) { try CompanionFiles(pattern) }
    }
    // A file of that name is a file.
    try folder.write([], to: "50%d.exr")
    #expect(try CompanionFiles(path("50%d.exr")).isOneFile)
  }

  @Test("Any other path is one file for all, whether it is there or not")
  func oneFile() throws {
    for text in ["depth.exr", "a{b}.png", "{name:s/a/b/}", "z%4d.exr", "-", ""] {
      let files = try CompanionFiles(text)
      #expect(files.isOneFile)
      #expect(try files.path(for: "a.jpg") == text && files.path(for: "-") == text)
    }
  }

  @Test("In a folder, the file of the stem, or of the stem and the type")
  func folders() throws {
    for name in ["a.exr", "a.txt", "b.disparity.png", "c.d.npy", ".a.png", "E.PFM"] {
      try folder.write([], to: name)
    }
    for text in [folder.path, folder.path + "/"] {
      let files = try CompanionFiles(text, extensions: ["exr", "png", "npy", "pfm"])
      #expect(try files.path(for: "x/a.jpg") == path("a.exr"))
      #expect(try files.path(for: "b.jpg", mark: "disparity") == path("b.disparity.png"))
      #expect(try files.path(for: "c.d.jpg", mark: "disparity") == path("c.d.npy"))
      #expect(try files.path(for: "E.jpg") == path("E.PFM"))
      for absent in ["c.jpg", "b.jpg", "e.jpg", "txt.jpg"] {
        let error = #expect(throws: AuxError(.inputMissing, "")) { try files.path(for: absent) }
        #expect(error?.path == text && error?.reason.contains(absent) == true)
      }
    }
  }

  @Test("Below folders that were looked into, a companion is in the same place, where there is one")
  func places() throws {
    for place in ["maps", "maps/day 1", "maps/day 1/in", "maps/other"] { try folder.makeFolder(place) }
    for name in ["maps/a.exr", "maps/day 1/a.exr", "maps/day 1/in/a.exr", "maps/b.exr"] {
      try folder.write([], to: name)
    }
    let photos = ["a.jpg", "day 1/a.jpg", "day 1/in/a.jpg", "absent/a.jpg", "other/b.jpg", "day 1/b.jpg"]
    for root in ["photos", "photos/"] {
      let files = try CompanionFiles(
        path("maps"), extensions: ["exr"], for: photos.map { "photos/\($0)" }, below: ["x", root])
      #expect(try files.path(for: "photos/a.jpg") == path("maps/a.exr"))
      #expect(try files.path(for: "photos/day 1/a.jpg") == path("maps/day 1/a.exr"))
      #expect(try files.path(for: "photos/day 1/in/a.jpg") == path("maps/day 1/in/a.exr"))
      #expect(try files.path(for: "photos/absent/a.jpg") == path("maps/a.exr"))
      // The map of another photo of that name is in another place.
      for (photo, place) in [("other/b.jpg", "other/"), ("day 1/b.jpg", "day 1/")] {
        let error = #expect(throws: AuxError(.inputMissing, "")) { try files.path(for: "photos/\(photo)") }
        #expect(error?.path == path("maps/\(place)"))
      }
    }
  }

  @Test("Two files of one stem are an error that names both")
  func ambiguous() throws {
    for name in ["a.exr", "a.png", "b.png", "b.disparity.png"] { try folder.write([], to: name) }
    let files = try CompanionFiles(folder.path)
    for (photo, names) in [("a.jpg", ["a.exr", "a.png"]), ("b.jpg", ["b.png", "b.disparity.png"])] {
      let error = #expect(throws: AuxError(.usage, "")) { try files.path(for: photo, mark: "disparity") }
      for name in names { #expect(error?.reason.contains(path(name)) == true, "\(error?.reason ?? "")") }
    }
  }

  @Test("A file is no companion of its own")
  func itself() throws {
    for name in ["a.heic", "a.jpg", "b.jpg"] { try folder.write([], to: name) }
    let files = try CompanionFiles(folder.path, extensions: ImageContainer.allPhotoExtensions)
    #expect(try files.path(for: path("a.jpg")) == path("a.heic"))
    #expect(try files.path(for: path("a.heic")) == path("a.jpg"))
    #expect(throws: AuxError(.inputMissing, "")) { try files.path(for: path("b.jpg")) }
  }

  @Test("Standard input has no name to go by")
  func standardInput() throws {
    for text in ["{stem}.exr", folder.path] {
      let files = try CompanionFiles(text)
      #expect(throws: AuxError(.usage, "")) { try files.path(for: StandardStream.path) }
    }
  }
}
