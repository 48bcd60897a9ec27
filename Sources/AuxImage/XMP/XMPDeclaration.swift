/// A binding of a prefix to a namespace as an XMP packet spells it.
package struct XMPDeclaration: Hashable, Sendable {
  /// The prefix; empty for the namespace of elements without one.
  package let prefix: String
  /// The URI of the namespace, its references resolved.
  package let namespace: String
}

/// The declarations of a packet in their order, up to what is no XML: the packet may not be well-formed.
package struct XMPDeclarations: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var scanner: XMLScanner

  /// Creates the list of what a packet declares, or its first bytes.
  package init(in packet: [UInt8], most: Int = .max) {
    bytes = packet
    scanner = XMLScanner(packet, in: 0..<Swift.min(most, packet.count))
  }

  /// Returns the next declaration, or nil at the end.
  package mutating func next() -> XMPDeclaration? {
    while let token = try? scanner.next() {
      guard case .attribute(let name, let value) = token else { continue }
      let spelled = bytes[name]
      guard spelled.starts(with: "xmlns".utf8),
        spelled.count == 5 || spelled.dropFirst(5).first == UInt8(ascii: ":"),
        let namespace = try? XMLText.decoded(bytes, value, in: .attribute)
      else { continue }
      return XMPDeclaration(
        prefix: String(decoding: spelled.dropFirst(6), as: UTF8.self), namespace: namespace)
    }
    return nil
  }
}
