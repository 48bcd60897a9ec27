import AuxValidator
import Testing

@Suite("Every rule is broken by a file and kept by another")
struct DefectTests {
  private static func texts(_ report: Validator.Report) -> [String] {
    report.findings.map { "\($0.rule) \($0.place): \($0.message)" }
  }

  @Test("A defect is found by its rule, at its place, and by no other", arguments: DefectCorpus.seeded)
  func found(_ defect: Defect) throws {
    let report = Validator().validate(data: try DefectCorpus.bytes(of: defect))
    let own = report.findings.filter { $0.rule == defect.rule }
    #expect(own.contains { $0.place.contains(defect.place) }, "\(Self.texts(report))")
    #expect(own.allSatisfy { $0.severity == defect.severity })
    let others = Set(report.findings.filter { $0.severity != .info && $0.rule != defect.rule }.map(\.rule))
    // Bytes have no name that could contradict them.
    #expect(others == defect.also.subtracting(["FILE-EXTENSION"]), "\(Self.texts(report))")
  }

  @Test("It is found from the headers alone where it is in them", arguments: DefectCorpus.seeded)
  func foundFromHeaders(_ defect: Defect) throws {
    let report = Validator(headersOnly: true).validate(data: try DefectCorpus.bytes(of: defect))
    #expect(
      report.findings.contains { $0.rule == defect.rule } == defect.isInHeaders, "\(Self.texts(report))")
  }

  @Test("Nothing is found where nothing is wrong", arguments: DefectCorpus.clean, [false, true])
  func clean(_ entry: Defect, headersOnly: Bool) throws {
    let report = Validator(headersOnly: headersOnly).validate(data: try DefectCorpus.bytes(of: entry))
    #expect(report.findings.isEmpty, "\(Self.texts(report))")
    #expect(report.judgement == .valid)
  }

  @Test("Every rule has an entry that raises it, and a clean file that exercises it")
  func covered() throws {
    let entries = try DefectCorpus.entries.get()
    let rules = Set(Validator.rules.map(\.id))
    #expect(rules.count == Validator.rules.count, "two rules have one identifier")
    let seeded = Set(entries.compactMap(\.rule))
    #expect(seeded == rules, "no entry, or no rule: \(rules.symmetricDifference(seeded).sorted())")
    var kept: Set<String> = []
    for entry in entries where entry.rule == nil || entry.severity == .info {
      let report = Validator().validate(data: try DefectCorpus.bytes(of: entry))
      kept.formUnion(report.exercised.subtracting(report.findings.map(\.rule)))
    }
    #expect(kept.isSuperset(of: rules), "never kept: \(rules.subtracting(kept).sorted())")
  }

  @Test("A rule has one entry, and a second only with a reason")
  func once() throws {
    var seen: Set<String> = []
    for entry in try DefectCorpus.entries.get() where entry.reason.isEmpty {
      let rule = try #require(entry.rule, "\(entry.name) has neither a rule nor a reason")
      #expect(seen.insert(rule).inserted, "\(entry.name): \(rule) has an entry already")
    }
  }

  @Test("Every rule says what must hold and where that is written")
  func described() {
    #expect(!Validator.rules.isEmpty)
    for rule in Validator.rules {
      #expect(rule.statement.hasSuffix("."), "\(rule.id)")
      #expect(!rule.source.isEmpty, "\(rule.id)")
      if rule.severity == .error {
        #expect(
          rule.source.contains("(shall)") || rule.source.contains("fails") || rule.source.contains("fail to"),
          "\(rule.id) is an error: which specification says shall, or which reader fails?")
      }
      #expect(rule.id.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "-" }, "\(rule.id)")
    }
  }
}
