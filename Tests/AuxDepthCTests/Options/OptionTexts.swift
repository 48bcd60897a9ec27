import AuxDepthKit

/// What the header and Python say of an option, from the table.
extension OptionTable.Entry {
  /// The name of the keyword in Python: `white_is_near`.
  var keyword: String { OptionTexts.snakeCase(key) }

  /// The type and the values, for people.
  var type: String {
    switch kind {
    case .flag: "true or false"
    case .text: "text"
    case .number: "number"
    case .numberIn(let range): "number, \(Self.short(range.lowerBound))...\(Self.short(range.upperBound))"
    case .count(let range) where range.upperBound == Int.max: "whole number from \(range.lowerBound) on"
    case .count(let range): "\(range.lowerBound)...\(range.upperBound)"
    case .counts(let numbers): numbers.map(String.init).alternatives
    case .choice(let names): names.map { "`\($0)`" }.alternatives
    case .choices(let names): names.map { "`\($0)`" }.alternatives + ", or an array of them"
    case .numbers: "array of numbers"
    case .integers(let count): "array of \(count) whole numbers"
    case .object: "object"
    case .objectOrText: "object or text"
    case .size(let names): (["`[width,height]`"] + names.map { "`\($0)`" }).alternatives
    }
  }

  /// The default, for people; nil without one.
  var usual: String? {
    guard let standard, case .choice(let names) = kind, names.contains(standard) else { return standard }
    return "`\(standard)`"
  }

  /// What the option does, with the uses of a function that has it in some of them only.
  func meaning(in function: String, _ table: OptionTable) -> String {
    let own = calls.filter { $0.function == function }
    guard own.count < table.calls.count(where: { $0.function == function }) else { return meaning }
    return "of " + own.compactMap(\.use).joined(separator: ", ") + ": " + meaning
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

/// The texts that are generated from the table.
enum OptionTexts {
  /// Returns `white_is_near` of `whiteIsNear`.
  static func snakeCase(_ name: some StringProtocol) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }

  static let origin = "Scripts/options writes this from the table in Sources/AuxDepthKit/Options"

  /// The header with the lists of options below lines that end in `Options:`, or `Options, …:`.
  ///
  /// What an earlier function has alike is referred to.
  static func header(_ text: String) throws -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var listed: [(function: String, entry: OptionTable.Entry)] = []
    for table in OptionTable.all {
      for function in table.functions {
        guard
          let declared = lines.firstIndex(where: {
            $0.hasPrefix("AUXDEPTH_API") && $0.contains(" \(function)(")
          }),
          let head = lines[..<declared].lastIndex(where: { !$0.hasPrefix("///") }).map({ $0 + 1 }),
          let title = lines[head..<declared].firstIndex(where: { $0.contains("Options") && $0.hasSuffix(":") }
          )
        else { throw Missing(function: function) }
        let end = lines[(title + 1)..<declared].firstIndex {
          !$0.hasPrefix("/// - ") && !$0.hasPrefix("///   ")
        }
        lines.replaceSubrange((title + 1)..<(end ?? declared), with: list(of: function, table, &listed))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A function whose comment in the header has no place for options.
  struct Missing: Error { let function: String }

  private static func list(
    of function: String, _ table: OptionTable, _ listed: inout [(function: String, entry: OptionTable.Entry)]
  ) -> [String] {
    var items: [String] = []
    var earlier: (function: String, keys: [String])?
    func refer() {
      guard let (function, keys) = earlier else { return }
      items.append("- " + keys.map { "`\($0)`" }.joined(separator: ", ") + ": as of \(function)()")
      earlier = nil
    }
    for entry in table.entries(of: function) {
      if let known = listed.first(where: { $0.entry.isSaid(as: entry) && $0.function != function }) {
        if earlier?.function != known.function { refer() }
        earlier = (known.function, (earlier?.keys ?? []) + [entry.key])
        continue
      }
      refer()
      listed.append((function, entry))
      let facts = [entry.type + (entry.unit.map { ", \($0)" } ?? ""), entry.usual].compactMap(\.self)
      items.append(
        "- `\(entry.key)` (\(facts.joined(separator: "; "))): \(entry.meaning(in: function, table))")
    }
    refer()
    return items.flatMap { wrapped($0, first: "/// ", others: "///   ") }
  }

  private static func wrapped(_ text: String, first: String, others: String) -> [String] {
    var (lines, line) = ([String](), first)
    for word in text.split(separator: " ") {
      let begins = line == first || line == others
      if !begins, line.count + 1 + word.count > 120 {
        lines.append(line)
        line = others + word
      } else {
        line += (begins ? "" : " ") + word
      }
    }
    return lines + [line]
  }
}

extension OptionTable.Entry {
  /// Whether the description of another option applies to this one, too.
  fileprivate func isSaid(as other: Self) -> Bool {
    key == other.key && kind == other.kind && standard == other.standard && meaning == other.meaning
  }
}
