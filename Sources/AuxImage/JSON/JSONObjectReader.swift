/// An object whose members are taken one by one; a member that is left is an error.
///
/// Each error is an `AuxError` with code `usage` and the member as its place. Where ``takesNull``, `null` is a missing value,
/// as each function says.
package struct JSONObjectReader {
  private var members: [String: JSONValue]
  /// The prefix of members' names in places of errors.
  private let prefix: String
  private let takesNull: Bool
  /// Whether errors are gathered in ``mistakes`` and not thrown.
  private let gathersMistakes: Bool
  /// The errors so far; what they are about was read as nil.
  package var mistakes: [AuxError] = []

  /// Takes over members with unique names.
  package init(
    _ members: [JSONValue.Member], prefix: String, takesNull: Bool, gathersMistakes: Bool = false
  ) {
    self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    (self.prefix, self.takesNull, self.gathersMistakes) = (prefix, takesNull, gathersMistakes)
  }

  /// Reads a part; nil if it fails and mistakes are gathered.
  package mutating func part<Value>(
    _ read: (inout Self) throws(AuxError) -> Value?
  ) throws(AuxError) -> Value? {
    do throws(AuxError) { return try read(&self) } catch {
      guard gathersMistakes else { throw error }
      mistakes.append(error)
      return nil
    }
  }

  /// Throws the first mistake, with the others, where there are any.
  package func throwMistakes() throws(AuxError) {
    guard var first = mistakes.first else { return }
    first.others = Array(mistakes.dropFirst())
    throw first
  }

  package func place(_ name: String) -> String { prefix + name }

  /// Ends the reading: a member that was not taken is an error with `reason`. Throws that of the first one, by its name, or gathers
  /// those of all.
  package mutating func end(_ reason: (String) -> String) throws(AuxError) {
    let errors = members.keys.sorted().map { AuxError(.usage, reason($0), place: place($0)) }
    if !gathersMistakes, let first = errors.first { throw first }
    mistakes += errors
  }

  /// Returns a member, which stays.
  package func value(_ name: String) -> JSONValue? { members[name] }

  package mutating func take(_ name: String) -> JSONValue? { members.removeValue(forKey: name) }

  package mutating func text(_ name: String) throws(AuxError) -> String? {
    try part { reader throws(AuxError) in
      guard let value = reader.take(name), !reader.isNothing(value) else { return nil }
      return try Self.text(value, at: reader.place(name))
    }
  }

  package mutating func flag(_ name: String) throws(AuxError) -> Bool? {
    try part { reader throws(AuxError) in
      guard let value = reader.take(name) else { return nil }
      guard !reader.isNothing(value) else { return false }
      guard case .boolean(let flag) = value else { throw reader.refusal(name, value, "true or false") }
      return flag
    }
  }

  /// Takes a number; the text "inf" is infinity.
  package mutating func number(_ name: String) throws(AuxError) -> Double? {
    guard let value = take(name) else { return nil }
    if value == .string("inf") { return .infinity }
    guard let number = Self.number(value) else { throw refusal(name, value, "a number") }
    return number
  }

  /// Takes a number in a range; `null` is `null`.
  package mutating func number(
    _ name: String, in range: ClosedRange<Double>, null: Double? = nil
  ) throws(AuxError) -> Double? {
    try part { reader throws(AuxError) in
      guard let value = reader.take(name) else { return nil }
      return reader.isNothing(value) ? null : try Self.number(value, in: range, at: reader.place(name))
    }
  }

  package mutating func integer(_ name: String) throws(AuxError) -> Int? {
    guard let value = take(name) else { return nil }
    guard let integer = Self.integer(value) else { throw refusal(name, value, "a whole number") }
    return integer
  }

  package mutating func count(_ name: String) throws(AuxError) -> Int? {
    guard let value = take(name) else { return nil }
    guard let count = Self.integer(value), count > 0 else {
      throw refusal(name, value, "a whole number of at least 1")
    }
    return count
  }

  /// Takes numbers in a row.
  package mutating func numbers(_ name: String) throws(AuxError) -> [Double]? {
    guard let value = take(name) else { return nil }
    guard case .array(let values) = value, case let numbers = values.compactMap(Self.number),
      numbers.count == values.count
    else { throw refusal(name, value, "an array of numbers") }
    return numbers
  }

  /// Takes so many whole numbers in a row.
  package mutating func integers(_ name: String, _ count: Int) throws(AuxError) -> [Int]? {
    guard let value = take(name) else { return nil }
    guard case .array(let values) = value, values.count == count,
      case let integers = values.compactMap(Self.integer), integers.count == count
    else { throw refusal(name, value, "an array of \(count) whole numbers") }
    return integers
  }

  /// Takes one of some names.
  package mutating func choice(_ name: String, of names: [String]) throws(AuxError) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value, names.contains(text) else {
      throw refusal(name, value, "one of \(names.joined(separator: ", "))")
    }
    return text
  }

  /// Takes a list of texts, and where `isOneToo` is true also one alone; `null` is the empty list.
  package mutating func list<Element>(
    _ name: String, isOneToo: Bool = false, _ body: (String, String) throws(AuxError) -> Element
  ) throws(AuxError) -> [Element]? {
    try part { reader throws(AuxError) in
      guard let value = reader.take(name) else { return nil }
      guard !reader.isNothing(value) else { return [] }
      let place = reader.place(name)
      if isOneToo, case .string(let text) = value { return [try body(text, place)] }
      guard case .array(let values) = value else { throw reader.refusal(name, value, "a list of texts") }
      var list: [Element] = []
      for (index, value) in values.enumerated() {
        let place = "\(place)[\(index)]"
        let element = try reader.part { _ throws(AuxError) in try body(Self.text(value, at: place), place) }
        if let element { list.append(element) }
      }
      return list
    }
  }

  /// Takes an object of values by names; `null` is the empty one.
  package mutating func values<Key: Hashable, Value>(
    _ name: String, _ body: (String, JSONValue, String) throws(AuxError) -> (Key, Value)
  ) throws(AuxError) -> [Key: Value]? {
    guard let members = try members(of: name) else { return nil }
    var values: [Key: Value] = [:]
    for member in members {
      let place = "\(place(name)).\(member.name)"
      if let (key, value) = try part({ _ throws(AuxError) in try body(member.name, member.value, place) }) {
        values[key] = value
      }
    }
    return values
  }

  /// Takes the members of an object; `null` has none.
  package mutating func members(of name: String) throws(AuxError) -> [JSONValue.Member]? {
    try part { reader throws(AuxError) in
      guard let value = reader.take(name) else { return nil }
      guard !reader.isNothing(value) else { return [] }
      return try Self.members(of: value, at: reader.place(name))
    }
  }

  private func isNothing(_ value: JSONValue) -> Bool { takesNull && value.isNull }

  private func refusal(_ name: String, _ value: JSONValue, _ wanted: String) -> AuxError {
    Self.refusal(value, wanted, at: place(name))
  }
}

