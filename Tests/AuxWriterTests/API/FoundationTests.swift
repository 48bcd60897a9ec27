import AuxImage
import AuxReader
import AuxWriter
import Foundation
import TestSupport
import Testing

@Suite("Photos by URL and as Data")
struct FoundationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: folder.path(name)) }

  @Test("A URL is the same file as its path, whatever letters its name has")
  func files() throws {
    let photo = try WriterSupport.plainPhoto()
    for name in ["in.jpg", "Größe 100% #1.jpg", "-"] {
      try folder.write(photo, to: name)
      let source = try ImageSource(url: url(name))
      #expect(source.path == folder.path(name) && source.container == .jpeg)
      var destination = try ImageDestination(from: source)
      try destination.addAuxiliaryImage(WriterSupport.disparity())
      let report = try destination.finalize(to: url("out " + name))
      #expect(report.images.map(\.stored.type) == [.disparity])
      #expect(try folder.read("out " + name) == destination.finalize().data)
      #expect(throws: AuxError(.cannotCreate, "")) { try destination.finalize(to: url("out " + name)) }
      try destination.finalize(to: url("out " + name), options: .replacing)
    }
  }

  @Test("Data is the same as bytes, in and out")
  func data() throws {
    var destination = try ImageDestination(from: ImageSource(data: Data(WriterSupport.plainPhoto())))
    try destination.addAuxiliaryImage(WriterSupport.matte())
    let written = try destination.finalizedData()
    #expect(try Array(written.data) == destination.finalize().data)
    #expect(written.report.images.map(\.stored.type) == [.portraitEffectsMatte])
    // The first index of a part of Data is not 0.
    let part = (Data([1, 2, 3]) + written.data).dropFirst(3)
    #expect(try ImageSource(data: part).auxiliaryImages.map(\.type) == [.portraitEffectsMatte])
  }

  @Test(
    "A URL of another scheme is refused",
    arguments: ["https://example.com/in.jpg", "in.jpg", "file:///%FF.jpg"])
  func schemes(text: String) throws {
    let other = try #require(URL(string: text))
    #expect(throws: AuxError(.usage, "")) { try ImageSource(url: other) }
    let destination = try ImageDestination(from: ImageSource(data: WriterSupport.plainPhoto()))
    #expect(throws: AuxError(.usage, "")) { try destination.finalize(to: other) }
  }

  @Test("What keeps a file from being opened names it, once")
  func errors() throws {
    let path = try folder.write(Array("no photo".utf8), to: "in.jpg")
    let cut = try folder.write(Array(WriterSupport.plainPhoto().prefix(30)), to: "cut.jpg")
    for path in [path, cut, folder.path("absent.jpg")] {
      for opening in [{ try ImageSource(path) }, { try ImageSource(editing: path) }]
        as [() throws -> ImageSource]
      {
        let thrown = #expect(throws: AuxError.self) { try opening() }
        let error = try #require(thrown)
        #expect(error.path == path)
        #expect(error.description.components(separatedBy: path).count == 2, "\(error)")
      }
    }
    let unnamed = #expect(throws: AuxError.self) { try ImageSource(data: [UInt8]([1, 2])) }
    #expect(try #require(unnamed).path == nil)
  }

  @Test("The orientation is that of the photo", arguments: ImageOrientation.allCases)
  func orientation(of orientation: ImageOrientation) throws {
    let pixels = try PhotoPixels(width: 16, height: 8, rgb8: Array(repeating: 90, count: 16 * 8 * 3))
    var turned = pixels
    turned.orientation = orientation
    let source = try ImageSource(data: ImageDestination(pixels: turned, as: .jpeg).finalize().data)
    #expect(source.orientation == orientation)
  }
}
