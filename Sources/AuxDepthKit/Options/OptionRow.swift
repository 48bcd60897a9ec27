internal import AuxImage

/// What a member of the options of a call is in JSON, with the values that it may have.
package enum OptionKind: Hashable, Sendable {
  case flag
  case text
  case number
  case numberIn(ClosedRange<Double>)
  case count(ClosedRange<Int>)
  /// One of a few whole numbers.
  case counts([Int])
  case choice([String])
  /// One of these names, or a list of them.
  case choices([String])
  case numbers
  /// So many whole numbers.
  case integers(Int)
  case object
  case objectOrText
  /// Width and height, or one of these names.
  case size([String])
}

/// A value of an option: what it is in JSON, how it is read, and how its default is written.
struct OptionType<Value>: Sendable {
  let kind: OptionKind
  /// Returns the value of a member, whose place in errors is given.
  let value: @Sendable (JSONValue, String) throws(AuxError) -> Value
  let text: @Sendable (Value) -> String
}

/// An option of calls, said once: what C reads, Python declares and the documents list comes from here, and tests hold the
/// program's options against it.
package struct OptionRow<Target: Sendable>: Sendable {
  let key: String
  let kind: OptionKind
  let unit: String?
  /// The default: a value as JSON has it, or in words; nil where nothing happens without the option.
  let standard: String?
  let meaning: String
  /// The calls that have it; nil for all of the target.
  let calls: [OptionCall]?
  /// Sets the option to the value of its member, whose place in errors is given.
  let read: @Sendable (inout Target, JSONValue, String) throws(AuxError) -> Void

  /// Creates an option that `set` puts where it belongs.
  init<Value>(
    _ key: String, _ type: OptionType<Value>, unit: String? = nil, standard: String? = nil, _ meaning: String,
    calls: [OptionCall]? = nil, set: @escaping @Sendable (inout Target, Value) throws(AuxError) -> Void
  ) {
    (self.key, kind, self.unit, self.standard) = (key, type.kind, unit, standard)
    (self.meaning, self.calls) = (meaning, calls)
    read = { target, value, place throws(AuxError) in try set(&target, type.value(value, place)) }
  }
}

extension OptionRow {
  /// Creates the option of a part as one of the whole target.
  init<Part>(_ row: OptionRow<Part>, of part: any WritableKeyPath<Target, Part> & Sendable) {
    (key, kind, unit, standard) = (row.key, row.kind, row.unit, row.standard)
    (meaning, calls) = (row.meaning, nil)
    read = { target, value, place throws(AuxError) in try row.read(&target[keyPath: part], value, place) }
  }
}

extension OptionRow where Target: CallOptions {
  /// Creates an option that is a property, whose default is that of the property.
  init<Value>(
    _ key: String, _ type: OptionType<Value>, _ property: any WritableKeyPath<Target, Value> & Sendable,
    unit: String? = nil, _ meaning: String, calls: [OptionCall]? = nil
  ) {
    self.init(
      key, type, unit: unit, standard: type.text(Target()[keyPath: property]), meaning, calls: calls
    ) { $0[keyPath: property] = $1 }
  }

  /// Creates an option that is a property without a value where nobody gives it; `standard` says what happens then.
  init<Value>(
    _ key: String, _ type: OptionType<Value>, _ property: any WritableKeyPath<Target, Value?> & Sendable,
    unit: String? = nil, standard: String? = nil, _ meaning: String, calls: [OptionCall]? = nil
  ) {
    self.init(key, type, unit: unit, standard: standard, meaning, calls: calls) {
      $0[keyPath: property] = $1
    }
  }
}

extension OptionType<Bool> {
  static let flag = OptionType(
    kind: .flag, value: { value, place throws(AuxError) in try value.asFlag(at: place) }, text: { "\($0)" })
}

extension OptionType<String> {
  static let text = OptionType(
    kind: .text, value: { value, place throws(AuxError) in try value.asString(at: place) }, text: { $0 })
}

extension OptionType<Double> {
  static let number = OptionType(
    kind: .number, value: { value, place throws(AuxError) in try value.asNumber(at: place) },
    text: { "\($0)" })
  static func number(_ range: ClosedRange<Double>) -> OptionType {
    OptionType(kind: .numberIn(range), value: number.value, text: number.text)
  }
}

extension OptionType<Float> {
  static let number = OptionType(
    kind: .number, value: { value, place throws(AuxError) in Float(try value.asNumber(at: place)) },
    text: { "\($0)" })
  static func number(_ range: ClosedRange<Double>) -> OptionType {
    OptionType(kind: .numberIn(range), value: number.value, text: number.text)
  }
}

