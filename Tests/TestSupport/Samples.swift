import Foundation

/// Real camera files; the tests that need them are skipped where `AUXDEPTH_SAMPLES` names no folder.
package enum Samples {
  /// The folder.
  package static let folder = ProcessInfo.processInfo.environment["AUXDEPTH_SAMPLES"]

  /// Why a test is skipped.
  package static let absence = "AUXDEPTH_SAMPLES names no folder of samples"

  /// The JPEG files in it.
  package static var jpegs: [String] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return []
    }
    return names.filter { $0.hasSuffix(".jpg") }.sorted()
  }
}
