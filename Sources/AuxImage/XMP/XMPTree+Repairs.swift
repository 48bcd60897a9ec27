/// Forms that old writers gave some properties, and the forms that replace them.
///
/// These are the repairs of Adobe's XMP toolkit that change no text. Source: Specs/xmp.md, "Reading".
extension XMPTree {
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let exif = "http://ns.adobe.com/exif/1.0/"
  private static let rights = "http://ns.adobe.com/xap/1.0/rights/"
  private static let management = "http://ns.adobe.com/xap/1.0/mm/"

  /// The forms of properties of Dublin Core that old writers wrote as text if they had one member.
  private static let arrays: [(form: Form, names: [String])] = [
    (.seq, ["creator", "date"]), (.languages, ["description", "rights", "title"]),
    (.bag, ["contributor", "language", "publisher", "relation", "subject", "type"]),
  ]

  /// Properties that are alternatives of languages in whatever form they were written.
  private static let texts: [(namespace: String, names: [String])] = [
    (dublinCore, ["description", "rights", "title"]), (rights, ["UsageTerms"]), (exif, ["UserComment"]),
  ]

  /// Repairs the properties; `subject` is the packet's `rdf:about`.
  mutating func repair(subject: String) throws(AuxError) {
    for (form, names) in Self.arrays {
      for name in names {
        guard let node = property(name, in: Self.dublinCore), nodes[node].form == .simple else { continue }
        try wrap(node, in: form)
      }
    }
    if let comment = property("UserComment", in: Self.exif), nodes[comment].form == .simple {
      try wrap(comment, in: .languages)
    }
    if let node = property("subject", in: Self.dublinCore), nodes[node].form.isArray {
      nodes[node].form = .bag
    }
    for (namespace, names) in Self.texts {
      for name in names {
        guard let node = property(name, in: namespace), nodes[node].form.isArray,
          nodes[node].form != .languages
        else { continue }
        try makeLanguages(node)
      }
    }
    if Self.isUUID(subject) { try setInstance(subject) }
  }

  private func property(_ local: String, in uri: String) -> Int? {
    guard let namespace = names.namespace(uri),
      let schema = schemas.first(where: { $0.namespace == namespace })
    else { return nil }
    return schema.properties.first { names[nodes[$0].name].local == local }
  }

  /// Makes a simple value the only member of an array.
  private mutating func wrap(_ node: Int, in form: Form) throws(AuxError) {
    var member = nodes[node]
    member.name = XMPNames.Term.li.rawValue
    nodes.append(member)
    let number = nodes.count - 1
    if form == .languages, language(of: number) == nil {
      try qualify(number, XMPNames.Term.lang.rawValue, text: "x-default", at: 0)
    }
    nodes[node] = Node(name: nodes[node].name, form: form, children: [number])
  }

  /// Makes an array one of alternatives of languages, without what has neither a language nor a text.
  private mutating func makeLanguages(_ node: Int) throws(AuxError) {
    nodes[node].form = .languages
    nodes[node].children = nodes[node].children.filter { child in
      nodes[child].form == .simple && (language(of: child) != nil || !nodes[child].text.isEmpty)
    }
    for child in nodes[node].children where language(of: child) == nil {
      try qualify(child, XMPNames.Term.lang.rawValue, text: "x-repair", at: 0)
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    if text.hasPrefix("uuid:") { return true }
    let bytes = Array(text.utf8)
    return bytes.count == 36
      && bytes.enumerated().allSatisfy { number, byte in
        byte == UInt8(ascii: "-")
          ? [8, 13, 18, 23].contains(number)
          : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
  }

  /// Makes what old writers said in `rdf:about` the property that it is.
  private mutating func setInstance(_ text: String) throws(AuxError) {
    var node = property("InstanceID", in: Self.management)
    if node == nil {
      let name = try names.number(of: "InstanceID", in: Self.management, wishing: "xmpMM")
      node = try add(name, to: nil, at: 0)
    }
    if let node { nodes[node] = Node(name: nodes[node].name, text: text) }
  }
}
