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
    if bytes.starts(with: "bplist00".utf8) { try checkBinary(bytes) } else { try checkXML(bytes) }
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

  /// Throws `malformed` for a binary list with an object outside its place: Foundation's decoder ends the process for one.
  ///
  /// Source: the description of the format in Apple's CFBinaryPList.c.
  private static func checkBinary(_ bytes: [UInt8]) throws(AuxError) {
    func number(at position: Int, _ size: Int) -> Int? {
      Int(exactly: bytes[position..<position + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
    let trailer = bytes.count - 32
    guard trailer >= 8,
      case let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7])),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = number(at: trailer + 8, 8), let root = number(at: trailer + 16, 8),
      let table = number(at: trailer + 24, 8), root < count, (8...trailer).contains(table),
      count <= (trailer - table) / offsetSize
    else {
      throw AuxError(
        .malformed, "the trailer of the property list does not fit the file", offset: max(trailer, 0))
    }
    /// Returns the byte count of an object after its marker and count, and the number of its references; nil where it has none.
    func size(of kind: UInt8, _ length: Int) -> (bytes: Int, references: Int)? {
      switch kind {
      case 0: (0, 0)
      case 1, 2: length <= 4 ? (1 << length, 0) : nil
      case 3: (8, 0)
      case 4, 5: (length, 0)
      case 6: (2 * length, 0)
      case 8: (length + 1, 0)
      case 10, 12: (length * referenceSize, length)
      case 13: (2 * length * referenceSize, 2 * length)
      default: nil
      }
    }
    var references = 0
    for object in 0..<count {
      let misplaced = AuxError(
        .malformed, "object \(object) of the property list is not within its objects",
        offset: table + object * offsetSize)
      guard let position = number(at: table + object * offsetSize, offsetSize), (8..<table).contains(position)
      else {
        throw misplaced
      }
      let kind = bytes[position] >> 4
      var (length, start) = (Int(bytes[position] & 15), position + 1)
      // A longer count follows as an integer.
      if length == 15, kind >= 4, kind != 8 {
        guard start < table, bytes[start] >> 4 == 1, case let digits = 1 << Int(bytes[start] & 15),
          digits <= 8,
          digits < table - start, let long = number(at: start + 1, digits), long <= bytes.count
        else { throw misplaced }
        (length, start) = (long, start + 1 + digits)
      }
      guard let size = size(of: kind, length), size.bytes <= table - start else { throw misplaced }
      references += size.references
      guard references <= bytes.count else { throw misplaced }
      for index in 0..<size.references {
        guard let other = number(at: start + index * referenceSize, referenceSize), other < count else {
          throw misplaced
        }
      }
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
