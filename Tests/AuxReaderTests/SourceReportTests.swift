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

  @Test("Images are chosen by their types, in the order of the file, and missing ones are reported")
  func selection() throws {
    let all = source.auxiliaryImages
    #expect(try source.auxiliaryImages(ofTypes: []) == all)
    #expect(try source.auxiliaryImages(ofTypes: [.disparity]).map(\.type) == [.disparity])
    #expect(try source.auxiliaryImages(ofTypes: [.disparity, .hdrGainMap]) == all)
    let missing = #expect(throws: AuxError(.missingImage, "")) {
      try source.auxiliaryImages(ofTypes: [.disparity, .semanticSegmentationSkinMatte])
    }
    #expect(missing?.reason.contains("SkinMatte") == true)
    let plain = try ImageSource(data: Pictures.photo())
    #expect(throws: AuxError(.missingImage, "")) { try plain.auxiliaryImages(ofTypes: []) }
  }
}
