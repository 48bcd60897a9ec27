extension XMPEdit {
  /// Returns the prefixes of a namespace, in the order of their declarations.
  func prefixes(of namespace: String) -> [String] {
    var found: [String] = []
    for declaration in XMPDeclarations(in: bytes[...])
    where declaration.namespace == namespace && !declaration.prefix.isEmpty
      && !found.contains(declaration.prefix)
    {
      found.append(declaration.prefix)
    }
    return found
  }

  /// Removes all properties whose names have the prefix, attributes and elements, or of these those that are named.
  mutating func removeProperties(_ prefix: String, named names: Set<String>? = nil) {
    let mark = Array("\(prefix):".utf8)
    var position = bytes.startIndex
    while let start = bytes[position...].firstRange(of: mark)?.lowerBound {
      position = start + mark.count
      guard start > 0 else { continue }
      if let names {
        let name = bytes[position...].prefix { !Self.endsName($0) }
        guard names.contains(String(decoding: name, as: UTF8.self)) else { continue }
      }
      let before = bytes[start - 1]
      if before == UInt8(ascii: "<") {
        let name = bytes[start...].prefix { !Self.endsName($0) }
        guard let range = element(String(decoding: name, as: UTF8.self), in: (start - 1)..<bytes.endIndex)
        else {
          continue
        }
        bytes.removeSubrange(range)
        position = range.lowerBound
      } else if Self.isSpace(before), let range = attribute(at: start) {
        bytes.removeSubrange(range)
        position = range.lowerBound
      }
    }
  }

  /// Removes the properties of that name in a namespace, attributes and elements, whatever its prefixes are.
  mutating func removeProperty(_ name: String, of namespace: String) {
    for prefix in prefixes(of: namespace) { removeProperties(prefix, named: [name]) }
  }

  /// Returns an attribute whose name begins there, with the white space before it.
  func attribute(at start: Int) -> Range<Int>? {
    var rest = bytes[start...].drop { !Self.endsName($0) && $0 != UInt8(ascii: "=") }
    rest = rest.drop(while: Self.isSpace)
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop(while: Self.isSpace)
    guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = rest.firstIndex(of: quote)
    else { return nil }
    let first = bytes[..<start].lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? start
    return first..<(end + 1)
  }

  /// Returns the first element of that name, its tags included; nil where it does not end.
  func element(_ name: String, in range: Range<Int>) -> Range<Int>? {
    elements([name], in: range, most: 1).first
  }

  /// Returns the elements of these names, none of which holds another of them.
  func elements(_ names: Set<String>, in range: Range<Int>, most: Int = .max) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var position = range.lowerBound
    while found.count < most, let open = bytes[position..<range.upperBound].firstIndex(of: UInt8(ascii: "<"))
    {
      position = open + 1
      let name = String(
        decoding: bytes[position..<range.upperBound].prefix { !Self.endsName($0) }, as: UTF8.self)
      guard names.contains(name),
        let tag = bytes[position..<range.upperBound].firstIndex(of: UInt8(ascii: ">"))
      else { continue }
      var end = tag + 1
      if bytes[tag - 1] != UInt8(ascii: "/") {
        guard let close = bytes[end..<range.upperBound].firstRange(of: Array("</\(name)>".utf8)) else {
          return found
        }
        end = close.upperBound
      }
      found.append(open..<end)
      position = end
    }
    return found
  }

  /// Whether a byte is white space of XML.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a byte ends a name.
  static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
  }
}
