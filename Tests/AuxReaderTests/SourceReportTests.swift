import AuxImage
import AuxReader
import Foundation
import TestSupport
import Testing

@Suite("Reports of sources")
struct SourceReportTests {
  private let folder: TemporaryFolder
  private let source: ImageSource

  init() throws {
    folder = try TemporaryFolder()
    source = try ImageSource(folder.write(Pictures.portrait().bytes, to: "portrait.jpg"))
  }

  @Test("The JSON object has the headers' numbers")
  func json() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(source.json.text.utf8)) as? [String: Any])
    #expect(object["path"] as? String == folder.path("portrait.jpg"))
    #expect(object["container"] as? String == "jpeg")
    #expect(object["primary"] as? [String: Int] == ["width": 64, "height": 48, "orientation": 1])
    let images = try #require(object["auxiliary"] as? [[String: Any]])
    #expect(images.compactMap { $0["type"] as? String } == source.auxiliaryImages.map(\.type.name))
    let disparity = try #require(source.auxiliaryImage(.disparity))
    let bounds = try #require(disparity.valueBounds)
    let map = images[disparity.index]
    #expect(map["floatMin"] as? Double == bounds.min && map["floatMax"] as? Double == bounds.max)
    #expect(map["pixelFormat"] as? String == disparity.pixelFormat.name)
    #expect(map["byteCount"] as? Int == disparity.byteCount && map["codec"] as? String == "jpeg")
    // A gain map has no bounds in a unit.
    let gain = images[try #require(source.auxiliaryImage(.hdrGainMap)).index]
    #expect(gain["floatMin"] == nil && gain["width"] as? Int == 32)
  }

  @Test("A file in memory has no path")
  func memory() throws {
    #expect(try ImageSource(data: Pictures.photo()).json.text.hasPrefix(#"{"container":"jpeg","primary":{"#))
  }

  @Test("Images are chosen by types and groups, in the order of the file, and missing ones are reported")
  func selection() throws {
    let all = source.auxiliaryImages
    #expect(try source.auxiliaryImages(of: []) == all)
    #expect(try source.auxiliaryImages(of: [.type(.disparity)]).map(\.type) == [.disparity])
    #expect(try source.auxiliaryImages(of: [.type(.disparity), .type(.hdrGainMap)]) == all)
    #expect(try source.auxiliaryImages(of: [.group(.gainMap), .group(.depthMap)]) == all)
    let asked: [AuxiliaryKind] = [.type(.depth), .group(.depthMap), .type(.semanticSegmentationSkinMatte)]
    #expect(try source.auxiliaryImages(of: asked).map(\.type) == [.disparity])
    #expect(source.absent(of: asked) == [.type(.depth), .type(.semanticSegmentationSkinMatte)])
    let missing = #expect(throws: AuxError(.missingImage, "")) {
      try source.auxiliaryImages(of: [.group(.mattes), .type(.semanticSegmentationSkinMatte)])
    }
    #expect(
      missing?.reason.hasPrefix("there is no matte and no semanticSegmentationSkinMatte image; ") == true)
    let plain = try ImageSource(data: Pictures.photo())
    #expect(throws: AuxError(.missingImage, "")) { try plain.auxiliaryImages(of: []) }
  }
}
