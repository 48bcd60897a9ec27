import AuxCodecs
import AuxImage
import AuxKernels
import AuxReader
import Foundation
import Testing

/// The data of a page as a reader without the code under test has it; zlib alone is shared.
struct PageContent {
  /// The page.
  let html: String
  private let members: [String: Any]

  private let parts: [String: String]
  let files: [File]

  init(_ page: [UInt8]) throws {
    let html = String(decoding: page, as: UTF8.self)
    self.html = html
    var (objects, texts, parts): ([[String: Any]], [String], [String: String]) = ([], [], [:])
    for piece in html.components(separatedBy: "<script type=\"").dropFirst() {
      let end = try #require(piece.range(of: "</script>")).lowerBound
      let start = try #require(piece.range(of: ">"))
      let (attributes, content) = (piece[..<start.lowerBound], String(piece[start.upperBound..<end]))
      if attributes == "application/json\" data-file" {
        texts.append(content)
      } else if let identifier = attributes.firstMatch(of: /id="([^"]+)"/) {
        parts[String(identifier.1)] = content
      }
    }
    func object(_ text: String?) throws -> [String: Any] {
      let text = try #require(text)
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
      return try #require(value as? [String: Any])
    }
    members = try object(parts["auxdepth-data"]).merging(object(parts["auxdepth-rules"])) { first, _ in first
    }
    for text in texts {
      var file = try object(text)
      if let details = file["details"] as? String {
        let packed = try #require(parts[details].flatMap(Self.bytes))
        let bytes = try Deflate.decompress(packed, maxBytes: 1 << 30)
        try file.merge(object(String(decoding: bytes, as: UTF8.self))) { first, _ in first }
      }
      objects.append(file)
    }
    self.parts = parts
    files = objects.map { [parts] in File(members: $0, parts: parts) }
  }

  var title: String? {
    guard let begin = html.range(of: "<title>"), let end = html.range(of: "</title>") else { return nil }
    return String(html[begin.upperBound..<end.lowerBound])
  }

  /// The bytes of a part.
  static func bytes(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }

  subscript(_ key: String) -> Any? { members[key] }

  func object(_ key: String) -> File? {
    (members[key] as? [String: Any]).map { File(members: $0, parts: parts) }
  }

  /// An object of the data.
  struct File {
    let members: [String: Any]
    /// The elements with what is decoded when it is shown.
    let parts: [String: String]

    subscript(_ key: String) -> Any? { members[key] }
    func string(_ key: String) -> String? { members[key] as? String }
    func integer(_ key: String) -> Int? { (members[key] as? NSNumber)?.intValue }
    func number(_ key: String) -> Double? { (members[key] as? NSNumber)?.doubleValue }
    func object(_ key: String) -> File? { (members[key] as? [String: Any]).map(made) }
    func objects(_ key: String) -> [File] { (members[key] as? [[String: Any]] ?? []).map(made) }
    private func made(_ members: [String: Any]) -> File { File(members: members, parts: parts) }
    /// The bytes of the part that the object names.
    func part() throws -> [UInt8] {
      let identifier = try #require(string("part"))
      return try #require(parts[identifier].flatMap(PageContent.bytes))
    }
    var maps: [File] { objects("maps") }

    /// The pixels of a preview.
    func preview() throws -> (width: Int, height: Int, rgb: [UInt8]) {
      let preview = try #require(object("preview"))
      try #require(preview.string("type") == "image/avif")
      let (width, height) = (try #require(preview.integer("width")), try #require(preview.integer("height")))
      let picture = try ImageSource(data: preview.part()).primaryPixels()
      try #require(picture.width == width && picture.height == height)
      return (width, height, picture.rgb8)
    }

    /// The codes of the first rows of a map as whole numbers, or the bits of its floats.
    func codes(rows: Int = .max) throws -> [UInt32] {
      let (width, height) = (try #require(integer("width")), try #require(integer("height")))
      try #require(integer("components") == 1)
      let kind = try #require(string("sample"))
      let size = try #require(["uint8": 1, "uint16": 2, "float32": 4][kind])
      let bytes = try Deflate.decompress(part(), maxBytes: 1 << 30)
      try #require(bytes.count == width * height * size)
      var stored = (0..<width * min(rows, height)).map { index in
        (0..<size).reduce(UInt32(0)) { $0 | UInt32(bytes[index * size + $1]) << (8 * UInt32($1)) }
      }
      guard string("coding") == "median" else { return stored }
      let mask: UInt32 = size == 1 ? 0xFF : 0xFFFF
      for index in stored.indices {
        let left = index % width > 0 ? Int(stored[index - 1]) : 0
        let above = index >= width ? Int(stored[index - width]) : 0
        let corner = index % width > 0 && index >= width ? Int(stored[index - width - 1]) : 0
        let median = max(min(left, above), min(max(left, above), left + above - corner))
        stored[index] = (stored[index] + UInt32(median)) & mask
      }
      return stored
    }

    /// The codes of a map that is a preview in the page.
    func previewedCodes() throws -> [UInt8] {
      try #require(string("coding") == "preview")
      let size = try #require(object("preview"))
      let picture = try ImageSource(data: part()).primaryPixels()
      try #require(picture.width == size.integer("width") && picture.height == size.integer("height"))
      guard integer("components") == 1 else { return picture.rgb8 }
      return stride(from: 0, to: picture.rgb8.count, by: 3).map { picture.rgb8[$0] }
    }

    /// The values of the codes of the first rows by what the page says.
    func values(rows: Int = .max) throws -> [Double] {
      let value = try #require(object("value"))
      let (offset, scale) = (try #require(value.number("offset")), try #require(value.number("scale")))
      let isFloat = string("sample") == "float32"
      return try codes(rows: rows).map { code in
        let code = isFloat ? Double(Float(bitPattern: code)) : Double(code)
        return value.string("kind") == "inverse" ? 1 / (offset + scale * code) : offset + scale * code
      }
    }
  }
}

extension PixelPlane {
  /// The samples of the first rows as whole numbers, floats and halves as the bits of floats.
  func numbers(rows: Int = .max) -> [UInt32] {
    let count = width * min(rows, height)
    return switch storage {
    case .uint8(let codes): codes.prefix(count).map { UInt32($0) }
    case .uint16(let codes): codes.prefix(count).map { UInt32($0) }
    case .half(let bits): Half.decode(Array(bits.prefix(count))).map(\.bitPattern)
    case .float(let samples): samples.prefix(count).map(\.bitPattern)
    }
  }
}
