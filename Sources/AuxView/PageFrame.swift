internal import AuxImage
internal import AuxValidator

/// What stands around the files in the page.
enum PageFrame {
  /// What the page may use: nothing that is not in it.
  private static let policy =
    "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

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

  /// The page after its last file.
  static var end: [UInt8] {
    Array(
      """
      ]}</script>
      <script>"use strict"; (() => {
      \(PageTemplate.script)
      })();</script>
      </body></html>

      """.utf8)
  }

  private static var generator: String { "auxdepth \(AuxDepthVersion.text)" }
}
