import AuxCodecs
import AuxImage
import Foundation
import Testing

/// The folder of real packets; these tests are skipped where it is not set.
private let samples = ProcessInfo.processInfo.environment["AUXDEPTH_SAMPLES"]

@Suite(.enabled(if: samples != nil, "AUXDEPTH_SAMPLES names no folder of samples"))
struct SamplePacketTests {
  @Test func everyRealPacketParses() throws {
    let folder = try #require(samples)
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
