import AuxContainers
import AuxImage
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
struct SamplePacketTests {
  @Test func everyRealPacketParses() throws {
    let folder = try #require(Samples.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".xmp") }
    try #require(!names.isEmpty)
    for name in names.sorted() {
      let packet = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name)))
      let properties = try XMPParser.properties(of: packet)
      #expect(!properties.isEmpty, "\(name)")
      let text = String(decoding: packet, as: UTF8.self)
      for property in properties {
        #expect(text.contains("\"\(property.namespace)\""), "\(name): \(property.namespace)")
      }
    }
  }
}
