internal import AuxImage
internal import Foundation

/// Property lists as XML.
enum XMLPropertyList {
  /// The number of dictionaries and arrays that a list may have; they bound its depth.
  private static let containers = 256

  /// Returns the wanted values of a list.
  static func decode(_ bytes: [UInt8], wanted: Set<String>) throws(AuxError) -> PropertyListValue {
    let start = bytes.prefix(512)
    guard start.contains(UInt8(ascii: "<")), String(decoding: start, as: UTF8.self).contains("<plist") else {
      throw AuxError(.unsupported, "is no property list, neither binary nor XML", offset: 0)
    }
    guard count("<dict", bytes) + count("<array", bytes) <= containers, count("<!ENTITY", bytes) == 0 else {
      throw AuxError(.limitExceeded, "more than \(containers) dictionaries and arrays, or entities")
    }
    let root: Any
    do {
      root = unsafe try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
    } catch { throw AuxError(.malformed, "the XML is no property list: \(error.localizedDescription)") }
    guard let value = value(root, wanted), case .dictionary = value else {
      throw AuxError(.malformed, "the list is no dictionary")
    }
    return value
  }

  private static func count(_ text: String, _ bytes: [UInt8]) -> Int {
    let pattern = Array(text.utf8)
    return bytes.indices.count { bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern) }
  }

  private static func value(_ any: Any, _ wanted: Set<String>) -> PropertyListValue? {
    switch any {
    case let data as Data: return .data(Array(data))
    case let text as String: return .text(text)
    case let dictionary as [String: Any]:
      let entries = dictionary.filter { wanted.contains($0.key) }.sorted { $0.key < $1.key }
      return .dictionary(
        entries.compactMap { entry in
          value(entry.value, wanted).map { PropertyListValue.Entry(entry.key, $0) }
        })
    case let number as Int: return .integer(number)
    case let number as Double: return Int(exactly: number).map(PropertyListValue.integer)
    default: return nil
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
      let options: Data.Base64EncodingOptions = [.lineLength76Characters, .endLineWithLineFeed]
      return "\(indent)<data>\n\(Data(bytes).base64EncodedString(options: options))\n\(indent)</data>\n"
    case .dictionary(let entries):
      let inner = entries.map { entry in
        "\(indent)\t<key>\(escaped(entry.key))</key>\n" + element(entry.value, indent: indent + "\t")
      }
      return "\(indent)<dict>\n\(inner.joined())\(indent)</dict>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
