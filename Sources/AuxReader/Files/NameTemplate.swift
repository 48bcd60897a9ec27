internal import AuxContainers
internal import AuxImage

/// A path that is made of the name of another file: `depth/{stem}.exr`, `depth/shot_%04d.exr`.
struct NameTemplate: Hashable, Sendable {
  private enum Part: Hashable {
    case text(String)
    /// The name without its extension.
    case stem
    /// The name without its extension, in which the first `old` is replaced.
    case replaced(old: String, new: String)
    /// The name with its extension.
    case name
    /// The number in the name as it is written there.
    case number
    /// The number in the name as a pattern of printf has it.
    case formatted(NumberPattern)
  }

  private var parts: [Part] = []
  /// Whether there are marks in braces, which no file's name is expected to have.
  private(set) var hasBraces = false

  /// Reads a template; nil for a text without marks. Braces around anything else are characters as others.
  ///
  /// Throws `AuxError` with code `usage` for a replacement that is not understood, and for two numbers of printf.
  init?(_ text: String) throws(AuxError) {
    if let number = try NumberPattern(text) {
      try append(number.prefix)
      parts.append(.formatted(number))
      try append(number.suffix)
    } else {
      try append(text)
    }
    guard parts.contains(where: { if case .text = $0 { false } else { true } }) else { return nil }
  }

  private mutating func append(_ text: String) throws(AuxError) {
    var rest = Substring(text)
    while let brace = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<brace])))
      rest = rest[brace...]
      guard let end = rest.firstIndex(of: "}"), let mark = try Self.mark(rest[...end]) else {
        parts.append(.text("{"))
        rest = rest.dropFirst()
        continue
      }
      hasBraces = true
      parts.append(mark)
      rest = rest[rest.index(after: end)...]
    }
    parts.append(.text(String(rest)))
  }

  /// Returns the part of a mark with its braces; nil for one that is not known.
  private static func mark(_ mark: Substring) throws(AuxError) -> Part? {
    switch mark {
    case "{stem}": return .stem
    case "{name}": return .name
    case "{number}": return .number
    default: break
    }
    guard mark.hasPrefix("{stem:") else { return nil }
    let parts = mark.dropFirst(6).dropLast().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "s", !parts[1].isEmpty, parts[3].isEmpty else {
      throw AuxError(.usage, "\(mark) is not of the form {stem:s/OLD/NEW/}")
    }
    return .replaced(old: String(parts[1]), new: String(parts[2]))
  }

  /// Returns the path for a file of that name; marks in the name are not replaced.
  ///
  /// Throws `AuxError` with code `usage` where a part is not in the name.
  func path(forFileNamed name: String) throws(AuxError) -> String {
    let stem = PathText.stem(of: name)
    return try parts.map { part throws(AuxError) in
      switch part {
      case .text(let text): return text
      case .stem: return stem
      case .name: return name
      case .replaced(let old, let new):
        // Without a replacement, the path would lead to the file itself.
        guard stem.contains(old) else {
          throw AuxError(.usage, "there is no \(old) in the name \(stem) to replace")
        }
        return stem.replacing(old, with: new, maxReplacements: 1)
      case .number: return String(try Self.digits(in: stem))
      case .formatted(let pattern):
        let digits = try Self.digits(in: stem)
        guard let number = Int(digits) else {
          throw AuxError(.usage, "the number in \(name) is too large")
        }
        return pattern.digits(of: number)
      }
    }.joined()
  }

  /// Returns the last digits in a stem.
  private static func digits(in stem: String) throws(AuxError) -> Substring {
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    guard let last = stem.lastIndex(where: isDigit) else {
      throw AuxError(.usage, "there is no number in the name \(stem)")
    }
    let start = stem[...last].lastIndex { !isDigit($0) }.map { stem.index(after: $0) } ?? stem.startIndex
    return stem[start...last]
  }
}
