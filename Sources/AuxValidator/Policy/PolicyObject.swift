internal import AuxImage

/// An object of a policy: its members are taken one by one, and one that is left over is unknown.
///
/// Whatever is wrong throws `AuxError` with code `usage`, and the key path as its place.
struct PolicyObject {
  private let path: String
  private var members: [String: JSONValue]

  /// Takes over an object; throws for any other value.
  init(_ value: JSONValue, at path: String) throws(AuxError) {
    guard case .object(let members) = value else {
      throw Self.refusal(value, "an object", path)
    }
    self.path = path
    self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// Throws for a member that was not taken.
  func end(knowing keys: [String]) throws(AuxError) {
    guard let name = members.keys.min() else { return }
    throw AuxError(.usage, Spelling.unknown("key", name, among: keys), place: place(name))
  }

  /// Returns the key path of a member.
  func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Returns a member, which stays.
  func value(_ name: String) -> JSONValue? { members[name] }

  /// Takes a member.
  mutating func take(_ name: String) -> JSONValue? { members.removeValue(forKey: name) }

  /// Takes a text.
  mutating func text(_ name: String) throws(AuxError) -> String? {
    guard let value = take(name), !value.isNull else { return nil }
    return try Self.text(value, at: place(name))
  }

  /// Takes a truth value; `null` is false.
  mutating func flag(_ name: String) throws(AuxError) -> Bool? {
    guard let value = take(name) else { return nil }
    guard !value.isNull else { return false }
    guard case .boolean(let flag) = value else { throw Self.refusal(value, "true or false", place(name)) }
    return flag
  }

  /// Takes a number in a range; `null` is `null`.
  mutating func number(
    _ name: String, in range: ClosedRange<Double>, null: Double? = nil
  ) throws(AuxError) -> Double? {
    guard let value = take(name) else { return nil }
    return value.isNull ? null : try Self.number(value, in: range, at: place(name))
  }

  /// Takes a list of texts, and where `isOneToo` is true also one alone; `null` is the empty list.
  mutating func list<Element>(
    _ name: String, isOneToo: Bool = false, _ body: (String, String) throws(AuxError) -> Element
  ) throws(AuxError) -> [Element]? {
    guard let value = take(name) else { return nil }
    guard !value.isNull else { return [] }
    let place = place(name)
    if isOneToo, case .string(let text) = value { return [try body(text, place)] }
    guard case .array(let values) = value else { throw Self.refusal(value, "a list of texts", place) }
    var list: [Element] = []
    for (index, value) in values.enumerated() {
      list.append(try body(Self.text(value, at: "\(place)[\(index)]"), "\(place)[\(index)]"))
    }
    return list
  }

  /// Takes an object of values by names; `null` is the empty one.
  mutating func values<Key: Hashable, Value>(
    _ name: String, _ body: (String, JSONValue, String) throws(AuxError) -> (Key, Value)
  ) throws(AuxError) -> [Key: Value]? {
    guard let value = value(name) else { return nil }
    var values: [Key: Value] = [:]
    let place = place(name)
    guard !value.isNull else {
      _ = take(name)
      return [:]
    }
    for member in try members(of: name) {
      let (key, value) = try body(member.name, member.value, "\(place).\(member.name)")
      values[key] = value
    }
    return values
  }

  /// Takes the members of an object; none where it is not there.
  mutating func members(of name: String) throws(AuxError) -> [JSONValue.Member] {
    guard let value = take(name), !value.isNull else { return [] }
    guard case .object(let members) = value else { throw Self.refusal(value, "an object", place(name)) }
    return members
  }
}

extension PolicyObject {
  /// Returns a text.
  static func text(_ value: JSONValue, at place: String) throws(AuxError) -> String {
    guard case .string(let text) = value else { throw refusal(value, "a text", place) }
    return text
  }

  /// Returns a number in a range.
  static func number(
    _ value: JSONValue, in range: ClosedRange<Double>, at place: String
  ) throws(AuxError) -> Double {
    let number: Double? =
      switch value {
      case .integer(let integer): Double(integer)
      case .number(let number): number
      default: nil
      }
    guard let number, range.contains(number) else {
      let wanted =
        range.upperBound == .greatestFiniteMagnitude
        ? "a number from \(JSONValue.number(range.lowerBound).text) on"
        : "a number from \(JSONValue.number(range.lowerBound).text) to \(JSONValue.number(range.upperBound).text)"
      throw refusal(value, wanted, place)
    }
    return number
  }

  /// Returns the case of a closed set that a word names.
  static func word<Choice: CaseIterable>(
    _ kind: String, _ word: String, _ place: String, _ name: (Choice) -> String
  ) throws(AuxError) -> Choice {
    if let choice = Choice.allCases.first(where: { name($0) == word }) { return choice }
    throw AuxError(.usage, Spelling.unknown(kind, word, among: Choice.allCases.map(name)), place: place)
  }

  private static func refusal(_ value: JSONValue, _ wanted: String, _ place: String) -> AuxError {
    AuxError(.usage, "\(wanted) is wanted, not \(value.text.prefix(80))", place: place)
  }
}
