import AuxImage
import Testing

@Suite("Reading JSON")
struct JSONDecodingTests {
  private func read(_ text: String) throws -> JSONValue {
    try JSONValue(json: Array(text.utf8), form: "value")
  }

  @Test("Values are those of the text")
  func values() throws {
    let document = try read(#"{"b": [1, -2.5e1, true, null, "é\n\u00e9", "inf", 0.5, [], false], "a": {}}"#)
    guard case .object(let members) = document, case .array(let found) = members[1].value else {
      Issue.record("no object with an array: \(document)")
      return
    }
    let list: [JSONValue] = [.integer(1), .integer(-25), .boolean(true)]
    #expect(members.map(\.name) == ["a", "b"] && Array(found[..<3]) == list)
    let rest: [JSONValue] = [.string("é\né"), .string("inf"), .number(0.5), .array([]), .boolean(false)]
    #expect(found[3].isNull && Array(found[4...]) == rest)
    let odd = Array(#"{"b": "\ud83d\ude00\/", "a": -0}"#.utf8)
    let wide = [0xFF, 0xFE] + odd.flatMap { byte -> [UInt8] in [byte, 0] }
    for bytes in [odd, [0xEF, 0xBB, 0xBF] + odd, wide] {
      #expect(try JSONValue(json: bytes, form: "value").text == #"{"a":0,"b":"😀/"}"#)
    }
  }

  @Test(
    "Whole numbers are exact, and no number is too large for the type it becomes",
    arguments: [
      ("9007199254740993", JSONValue.integer(9_007_199_254_740_993)), ("\(Int.max)", .integer(.max)),
      ("\(Int.min)", .integer(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("1e3", .integer(1000)), ("1.0", .integer(1)),
    ])
  func numbers(_ text: String, _ value: JSONValue) throws { #expect(try read(text) == value) }

  @Test(
    "A fault of the syntax is an error",
    arguments: [
      "", " ", "{", "{\n \"a\": 1,\n \"b\" 2}", "{\"é\": tru}", "[1, // two\n 2]", "{\"a\": \"b}",
      "[\"\\u12\"]", "[1.]",
      "{a: 1}", "[0] x", "[1e400]", "[1e999]", "[1e-400]", "[NaN]", "[Infinity]", "[01]", "[+1]", "{'a': 1}",
      "[\"\\q\"]", "[\"\\ud83d\"]", "{\"a\": \"b\n\"}",
    ])
  func syntax(_ text: String) throws {
    let error = try #require(throws: AuxError.self) { try read(text) }
    #expect(error.code == .malformed && error.reason.contains("json.tool"), "\(error)")
  }

  @Test("Whatever it is, it is read or refused")
  func damaged() throws {
    let text = Array(#"{"a": [1, 2.5, {"b": "c\u00e9\\"}], "d": null}"#.utf8)
    for count in 0..<text.count {
      #expect(throws: AuxError(.malformed, "")) { try JSONValue(json: Array(text[..<count]), form: "value") }
    }
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], [0x22, 0xED, 0xA0, 0x80, 0x22],
    ] {
      #expect(throws: AuxError(.malformed, "")) { try JSONValue(json: bytes, form: "value") }
    }
  }

  @Test("The depth of values is bounded", arguments: [("[", "1", "]"), (#"{"a":"#, "1", "}")])
  func depth(_ open: String, _ inner: String, _ close: String) throws {
    func nested(_ count: Int) -> String {
      String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }
    #expect(try read(nested(64)).text == nested(64))
    for text in [nested(66), nested(500), nested(600), nested(100_000)] {
      #expect(throws: AuxError(.malformed, "")) { try read(text) }
    }
    #expect(throws: AuxError(.malformed, "")) { try read(String(repeating: open, count: 100_000)) }
  }
}
