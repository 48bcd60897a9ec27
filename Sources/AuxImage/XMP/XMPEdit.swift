/// The bytes of an XMP packet; an edit leaves all others unchanged.
///
/// The bytes need not be text: what other programs wrote comes back as it was. Source: ISO 16684-1, 7; XMP
/// specification part 3, 1.1.3.
package struct XMPEdit: Sendable {
  package internal(set) var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let begin = Array("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>".utf8)
  private static let end = Array("<?xpacket end=\"w\"?>".utf8)

  /// Puts a packet of UTF-8 into a wrapper if it has none, as the specification asks for in JPEG.
  package mutating func wrap() {
    guard bytes.first == UInt8(ascii: "<"), bytes.dropFirst().first != 0, !mentions("<?xpacket begin") else {
      return
    }
    bytes = Self.begin + bytes + Self.end
  }

  /// Creates a packet without properties; the wrapper lets other programs find it in a file.
  package init(isWrapped: Bool) {
    let meta = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      </rdf:RDF></x:xmpmeta>
      """
    bytes = Array(meta.utf8)
    if isWrapped { wrap() }
  }

  package func mentions(_ text: String) -> Bool { !ranges(of: text, most: 1).isEmpty }

  /// Puts a description of the same resource, an element, after those that are there.
  ///
  /// Throws `malformed` where the packet has no `rdf:RDF` element that ends.
  package mutating func add(description: String) throws(AuxError) {
    guard let end = ranges(of: "</rdf:RDF>").last else {
      throw AuxError(.malformed, "the packet has no rdf:RDF element that ends", place: "XMP")
    }
    bytes.insert(contentsOf: Array(description.utf8), at: end.lowerBound)
  }

  /// Puts a text in the place of another, wherever that stands.
  package mutating func replace(_ old: String, with new: String) {
    for range in ranges(of: old).reversed() { bytes.replaceSubrange(range, with: Array(new.utf8)) }
  }

  /// Removes the white space between the properties and the end of the wrapper, which is there to be written into.
  package mutating func removePadding() {
    guard let trailer = ranges(of: "<?xpacket end").last else { return }
    let kept = bytes[..<trailer.lowerBound].lastIndex { !Array(" \t\r\n".utf8).contains($0) }
    bytes.removeSubrange((kept.map { $0 + 1 } ?? 0)..<trailer.lowerBound)
  }

  /// Returns a packet with white space before the end of its wrapper, or after it where it has none.
  package static func padded(_ packet: [UInt8], to count: Int) -> [UInt8] {
    let missing = max(count - packet.count, 0)
    let trailer = Array("<?xpacket end".utf8)
    let end = packet.indices.reversed().first { packet[$0...].starts(with: trailer) } ?? packet.endIndex
    return packet[..<end] + [UInt8](repeating: UInt8(ascii: " "), count: missing) + packet[end...]
  }

  /// Returns where the bytes of a text are, first to last, without overlaps.
  private func ranges(of text: String, most: Int = .max) -> [Range<Int>] {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return [] }
    var found: [Range<Int>] = []
    var position = bytes.startIndex
    while found.count < most, let start = bytes[position...].firstIndex(of: first) {
      position = start + 1
      guard bytes[start...].starts(with: wanted) else { continue }
      position = start + wanted.count
      found.append(start..<position)
    }
    return found
  }
}
