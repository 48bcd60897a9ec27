import AuxImage
import Testing

@Suite("Paths as texts")
struct FilePathTests {
  /// Also the private-use scalars themselves, and truncated ones.
  @Test(
    "Each sequence of bytes comes back",
    arguments: [
      [], Array("photo.jpg".utf8), Array("dossier/été 図.heic".utf8), [0x63, 0xE9, 0x2E], [0xFF, 0xFE, 0x80],
      [0xF4, 0x8F, 0xBE, 0x80], [0xF4, 0x8F, 0xBF, 0xBF, 0x41], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xC0, 0xAF],
      Array(0x80...0xFF),
    ] as [[UInt8]])
  func roundTrip(bytes: [UInt8]) {
    #expect(PathText.bytes(of: PathText.text(of: bytes)) == bytes)
  }

  @Test("Names that are UTF-8 are themselves, and no two names are one")
  func texts() {
    #expect(PathText.text(of: Array("été".utf8)) == "été")
    let latin = PathText.text(of: [0x63, 0x61, 0x66, 0xE9])
    #expect(latin != PathText.text(of: Array("caf\u{FFFD}".utf8)))
    #expect(PathText.display(latin) == "caf\\xE9" && PathText.display("été") == "été")
    #expect(
      JSONValue.path(latin) == .string("caf\u{FFFD}") && JSONValue.pathBytes(latin) == .string("Y2Fm6Q=="))
    #expect(JSONValue.pathBytes("été") == nil)
  }

  /// Of characters, the slash and the mark after it would be one.
  @Test("Parts of paths are found before a combining mark")
  func parts() {
    let path = "folder/\u{301}a.\u{301}jpg"
    #expect(PathText.folder(of: path) == "folder/" && PathText.fileName(of: path) == "\u{301}a.\u{301}jpg")
    #expect(PathText.stem(of: path).unicodeScalars.elementsEqual("\u{301}a".unicodeScalars))
    #expect(
      PathText.joined("", "a") == "a" && PathText.joined("b/", "a") == "b/a"
        && PathText.joined("b", "a") == "b/a")
  }
}
