import AuxImage
import AuxReader
import AuxWriter
import TestSupport
import Testing

@Suite("A photo that another program saves meanwhile")
struct ChangedSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Written in place, put in its place, and removed; in place and by its path.
  @Test("Its version stays", arguments: ["written", "replaced", "removed"], [false, true])
  func stays(how: String, inPlace: Bool) throws {
    let path = try folder.write(Pictures.portrait().bytes, to: "photo.jpg")
    var destination = try ImageDestination(from: ImageSource(path))
    try destination.removeAuxiliaryImages()
    let other = try Pictures.photo()
    switch how {
    case "written": try folder.write(other, to: "photo.jpg")
    case "replaced":
      try folder.remove("photo.jpg")
      try folder.write(other, to: "photo.jpg")
    default: try folder.remove("photo.jpg")
    }
    // Only in place says that it is the photo that is to go.
    guard inPlace || how == "written" else { return }
    #expect(throws: AuxError(.changed, "")) {
      try destination.finalize(to: path, options: inPlace ? .inPlace : .replacing)
    }
    #expect(try folder.names == (how == "removed" ? [] : ["photo.jpg"]))
    if how != "removed" { #expect(try folder.read("photo.jpg") == other) }
  }
}
