import AuxImage
import Testing

@testable import AuxReader

/// Google's tables of blur by distance.
@Suite struct FocalTableTests {
  /// The pairs (1, 0.5) and (2, 0.25) as little-endian floats.
  private static let pairs = Base64.text([
    0, 0, 0x80, 0x3F, 0, 0, 0, 0x3F, 0, 0, 0, 0x40, 0, 0, 0x80, 0x3E,
  ])

  @Test(arguments: [nil, 2])
  func pairsAreRead(count: Int?) throws {
    let table = try #require(FocalTable(base64: Self.pairs, count: count))
    #expect(table.entries.map(\.distance) == [1, 2] && table.entries.map(\.radius) == [0.5, 0.25])
    #expect(table.json.text == #"[{"distance":1,"radius":0.5},{"distance":2,"radius":0.25}]"#)
  }

  @Test func whatIsNoTableIsNone() {
    #expect(FocalTable(base64: Self.pairs, count: 3) == nil)
    #expect(FocalTable(base64: "", count: nil) == nil)
    #expect(FocalTable(base64: "AAAA", count: nil) == nil)
    #expect(FocalTable(base64: "!", count: nil) == nil)
    #expect(FocalTable(base64: Base64.text([0, 0, 0x80, 0x7F, 0, 0, 0, 0]), count: 1) == nil, "infinity")
  }
}
