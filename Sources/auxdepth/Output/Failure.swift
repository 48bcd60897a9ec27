internal import ArgumentParser
internal import AuxDepthKit

/// Errors on standard error, and with `--json` on standard output as well, and the exit status they stand for.
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

  /// Returns the exit status of several errors: that of the first where none says anything of a photo, else 1.
  static func status(ofSeveral errors: [AuxError]) -> Int32 {
    errors.allSatisfy(\.isOfSystem) ? errors.first.map(status) ?? 1 : 1
  }

  /// Returns the message of an error about `path`: another file's name in front, the option that helps at the end.
  static func text(_ error: AuxError, path: String) -> String {
    let other = error.path.flatMap { $0 == StandardStream.inputName(path) ? nil : "\($0): " } ?? ""
    return other + error.message + (remedy(of: error).map { "; \($0)" } ?? "")
  }

  private static func remedy(of error: AuxError) -> String? {
    error.remedy.flatMap { RemedyText.options[$0] }
  }

  /// Prints the error of one file; `isListed` where what is said of it as JSON has it already.
  static func report(_ error: AuxError, path: String, isListed: Bool = false) {
    Console.error("auxdepth: \(StandardStream.inputName(path)): \(text(error, path: path))")
    guard Switches.json, !isListed else { return }
    var about = error
    if about.path == StandardStream.inputName(path) { about.path = path }
    write(about.json(input: path, remedy: remedy(of: error)))
  }

  /// Returns what is said of a part of an input as JSON, with the kind of its error.
  static func listed(_ json: JSONValue, _ error: AuxError) -> JSONValue {
    guard case .object(let members) = json else { return json }
    return .object(members + [JSONValue.Member("code", .string(error.code.description))])
  }

  /// Prints what is wrong with the command line as JSON, where that is asked for.
  static func reportUsage(_ message: String) {
    if Switches.json { write(AuxError(.usage, message).json()) }
  }

  /// Writes an object where reports go.
  private static func write(_ json: JSONValue) {
    if Switches.streamsOutput { Console.error(json.text) } else { Console.output(json.text) }
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
    do throws(AuxError) { try body() } catch {
      report(error, path: path)
      throw ExitCode(status(of: error))
    }
  }
}
