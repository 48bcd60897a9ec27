import AuxImage
import Testing

@Suite struct Base64Tests {
  /// Source: RFC 4648, 10.
  @Test(
    arguments: ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "foobar": "Zm9vYmFy"])
  func testVectors(bytes: String, text: String) {
    #expect(Base64.text(Array(bytes.utf8)) == text)
    #expect(Base64.bytes(text) == Array(bytes.utf8))
  }

  @Test func allBytesGoRound() {
    for count in 250...256 {
      let bytes = (0..<count).map { UInt8($0 ^ 0xA5) }
      #expect(Base64.bytes(Base64.text(bytes)) == bytes)
    }
  }

  @Test func otherCharactersCountForNothing() {
    #expect(Base64.bytes(" Zm\n9v*") == Array("foo".utf8))
    #expect(Base64.bytes("Zm9vYg=\n=") == Array("foob".utf8))
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "=Zg="])
  func damagedTextIsNone(text: String) { #expect(Base64.bytes(text) == nil) }
}
