internal import AuxDepthKit

#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A JSON value that was read; the members of objects have no order.
struct JSONDocument: Decodable {
  let value: JSONValue

  /// Reads a text; throws `usage` where it is no JSON.
  init(_ text: String) throws(AuxError) {
    do {
      self = try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8))
    } catch { throw AuxError(.usage, "the options are no JSON object: \(text.prefix(80))") }
  }

  init(from decoder: any Decoder) throws {
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
