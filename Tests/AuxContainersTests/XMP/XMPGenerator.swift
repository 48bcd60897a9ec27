import TestSupport

/// Makes XMP packets of every form that RDF has for it, at random: valid ones, but for a few that state a property twice.
struct XMPGenerator {
  private static let namespaces = [
    ("apdi", "http://ns.apple.com/pixeldatainfo/1.0/"), ("dc", "http://purl.org/dc/elements/1.1/"),
    ("exif", "http://ns.adobe.com/exif/1.0/"), ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/"),
    ("Item", "http://ns.google.com/photos/1.0/container/item/"), ("h", "http://example.com/hash#"),
    ("q", "urn:example:/"),
  ]
  private static let names = [
    "creator", "date", "title", "subject", "description", "type", "UserComment", "UsageTerms", "A", "B",
    "C-d", "E.f",
    "_g1", "Längé", "NativeFormat",
  ]

  private var random: SeededRandom
  private var depth = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }
  private mutating func isChosen(_ percent: Int) -> Bool { random.below(100) < percent }

  /// Returns a packet.
  mutating func packet() -> String {
    depth = 0
    let bindings = Self.namespaces.map { " xmlns:\($0.0)=\(quoted($0.1))" }
    // Each namespace is declared in one of three places.
    let places = bindings.map { (random.below(3), $0) }
    func declared(_ place: Int) -> String {
      places.filter { $0.0 == place }.map(\.1).joined(separator: gap())
    }
    let about = pick([
      " rdf:about=''", " rdf:about=\"\"", " about=''", "", " rdf:about='uuid:6b4a'", " rdf:ID='x'",
      " rdf:nodeID='y'",
    ])
    // A declaration in a description is valid only inside it.
    let descriptions = (0..<(1 + random.below(3))).map { number in
      description(" \(number == 0 ? about : " rdf:about=''") \(declared(2))", number)
    }
    let rdf = """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"\(declared(1))>\(filler())\
      \(descriptions.joined(separator: filler()))\(filler())</rdf:RDF>
      """
    let meta =
      isChosen(70) || !declared(0).isEmpty
      ? "<x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='&lt;1&gt;'\(declared(0))>\(space())\(rdf)\(space())</x:xmpmeta>"
      : rdf
    switch random.below(4) {
    case 0:
      return
        "<?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>\n\(meta)\n\(space())<?xpacket end=\"w\"?>"
    case 1: return "\u{FEFF}<?xml version='1.0' encoding=\"UTF-8\"?>\(space())\(meta)\n"
    case 2: return "\0 \n\(meta)\0\0"
    default: return meta
    }
  }

  /// Returns a packet with some of its marks changed, taken out, or doubled.
  mutating func changed(_ packet: String) -> String {
    var bytes = Array(packet.utf8)
    for _ in 0...random.below(3) {
      let at = random.below(bytes.count)
      let count = min(1 + random.below(random.below(3) == 0 ? 40 : 1), bytes.count - at)
      switch random.below(4) {
      case 0: bytes.removeSubrange(at..<(at + count))
      case 1: bytes.insert(contentsOf: bytes[at..<(at + count)], at: at)
      default: bytes[at] = pick(Array("<>/='\"&;:?!-[]# \nabr0".utf8))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func description(_ attributes: String, _ number: Int) -> String {
    var taken: Set<String> = []
    var names: [String] = []
    for _ in 0..<(1 + random.below(6)) {
      // Descriptions share no names, but for a few.
      let name = name(number)
      if taken.insert(name).inserted { names.append(name) }
    }
    let simple = names.filter { _ in isChosen(40) }
    let listed = simple.map { " \($0)\(space())=\(space())\(quoted(text()))" }.joined(separator: gap())
    let elements = names.filter { !simple.contains($0) }.map { property($0) }.joined(separator: filler())
    return
      "<rdf:Description\(attributes)\(listed)\(gap())>\(filler())\(elements)\(filler())</rdf:Description\(space())>"
  }

  /// Returns a name; those of one `part` are not those of another, unless that is to be tried.
  private mutating func name(_ part: Int = 0) -> String {
    let number = isChosen(2) ? 0 : part
    let local = pick(Self.names)
    return "\(pick(Self.namespaces).0):\(local)\(number == 0 ? "" : "\(number)")"
  }

  private mutating func names(_ most: Int) -> [String] {
    var names: [String] = []
    for _ in 0..<random.below(most + 1) {
      let name = name()
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns an element that states a property, or an item of an array.
  private mutating func property(_ name: String) -> String {
    depth += 1
    defer { depth -= 1 }
    let marks = (isChosen(10) ? " rdf:ID='i\(random.below(99))'" : "") + (isChosen(12) ? language() : "")
    func element(_ attributes: String, _ content: String) -> String {
      "<\(name)\(marks)\(attributes)>\(content)</\(name)>"
    }
    switch random.below(depth > 4 ? 4 : 16) {
    case 0, 1: return element("", content())
    case 2: return "<\(name)\(marks)\(isChosen(50) ? "/>" : "></\(name)>")"
    case 3: return "<\(name)\(marks) rdf:resource=\(quoted(text()))\(qualifiers())/>"
    case 4: return element("", filler() + array() + filler())
    case 5: return element("", space() + languages() + space())
    case 6, 7: return element(" rdf:parseType='Resource'", fields())
    case 8:
      return element(
        "", "\(filler())<rdf:Description\(attributes(3))>\(fields())</rdf:Description>\(filler())")
    case 9: return "<\(name)\(marks)\(attributes(4))/>"
    case 10: return "<\(name)\(marks) rdf:value=\(quoted(text()))\(qualifiers())/>"
    case 11:
      let value =
        "<rdf:value\(isChosen(20) && !marks.contains("lang") ? language() : "")>\(content())</rdf:value>"
      return element(" rdf:parseType=\"Resource\"", fields() + value + filler())
    case 12:
      return element(
        "", "<rdf:Description>\(filler())\(self.property("rdf:value"))\(fields())</rdf:Description>")
    case 13:
      let type = self.name()
      return element("", "<\(type)\(attributes(2))>\(fields())</\(type)>")
    case 14: return element(" rdf:datatype='http://www.w3.org/2001/XMLSchema#string'", content())
    default: return element("", array())
    }
  }

  private mutating func fields() -> String {
    filler() + names(3).map { property($0) }.joined(separator: filler()) + filler()
  }

  private mutating func attributes(_ most: Int) -> String {
    names(most).map { "\(gap()) \($0)=\(quoted(text()))" }.joined()
  }

  /// Returns attributes that say something of a value.
  private mutating func qualifiers() -> String { isChosen(40) ? attributes(2) : "" }

  private mutating func array() -> String {
    let kind = pick(["Bag", "Seq", "Alt"])
    let isPlain = isChosen(60)
    let items = (0..<random.below(5)).map { _ in
      isPlain ? "<rdf:li>\(content())</rdf:li>" : property("rdf:li")
    }
    return "<rdf:\(kind)>\(filler())\(items.joined(separator: filler()))\(filler())</rdf:\(kind)>"
  }

  private mutating func languages() -> String {
    let items = (0..<(1 + random.below(5))).map { _ in "<rdf:li\(language())>\(content())</rdf:li>" }
    return "<rdf:Alt>\(items.joined(separator: space()))</rdf:Alt>"
  }

  private mutating func language() -> String {
    let code = pick(["x-default", "de", "EN-us", "en-GB", "pt-br", "zh-Hant-tw", "x-a", "i", "sr-latn"])
    return " xml:lang=\(quoted(code))"
  }

  /// Returns text as an element has it, in pieces.
  private mutating func content() -> String {
    (0..<random.below(3)).map { _ in
      switch random.below(5) {
      case 0: "<![CDATA[\(pick(["<a>&b;", "]]", "\r\n", "x", ""]))]]>"
      case 1: "<!-- \(pick(["", "<b>", "&c;", "-"])) -->"
      case 2: "<?pi \(pick(["", "?", "<d>"]))?>"
      default: escaped(text())
      }
    }.joined()
  }

  private mutating func text() -> String {
    (0..<random.below(4)).map { _ in
      pick([
        "a", " ", "深さ", "\t", "\n", "\r\n", "\r", "&", "<", ">", "\"", "'", "1751411059", "\u{1F4F7}", "=",
        "[1]", "/", "]]",
        "x y", "é", "http://a/b?c=d&e", "100%", "typ", "lang=de",
      ])
    }.joined()
  }

  /// Returns text with references in place of marks, and sometimes of other characters.
  private mutating func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "&": pick(["&amp;", "&#38;"])
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": pick(["&quot;", "&#34;"])
      case "'": pick(["&apos;", "&#39;"])
      case "\u{1F4F7}": pick(["\u{1F4F7}", "&#x1F4F7;", "&#128247;"])
      case "\n": pick(["\n", "&#10;", "&#xA;"])
      case "a": pick(["a", "&#97;"])
      default: String(scalar)
      }
    }.joined()
  }

  private mutating func quoted(_ text: String) -> String {
    let mark = pick(["\"", "'"])
    return mark + escaped(text) + mark
  }

  /// White space, or none.
  private mutating func space() -> String { isChosen(70) ? "" : pick([" ", "\n", "\t ", "\r\n   "]) }
  /// White space that may as well be none where something follows that begins with some.
  private mutating func gap() -> String { isChosen(80) ? "" : pick([" ", "\n  ", "\r\n"]) }
  /// What may be between elements.
  private mutating func filler() -> String {
    isChosen(75) ? "" : pick([" ", "\n", "<!-- a -->", "\r\n\t", "<?b c?>", "&#32;&#10;"])
  }
}
