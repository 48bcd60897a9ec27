import AuxContainers
import AuxImage
import Foundation
import TestSupport
import Testing

/// We read the same properties in a packet as Exiv2, which earlier releases used.
@Suite("Packets are read as Exiv2 reads them")
struct XMPReferenceTests {
  @Test("Generated packets", arguments: [20_260_101, 20_260_102, 20_260_103] as [UInt64])
  func generated(seed: UInt64) throws {
    var generator = XMPGenerator(seed: seed)
    let packets = (0..<1500).map { _ in Array(generator.packet().utf8) }
    let read = try compare(packets, isEveryFormKnown: true)
    // Some state a property twice, or are those that Exiv2 misreads.
    #expect(read > 1200 && read < 1500, "\(read) of 1500")
  }

  @Test(
    "Changed packets: Exiv2 reads nothing more in them than we do",
    arguments: [20_260_201, 20_260_202] as [UInt64])
  func changed(seed: UInt64) throws {
    var generator = XMPGenerator(seed: seed)
    let packets = (0..<2000).compactMap { _ in
      let packet = generator.packet()
      let changed = generator.changed(packet)
      return Self.isReadAlike(changed, of: packet) ? Array(changed.utf8) : nil
    }
    let read = try compare(packets, isEveryFormKnown: false)
    #expect(read > 40, "\(read) of \(packets.count)")
  }

  @Test("Packets of samples", .enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
  func samples() throws {
    var packets: Set<[UInt8]> = []
    for folder in Samples.folders {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let path = "\(folder)/\(name)"
        guard let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int,
          size < 200 << 20,
          let data = try? Data(contentsOf: URL(fileURLWithPath: path))
        else { continue }
        packets.formUnion(Self.packets(in: data))
      }
    }
    try #require(packets.count > 20)
    _ = try compare(Array(packets), isEveryFormKnown: true)
  }

  /// Returns the packets that are one piece of a file, from the wrapper's start to its end.
  private static func packets(in data: Data) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var rest = data.startIndex..<data.endIndex
    while let start = data.range(of: Data("<x:xmpmeta".utf8), in: rest) {
      guard let end = data.range(of: Data("</x:xmpmeta>".utf8), in: start.lowerBound..<data.endIndex) else {
        break
      }
      found.append([UInt8](data[start.lowerBound..<end.upperBound]))
      rest = end.upperBound..<data.endIndex
    }
    return found
  }

  /// Whether a changed packet has nothing that Exiv2 reads in a way of its own: Specs/xmp.md, "Reading".
  private static func isReadAlike(_ changed: String, of packet: String) -> Bool {
    func declarations(_ text: String) -> Set<XMPDeclaration> { Set(XMPDeclarations(in: Array(text.utf8))) }
    // It knows RDF by its prefix, and takes nearly every reference of one or two digits for a space.
    return declarations(changed).isSubset(of: declarations(packet))
      && changed.matches(of: /&#x(..?);/).allSatisfy { ["A", "9", "D"].contains($0.1) }
  }

  /// Whether alternatives have qualifiers other than their language, which confuse Exiv2.
  private static func isMisread(_ properties: [XMPProperty]) -> Bool {
    properties.contains { property in
      guard case .alt = property.value else { return false }
      return properties.contains {
        $0.namespace == property.namespace
          && ($0.name.hasPrefix("\(property.name)/?") || $0.name.hasPrefix("\(property.name)["))
      }
    }
  }

  /// Compares the properties, and returns how many packets both read.
  private func compare(_ packets: [[UInt8]], isEveryFormKnown: Bool) throws -> Int {
    var count = 0
    for (packet, expected) in zip(packets, try XMPReference.properties(of: packets)) {
      let found = Result { () throws(AuxError) in try XMPParser.properties(of: packet) }
      let text = String(decoding: packet.prefix(3000), as: UTF8.self)
      switch (found, expected) {
      case (.success(let found), _) where Self.isMisread(found): break
      case (.success(let found), let expected?):
        #expect(XMPReference.named(found) == expected, "\(text)")
        count += 1
      case (.failure(let error), .some): Issue.record("only Exiv2 reads, \(error): \(text)")
      case (.success, nil) where isEveryFormKnown: Issue.record("Exiv2 refuses: \(text)")
      case (.success, nil), (.failure, nil): break
      }
    }
    return count
  }
}
