import AuxContainers
import AuxImage
import TestSupport
import Testing

/// The forms of RDF one by one; `XMPReferenceTests` shows that Exiv2 reads the same.
@Suite("XMP packets are read in all forms of RDF")
struct XMPReadingTests {
  /// Returns what a description of these attributes and elements says, as lines of path and value.
  private func lines(_ attributes: String = "", _ elements: String = "") throws -> [String] {
    let namespaces = "xmlns:a='http://a/' xmlns:b='http://b/' xmlns:dc='http://purl.org/dc/elements/1.1/'"
    return try properties(
      packet("<rdf:Description \(namespaces) \(attributes)>\(elements)</rdf:Description>")
    )
    .map { "\($0.prefix):\($0.name) \(Self.text($0.value))" }
  }

  private static func text(_ value: XMPProperty.Value) -> String {
    switch value {
    case .text(let text): "=\(text)"
    case .bag(let members): "bag \(members)"
    case .seq(let members): "seq \(members)"
    case .alt(let members): "alt \(members)"
    case .structure: "{}"
    }
  }

  @Test("Simple values with their qualifiers")
  func simple() throws {
    #expect(try lines("a:A='1' b:B='2'", "<a:C>3</a:C><b:D/>") == ["a:A =1", "a:C =3", "b:B =2", "b:D ="])
    #expect(
      try lines("", "<a:A rdf:resource='u:/'/><a:B rdf:datatype='d'>1</a:B>") == ["a:A =u:/", "a:B =1"])
    #expect(try lines("", "<a:A xml:lang='EN-us'>1</a:A>") == ["a:A =1", "a:A/?xml:lang =en-US"])
    let forms = [
      "<a:A rdf:value='1' b:Q='2'/>",
      "<a:A rdf:parseType='Resource'><rdf:value>1</rdf:value><b:Q>2</b:Q></a:A>",
      "<a:A><rdf:Description rdf:value='1' b:Q='2'/></a:A>",
      "<a:A><rdf:Description><b:Q>2</b:Q><rdf:value>1</rdf:value></rdf:Description></a:A>",
    ]
    for form in forms { #expect(try lines("", form) == ["a:A =1", "a:A/?b:Q =2"], "\(form)") }
  }

