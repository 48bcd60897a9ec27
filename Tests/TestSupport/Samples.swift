import Foundation

/// Real camera files; the tests that need them are skipped where `AUXDEPTH_SAMPLES` names no folder.
package enum Samples {
  /// The folders, in the order in which the variable names them, separated by colons.
  package static let folders = (ProcessInfo.processInfo.environment["AUXDEPTH_SAMPLES"] ?? "")
    .split(separator: ":").map(String.init)

  /// The first folder.
  package static let folder = folders.first

  /// Why a test is skipped.
  package static let absence = "AUXDEPTH_SAMPLES names no folder that has the samples"

  /// Returns the path of a file that one of the folders holds, or nil where none does.
  package static func path(_ name: String) -> String? {
    folders.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Whether the folders hold all of these files.
  package static func have(_ names: [String]) -> Bool { names.allSatisfy { path($0) != nil } }

  /// The JPEG files in the first folder.
  package static var jpegs: [String] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return []
    }
    return names.filter { $0.hasSuffix(".jpg") }.sorted()
  }
}
