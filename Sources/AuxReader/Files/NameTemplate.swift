internal import AuxContainers
internal import AuxImage

/// A path that is made of the name of another file: `depth/{stem}.exr`, `depth/shot_%04d.exr`.
struct NameTemplate: Hashable, Sendable {
  private enum Part: Hashable {
    case text(String)
    /// The name without or with its extension, after replacements.
    case name(withExtension: Bool, Replacement?)
    /// The number in the name as it is written there.
    case number
    /// The number in the name as a pattern of printf has it.
    case formatted(NumberPattern)
  }

  /// `s/beauty/depth/`: what is replaced, by what, and whether each time.
  private struct Replacement: Hashable {
    let old, new: String
    let isGlobal: Bool

    /// Reads what follows the colon of a mark; the character after `s` separates the parts.
    init(_ text: Substring, in mark: Substring) throws(AuxError) {
      let parts = text.dropFirst(2).split(
        separator: text.dropFirst().first ?? "/", omittingEmptySubsequences: false)
      guard text.first == "s", parts.count == 3, !parts[0].isEmpty, parts[2].isEmpty || parts[2] == "g" else {
        throw AuxError(.usage, "\(mark) is not of the form {stem:s/OLD/NEW/}, or with g at the end")
      }
      (old, new, isGlobal) = (String(parts[0]), String(parts[1]), !parts[2].isEmpty)
    }

    /// Throws `usage` where there is nothing to replace: the template would lead to the file itself.
    func applied(to name: String) throws(AuxError) -> String {
      var (rest, text, count) = (Substring(name), "", 0)
      while isGlobal || count == 0, let range = Self.range(of: old, in: rest) {
        text += rest[..<range.lowerBound] + new
        rest = rest[range.upperBound...]
        count += 1
      }
      guard count > 0 else { throw AuxError(.usage, "there is no \(old) in the name \(name) to replace") }
      return text + rest
    }

    private static func range(of part: String, in text: Substring) -> Range<Substring.Index>? {
      var start = text.startIndex
      while start < text.endIndex {
        if text[start...].hasPrefix(part) {
          return start..<text.index(start, offsetBy: part.count)
        }
        start = text.index(after: start)
      }
      return nil
    }
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
    let pair = mark.dropFirst().dropLast().split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isName = pair[0] == "name"
    switch pair[0] {
    case "stem", "name":
      let replacement =
        pair.count == 2 ? try Replacement(pair[1], in: mark) : nil
      return .name(withExtension: isName, replacement)
    case "number" where pair.count == 1: return .number
    default: return nil
    }
  }

  /// Returns the path for a file of that name; marks in the name are not replaced.
  ///
  /// Throws `AuxError` with code `usage` where a part is not in the name.
  func path(forFileNamed name: String) throws(AuxError) -> String {
    let stem = PathText.stem(of: name)
    return try parts.map { part throws(AuxError) in
      switch part {
      case .text(let text): return text
      case .name(let withExtension, let replacement):
        let text = withExtension ? name : stem
        return try replacement?.applied(to: text) ?? text
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
