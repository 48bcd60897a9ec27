import AuxDepthKit
import Foundation
import LibraryExamples
import Testing

@Suite("Pages that show photos")
struct ViewTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Returns the objects in the elements of a page that begin so.
  private func objects(_ start: String, in page: String) throws -> [[String: Any]] {
    let html = String(decoding: try bytes(of: folder(page)), as: UTF8.self)
    return try html.ranges(of: "<script type=\"application/json\" \(start)>").map { begin in
      let end = try #require(html.range(of: "</script>", range: begin.upperBound..<html.endIndex))
      let text = Data(html[begin.upperBound..<end.lowerBound].utf8)
      return try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
    }
  }

  @Test("A photo, two side by side, and a folder with a truncated photo")
  func pages() throws {
    let pixels = try PhotoPixels(width: 64, height: 48) { column, row in UInt8(column + row) }
    let photo = try LibraryExamples.photo(
      of: pixels, metres: (0..<64 * 48).map { 1 + Float($0 % 64) / 16 }, width: 64, height: 48)
    for (name, bytes) in [("a.jpg", photo), ("b.jpg", Array(photo.prefix(40)))] {
      try OutputFile.write(bytes, to: folder(name))
    }
    try show(folder("a.jpg"), in: folder("a.html"))
    let files = try objects("data-file", in: "a.html")
    #expect(files.count == 1 && (files[0]["maps"] as? [Any])?.count == 1)

    #expect(try compare(folder("a.jpg"), folder("a.jpg"), in: folder("two.html")) == [true, true])
    #expect(try objects("id=\"auxdepth-data\"", in: "two.html").first?["compare"] as? [Int] == [0, 1])

    let failures = try contactSheet(of: folder.path, in: folder("all.html"))
    #expect(failures.count == 1)
    let all = try objects("data-file", in: "all.html")
    #expect(all.map { $0["name"] as? String } == ["a.jpg", "b.jpg"])
    #expect(all[1]["failure"] is String)
    #expect(try outline(of: folder("a.jpg")).first?.hasPrefix("image 1 64x48") == true)
  }
}
