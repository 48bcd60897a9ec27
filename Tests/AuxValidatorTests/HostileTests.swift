import AuxReader
import AuxValidator
import TestSupport
import Testing

@Suite("Hostile files give findings, never a trap")
struct HostileTests {
  private static let bases = ["photo.jpg", "photo.heic", "photo.dng"]

  @Test("Every prefix of a file gives a finding", arguments: bases)
  func prefixes(_ base: String) throws {
    let bytes = try DefectCorpus.base(base)
    for count in stride(from: 0, to: bytes.count, by: 97) {
      let report = Validator(headersOnly: true).validate(data: Array(bytes[..<count]))
      #expect(report.findings.contains { $0.severity != .info }, "\(count) of \(bytes.count)")
    }
  }

  /// A file without errors can be read: its images are listed, and decoded where the report says so.
  @Test(
    "Random changes give an error, or a file that can be read", arguments: bases, [1, 2, 3, 4] as [UInt64])
  func mutations(_ base: String, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bytes = try DefectCorpus.base(base)
    var (accepted, refused) = (0, 0)
    for _ in 0..<60 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        // Headers are at both ends of these files.
        let at = Int.random(in: 0..<changed.count, using: &random)
        changed[at] =
          [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
      }
      let report = Validator(headersOnly: Bool.random(using: &random)).validate(data: changed)
      guard report.judgement == .valid else {
        refused += 1
        continue
      }
      accepted += 1
      let decodes = report.exercised.contains("AUX-DECODE")
      #expect(throws: Never.self, "\(report.findings)") {
        let source = try ImageSource(data: changed)
        for image in source.auxiliaryImages where decodes { _ = try source.stored(image) }
      }
    }
    // Seeds and bases stand, so that both numbers do; a validator that says one thing of all files fails.
    #expect(accepted > 0 && refused > 0, "\(accepted) accepted, \(refused) refused")
  }
}
