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
        try file.merge(object(parts[details])) { first, _ in first }
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
      let text = try #require(parts[identifier])
      return Array(try #require(Data(base64Encoded: text)))
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

    /// The codes of a map as whole numbers, or the bits of its floats: inflated, with the prediction undone; of rows so
    /// far apart.
    func codes(rowStep: Int = 1) throws -> [UInt32] {
      let (width, height) = (try #require(integer("width")), try #require(integer("height")))
      let components = try #require(integer("components"))
      let kind = try #require(string("sample"))
      let size = try #require(["uint8": 1, "uint16": 2, "float32": 4][kind])
      let bytes = try Deflate.decompress(part(), maxBytes: 1 << 30)
      let count = width * height
      try #require(bytes.count == count * components * size)
      var stored = (0..<count * components).map { index in
        (0..<size).reduce(UInt32(0)) { $0 | UInt32(bytes[index * size + $1]) << (8 * UInt32($1)) }
      }
      let rows = stride(from: 0, to: height, by: rowStep)
      guard string("coding") == "median" else {
        return rows.flatMap { stored[$0 * width * components..<($0 + 1) * width * components] }
      }
      let mask: UInt32 = size == 1 ? 0xFF : 0xFFFF
      for start in stride(from: 0, to: stored.count, by: count) {
        for place in 0..<count {
          let index = start + place
          let left = place % width > 0 ? Int(stored[index - 1]) : 0
          let above = place >= width ? Int(stored[index - width]) : 0
          let corner = place % width > 0 && place >= width ? Int(stored[index - width - 1]) : 0
          let plane = left + above - corner
          let median = max(min(left, above), min(max(left, above), plane))
          stored[index] = (stored[index] + UInt32(median)) & mask
        }
      }
      guard components == 3 else { return rows.flatMap { stored[$0 * width..<($0 + 1) * width] } }
      var codes: [UInt32] = []
      for row in rows {
        for place in row * width..<(row + 1) * width {
          let green = stored[count + place]
          let base = green &- (mask + 1) / 2
          codes.append((stored[place] &+ base) & mask)
          codes.append(green)
          codes.append((stored[2 * count + place] &+ base) & mask)
        }
      }
      return codes
    }

    /// The codes of a map that is a preview in the page.
    func previewedCodes() throws -> [UInt8] {
      try #require(string("coding") == "jpeg")
      let size = try #require(object("preview"))
      let (width, height) = (try #require(size.integer("width")), try #require(size.integer("height")))
      guard integer("components") == 1 else {
        return try JPEGCodec.decodeRGB(part(), width: width, height: height)
      }
      guard case .uint8(let codes) = try JPEGCodec.decodeGray(part(), width: width, height: height).storage
      else {
        return []
      }
      return codes
    }

    /// The values of the codes by what the page says.
    func values() throws -> [Double] {
      let value = try #require(object("value"))
      let (offset, scale) = (try #require(value.number("offset")), try #require(value.number("scale")))
      let isFloat = string("sample") == "float32"
      return try codes().map { code in
        let code = isFloat ? Double(Float(bitPattern: code)) : Double(code)
        return value.string("kind") == "inverse" ? 1 / (offset + scale * code) : offset + scale * code
      }
    }
  }
}

extension PixelPlane {
  /// The samples as whole numbers, floats and halves as the bits of floats; of rows so far apart.
  func numbers(rowStep: Int = 1) -> [UInt32] {
    func rows<Sample>(_ samples: [Sample], _ number: (Sample) -> UInt32) -> [UInt32] {
      stride(from: 0, to: height, by: rowStep).flatMap { row in
        samples[row * width..<(row + 1) * width].map(number)
      }
    }
    return switch storage {
    case .uint8(let codes): rows(codes) { UInt32($0) }
    case .uint16(let codes): rows(codes) { UInt32($0) }
    case .half(let bits): rows(Half.decode(bits)) { $0.bitPattern }
    case .float(let samples): rows(samples) { $0.bitPattern }
    }
  }
}
