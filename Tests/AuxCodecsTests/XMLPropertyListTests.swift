import AuxCodecs
import AuxImage
import Testing

/// The property lists in XML that are accepted, before Foundation sees them.
@Suite struct XMLPropertyListTests {
  private func read(_ text: String) throws -> [String: String] {
    try PropertyListFile.decode([String: String].self, from: Array(text.utf8), form: "list of texts")
  }

  @Test(arguments: ["plist", "array", "dict", "x", "PLIST"])
  func `elements in one another are bounded`(_ name: String) {
    let text =
      #"<?xml version="1.0"?><plist>"#
      + String(repeating: "<\(name)>", count: 160_000) + String(repeating: "</\(name)>", count: 160_000)
      + "</plist>"
    #expect(throws: AuxError(.limitExceeded, "")) { try read(text) }
  }

  @Test(arguments: ["key", "string", "data"])
  func `text in one another is no list`(_ name: String) {
    let text = "<plist>" + String(repeating: "<\(name)>", count: 100_000)
    #expect(throws: AuxError(.malformed, "")) { try read(text) }
  }

  @Test func `another encoding could hide elements`() {
    let text = #"<?xml version="1.0" encoding="UTF-7"?><plist><dict></dict></plist>"#
    #expect(throws: AuxError(.unsupported, "")) { try read(text) }
  }

  @Test func `many values are no depth`() throws {
    let values = (0..<1000).map { "<key>k\($0)</key><string>v</string>" }.joined()
    let text =
      #"<?xml version='1.0' encoding='utf-8'?><plist><dict>"# + values
      + "<key>a</key><string>b</string></dict></plist>"
    let list = try read(text)
    #expect(list["a"] == "b" && list.count == 1001)
  }
}
