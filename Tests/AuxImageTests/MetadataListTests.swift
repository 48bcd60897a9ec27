import AuxImage
import Foundation
import Testing

@Suite("The list of private metadata")
struct MetadataListTests {
  @Test("docs/privacy.md lists the entries with their kinds")
  func table() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let page = try String(contentsOf: root.appending(path: "docs/privacy.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }.joined(
        separator: " = ")
    }
    let kinds = MetadataKind.allCases.filter { $0 != .all }
    let entries = MetadataEntry.groups.flatMap { group in
      group.entries.map { entry in
        let names = kinds.filter(entry.kinds.contains).map(\.rawValue).joined(separator: ", ")
        return "\(group.name): \(entry.name) = \(names.isEmpty ? "only all" : names)"
      }
    }
    #expect(rows.filter { $0.contains(": ") } == entries)
  }

  @Test("Every part has an entry")
  func parts() {
    for part in MetadataEntry.Part.allCases {
      #expect(MetadataEntry.all.contains { $0.places.contains(.part(part)) }, "\(part)")
    }
  }

  @Test("Keywords of several levels name people and places")
  func keywords() {
    #expect(MetadataList.kind(ofKeyword: "Places|Berlin") == .location)
    #expect(MetadataList.kind(ofKeyword: "People/Ada") == .people)
    #expect(
      MetadataList.kind(ofKeyword: "People") == nil && MetadataList.kind(ofKeyword: "Animals|Cat") == nil)
  }
}
