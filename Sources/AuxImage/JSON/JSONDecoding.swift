#if canImport(FoundationEssentials)
  // Foundation itself would load the tables of ICU at every start.
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Decodable {
  /// Decodes JSON.
  ///
  /// Throws `malformed` for other bytes, with `form`, which names the expected content, the key path and the reason.
  package init(json bytes: [UInt8], form: String) throws(AuxError) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch {
      var reason = AuxError.reason(decoding: error)
      // Foundation reports no position of a syntax error.
      if case DecodingError.dataCorrupted(let context) = error, context.codingPath.isEmpty {
        reason = "the syntax is wrong; `python3 -m json.tool` names the line"
      }
      throw AuxError(.malformed, "is no JSON \(form): \(reason)")
    }
  }
}

extension AuxError {
  /// Returns the key path and the reason of an error of decoding: `findings[3].path is missing`.
  package static func reason(decoding error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): "\(name(of: context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (context.codingPath.isEmpty ? "" : name(of: context.codingPath) + ": ") + context.debugDescription
    default: (error as? AuxError)?.reason ?? "\(error)"
    }
  }

  private static func name(of path: [any CodingKey]) -> String {
    path.reduce("") { name, key in
      if let index = key.intValue { return "\(name)[\(index)]" }
      return name.isEmpty ? key.stringValue : "\(name).\(key.stringValue)"
    }
  }
}

extension JSONValue: Decodable {
  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The number of values in one another that are read: each takes about 3 KiB of the caller's stack.
  private static let deepest = 64

  /// Reads a value of any type; `null` becomes NaN, and the members of objects are sorted by name.
  package init(from decoder: any Decoder) throws {
    func value<Value>(_ decode: () throws -> Value) throws -> Value? {
      do { return try decode() } catch DecodingError.typeMismatch { return nil }
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .number(.nan)
    } else if let number = try value({ try single.decode(Double.self) }) {
      // Integers above 2^53 stay exact.
      self = (try? single.decode(Int.self)).map(JSONValue.integer) ?? .number(number)
    } else if let text = try value({ try single.decode(String.self) }) {
      self = .string(text)
    } else if decoder.codingPath.count >= Self.deepest {
      throw AuxError(.limitExceeded, "more than \(Self.deepest) values in one another")
    } else if let members = try value({ try decoder.container(keyedBy: MemberKey.self) }) {
      let keys = members.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(
        try keys.map { Member($0.stringValue, try members.decode(JSONValue.self, forKey: $0)) })
    } else if let values = try value({ try single.decode([JSONValue].self) }) {
      self = .array(values)
    } else {
      self = .boolean(try single.decode(Bool.self))
    }
  }

  /// True for `null` in JSON that was read.
  package var isNull: Bool { if case .number(let number) = self { number.isNaN } else { false } }
}

// The functions return the content of a value that has a certain type. Each throws `usage`, with `place`, for another type.
extension JSONValue {
  /// Returns the error of a value where `wanted` is needed.
  package func refusal(_ wanted: String, at place: String) -> AuxError {
    AuxError(.usage, "\(wanted) is wanted, not \(text.prefix(80))", place: place)
  }

  /// The number of a value that is one.
  private var double: Double? {
    switch self {
    case .number(let number): isNull ? nil : number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }

  private var int: Int? {
    switch self {
    case .number(let number): Int(exactly: number)
    case .integer(let integer): integer
    default: nil
    }
  }

  package func asMembers(at place: String) throws(AuxError) -> [Member] {
    guard case .object(let members) = self else { throw refusal("an object", at: place) }
    return members
  }

  package func asString(at place: String) throws(AuxError) -> String {
    guard case .string(let text) = self else { throw refusal("a text", at: place) }
    return text
  }

  package func asFlag(at place: String) throws(AuxError) -> Bool {
    guard case .boolean(let flag) = self else { throw refusal("true or false", at: place) }
    return flag
  }

  /// Returns a number; the text "inf" is infinity.
  package func asNumber(at place: String) throws(AuxError) -> Double {
    if self == .string("inf") { return .infinity }
    guard let double else { throw refusal("a number", at: place) }
    return double
  }

  package func asNumber(in range: ClosedRange<Double>, at place: String) throws(AuxError) -> Double {
    if let double, range.contains(double) { return double }
    let from = JSONValue.number(range.lowerBound).text
    let isOpen = range.upperBound == .greatestFiniteMagnitude
    throw refusal(
      "a number from \(from) " + (isOpen ? "on" : "to \(JSONValue.number(range.upperBound).text)"), at: place)
  }

  package func asInteger(at place: String) throws(AuxError) -> Int {
    guard let int else { throw refusal("a whole number", at: place) }
    return int
  }

  package func asCount(at place: String) throws(AuxError) -> Int {
    guard let int, int > 0 else { throw refusal("a whole number of at least 1", at: place) }
    return int
  }

  package func asNumbers(at place: String) throws(AuxError) -> [Double] {
    guard case .array(let values) = self, case let numbers = values.compactMap(\.double),
      numbers.count == values.count
    else { throw refusal("an array of numbers", at: place) }
    return numbers
  }

  package func asIntegers(_ count: Int, at place: String) throws(AuxError) -> [Int] {
    guard case .array(let values) = self, values.count == count,
      case let integers = values.compactMap(\.int), integers.count == count
    else { throw refusal("an array of \(count) whole numbers", at: place) }
    return integers
  }

  /// Returns what `body` makes of each text of a list, or of a single text if `isOneToo` is true, with its place.
  package func asList<Element>(
    at place: String, isOneToo: Bool = false, _ body: (String, String) throws(AuxError) -> Element
  ) throws(AuxError) -> [Element] {
    if isOneToo, case .string(let text) = self { return [try body(text, place)] }
    guard case .array(let values) = self else { throw refusal("a list of texts", at: place) }
    return try values.enumerated().map { index, value throws(AuxError) in
      let place = "\(place)[\(index)]"
      return try body(value.asString(at: place), place)
    }
  }
}
