import AuxContainers
import AuxValidator
import TestSupport
import Testing

@Suite("Every rule is broken by a file and kept by another")
struct DefectTests {
  private static func significant(_ report: Report) -> [Finding] {
    report.findings.filter { $0.severity != .info }
  }

  @Test("A defect is found by its rule, at its place, and by no other", arguments: Defect.all)
  func found(_ defect: Defect) throws {
    let report = Validator().validate(data: try defect.bytes())
    let own = report.findings.filter { $0.rule == defect.rule }
    #expect(!own.isEmpty, "\(report.findings.map { "\($0.rule) \($0.place): \($0.message)" })")
    #expect(own.contains { $0.place.contains(defect.place) }, "\(own.map(\.place))")
    let others = Set(Self.significant(report).map(\.rule)).subtracting([defect.rule]).subtracting(defect.also)
    #expect(others.isEmpty, "\(report.findings.map { "\($0.rule) \($0.place): \($0.message)" })")
  }

  /// Files in which nothing is wrong.
  private static func cleanFiles() throws -> [[UInt8]] {
    var grouped = Bytes(try Bases.heif.get())
    let group = EntityGroup("altr", groupID: 50, entityIDs: [2])
    try grouped.meta(adding: Box("grpl", boxes: [Box("altr", group.serialize)])) { _ in }
    for id in [2, 3, 5, 7, 9] as [UInt32] { try grouped.add(Box("irot", [3]), to: id) }
    return [
      try Bases.jpeg.get(), try Bases.heif.get(), try Bases.dng.get(), grouped.data, Defect.extendedPhoto(),
      try Defect.gdepthPhoto(),
    ]
  }

  /// Files in which nothing is wrong with what only some files have.
  private static func otherFiles() throws -> [[UInt8]] {
    var portrait = try Pictures.portrait()
    let table = JPEGBytes.segment(0xEA, Array("AROT".utf8) + [0, 0, 0, 0, 0, 1, 9, 0, 0, 0])
    portrait.secondaries[1] = JPEGBytes.soi + table + portrait.secondaries[1][2...]
    var part = Bytes(try Bases.dng.get())
    part.put([0, 0, 64, 48].flatMap(part.little), at: try part.values(TIFFTag.xmp, in: 4))
    try part.field(TIFFTag.xmp, in: 4) { entry in
      entry.tag = TIFFTag.maskSubArea
      entry.type = .long
      entry.count = 4
    }
    return [portrait.bytes, part.data]
  }

  @Test("The package's own files are clean")
  func clean() throws {
    for bytes in try Self.cleanFiles() {
      for headersOnly in [false, true] {
        let report = Validator(headersOnly: headersOnly).validate(data: bytes)
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.isValid)
      }
    }
  }

  @Test("Every rule has a defect that raises it, and a clean file that exercises it")
  func covered() throws {
    let rules = Set(Validator.rules.map(\.id))
    #expect(rules.count == Validator.rules.count, "two rules have one identifier")
    let missing = rules.subtracting(Defect.all.map(\.rule))
    #expect(missing.isEmpty, "no defect: \(missing.sorted())")
    var kept: Set<String> = []
    for bytes in try Self.cleanFiles() + Self.otherFiles() {
      let report = Validator().validate(data: bytes)
      kept.formUnion(report.exercised.subtracting(report.findings.map(\.rule)))
    }
    #expect(kept.isSuperset(of: rules), "never kept: \(rules.subtracting(kept).sorted())")
  }

  @Test("Every rule says what must hold and where that is written")
  func described() {
    for rule in Validator.rules {
      #expect(rule.statement.hasSuffix("."), "\(rule.id)")
      #expect(!rule.source.isEmpty, "\(rule.id)")
      #expect(rule.id.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "-" }, "\(rule.id)")
    }
  }
}
