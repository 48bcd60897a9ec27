internal import CAuxPage

/// The hand-written parts of the page.
enum PageTemplate {
  /// The elements of the body before the data.
  static var body: String { unsafe text(aux_page_body()) }
  /// The style sheet.
  static var style: String { unsafe text(aux_page_style()) }
  /// The script.
  static var script: String { unsafe text(aux_page_script()) }

  private static func text(_ part: aux_page_part) -> String {
    // Static storage of the module.
    unsafe String(decoding: UnsafeBufferPointer(start: part.bytes, count: part.count), as: UTF8.self)
  }
}