  @Test("Structures and arrays in one another")
  func nested() throws {
    let forms = [
      "<a:A b:X='1' b:Y='2'/>", "<a:A rdf:parseType='Resource'><b:X>1</b:X><b:Y>2</b:Y></a:A>",
      "<a:A> <rdf:Description b:X='1'><b:Y>2</b:Y></rdf:Description> </a:A>",
    ]
    for form in forms { #expect(try lines("", form) == ["a:A {}", "a:A/b:X =1", "a:A/b:Y =2"], "\(form)") }
    #expect(
      try lines("", "<a:A><b:T b:X='1'/></a:A>") == ["a:A {}", "a:A/?rdf:type =http://b/:T", "a:A/b:X =1"])
    #expect(
      try lines(
        "",
        "<a:A><rdf:Seq><rdf:li b:X='1'/><rdf:li><rdf:Bag><rdf:li>2</rdf:li></rdf:Bag></rdf:li></rdf:Seq></a:A>"
      )
        == ["a:A {}", "a:A[1] {}", "a:A[1]/b:X =1", "a:A[2] bag [\"2\"]"])
    #expect(
      try lines("", "<a:A><rdf:Bag><rdf:li>1</rdf:li><rdf:li xml:lang='de'>2</rdf:li></rdf:Bag></a:A>")
        == ["a:A {}", "a:A[1] =1", "a:A[2] =2", "a:A[2]/?xml:lang =de"])
  }

  @Test("Alternatives of languages: the default first, one of each")
  func languages() throws {
    func items(_ codes: String...) -> String {
      codes.map { "<rdf:li xml:lang='\($0)'>\($0)</rdf:li>" }.joined()
    }
    #expect(
      try lines("", "<a:A><rdf:Alt>\(items("de", "fr", "x-default", "zh-Hant", "de"))</rdf:Alt></a:A>")
        == ["a:A alt [\"x-default\", \"zh-Hant\", \"fr\", \"de\"]"])
    #expect(
      try lines("", "<a:A><rdf:Alt><rdf:li xml:lang='de' rdf:value='1' b:Q='2'/></rdf:Alt></a:A>")
        == ["a:A alt [\"1\"]", "a:A[1]/?b:Q =2"])
  }

  @Test("Forms of old writers are read by their meaning")
  func repairs() throws {
    #expect(
      try lines("dc:creator='1' dc:title='2' dc:subject='3'")
        == ["dc:creator seq [\"1\"]", "dc:title alt [\"2\"]", "dc:subject bag [\"3\"]"])
    #expect(
      try lines("", "<dc:subject><rdf:Seq><rdf:li>1</rdf:li></rdf:Seq></dc:subject>") == [
        "dc:subject bag [\"1\"]"
      ])
    #expect(
      try lines("", "<dc:title><rdf:Bag><rdf:li>1</rdf:li><rdf:li/></rdf:Bag></dc:title>") == [
        "dc:title alt [\"1\"]"
      ])
    #expect(try lines("about='uuid:1' a:A='2'") == ["a:A =2", "xmpMM:InstanceID =uuid:1"])
    #expect(try lines("rdf:about='http://a/' a:A='2'") == ["a:A =2"])
  }

  @Test("Text is that of XML: references, ends of lines, pieces")
  func text() throws {
    #expect(try lines("a:A='1\r\n2\t3&#10;&amp;&#x26;&#38;'") == ["a:A =1 2 3\n&&&"])
    #expect(
      try lines("", "<a:A>1\r\n2\r3<!-- c -->&lt;<![CDATA[<&amp;]]]]><?p i?>&#x1F4F7;</a:A>") == [
        "a:A =1\n2\n3<<&amp;]]\u{1F4F7}"
      ]
    )
  }

  @Test("Namespaces count, and not their prefixes")
  func namespaces() throws {
    let text = """
      <m xmlns="http://m/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description xmlns:p="http://p/"
      p:A="1"><B xmlns="http://p/">2</B><q:C xmlns:q="http://p/" xmlns:p="http://q/" p:D="3"/><B>4</B></r:Description>
      <r:Description r:about="" xmlns:p="http://q/" p:A="5"/></r:RDF></m>
      """
    #expect(
      try properties(text).map { "\($0.prefix)|\($0.namespace)|\($0.name)|\($0.text ?? "")" } == [
        "p|http://p/|A|1", "p|http://p/|B|2", "p|http://p/|C|", "p|http://p/|C/p_2:D|3", "ns|http://m/|B|4",
        "p_2|http://q/|A|5",
      ])
  }

  @Test("Encodings: UTF-8 and UTF-16, with and without marks")
  func encodings() throws {
    let text = packet("<rdf:Description xmlns:a='http://a/' a:A='深さ\u{1F4F7}'/>")
    let units = Array("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>\(text)".utf16)
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let plain = Array(text.utf8)
    for bytes in [
      plain, [0xEF, 0xBB, 0xBF] + plain, [0, 32, 10] + plain + [0, 0], big, little, little + [0, 0],
    ] {
      #expect(try XMPParser.properties(of: bytes).map(\.text) == ["深さ\u{1F4F7}"])
    }
    for encoding in ["ISO-8859-1", "Shift_JIS"] {
      let declared = Array("<?xml version='1.0' encoding='\(encoding)'?>".utf8)
      #expect(throws: AuxError(.malformed, "")) { try XMPParser.properties(of: declared + plain) }
    }
    for broken in [[0xFE, 0xFF, 0xD8, 0], plain + [0xC3], Array(plain.dropLast(4)) + [0xFF, 0x3E]]
      as [[UInt8]]
    {
      #expect(throws: AuxError(.malformed, "")) { try XMPParser.properties(of: broken) }
    }
  }

  @Test(
    "What is not XML is refused",
    arguments: [
      "<a:A>&b;</a:A>", "<a:A>&#0;</a:A>", "<a:A>&#xD800;</a:A>", "<a:A>&</a:A>", "<a:A>&#+1;</a:A>",
      "<a:A>]]></a:A>",
      "<a:A b='1' b='2'/>", "<a:A xmlns:c='http://b/' xmlns:b='http://b/' c:X='1' b:X='2'/>",
      "<a:A b:X='<'/>",
      "<a:A b:X='1'b:Y='2'/>", "<a:A b:X=1/>", "<a:A b:X/>", "<a:A></a:B>", "<a:A>", "</a:A>", "<c:A/>",
      "<a:A xmlns:c=''/>",
      "<a:A xmlns:xml='http://c/'/>", "<a:A xmlns:c='http://www.w3.org/2000/xmlns/'/>", "<a:-A/>", "<a:b:c/>",
      "<a:/>",
      "<a:A><!-- -- --></a:A>", "<a:A><!-- </a:A>", "<a:A><![CDATA[</a:A>", "<a:A><?p </a:A>",
      "<a:A>\u{1}</a:A>",
      "<a:A>\u{FFFE}</a:A>", "<?xml version='1.0'?>", "<!DOCTYPE a>", "<!ENTITY a 'b'>",
    ])
  func notXML(elements: String) {
    #expect(throws: AuxError(.malformed, ""), "\(elements)") { try lines("", elements) }
  }

  @Test(
    "What is not XMP is refused",
    arguments: [
      "text", "<rdf:li>1</rdf:li>", "<rdf:Description/>", "<rdf:about/>", "<rdf:bagID/>",
      "<rdf:value>1</rdf:value>",
      "<A>1</A>", "<a:A B='1'/>", "<a:A>1</a:A><a:A>2</a:A>", "<a:A>1<a:B/></a:A>", "<a:A><a:B/>1</a:A>",
      "<a:A><a:B/><a:C/></a:A>", "<a:A rdf:parseType='Literal'/>", "<a:A rdf:parseType='Resource' b:X='1'/>",
      "<a:A rdf:resource='u:/' rdf:value='1'/>", "<a:A rdf:resource='u:/'>1</a:A>",
      "<a:A rdf:datatype='d'><b:B/></a:A>",
      "<a:A><rdf:li/></a:A>", "<a:A rdf:parseType='Resource'><rdf:li/></a:A>",
      "<a:A xml:lang='de' rdf:parseType='Resource'><rdf:value xml:lang='fr'/></a:A>",
    ])
  func notXMP(elements: String) {
    #expect(throws: AuxError(.malformed, ""), "\(elements)") { try lines("", elements) }
  }

  @Test("Packets without RDF have no properties, and elements beside RDF are skipped")
  func others() throws {
    #expect(try properties("<svg><g a='&lt;'>text</g></svg>").isEmpty)
    #expect(
      try properties("<svg>text<g>\(packet("<rdf:Description xmlns:a='http://a/' a:A='1'/>"))</g></svg>")
        .count == 1)
    #expect(throws: AuxError(.malformed, "")) { try properties("<svg/><svg/>") }
    #expect(throws: AuxError(.malformed, "")) { try properties("<svg/>text") }
  }

  @Test("Errors say at which byte")
  func offsets() {
    let error = #expect(throws: AuxError.self) { try properties("<a>&b;</a>") }
    #expect(error?.reason == "the XMP packet cannot be read: a reference to no character, at its byte 3")
  }

  @Test("Paths of nested structures are bounded")
  func paths() {
    let name = String(repeating: "n", count: 400)
    let text =
      String(repeating: "<a:\(name) rdf:parseType='Resource'>", count: 900) + "<a:B/>"
      + String(repeating: "</a:\(name)>", count: 900)
    #expect(throws: AuxError(.limitExceeded, "")) { try lines("", text) }
  }

  /// The time grows with the bytes, whatever they are.
  @Test(
    "The cost is linear",
    arguments: [
      "<a:A>%</a:A>", "<a:A%/>", "<a:A b:B%='1'/>", "<a:A><rdf:Bag><rdf:li>%</rdf:li></rdf:Bag></a:A>",
      "<!-- -->", "&#65;",
      "<a:A rdf:parseType='Resource'>", "<a:A%><rdf:Alt><rdf:li xml:lang='a%'>1</rdf:li></rdf:Alt></a:A%>",
      "xmlns:a='", "<", "&",
      "]]", "<![CDATA[", "<a:A rdf:value='%'><rdf:value>",
    ])
  func linear(part: String) {
    let growth = costGrowth(from: 40_000) { size in
      let count = size / part.utf8.count
      // No more different names than are taken.
      let text = (0..<count).map { part.replacing("%", with: "\($0 % 900)") }.joined()
      _ = try? lines("", text)
      _ = try? lines("", "<b:B>\(text)</b:B>")
      _ = try? lines("", "<b:B><rdf:Seq>\(text)</rdf:Seq></b:B>")
      _ = try? lines(text)
    }
    #expect(growth < 9, "\(part)")
  }
}
