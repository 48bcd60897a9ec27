import AuxImage
import Foundation
import Testing

/// The table of types, against Specs/types.md.
@Suite struct TypeTableTests {
  /// The rows of the page, cell by cell.
  private static func rows() throws -> [[String]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Specs/types.md"), encoding: .utf8)
    return page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The text between backquotes.
  private static func quoted(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  @Test func thePageHasEveryTypeAndNoOther() throws {
    let rows = try Self.rows()
    #expect(rows.count == AuxiliaryDataType.all.count)
    for (row, type) in zip(rows, AuxiliaryDataType.all) {
      let names = Self.quoted(row[0])
      let wanted = type.constantName == nil ? [type.shortName] : [type.name, type.shortName]
      #expect(names == wanted.compactMap(\.self), "\(type)")
      let identifiers = Self.quoted(row[1])
      #expect(type == .isoGainMap || identifiers == type.urns, "\(type)")
      #expect(row[2] == type.since && row[5] == type.evidence?.rawValue, "\(type): \(row)")
    }
  }

  @Test func typesWithoutAConstantAreNamedByTheirURN() throws {
    let others = AuxiliaryDataType.all.filter { $0.constantName == nil }
    #expect(others.count == 20)
    for type in others {
      #expect(type.name == type.urns[0] && type.urn == type.name && type.family == nil)
      #expect(type.summary != nil && !AuxiliaryDataType.known.contains(type))
      let short = try #require(type.shortName)
      #expect(AuxiliaryDataType(name: short) == type && AuxiliaryDataType(name: type.name) == type)
      for urn in type.urns { #expect(AuxiliaryDataType(urn: urn) == type) }
    }
    #expect(
      Set(AuxiliaryDataType.all.compactMap(\.shortName)).count
        == AuxiliaryDataType.all.compactMap(\.shortName).count)
    #expect(AuxiliaryDataType(urn: "urn:mpeg:hevc:2015:auxid:1") == .alpha)
    let unknown = AuxiliaryDataType(urn: "tag:apple.com,2026:photo:aux:nose")
    #expect(unknown.evidence == nil && unknown.since == nil && unknown.urns == [unknown.name])
    #expect(
      !unknown.isLumaAlone && AuxiliaryDataType.alpha.isLumaAlone && AuxiliaryDataType.depth.isLumaAlone)
  }
}