// Values that are not members.
extension JSONObjectReader {
  package static func members(
    of value: JSONValue, at place: String
  ) throws(AuxError) -> [JSONValue.Member] {
    guard case .object(let members) = value else { throw refusal(value, "an object", at: place) }
    return members
  }

  package static func text(_ value: JSONValue, at place: String) throws(AuxError) -> String {
    guard case .string(let text) = value else { throw refusal(value, "a text", at: place) }
    return text
  }

  package static func number(
    _ value: JSONValue, in range: ClosedRange<Double>, at place: String
  ) throws(AuxError) -> Double {
    guard let number = number(value), range.contains(number) else {
      let from = JSONValue.number(range.lowerBound).text
      let wanted =
        range.upperBound == .greatestFiniteMagnitude
        ? "a number from \(from) on" : "a number from \(from) to \(JSONValue.number(range.upperBound).text)"
      throw refusal(value, wanted, at: place)
    }
    return number
  }

  /// Returns the error of a value where another is wanted.
  package static func refusal(_ value: JSONValue, _ wanted: String, at place: String) -> AuxError {
    AuxError(.usage, "\(wanted) is wanted, not \(value.text.prefix(80))", place: place)
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .number(let number): value.isNull ? nil : number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }

  private static func integer(_ value: JSONValue) -> Int? {
    switch value {
    case .number(let number): Int(exactly: number)
    case .integer(let integer): integer
    default: nil
    }
  }
}
