import AuxValidator
import Foundation
import TestSupport
import Testing

/// An entry of the corpus in Tests/Fixtures/Defects: one change of a file that is right, and the rule that names it.
///
/// The README there says what the members mean. Conformance seeds the same entries into other files.
struct Defect: Sendable, CustomTestStringConvertible {
  let name: String
  let base: String
  /// None where the file stays right.
  let rule: String?
  let severity: Validator.Severity
  /// The errors and warnings that follow of the same change.
  let also: Set<String>
  /// A part of the place that the finding has to report.
  let place: String
  /// Whether the rule finds it without decoding.
  let isInHeaders: Bool
  /// What only this entry shows.
  let reason: String

  var testDescription: String { name }
}

/// The entries, their bases, and what each replaces in its base.
enum DefectCorpus {
  /// All entries, in the order of their files.
  static let entries = Result { try ["jpeg", "heif", "dng"].flatMap(entries) }
  /// The entries that a rule has to find; none where the corpus cannot be read, which `DefectTests.covered` reports.
  static let seeded = ((try? entries.get()) ?? []).filter { $0.rule != nil }
  /// The entries in which nothing is wrong.
  static let clean = ((try? entries.get()) ?? []).filter { $0.rule == nil }

  private static let replacements = Result {
    try decoded([String: [Replacement]].self, "replacements.json")
  }

  /// A base; one without a name is a file without bytes.
  static func base(_ name: String) throws -> [UInt8] {
    name.isEmpty ? [] : try Files.read(folder.appending(path: "Bases/\(name)").path)
  }

  /// The file of an entry.
  static func bytes(of defect: Defect) throws -> [UInt8] {
    var bytes = try base(defect.base)
    let changes = try replacements.get()[defect.name]
    for change in try #require(changes, "replacements.json has no \(defect.name): run Scripts/make-defects") {
      try #require(change.offset + change.count <= bytes.count, "\(defect.name)")
      bytes.replaceSubrange(change.offset..<(change.offset + change.count), with: change.bytes)
    }
    return bytes
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/Defects").standardizedFileURL

  private static func decoded<Content: Decodable>(_ type: Content.Type, _ file: String) throws -> Content {
    try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: file)))
  }

  private static func entries(_ container: String) throws -> [Defect] {
    let list = try decoded(EntryList.self, "\(container).json")
    return try list.defects.map { row in
      Defect(
        name: "\(container)/\(row.name)", base: row.base ?? list.base, rule: row.rule,
        severity: try #require(Validator.Severity(rawValue: row.severity ?? "error"), "\(row.name)"),
        also: Set(row.also ?? []), place: row.place ?? "", isInHeaders: row.headers ?? true,
        reason: row.why ?? "")
    }
  }
}

/// The entries of one container, as they are written.
private struct EntryList: Decodable {
  struct Entry: Decodable {
    var name: String
    var base, rule, severity, place, why: String?
    var also: [String]?
    var headers: Bool?
  }

  var base: String
  var defects: [Entry]
}

/// Bytes that take the place of others: offset, count, hexadecimal.
private struct Replacement: Decodable, Sendable {
  var offset: Int
  var count: Int
  var bytes: [UInt8]

  init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    offset = try row.decode(Int.self)
    count = try row.decode(Int.self)
    let digits = Array(try row.decode(String.self).utf8)
    bytes = try stride(from: 0, to: digits.count, by: 2).map { at in
      try #require(UInt8(String(decoding: digits[at..<(at + 2)], as: UTF8.self), radix: 16))
    }
  }
}
