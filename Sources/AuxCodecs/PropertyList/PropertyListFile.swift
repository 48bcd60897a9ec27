package import AuxImage

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

package enum PropertyListFile {
  /// Decodes a property list, binary or in XML.
  ///
  /// Throws `malformed`, with `form`, which names the expected content, and `unsupported` for bytes that are no property list.
  package static func decode<Value: Decodable>(
    _: Value.Type, from bytes: [UInt8], form: String
  ) throws(AuxError) -> Value {
    if !bytes.starts(with: "bplist00".utf8) { try checkXML(bytes) }
    do { return try PropertyListDecoder().decode(Value.self, from: Data(bytes)) } catch {
      throw AuxError(.malformed, "the property list is no \(form): \(AuxError.reason(decoding: error))")
    }
  }

  /// Returns the file of a value; the same value always gives the same bytes.
  package static func encode(_ value: some Encodable, asBinary isBinary: Bool) throws(AuxError) -> [UInt8] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = isBinary ? .binary : .xml
    do { return Array(try encoder.encode(value)) } catch {
      throw AuxError(.malformed, "the property list cannot be written: \(error)")
    }
  }

  /// The number of elements that a list may have which are not a value or a key; they bound its depth.
  ///
  /// The parser calls itself for each level, also for a list in a list or an element that it does not know.
  private static let containers = 256

  /// The elements that hold text and nothing else.
  private static let leaves: Set<String> = [
    "key", "string", "data", "integer", "real", "date", "true", "false",
  ]

  /// Throws `unsupported` for bytes that are no list in XML of UTF-8, and `limitExceeded` for one whose depth is not bounded.
  private static func checkXML(_ bytes: [UInt8]) throws(AuxError) {
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
}