extension OptionType<Int> {
  static let count = count(1...Int.max)
  /// A whole number in a range, which the library checks.
  static func count(_ range: ClosedRange<Int>) -> OptionType {
    OptionType(
      kind: .count(range), value: { value, place throws(AuxError) in try value.asCount(at: place) },
      text: { "\($0)" })
  }
  /// One of a few whole numbers, which the library checks.
  static func count(of numbers: [Int]) -> OptionType {
    OptionType(kind: .counts(numbers), value: count.value, text: count.text)
  }
  static let quality = OptionType(
    kind: .count(1...100),
    value: { value, place throws(AuxError) in
      let quality = try value.asCount(at: place)
      guard quality <= 100 else { throw AuxError(.usage, "is 1...100", place: place) }
      return quality
    }, text: count.text)
}

extension OptionType<ImageOrientation> {
  static let orientation = OptionType(
    kind: .count(1...8),
    value: { value, place throws(AuxError) in
      let number = try value.asInteger(at: place)
      guard let orientation = ImageOrientation(rawValue: number) else {
        throw AuxError(.usage, "is 1...8, not \(number)", place: place)
      }
      return orientation
    }, text: { "\($0.rawValue)" })
}

extension OptionType<PixelFormat> {
  static func format(of formats: [PixelFormat]) -> OptionType {
    named(formats.map(\.name)) {
      PixelFormat(name: $0)
    } text: {
      $0.name
    }
  }
}

extension OptionType where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static var choice: OptionType {
    named(Value.allCases.map(\.rawValue)) {
      Value(rawValue: $0)
    } text: {
      $0.rawValue
    }
  }
}

extension OptionType<[GainMapDescription.Form]> {
  static let gainMapForms = OptionType(
    kind: .choices(GainMapDescription.Form.allCases.map(\.rawValue)),
    value: { value, place throws(AuxError) in
      try value.asList(at: place, isOneToo: true) { name, place throws(AuxError) in
        guard let form = GainMapDescription.Form(rawValue: name) else {
          let names = GainMapDescription.Form.allCases.map(\.rawValue).joined(separator: ", ")
          throw AuxError(.usage, "is one of \(names), or several, not \(name)", place: place)
        }
        return form
      }
    }, text: { $0.map(\.rawValue).joined(separator: ",") })
}

extension OptionType {
  /// A value that has a name.
  static func named(
    _ names: [String], value: @escaping @Sendable (String) -> Value?,
    text: @escaping @Sendable (Value) -> String
  ) -> OptionType {
    OptionType(
      kind: .choice(names),
      value: { json, place throws(AuxError) in
        guard case .string(let name) = json, names.contains(name), let value = value(name) else {
          throw json.refusal("one of \(names.joined(separator: ", "))", at: place)
        }
        return value
      }, text: text)
  }
}

extension OptionType<[Double]> {
  static let numbers = OptionType(
    kind: .numbers, value: { value, place throws(AuxError) in try value.asNumbers(at: place) },
    text: { "\($0)" })
}

extension OptionType<[Int]> {
  static func integers(_ count: Int) -> OptionType {
    OptionType(
      kind: .integers(count),
      value: { value, place throws(AuxError) in try value.asIntegers(count, at: place) },
      text: { "\($0)" })
  }
}

extension OptionType<JSONValue> {
  static func value(_ kind: OptionKind) -> OptionType {
    OptionType(kind: kind, value: { value, _ throws(AuxError) in value }, text: { $0.text })
  }
}

/// A function of the C interface that takes options, or one kind of its use.
package struct OptionCall: Hashable, Sendable {
  package let function: String
  /// What options that not every use of the function has are for: `gain maps`.
  package let use: String?

  init(_ name: String, for use: String? = nil) { (function, self.use) = ("auxdepth_" + name, use) }
}

package protocol CallOptions: Sendable {
  init()
  /// What they are about, as a heading.
  static var title: String { get }
  /// The calls that take them, in the order of the header.
  static var calls: [OptionCall] { get }
  /// The options, in the order in which they are read.
  static var rows: [OptionRow<Self>] { get }
  /// Throws `usage` where options contradict one another.
  func check() throws(AuxError)
}

extension CallOptions {
  package func check() throws(AuxError) {}

  /// Reads the members of a JSON object.
  ///
  /// Throws `AuxError` with code `usage` that names the option: one that the call does not have, a value that cannot be, and
  /// as ``check()``.
  package init(_ members: [JSONValue.Member], for call: OptionCall) throws(AuxError) {
    self.init()
    let values = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    let rows = Self.rows.filter { $0.calls?.contains(call) ?? true }
    for row in rows {
      if let value = values[row.key] { try row.read(&self, value, "options/\(row.key)") }
    }
    if let name = Set(values.keys).subtracting(rows.map(\.key)).min() {
      throw AuxError(.usage, "there is no option of that name here", place: "options/\(name)")
    }
    try check()
  }
}
