import AuxImage
import Testing

@Suite("Reading JSON")
struct JSONDocumentTests {
  @Test("Values are those of the text")
  func values() throws {
    let text = #"{"b": [1, -2.5e1, true, null, "é\n\u00e9"], "a": {}}"#
    let document = try JSONDocument(Array(text.utf8)).value
    let list: [JSONValue] = [.integer(1), .integer(-25), .boolean(true)]
    guard case .object(let members) = document, case .array(let found) = members[1].value else {
      Issue.record("no object with an array: \(document)")
      return
    }
    #expect(members.map(\.name) == ["a", "b"] && Array(found[..<3]) == list)
    #expect(found[3].isNull && found[4] == .string("é\né"))
    let odd = Array(#"{"b": "\ud83d\ude00\/", "b": 1, "a": -0,}"#.utf8)
    let wide = [0xFF, 0xFE] + odd.flatMap { byte -> [UInt8] in [byte, 0] }
    for bytes in [odd, [0xEF, 0xBB, 0xBF] + odd, wide] {
      #expect(try JSONDocument(bytes).value.text == #"{"a":0,"b":"😀/"}"#)
    }
  }

  @Test(
    "A fault is named with its place",
    arguments: [
      ("", 1, 1, "the text ends where a value should be"),
      ("{", 1, 2, "the text ends where a name in quotes should be"),
      ("{\n \"a\": 1,\n \"b\" 2}", 3, 6, "there is '2' where ':' should be"),
      ("{\"é\": tru}", 1, 7, "there is 't' where a value should be"),
      ("[1\n  2]", 2, 3, "there is '2' where ',' or ']' should be"),
      ("[1, // two\n 2]", 1, 5, "there is '/' where a value should be"),
      ("{\"a\": \"b\n\"}", 1, 9, "a string has to end on its line"),
      ("{\"a\": \"b}", 1, 7, "a string begins that does not end"),
      ("[\"\\q\"]", 1, 4, "there is 'q' after '\\'"),
      ("[\"\\u12\"]", 1, 7, "\\u has four digits of 0 to F"),
      ("[1.]", 1, 4, "there is ']' where a digit should be"),
      ("{a: 1}", 1, 2, "there is 'a' where a name in quotes should be"),
      ("[0] x", 1, 5, "there is 'x' after the end"),
      ("[\"\\ud83d\"]", 1, 9, "\\u of half a character"),
      ("[1e400]", 1, 2, "a number is too large"),
    ])
  func faults(_ text: String, _ line: Int, _ column: Int, _ reason: String) throws {
    let error = try #require(throws: AuxError.self) { try JSONDocument(Array(text.utf8)) }
    #expect(error.code == .malformed && error.reason == "is no JSON: \(reason)", "\(error)")
    #expect(error.place == "line \(line), column \(column)")
  }

  @Test("Whatever it is, it is read or refused")
  func damaged() throws {
    let text = Array(#"{"a": [1, 2.5, {"b": "c\u00e9\\"}], "d": null}"#.utf8)
    for count in 0..<text.count {
      #expect(throws: AuxError(.malformed, "")) { try JSONDocument(Array(text[..<count])) }
    }
    #expect(throws: AuxError(.malformed, "")) { try JSONDocument([UInt8](repeating: 0x5B, count: 100_000)) }
    #expect(throws: AuxError(.malformed, "")) { try JSONDocument([0x22, 0xFF, 0x22]) }
  }
}
