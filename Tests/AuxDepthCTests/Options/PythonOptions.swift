import AuxDepthKit

/// The options of functions as types of Python.
enum PythonOptions {
  /// What functions of Python take that call several of the library.
  private static let unions = [
    (name: "Attach", functions: ["auxdepth_map_new", "auxdepth_edit_attach_depth"]),
    (name: "Writing", functions: ["auxdepth_edit_new", "auxdepth_edit_new_picture"]),
  ]

  static var module: String {
    var classes: [String: [Said]] = [:]
    var texts: [String] = []
    for table in OptionTable.all {
      var own: [String] = []
      // Those with the most options come last: they have those of others, and some.
      for function in table.functions.sorted(by: {
        table.entries(of: $0).count < table.entries(of: $1).count
      }) {
        let name = name(of: function)
        let said = said(of: function, table)
        // There may be nothing but `upright`.
        guard !said.isEmpty else { continue }
        let base = own.last { Set(classes[$0] ?? []).isSubset(of: said) }
        texts.append(text(name, "Options of \(function)().", said, base, classes[base ?? ""] ?? []))
        classes[name] = said
        own.append(name)
      }
    }
    for union in unions {
      let names = union.functions.map(name)
      let all = names.flatMap { classes[$0] ?? [] }.reduce(into: [Said]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      let functions = union.functions.map { "\($0)()" }.joined(separator: " and ")
      texts.append(text(union.name, "Options of \(functions).", all, names[0], classes[names[0]] ?? []))
    }
    return """
      \"\"\"The options of functions of the library, as keywords, and the mattes that it knows. \(OptionTexts.origin).\"\"\"

      from __future__ import annotations

      import os
      from typing import TYPE_CHECKING, Any, Literal, Mapping, Sequence, TypedDict, Union

      if TYPE_CHECKING:
          from numpy.typing import ArrayLike

          from .calibration import Calibration, Intrinsics

      Path = Union[str, "os.PathLike[str]"]

      #: The types of mattes, and their short names.
      MATTES = {
      \(mattes)
      }

      \(ConventionTexts.python)

      # The names that options choose from.
      \(aliases)


      \(texts.joined(separator: "\n\n\n"))

      """
  }

  private static var mattes: String {
    let types = AuxiliaryDataType.known.filter { $0.family == .portraitMatte || $0.family == .semanticMatte }
    return types.map { "    \"\($0.name)\": \"\($0.shortName ?? $0.name)\"," }.joined(separator: "\n")
  }

  /// The types of choices, each under its name.
  private static var aliases: String {
    choices.sorted { $0.value < $1.value }.map { names, alias in
      "\(alias) = Literal[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }.joined(separator: "\n")
  }

  /// The names of the types of choices: that of the option, with the function where another one has the same name.
  static let choices: [[String]: String] = {
    var found: [[String]: String] = [:]
    for table in OptionTable.all {
      for entry in table.entries where !isDeclared(entry) {
        guard let names = entry.chosen, found[names] == nil else { continue }
        let short = entry.key.prefix(1).uppercased() + entry.key.dropFirst()
        let isTaken = found.values.contains(short)
        found[names] = isTaken ? name(of: table.functions[0]) + short : short
      }
    }
    return found
  }()

  /// A keyword, its type, and a line that describes it.
  private struct Said: Hashable {
    let keyword, type, line: String
  }

  private static func said(of function: String, _ table: OptionTable) -> [Said] {
    table.entries(of: function).filter { !isDeclared($0) }.map { entry in
      let facts = [
        entry.values + (entry.unit.map { entry.values.isEmpty ? $0 : ", \($0)" } ?? ""),
        entry.usual.map(inPython),
      ]
      .compactMap(\.self).filter { !$0.isEmpty }
      let note = facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))"
      return Said(
        keyword: entry.keyword, type: entry.pythonType,
        line: "    \(entry.keyword): \(inPython(entry.meaning(in: function, table)))\(note).")
    }
  }

  /// True for `upright`, which functions of Python declare themselves.
  private static func isDeclared(_ entry: OptionTable.Entry) -> Bool {
    entry.key == "upright" && entry.usual == "true"
  }

  /// Returns a description with the names of Python: `white_is_near`, and `calibration()` of `auxdepth_image_calibration_json()`.
  private static func inPython(_ meaning: String) -> String {
    meaning.replacing(#/auxdepth_[a-z]+_(\w+)_json\(\)/#) { "\($0.1)()" }
      .replacing(#/`[a-z]+[A-Z]\w*`/#) { OptionTexts.snakeCase($0.output) }
  }

  /// Returns `EditNew` of `auxdepth_edit_new`.
  private static func name(of function: String) -> String {
    function.split(separator: "_").dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func text(
    _ name: String, _ title: String, _ said: [Said], _ base: String?, _ known: [Said]
  ) -> String {
    let added = said.filter { !known.contains($0) }
    let members = added.map { "    \($0.keyword): \($0.type) | None" }.joined(separator: "\n")
    return """
      class \(name)(\(base ?? "TypedDict"), total=False):
          \"\"\"\(title)

      \(said.map(\.line).joined(separator: "\n"))
          \"\"\"
      """ + (members.isEmpty ? "" : "\n\n\(members)")
  }
}

extension OptionTable.Entry {
  /// The values, where the type does not say them.
  fileprivate var values: String {
    switch kind {
    case .flag, .text, .number, .numbers, .object, .objectOrText: ""
    case .count(let range) where range.upperBound == Int.max: ""
    default: type
    }
  }

  /// The names of a choice.
  fileprivate var chosen: [String]? {
    switch kind {
    case .choice(let names), .choices(let names): names
    default: nil
    }
  }

  fileprivate var pythonType: String {
    switch key {
    case "intrinsics": return "ArrayLike | Intrinsics"
    case "calibration": return "Calibration | Mapping[str, Any]"
    case "policyFolder": return "Path"
    default: break
    }
    switch kind {
    case .flag: return "bool"
    case .text: return "str"
    case .choice(let names): return PythonOptions.choices[names] ?? "str"
    case .choices(let names):
      let one = PythonOptions.choices[names] ?? "str"
      return "\(one) | Sequence[\(one)]"
    case .number, .numberIn: return "float"
    case .count, .counts: return "int"
    case .numbers: return "Sequence[float]"
    case .integers: return "Sequence[int]"
    case .object: return "Mapping[str, Any]"
    case .objectOrText: return "Mapping[str, Any] | Path"
    case .size: return "Sequence[int] | str"
    }
  }
}
