internal import AuxImage
internal import AuxValidator
internal import CAuxPage

/// The page around the files.
enum PageFrame {
  /// What the page may use: nothing that is not in it.
  private static let policy =
    "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; worker-src blob:"

  /// Returns the page up to its first file.
  static func beginning(title: String, isComparison: Bool) -> [UInt8] {
    let head = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="generator" content="\(generator)">
      <title>\(MarkupText.escaped(title))</title>
      <style>
      \(PageTemplate.style)</style></head>
      <body>
      \(PageTemplate.body)
      <script type="application/json" id="auxdepth-data">
      """
    let data: JSONValue = [
      "version": .integer(1), "generator": .string(generator),
      "compare": isComparison ? .array([.integer(0), .integer(1)]) : nil,
    ]
    return Array(head.utf8) + PageText.json(data).dropLast() + Array(",\"files\":[".utf8)
  }

  /// Returns the page after its last file; `registration` says where one of two photos is in the other.
  static func end(registration: JSONValue?) -> [UInt8] {
    let rest = registration.map { Array(",\"registration\":".utf8) + PageText.json($0) } ?? []
    return Array("]".utf8) + rest + closing
  }

  private static var closing: [UInt8] {
    Array(
      """
      }</script>
      <script>"use strict"; (() => {
      \(PageTemplate.script)
      })();</script>
      </body></html>

      """.utf8)
  }

  private static var generator: String { "auxdepth \(AuxDepthVersion.text)" }
}

/// The hand-written parts of the page.
enum PageTemplate {
  /// The elements of the body before the data.
  static var body: String { unsafe text(aux_page_body()) }
  static var style: String { unsafe text(aux_page_style()) }
  static var script: String { unsafe text(aux_page_script()) }

  private static func text(_ part: aux_page_part) -> String {
    // Static storage of the module.
    unsafe String(decoding: UnsafeBufferPointer(start: part.bytes, count: part.count), as: UTF8.self)
  }
}

/// JSON inside the page.
enum PageText {
  /// Returns JSON as UTF-8 without `<`, so that nothing in it ends the element around it.
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
