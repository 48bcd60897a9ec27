import AuxDepthKit
import Foundation
import LibraryExamples
import Testing

@Suite("Validating files and folders")
struct ValidateTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("A byte of the index is wrong, a file is cut, and the third is right")
  func faults() throws {
    var destination = try ImageDestination(
      pixels: PhotoPixels(width: 16, height: 8) { column, row in UInt8(column * row) }, as: .jpeg)
    try destination.addDepth(DepthMap((0..<128).map { 1 + Float($0 % 16) }, width: 16, height: 8))
    let good = try destination.finalize().data
    // The index says its version in ASCII; CIPA DC-007 knows 0100.
    let index = try #require(good.indices.first { good[$0...].starts(with: "MPF\0".utf8) })
    let version = try #require(good.indices.first { $0 > index && good[$0...].starts(with: "0100".utf8) })
    var wrong = good
    wrong[version + 1] = UInt8(ascii: "2")
    for (name, bytes) in [("a.jpg", wrong), ("b.jpg", good), ("c.jpg", Array(good.prefix(good.count / 2)))] {
      try OutputFile.write(bytes, to: folder(name))
    }
    try OutputFile.write(Array("no photo".utf8), to: folder("d.txt"))

    #expect(brokenRules(of: folder("a.jpg")) == ["JPEG-MPF-VERSION"])
    #expect(brokenRules(of: folder("b.jpg")).isEmpty)
    #expect(!brokenRules(of: folder("c.jpg")).isEmpty)
    let faulty = try faultyPhotos(in: folder.path)
    #expect(faulty.map(\.path) == [folder("a.jpg"), folder("c.jpg")])
    #expect(faulty.first?.faults.contains { $0.contains("30323030") } == true)

    let log = try #require(
      JSONSerialization.jsonObject(with: Data(nightlyLog(of: [folder("a.jpg"), folder("b.jpg")]).utf8))
        as? [String: Any])
    let results = ((log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]) ?? []
    #expect(results.contains { $0["ruleId"] as? String == "JPEG-MPF-VERSION" })
  }
}
