import Testing

@testable import AuxImage

@Suite("Bytes are looked for many at a time")
struct ByteSearchTests {
  @Test(
    "Each byte is found wherever it is, and nothing beyond the range",
    arguments: [0x00, 0x3C, 0x80, 0xFF] as [UInt8])
  func places(wanted: UInt8) {
    for count in 1...27 {
      for place in 0..<count {
        var bytes = [UInt8](repeating: wanted ^ 1, count: count)
        bytes[place] = wanted
        for start in 0...place {
          #expect(ByteSearch.first(in: bytes, start..<count) { $0.has(wanted) } == place)
          #expect(ByteSearch.first(in: bytes, start..<place) { $0.has(wanted) } == nil)
        }
        #expect(ByteSearch.first(in: bytes, place + 1..<count) { $0.has(wanted) } == nil)
      }
    }
  }

  @Test("A byte beside any other is found if it is of the kind, and only then")
  func kinds() {
    for byte in 0...UInt8.max {
      for other in [0x20, 0x41, 0x7F] as [UInt8] {
        let bytes = [other, other, byte] + [UInt8](repeating: other, count: 9)
        let isControl = byte < 0x20 || byte >= 0x80
        #expect(ByteSearch.first(in: bytes, 0..<12) { $0.hasByte(below: 0x20) } == (isControl ? 2 : nil))
      }
    }
  }

  @Test("Text with a character or a reference after any number of letters", arguments: 0...20)
  func text(count: Int) throws {
    let letters = String(repeating: "x", count: count)
    for (coded, content, attribute) in [
      ("&amp;", "&", "&"), ("\r\n", "\n", " "), ("\t", "\t", " "), ("\u{E9}", "\u{E9}", "\u{E9}"),
      ("]", "]", "]"),
    ] {
      let bytes = Array("\(letters)\(coded)\(letters)".utf8)
      #expect(try XMLText.decoded(bytes, 0..<bytes.count, in: .content) == letters + content + letters)
      #expect(try XMLText.decoded(bytes, 0..<bytes.count, in: .attribute) == letters + attribute + letters)
      try XMLText.check(bytes)
    }
    for wrong in [[0x01], [0xC3], [0xED, 0xA0, 0x80], [0x80]] as [[UInt8]] {
      let error = #expect(throws: AuxError(.malformed, "")) {
        try XMLText.check(Array(letters.utf8) + wrong + Array(letters.utf8))
      }
      #expect(error?.reason.hasSuffix("at its byte \(count)") == true)
    }
    let tag = Array("\(letters)<\(letters)".utf8)
    #expect(throws: AuxError(.malformed, "")) { try XMLText.decoded(tag, 0..<tag.count, in: .attribute) }
  }
}
