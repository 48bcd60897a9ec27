#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A JSON value that was read; the members of objects have no order, and `null` is a number that is none.
package struct JSONDocument: Decodable {
  /// The value.
  package let value: JSONValue

  /// Reads a text; throws `malformed`, with the line, where it is no JSON.
  package init(_ bytes: [UInt8]) throws(AuxError) {
    do {
      self = try JSONDecoder().decode(JSONDocument.self, from: Data(bytes))
    } catch {
      guard let fault = JSONFault(in: bytes) else { throw AuxError(.malformed, "is no JSON") }
      throw AuxError(
        .malformed, "is no JSON: \(fault.reason)", place: "line \(fault.line), column \(fault.column)")
    }
  }

  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      value = .object(
        try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
          JSONValue.Member(key.stringValue, try container.decode(JSONDocument.self, forKey: key).value)
        })
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !container.isAtEnd { values.append(try container.decode(JSONDocument.self).value) }
      value = .array(values)
      return
    }
    let container = try decoder.singleValueContainer()
    if let boolean = try? container.decode(Bool.self) {
      value = .boolean(boolean)
    } else if let integer = try? container.decode(Int.self) {
      value = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else if container.decodeNil() {
      value = .number(.nan)
    } else {
      value = .string(try container.decode(String.self))
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSONValue {
  /// Whether the value was `null` in a document.
  package var isNull: Bool { if case .number(let number) = self { number.isNaN } else { false } }
}
