internal import ArgumentParser
internal import AuxDepthKit

/// Errors on standard error, and with `--json` on standard output as well, and their exit statuses.
enum Failure {
  static func status(of error: AuxError) -> Int32 { error.code.exitStatus }

  /// Returns the exit status of several errors: that of the first where none says anything of a photo, else 1.
  static func status(ofSeveral errors: [AuxError]) -> Int32 {
    errors.allSatisfy(\.isOfSystem) ? errors.first.map(status) ?? 1 : 1
  }

  /// Returns the message of an error about `path`: another file's name in front, the option that helps at the end.
  static func text(_ error: AuxError, path: String) -> String {
    let other = error.path.flatMap { $0 == StandardStream.inputName(path) ? nil : "\($0): " } ?? ""
    return other + error.message + (remedy(of: error).map { "; \($0)" } ?? "")
  }

  static func remedy(of error: AuxError) -> String? {
    guard error.remedy != .lookIntoFolder || Console.settings.takesFolders else { return nil }
    return error.remedy.flatMap { RemedyText.text(of: $0, Console.settings.suggestions[error.path ?? ""]) }
  }

  /// Prints the error of one file; `isListed` where what is said of it as JSON has it already.
  static func report(_ error: AuxError, path: String, isListed: Bool = false) {
    Console.say(Message(.error, of: path, text(error, path: path)))
    guard Console.settings.isJSON, !isListed else { return }
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
    if Console.settings.isJSON { write(AuxError(.usage, message).json()) }
  }

  private static func write(_ json: JSONValue) {
    let text = Console.text(of: json)
    if Console.settings.streamsOutput { Console.error(text) } else { Console.output(text) }
  }

  /// Reports the lists and folders that could not be read; throws the exit status where there are any.
  static func end(with failures: [AuxError]) throws {
    for failure in failures { report(failure, path: failure.path ?? StandardStream.path) }
    if let first = failures.first { throw ExitCode(status(of: first)) }
  }

  /// Returns what `body` finds before any input is looked at; its error, which names its file, ends the command.
  static func ending<Result>(
    _ path: String? = nil, _ body: () throws(AuxError) -> Result
  ) throws -> Result {
    do throws(AuxError) { return try body() } catch {
      let path = path ?? error.path ?? StandardStream.path
      for error in [error] + error.others { report(error, path: path) }
      throw ExitCode(status(of: error))
    }
  }

  /// Runs `body` for one path, whose error it reports.
  static func one(_ path: String, _ body: () throws(AuxError) -> Void) throws { try ending(path, body) }
}

/// The exit statuses, and what each means; `AuxError.Code.exitStatus` says which an error has. Source: sysexits(3head).
enum ExitStatus {
  static let meanings: [(status: Int32, meaning: String)] = [
    (0, "all done"),
    (
      1,
      "some of several inputs or images failed or are invalid, or what extract --expect names is not there; where the system "
        + "alone is the cause, 69, 74 or 75"
    ),
    (64, "usage: the command line contradicts itself, or asks for what is not possible"),
    (65, "input data malformed, damaged, beyond a limit or not supported"),
    (66, "input missing"),
    (69, "a library that is needed is not installed, or --sandbox cannot have what it needs"),
    (70, "internal error"),
    (73, "output cannot be created"),
    (74, "the system failed: reading or writing, memory, threads, processes or open files"),
    (75, "another program changed the photo meanwhile, or has locked it: try again"),
  ]
}
