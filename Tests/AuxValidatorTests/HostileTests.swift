import AuxValidator
import TestSupport
import Testing

@Suite("Hostile files give findings, never a trap")
struct HostileTests {
  @Test("Every prefix of a file gives a report")
  func prefixes() throws {
    for bytes in [try Bases.jpeg.get(), try Bases.heif.get(), try Bases.dng.get()] {
      for count in stride(from: 0, to: bytes.count, by: 97) {
        let report = Validator(headersOnly: true).validate(data: Array(bytes[..<count]))
        #expect(
          !report.isValid || report.findings.contains { $0.severity != .info }, "\(count) of \(bytes.count)")
      }
    }
  }

  @Test("Random changes give a report", arguments: [1, 2, 3, 4] as [UInt64])
  func mutations(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for bytes in [try Bases.jpeg.get(), try Bases.heif.get(), try Bases.dng.get()] {
      for _ in 0..<60 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          // Headers stand at both ends of these files.
          let at = Int.random(in: 0..<changed.count, using: &random)
          changed[at] =
            [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)
            ?? 0
        }
        _ = Validator(headersOnly: Bool.random(using: &random)).validate(data: changed)
      }
    }
  }
}
