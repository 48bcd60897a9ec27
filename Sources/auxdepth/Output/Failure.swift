internal import ArgumentParser
internal import AuxDepthKit

/// Errors on standard error, and the exit status they stand for.
enum Failure {
  /// Returns the exit status of an error, after sysexits.h.
  static func status(of error: AuxError) -> Int32 {
    switch error.code {
    case .usage: 64
    case .inputMissing: 66
    case .codecMissing: 69
    case .cannotCreate: 73
    case .io: 74
    case .changed: 75
    case .verification: 70
    default: 65
    }
  }

  /// Returns the message of an error about `path`: another file's name in front, the option that helps at the end.
  static func text(_ error: AuxError, path: String) -> String {
    let other = error.path.flatMap { $0 == StandardStream.inputName(path) ? nil : "\($0): " } ?? ""
    return other + error.message + (error.remedy.flatMap { RemedyText.options[$0] }.map { "; \($0)" } ?? "")
  }

  /// Prints the error of one file.
  static func report(_ error: AuxError, path: String) {
    Console.error("auxdepth: \(StandardStream.inputName(path)): \(text(error, path: path))")
  }

  /// What became of the parts of one input.
  struct Parts {
    /// Whether any part was done.
    var isAnyDone = false
    /// The errors of those that were not.
    var failures: [AuxError] = []
    /// The errors of what was expected of the input and is not there, which says nothing against the input.
    var expected: [AuxError] = []
  }

  /// Runs `body` for each path; a failure is reported and does not stop the rest.
  ///
  /// Throws the exit status at the end: that of the one input, or 1 where some of several failed.
  static func forEach(
    _ paths: InputPaths, quiet: Bool, _ body: (String) throws(AuxError) -> Void
  ) throws {
    try forEachPart(paths, quiet: quiet) { path throws(AuxError) in
      try body(path)
      return Parts(isAnyDone: true)
    }
  }

  /// Runs `body` for each path, of which parts may fail; failures are reported and do not stop the rest.
  ///
  /// Throws the exit status at the end: that of the one input where nothing of it was done, or 1 where some failed or
  /// what was expected of one is not there; that
  /// of a list or folder that could not be read, since nobody knows what else is in it.
  static func forEachPart(
    _ paths: InputPaths, quiet: Bool, _ body: (String) throws(AuxError) -> Parts
  ) throws {
    var progress = Progress(total: paths.count, quiet: quiet)
    var statuses: [Int32] = []
    var done = 0
    for path in paths {
      done += 1
      var parts = Parts()
      do throws(AuxError) { parts = try body(path) } catch { parts.failures = [error] }
      if !parts.failures.isEmpty || !parts.expected.isEmpty {
        progress.clear()
        for failure in parts.failures + parts.expected { report(failure, path: path) }
        let first = parts.isAnyDone ? nil : parts.failures.first
        statuses.append(first.map(status) ?? 1)
      }
      progress.advance()
    }
    progress.clear()
    try end(with: paths.failures)
    guard let first = statuses.first else { return }
    throw ExitCode(done == 1 ? first : 1)
  }

  /// Reports the lists and folders that could not be read; throws the exit status where there are any.
  static func end(with failures: [AuxError]) throws {
    for failure in failures { report(failure, path: failure.path ?? StandardStream.path) }
    if let first = failures.first { throw ExitCode(status(of: first)) }
  }

  /// Returns what `body` finds before any input is looked at; its error, which names its file, ends the command.
  static func ending<Result>(_ body: () throws(AuxError) -> Result) throws -> Result {
    do throws(AuxError) { return try body() } catch {
      report(error, path: error.path ?? StandardStream.path)
      throw ExitCode(status(of: error))
    }
  }

  /// Runs `body` for one path, whose error it reports.
  static func one(_ path: String, _ body: () throws(AuxError) -> Void) throws {
    try forEach(InputPaths([path]), quiet: true) { _ throws(AuxError) in try body() }
  }
}
