internal import AuxImage

/// JSON as it stands in the page.
enum PageText {
  /// Returns JSON as UTF-8 in which no `<` stands, so that nothing in it ends the element around it.
  ///
  /// Outside of strings JSON has none. Source: WHATWG, HTML, 4.12.1.3, "Restrictions for contents of script elements".
  static func json(_ value: JSONValue) -> [UInt8] {
    let text = Array(value.text.utf8)
    let less = UInt8(ascii: "<")
    guard text.contains(less) else { return text }
    let escaped = Array("\\u003c".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 64)
    for byte in text {
      if byte == less { result += escaped } else { result.append(byte) }
    }
    return result
  }
}
