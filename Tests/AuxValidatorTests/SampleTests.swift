import AuxContainers
import AuxImage
import AuxValidator
import Foundation
import TestSupport
import Testing

/// A defect seeded into a camera's file.
struct SeededDefect: Sendable, CustomTestStringConvertible {
  let name: String
  let file: String
  let rule: String
  let change: @Sendable (inout Bytes) throws -> Void

  init(
    _ name: String, _ file: String, _ rule: String, _ change: @escaping @Sendable (inout Bytes) throws -> Void
  ) {
    self.name = name
    self.file = file
    self.rule = rule
    self.change = change
  }

  var testDescription: String { "\(file): \(name)" }
}

@Suite("Camera files", .enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
struct SampleTests {
  private static func load(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(Samples.folder ?? "")/\(file)")))
  }

  /// The photos in the folder and those below it.
  static var photos: [String] {
    guard let folder = Samples.folder, let names = FileManager.default.enumerator(atPath: folder) else {
      return []
    }
    return names.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".jpg") || $0.hasSuffix(".heic") || $0.hasSuffix(".dng")
    }.sorted()
  }

  @Test("Genuine files have neither errors nor warnings", arguments: photos)
  func genuine(_ name: String) throws {
    for headersOnly in [false, true] {
      let report = Validator(headersOnly: headersOnly).validate(path: "\(Samples.folder ?? "")/\(name)")
      let findings = report.findings.filter { $0.severity != .info }
      #expect(findings.isEmpty, "\(findings)")
    }
  }

  @Test(
    "A single field made wrong is found, from the headers alone where it is in them",
    arguments: SeededDefect.all)
  func seeded(_ defect: SeededDefect) throws {
    var bytes = Bytes(try Self.load(defect.file))
    try defect.change(&bytes)
    let report = Validator().validate(data: bytes.data)
    #expect(report.findings.contains { $0.rule == defect.rule }, "\(report.findings)")
  }
}
