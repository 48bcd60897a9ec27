package import AuxImage

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

package enum PropertyListFile {
  /// Reads a dictionary of a property list: the values of the keys in `wanted`, and of those in dictionaries
  /// under them; everything else is skipped.
  ///
  /// Throws `malformed`, `truncated`, or `unsupported` for bytes that are no property list.
  package static func decode(
    _ bytes: [UInt8], wanted: Set<String>
  ) throws(AuxError) -> PropertyListValue {
    do throws(AuxError) {
      if bytes.starts(with: BinaryPropertyListReader.magic) {
        return try BinaryPropertyListReader(bytes, wanted: wanted).root()
      }
      return try XMLPropertyList.decode(bytes, wanted: wanted)
    } catch { throw error.within("property list") }
  }

  /// Returns the file of a dictionary; the same dictionary always gives the same bytes.
  package static func encode(
    _ dictionary: PropertyListValue, asBinary isBinary: Bool
  ) throws(AuxError) -> [UInt8] {
    isBinary ? BinaryPropertyListWriter.bytes(of: dictionary) : try XMLPropertyList.encode(dictionary)
  }
}

enum XMLPropertyList {
  /// The number of elements that a list may have which are not a value or a key; they bound its depth.
  ///
  /// The parser calls itself for each level, also for a list in a list or an element that it does not know.
  private static let containers = 256

  /// The elements that hold text and nothing else.
  private static let leaves: Set<String> = [
    "key", "string", "data", "integer", "real", "date", "true", "false",
  ]

  static func decode(_ bytes: [UInt8], wanted: Set<String>) throws(AuxError) -> PropertyListValue {
    let start = bytes.prefix(512)
    guard start.contains(UInt8(ascii: "<")), String(decoding: start, as: UTF8.self).contains("<plist") else {
      throw AuxError(.unsupported, "is no property list, neither binary nor XML", offset: 0)
    }
    guard isUTF8(start) else {
      throw AuxError(.unsupported, "a property list in XML is read in UTF-8 alone", offset: 0)
    }
    guard hasBoundedDepth(bytes) else {
      throw AuxError(.limitExceeded, "more than \(containers) dictionaries, arrays or lists, or entities")
    }
    let root: Element
    do {
      let decoder = PropertyListDecoder()
      decoder.userInfo[Element.wanted] = wanted
      root = try decoder.decode(Element.self, from: Data(bytes))
    } catch { throw AuxError(.malformed, "the XML is no property list: \(reason(error))") }
    guard let value = root.value, case .dictionary = value else {
      throw AuxError(.malformed, "the list is no dictionary")
    }
    return value
  }

  /// Whether the declaration of a text names no other encoding: the bytes of elements would differ in it.
  private static func isUTF8(_ start: ArraySlice<UInt8>) -> Bool {
    let declaration = start.prefix { $0 != UInt8(ascii: ">") }
    guard let mention = declaration.firstRange(of: Array("encoding".utf8)) else { return true }
    let name = declaration[mention.upperBound...].drop { "= \t\r\n\"'".utf8.contains($0) }
      .prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    return ["utf-8", "utf8", "us-ascii", "ascii"].contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  /// Whether a text has few elements that can hold others, and declares no entities.
  ///
  /// What looks like an element in a comment counts, too.
  private static func hasBoundedDepth(_ bytes: [UInt8]) -> Bool {
    var count = 0
    var rest = bytes[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(open + 1)...]
      if rest.starts(with: "!ENTITY".utf8) { return false }
      guard let first = rest.first, !"/?!".utf8.contains(first) else { continue }
      let name = rest.prefix(longestLeaf + 1).prefix {
        $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") && $0 > 0x20
      }
      if !leaves.contains(String(decoding: name, as: UTF8.self)) { count += 1 }
      guard count <= containers else { return false }
    }
    return true
  }

  private static let longestLeaf = leaves.map(\.utf8.count).max() ?? 0

  private static func reason(_ error: any Error) -> String {
    guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
    return context.underlyingError.map { "\($0)" } ?? context.debugDescription
  }

  /// An element as far as it is wanted; nil for one of another kind.
  private struct Element: Decodable {
    static let wanted = CodingUserInfoKey(rawValue: "wanted")!

    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    let value: PropertyListValue?

    init(from decoder: any Decoder) throws {
      let wanted = decoder.userInfo[Self.wanted] as? Set<String> ?? []
      if let entries = try? decoder.container(keyedBy: Key.self) {
        value = .dictionary(
          try entries.allKeys.filter { wanted.contains($0.stringValue) }
            .sorted { $0.stringValue < $1.stringValue }
            .compactMap { key in
              try entries.decode(Element.self, forKey: key).value
                .map { PropertyListValue.Entry(key.stringValue, $0) }
            })
        return
      }
      let single = try decoder.singleValueContainer()
      if let data = try? single.decode(Data.self) {
        value = .data(Array(data))
      } else if let text = try? single.decode(String.self) {
        value = .text(text)
      } else if let number = try? single.decode(Int.self) {
        value = .integer(number)
      } else if let number = try? single.decode(Double.self) {
        value = Int(exactly: number).map(PropertyListValue.integer)
      } else {
        value = nil
      }
    }
  }

  /// Returns the list as Apple's tools lay it out.
  static func encode(_ value: PropertyListValue) throws(AuxError) -> [UInt8] {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    return Array((text + element(value, indent: "") + "</plist>\n").utf8)
  }

  private static func element(_ value: PropertyListValue, indent: String) -> String {
    switch value {
    case .integer(let number): return "\(indent)<integer>\(number)</integer>\n"
    case .text(let text): return "\(indent)<string>\(escaped(text))</string>\n"
    case .data(let bytes):
      return "\(indent)<data>\n\(Base64.text(bytes, inLines: true))\n\(indent)</data>\n"
    case .dictionary(let entries):
      let inner = entries.map { entry in
        "\(indent)\t<key>\(escaped(entry.key))</key>\n" + element(entry.value, indent: indent + "\t")
      }
      return "\(indent)<dict>\n\(inner.joined())\(indent)</dict>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
