import AuxValidator
import Foundation
import TestSupport
import Testing

@Suite("Camera files", .enabled(if: Samples.folder != nil, Comment(rawValue: Samples.absence)))
struct SampleTests {
  /// The photos in the folder and those below it.
  static var photos: [String] {
    guard let folder = Samples.folder, let names = FileManager.default.enumerator(atPath: folder) else {
      return []
    }
    return names.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".jpg") || $0.hasSuffix(".heic") || $0.hasSuffix(".dng")
    }.sorted()
  }

  @Test("There are files to look at") func thereAreSamples() { #expect(Self.photos.count >= 10) }

  @Test("Genuine files have neither errors nor warnings", arguments: photos, [false, true])
  func genuine(_ name: String, headersOnly: Bool) throws {
    let path = "\(try #require(Samples.folder))/\(name)"
    let findings = Validator(headersOnly: headersOnly).validate(path: path).findings.filter {
      $0.severity != .info
    }
    #expect(findings.isEmpty, "\(findings)")
  }
}
