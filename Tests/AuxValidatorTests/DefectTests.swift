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

  @Test("The package's own files are clean")
  func clean() throws {
    for bytes in [try Bases.jpeg.get(), try Bases.heif.get(), try Bases.dng.get(), Defect.extendedPhoto()] {
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
    for defect in Defect.all where !kept.isSuperset(of: rules) {
      let report = Validator().validate(data: try defect.bytes())
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
