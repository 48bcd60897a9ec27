import Foundation

/// Another program, run to its end.
package enum Program {
  /// The results of a run.
  package struct Outcome: Sendable {
    package let status: Int32
    package let output: [UInt8]
    package let error: String

    /// Standard output as text.
    package var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The programs of this package that were built beside the tests; `auxdepth` is another where `AUXDEPTH_PROGRAM` names its
  /// path, as that which is shipped.
  package static func built(_ name: String) throws -> String {
    if name == "auxdepth", let path = ProcessInfo.processInfo.environment["AUXDEPTH_PROGRAM"] {
      guard FileManager.default.isExecutableFile(atPath: path) else {
        throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: path])
      }
      return path
    }
    guard let tests = Bundle.main.executableURL else { throw CocoaError(.fileNoSuchFile) }
    let path = tests.deletingLastPathComponent().appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: path])
    }
    return path
  }

  /// Returns the path of an installed program, or nil where it is absent.
  package static func installed(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns the path of a Python that has these modules, or nil without one.
  ///
  /// Looked for are the one that `AUXDEPTH_PYTHON` names, that of the package's `.venv`, and `python3`.
  package static func python(with modules: String...) -> String? {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let candidates: [String?] = [
      ProcessInfo.processInfo.environment["AUXDEPTH_PYTHON"],
      // The link itself: its target is the system's Python, without the packages beside the link.
      tests.deletingLastPathComponent().appending(path: ".venv/bin/python3").path, installed("python3"),
    ]
    return candidates.compactMap(\.self).first { python in
      FileManager.default.isExecutableFile(atPath: python)
        && (try? run(python, ["-c", "import \(modules.joined(separator: ", "))"]).status) == 0
    }
  }

  /// The path of ImageMagick's `convert`, or nil where it is absent.
  ///
  /// Other programs of that name exist, so that it must say what it is.
  package static let imageMagick: String? = ["magick", "convert-im6.q16", "convert-im6", "convert"].lazy
    .compactMap(installed).first { path in
      (try? run(path, ["-version"]).text.contains("ImageMagick")) == true
    }

  /// Runs a program and returns what it printed; both streams go through files, so that none can fill up.
  package static func run(
    _ path: String, _ arguments: [String], in folder: String? = nil
  ) throws -> Outcome {
    let streams = try TemporaryFolder()
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: streams.write([], to: "output")))
    let error = try FileHandle(forWritingTo: URL(fileURLWithPath: streams.write([], to: "error")))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: try streams.read("output"),
      error: String(decoding: try streams.read("error"), as: UTF8.self))
  }
}
