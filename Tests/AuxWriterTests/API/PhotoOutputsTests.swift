import AuxImage
import AuxWriter
import Foundation
import TestSupport
import Testing

@Suite("The files of a folder that photos are written to")
struct PhotoOutputsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "A photo keeps its name where its extension is one of the container",
    arguments: [
      ("x/a.jpg", .jpeg, "a.jpg"), ("a.JPE", .jpeg, "a.JPE"), ("a.heics", .heif, "a.heics"),
      ("a.b.png", .heif, "a.b.heic"), ("a.heic", .jpeg, "a.jpg"), ("a.tif", .dng, "a.dng"),
      ("a", .jpeg, "a.jpg"),
      (".jpg", .jpeg, ".jpg.jpg"), ("-", .heif, "stdin.heic"),
    ] as [(String, ImageContainer, String)])
  func names(photo: String, container: ImageContainer, name: String) throws {
    var outputs = PhotoOutputs(into: folder.path + "/")
    let output = try outputs.next(for: photo, as: container)
    #expect(output.path == folder.path("/" + name).replacingOccurrences(of: "//", with: "/"))
    #expect(!output.sharesName)
  }

  @Test("No name is given twice, letters' case aside, and the folder is made when it is asked for")
  func numbers() throws {
    let target = folder.path("new/out")
    var outputs = PhotoOutputs(into: target)
    #expect(!Files.exists(target))
    let photos = ["a.jpg", "b/a.jpg", "A.JPG", "a-2.jpg", "a.png"]
    let names = try photos.map { try outputs.next(for: $0, as: .jpeg) }
    #expect(
      names.map(\.path) == ["a.jpg", "a-2.jpg", "A-3.JPG", "a-2-2.jpg", "a-4.jpg"].map { "\(target)/\($0)" })
    #expect(names.map(\.sharesName) == [false, true, true, true, true])
    #expect(!Files.exists(target))
    for _ in 0..<2 { try outputs.makeFolder() }
    #expect(Files.exists(target))
  }

  @Test("Another of the photos is no output, by whatever path; the photo itself is")
  func otherPhotos() throws {
    for name in ["a.jpg", "a.png"] { try folder.write([1], to: name) }
    let photos = ["./a.png", "a.jpg", "absent.jpg"].map(folder.path)
    var outputs = PhotoOutputs(into: folder.path, from: photos)
    let error = #expect(throws: AuxError(.cannotCreate, "")) { try outputs.next(for: photos[0], as: .jpeg) }
    #expect(error?.path == folder.path("a.jpg") && error?.reason.contains("a.jpg") == true)
    var again = PhotoOutputs(into: folder.path, from: photos)
    #expect(try again.next(for: photos[1], as: .jpeg).path == folder.path("a.jpg"))
    #expect(try again.next(for: photos[2], as: .jpeg).path == folder.path("absent.jpg"))
  }

  @Test("A folder that cannot be made is an error that names it")
  func noFolder() throws {
    try folder.write([1], to: "file")
    let outputs = PhotoOutputs(into: folder.path("file/out"))
    let error = #expect(throws: AuxError(.cannotCreate, "")) { try outputs.makeFolder() }
    #expect(error?.path?.hasPrefix(folder.path("file")) == true)
  }
}
