internal import AuxDepthKit

/// The options of one call: a JSON object, each of whose members is taken once, and of which none may be left.
///
/// All that is wrong throws `AuxError` with code `usage` that names the option.
struct Options {
  private var members: [String: JSONValue] = [:]

  /// Reads what a caller gave; NULL is no options.
  init(_ pointer: UnsafePointer<CChar>?) throws(AuxError) {
    guard let pointer else { return }
    let text = try AuxDepthC.text(pointer, "options")
    guard case .object(let members)? = (try? JSONDocument(Array(text.utf8)))?.value else {
      throw AuxError(.usage, "the options are no JSON object: \(text.prefix(80))")
    }
    self.members = Self.byName(members)
  }

  private init(_ members: [JSONValue.Member]) { self.members = Self.byName(members) }

  private static func byName(_ members: [JSONValue.Member]) -> [String: JSONValue] {
    // No two have one name: the parser saw to that.
    Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// Throws where an option is left that nobody took.
  func end() throws(AuxError) {
    guard let name = members.keys.min() else { return }
    throw AuxError(.usage, "there is no option of that name here", place: Self.place(name))
  }

  private static func place(_ name: String) -> String { "options/\(name)" }

  private static func refusal(_ name: String, _ value: JSONValue, _ wanted: String) -> AuxError {
    AuxError(.usage, "\(wanted) is wanted, not \(value.text.prefix(80))", place: place(name))
  }

  /// Returns a value of any kind.
  mutating func value(_ name: String) -> JSONValue? { members.removeValue(forKey: name) }

  /// Returns a text.
  mutating func text(_ name: String) throws(AuxError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw Self.refusal(name, value, "a text") }
    return text
  }

  /// Returns a number; the text "inf" is infinity.
  mutating func number(_ name: String) throws(AuxError) -> Double? {
    guard let value = value(name) else { return nil }
    if value == .string("inf") { return .infinity }
    guard let number = Self.number(value) else { throw Self.refusal(name, value, "a number") }
    return number
  }

  /// Returns a number as a float.
  mutating func float(_ name: String) throws(AuxError) -> Float? { try number(name).map(Float.init) }

  /// Returns a whole number.
  mutating func integer(_ name: String) throws(AuxError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let integer = Self.integer(value) else { throw Self.refusal(name, value, "a whole number") }
    return integer
  }

  /// Returns a whole number of at least 1.
  mutating func count(_ name: String) throws(AuxError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let count = Self.integer(value), count > 0 else {
      throw Self.refusal(name, value, "a whole number of at least 1")
    }
    return count
  }

  /// Returns a truth value.
  mutating func flag(_ name: String) throws(AuxError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .boolean(let flag) = value else { throw Self.refusal(name, value, "true or false") }
    return flag
  }

  /// Returns numbers in a row.
  mutating func numbers(_ name: String) throws(AuxError) -> [Double]? {
    guard let value = value(name) else { return nil }
    guard case .array(let values) = value, case let numbers = values.compactMap(Self.number),
      numbers.count == values.count
    else { throw Self.refusal(name, value, "an array of numbers") }
    return numbers
  }

  /// Returns so many whole numbers in a row.
  mutating func integers(_ name: String, _ count: Int) throws(AuxError) -> [Int]? {
    guard let value = value(name) else { return nil }
    guard case .array(let values) = value, values.count == count,
      case let integers = values.compactMap(Self.integer), integers.count == count
    else { throw Self.refusal(name, value, "an array of \(count) whole numbers") }
    return integers
  }

  /// Returns one of a set of names.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _: Choice.Type = Choice.self
  ) throws(AuxError) -> Choice? {
    try choice(name, of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
  }

  /// Returns one of these names.
  mutating func choice(_ name: String, of names: [String]) throws(AuxError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value, names.contains(text) else {
      throw Self.refusal(name, value, "one of \(names.joined(separator: ", "))")
    }
    return text
  }

  /// Returns the members of an object as options of their own.
  mutating func object(_ name: String) throws(AuxError) -> Options? {
    guard let value = value(name) else { return nil }
    guard case .object(let members) = value else { throw Self.refusal(name, value, "an object") }
    return Options(members)
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    // Null is no number.
    case .number(let number): number.isNaN ? nil : number
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

extension Options {
  /// Reads the options of a call by `body`, which takes what it knows; throws where something is left.
  static func read<Result>(
    _ pointer: UnsafePointer<CChar>?, _ body: (inout Options) throws(AuxError) -> Result
  ) throws(AuxError) -> Result {
    var options = try Options(pointer)
    let result = try body(&options)
    try options.end()
    return result
  }

  /// Takes `maxPixels` and `maxMemory`; nil where neither is there.
  mutating func limits() throws(AuxError) -> Limits {
    var limits = Limits()
    if let pixels = try count("maxPixels") { limits.pixels = pixels }
    if let memory = try count("maxMemory") { limits.memory = min(limits.memory, memory) }
    return limits
  }

  /// Takes `jobs`; nil where it is not there. More threads than any machine has processors are none the more.
  mutating func jobs() throws(AuxError) -> Int? { try count("jobs").map { min($0, 4096) } }

  /// Takes `turn`: whether samples are wanted as the photo is displayed.
  mutating func isUpright() throws(AuxError) -> Bool {
    try choice("turn", of: ["stored", "upright"]) == "upright"
  }

  /// Takes `placement` and `stretch`.
  mutating func placement() throws(AuxError) -> MapPlacement.Options {
    var options: MapPlacement.Options = []
    if try choice("placement", of: ["stored", "oriented"]) == "oriented" { options.insert(.oriented) }
    if try flag("stretch") == true { options.insert(.stretched) }
    return options
  }

  /// Takes `auxQuality`, `lossless` and, of depth maps, `dngBits`.
  mutating func encoding(hasBits: Bool = false) throws(AuxError) -> ImageDestination.AuxiliaryEncoding {
    var encoding = ImageDestination.AuxiliaryEncoding()
    if let quality = try count("auxQuality") {
      guard quality <= 100 else { throw AuxError(.usage, "is 1...100", place: "options/auxQuality") }
      encoding.quality = quality
    }
    if let isLossless = try flag("lossless") { encoding.isLossless = isLossless }
    if hasBits, let bits = try count("dngBits") {
      guard bits == 8 || bits == 16 else { throw AuxError(.usage, "is 8 or 16", place: "options/dngBits") }
      encoding.hasWideCodes = bits == 16
    }
    return encoding
  }

  /// Takes a pixel format of depth data.
  mutating func depthFormat(_ name: String) throws(AuxError) -> PixelFormat? {
    try choice(name, of: PixelFormat.depthFormats.map(\.name)).flatMap(PixelFormat.init(name:))
  }
}
