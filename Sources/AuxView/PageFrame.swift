internal import AuxImage
internal import AuxValidator
internal import CAuxPage

/// The page around the files.
struct PageFrame {
  /// What the page may use: nothing that is not in it.
  static let policy =
    "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; worker-src blob:"

  let title: String
  /// What the page as a whole is.
  let data: JSONValue

  /// The page up to its first file.
  var beginning: [UInt8] {
    let head = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="generator" content="\(Self.generator)">
      <title>\(MarkupText.escaped(title))</title>
      <style>
      \(PageTemplate.style)</style></head>
      <body>
      \(PageTemplate.body)

      """
    var members: [JSONValue.Member] = [.init("version", .integer(3))]
    if case .object(let own) = data { members += own }
    if !members.contains(where: { $0.name == "generator" }) {
      members.append(.init("generator", .string(Self.generator)))
    }
    return Array(head.utf8) + PageElement.json(PageText.json(.object(members)), identifier: "auxdepth-data")
  }

  /// Returns the page after its last file; `rules` are those that found something, and `registration` says where one of two
  /// compared photos is in the other.
  static func end(
    _ rules: JSONValue, _ summary: JSONValue? = nil, registration: JSONValue? = nil
  ) -> [UInt8] {
    let last: JSONValue = ["rules": rules, "summary": summary, "registration": registration]
    return PageElement.json(PageText.json(last), identifier: "auxdepth-rules")
      + Array(
        """
        <script>"use strict"; (() => {
        \(PageTemplate.script)
        })();</script>
        </body></html>

        """.utf8)
  }

  static var generator: String { "auxdepth \(AuxDepthVersion.text)" }
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

/// Elements of the page that hold data: the browser passes over them until a script asks.
enum PageElement {
  /// Returns the element of a JSON text.
  static func json(_ text: [UInt8], identifier: String) -> [UInt8] {
    element("type=\"application/json\" id=\"\(identifier)\"", text)
  }

  /// Returns the element of a file's object.
  static func file(_ object: [UInt8]) -> [UInt8] { element("type=\"application/json\" data-file", object) }

  /// Returns the element of some bytes, in base64.
  static func bytes(_ bytes: [UInt8], identifier: String) -> [UInt8] {
    element("type=\"text/plain\" id=\"\(identifier)\"", Array(Base64.text(bytes).utf8))
  }

  private static func element(_ attributes: String, _ content: [UInt8]) -> [UInt8] {
    Array("<script \(attributes)>".utf8) + content + Array("</script>\n".utf8)
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
