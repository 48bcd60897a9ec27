import AuxContainers
import AuxImage
import Foundation
import TestSupport

/// What Exiv2 reads in packets: Tests/XMPReference.
enum XMPReference {
  /// Returns the properties of each packet; nil for one that Exiv2 refuses.
  static func properties(of packets: [[UInt8]]) throws -> [[XMPProperty]?] {
    var list: [UInt8] = []
    for packet in packets {
      list += (0..<4).map { UInt8(truncatingIfNeeded: packet.count >> (8 * $0)) }
      list += packet
    }
    let folder = try TemporaryFolder()
    let outcome = try Program.run(Program.built("XMPReference"), [folder.write(list, to: "packets")])
    guard outcome.status == 0 else { throw AuxError(.codec, "XMPReference ends with \(outcome.status)") }
    var rest = outcome.output[...]
    func number() -> Int {
      defer { rest = rest.dropFirst(4) }
      return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func text() -> String {
      let bytes = rest.prefix { $0 != 0 }
      rest = rest.dropFirst(bytes.count + 1)
      return String(decoding: bytes, as: UTF8.self)
    }
    return packets.map { _ in
      guard rest.popFirst() == 1 else { return nil }
      return (0..<number()).map { _ in
        let kind = rest.popFirst().map { Character(Unicode.Scalar($0)) }
        let count = number()
        let (namespace, prefix, name) = (text(), text(), text())
        let members = (0..<count).map { _ in text() }
        let value: XMPProperty.Value =
          switch kind {
          case "b": .bag(members)
          case "s": .seq(members)
          case "a": .alt(members)
          case "x": .structure
          default: .text(members.first ?? "")
          }
        return XMPProperty(namespace: namespace, prefix: prefix, name: name, value: value)
      }
    }
  }

  /// Returns properties as Exiv2 names them: namespaces with a mark at their end.
  static func named(_ properties: [XMPProperty]) -> [XMPProperty] {
    properties.map { property in
      var property = property
      if !property.namespace.hasSuffix("/"), !property.namespace.hasSuffix("#") { property.namespace += "/" }
      return property
    }
  }
}
