extension XMPEdit {
  /// Returns the prefixes of a namespace, in the order of their declarations.
  func prefixes(of namespace: String) -> [String] {
    var found: [String] = []
    for declaration in XMPDeclarations(in: bytes)
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
    var kept: [UInt8] = []
    var end = 0
    for range in pieces(
      in: bytes.indices, withAttributes: true,
      where: { name in
        guard bytes[name].starts(with: mark) else { return false }
        let local = name.dropFirst(mark.count)
        return names?.contains(String(decoding: bytes[local], as: UTF8.self)) ?? true
      })
    {
      kept += bytes[end..<range.lowerBound]
      end = range.upperBound
    }
    bytes = kept + bytes[end...]
  }

  /// Removes the properties of a namespace, or of these those that are named, with the descriptions that have none left.
  ///
  /// The declarations of the namespace go with the last of its properties. Where prefixes have other meanings elsewhere,
  /// something else may go as well: the caller compares.
  package mutating func removeProperties(of namespace: String, named names: Set<String>? = nil) {
    for prefix in prefixes(of: namespace) { removeProperties(prefix, named: names) }
    removeUnused(namespace)
    guard let outline = XMPOutline(bytes) else { return }
    let descriptions = elements("rdf:Description", in: bytes.indices)
    guard descriptions.count == outline.subjects.count else { return }
    let used = Set(outline.properties.map(\.description))
    for number in descriptions.indices.reversed() where !used.contains(number) {
      var range = descriptions[number]
      // With the line that it was on.
      while range.upperBound < bytes.count, XMLScanner.isSpace(bytes[range.upperBound]) {
        range = range.lowerBound..<(range.upperBound + 1)
      }
      bytes.removeSubrange(range)
    }
  }

  /// Removes the declarations of a namespace whose prefixes no name has.
  mutating func removeUnused(_ namespace: String) {
    for prefix in prefixes(of: namespace) {
      let mark = Array("\(prefix):".utf8)
      if pieces(in: bytes.indices, withAttributes: true, where: { bytes[$0].starts(with: mark) }).isEmpty {
        removeProperties("xmlns", named: [prefix])
      }
    }
  }

  /// Adds properties to the first description, as elements; simple values alone.
  ///
  /// Skia reads what an image is from one description. Throws `malformed` where the packet has no `rdf:Description` that
  /// ends.
  mutating func add(_ properties: [XMPProperty]) throws(AuxError) {
    guard let description = elements("rdf:Description", in: bytes.indices).first,
      let tagEnd = endOfTag(at: description.lowerBound)
    else {
      throw AuxError(.malformed, "the packet has no rdf:Description element that ends", place: "XMP")
    }
    // Declarations that hold in the description: those before it and in its own tag.
    let inScope = XMPDeclarations(in: bytes, most: tagEnd).reduce(into: [String: String]()) {
      $0[$1.namespace] = $1.prefix
    }
    var taken = Set(XMPDeclarations(in: bytes).map(\.prefix))
    var (declarations, content) = ("", "")
    var prefixes = inScope.filter { !$0.value.isEmpty }
    for property in properties {
      if prefixes[property.namespace] == nil {
        // One prefix for each namespace: XMP toolkits refuse two.
        let prefix =
          self.prefixes(of: property.namespace).first ?? XMPProperty.prefix(property.prefix, besides: taken)
        taken.insert(prefix)
        prefixes[property.namespace] = prefix
        declarations += " xmlns:\(prefix)=\"\(property.namespace)\""
      }
      content += try XMPSerializer.element(property, "\(prefixes[property.namespace] ?? ""):\(property.name)")
    }
    let isEmpty = bytes[tagEnd - 2] == UInt8(ascii: "/")
    let close = bytes[..<description.upperBound].lastIndex(of: UInt8(ascii: "<")) ?? tagEnd
    if isEmpty {
      bytes.replaceSubrange(
        (tagEnd - 2)..<tagEnd, with: Array("\(declarations)>\n\(content)</rdf:Description>".utf8))
    } else {
      bytes.insert(contentsOf: Array(content.utf8), at: close)
      bytes.insert(contentsOf: Array(declarations.utf8), at: tagEnd - 1)
    }
  }

  /// Returns the offset after the tag that begins at an offset; nil where it does not end.
  private func endOfTag(at start: Int) -> Int? {
    var scanner = XMLScanner(bytes, in: start..<bytes.count)
    while let token = try? scanner.next() {
      if case .endOfTag = token { return scanner.range.upperBound }
    }
    return nil
  }

  /// Removes the properties of that name in a namespace, attributes and elements, whatever its prefixes are.
  mutating func removeProperty(_ name: String, of namespace: String) {
    for prefix in prefixes(of: namespace) { removeProperties(prefix, named: [name]) }
  }

  /// Returns the first element of that name, its tags included; nil where it does not end.
  func element(_ name: String, in range: Range<Int>) -> Range<Int>? { elements(name, in: range).first }

  /// Returns the elements of a name; an element inside another of the same name is left out.
  func elements(_ name: String, in range: Range<Int>) -> [Range<Int>] {
    let wanted = Array(name.utf8)
    return pieces(in: range, withAttributes: false) { bytes[$0].elementsEqual(wanted) }
  }

  /// Returns where elements and attributes with the wanted names are, up to the first invalid XML: complete elements, with
  /// their tags, and attributes outside of these, with the white space before them.
  ///
  /// The searched part begins outside of tags.
  func pieces(
    in part: Range<Int>, withAttributes: Bool, where isWanted: (Range<Int>) -> Bool
  ) -> [Range<Int>] {
    var scanner = XMLScanner(bytes, in: part)
    var found: [Range<Int>] = []
    // Where the wanted element that is open begins, and how many are open in it.
    var start: Int?
    var depth = 0
    while let token = try? scanner.next() {
      switch token {
      case .open(let name):
        if start != nil {
          depth += 1
        } else if isWanted(name) {
          (start, depth) = (scanner.range.lowerBound, 1)
        }
      case .attribute(let name, _) where withAttributes && start == nil && isWanted(name):
        let before = bytes[..<scanner.range.lowerBound].lastIndex { !XMLScanner.isSpace($0) }
        found.append((before.map { $0 + 1 } ?? scanner.range.lowerBound)..<scanner.range.upperBound)
      case .endOfTag(isEmpty: true), .close:
        guard let first = start else { continue }
        depth -= 1
        guard depth == 0 else { continue }
        found.append(first..<scanner.range.upperBound)
        start = nil
      default: break
      }
    }
    return found
  }
}
