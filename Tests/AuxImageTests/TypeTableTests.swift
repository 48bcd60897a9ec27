import AuxImage
import Foundation
import Testing

/// The table of types, against Specs/types.md.
@Suite struct TypeTableTests {
  /// The rows of the page, cell by cell.
  private static func rows(areGroups: Bool = false) throws -> [[String]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Specs/types.md"), encoding: .utf8)
    return page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }.filter { ($0.count == 2) == areGroups }
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

  @Test("The page has the groups and their types, and one name asks for all of them")
  func groups() throws {
    let rows = try Self.rows(areGroups: true)
    #expect(rows.map { Self.quoted($0[0]) } == AuxiliaryDataType.Group.allCases.map { [$0.name] })
    for (row, group) in zip(rows, AuxiliaryDataType.Group.allCases) {
      #expect(
        Self.quoted(row[1]).filter { $0 != ":hdrgainmap" }
          == group.types.map { $0.shortNameOfKind ?? $0.name }, "\(group)")
      let kind = try #require(AuxiliaryKind(name: group.name))
      #expect(kind == .group(group) && kind.name == group.name)
      // The groups of makers are about files as well as types.
      let isOfTypes = group != .google && group != .makers
      for type in AuxiliaryDataType.all {
        #expect(kind.includes(type) == (isOfTypes ? type.group == group : group.includes(type)), "\(type)")
      }
    }
    let maker = AuxiliaryDataType(urn: "urn:com:huawei:photo:2025:aux:depthregion")
    #expect(
      AuxiliaryKind.group(.makers).includes(maker) && !AuxiliaryKind.group(.makers).includes(.samsungGainMap))
    // A maker's gain map that is not in the table, and a type of no group.
    #expect(AuxiliaryDataType(urn: "urn:com:maker:photo:aux:hdrgainmap").group == .gainMap)
    #expect(AuxiliaryDataType.alpha.group == nil && AuxiliaryDataType.styleDeltaMap.group == nil)
    // The forms keep their own names; what is attached as `gainmap` is Apple's.
    for name in ["hdrGainMap", "isoGainMap", "samsunggainmap", "adobegainmap", "disparity", "skin"] {
      let type = try #require(AuxiliaryDataType(name: name))
      #expect(AuxiliaryKind(name: name) == .type(type))
      #expect(AuxiliaryKind.allNames.contains(name))
    }
    // Who says depth means depth or disparity; the constant names the type.
    #expect(AuxiliaryKind(name: "depth") == .group(.depthMap))
    #expect(AuxiliaryKind(name: "kCGImageAuxiliaryDataTypeDepth") == .type(.depth))
    #expect(AuxiliaryDataType(name: "gainmap") == .hdrGainMap)
    #expect(Set(AuxiliaryKind.allNames).isSuperset(of: AuxiliaryKind.usualNames))
    #expect(Set(AuxiliaryKind.allNames).count == AuxiliaryKind.allNames.count)
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
