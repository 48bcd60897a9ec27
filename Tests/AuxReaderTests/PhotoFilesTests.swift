import AuxReader
import Foundation
import TestSupport
import Testing

@Suite("Photos of folders")
struct PhotoFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["b", "b/inner", "a.d", "none"] {
      try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }
    for name in ["b/2.HEIC", "b/10.jpg", "b/inner/x.dng", "a.d/y.jpeg", "z.tif", "c.png", "notes", ".jpg"] {
      try folder.write([], to: name)
    }
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @Test("Names in their order, folders among them, and nothing that is no photo")
  func order() {
    let expected = [".jpg", "a.d/y.jpeg", "b/10.jpg", "b/2.HEIC", "b/inner/x.dng", "z.tif"].map(path)
    #expect(Array(PhotoFiles(at: folder.path)) == expected)
    #expect(Array(PhotoFiles(at: folder.path)) == expected)
    #expect(Array(PhotoFiles(at: folder.path + "/")) == expected)
    #expect(Array(PhotoFiles(at: path("none"))) == [])
  }

  @Test("PNG counts where files of all containers are asked for; what is passed over is named")
  func allContainers() throws {
    #expect(Array(PhotoFiles(at: folder.path, ofAllContainers: true)).contains(path("c.png")))
    for (ofAllContainers, names) in [(false, ["c.png", "notes"]), (true, ["notes"])] {
      var list = PathList([folder.path], lookingIntoFolders: true, ofAllContainers: ofAllContainers)
      while list.next() != nil {}
      #expect(list.passedOver.paths == names.map(path) && list.passedOver.count == names.count)
    }
  }

  @Test("Files that a process was killed while writing are no photos, and not passed over")
  func temporaryFiles() throws {
    try folder.write([], to: "none/.auxdepth-0123456789abcdef.tmp")
    var list = PathList([path("none")], lookingIntoFolders: true)
    #expect(list.next() == nil && list.passedOver.count == 0)
  }

  @Test("The path of a file gives that file, whatever its name; so does a missing path")
  func files() {
    for name in ["notes", "c.png", "b/2.HEIC", "absent"] {
      #expect(Array(PhotoFiles(at: path(name))) == [path(name)])
    }
  }

  @Test("Links to folders are followed where they are named, and nowhere else")
  func links() throws {
    try FileManager.default.createSymbolicLink(atPath: path("b/up"), withDestinationPath: folder.path)
    #expect(Array(PhotoFiles(at: path("b"))) == ["b/10.jpg", "b/2.HEIC", "b/inner/x.dng"].map(path))
    #expect(Array(PhotoFiles(at: path("b/up"))).count == 6)
    #expect(Array(PhotoFiles(at: path("b/up"))).first == path("b/up/.jpg"))
  }
}
