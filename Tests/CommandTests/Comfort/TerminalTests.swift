import Foundation
import TestSupport
import Testing

/// What terminals get: colours, and a progress bar on a line of its own.
@Suite struct TerminalTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.folder.write(Pictures.portrait().bytes, to: "in.jpg")
    try work.folder.write(Array("no photo".utf8), to: "bad.jpg")
  }

  private static let escape = "\u{1B}["

  @Test(arguments: [
    ("", ["--color", "always"], true), ("", ["--color=never"], false), ("", [], false),
    ("CLICOLOR_FORCE=1", [], true), ("CLICOLOR_FORCE=0", [], false),
    ("NO_COLOR=1 CLICOLOR_FORCE=1", [], false), ("NO_COLOR= CLICOLOR_FORCE=1", [], true),
    ("NO_COLOR=1", ["--color", "always"], true), ("CLICOLOR_FORCE=1", ["--color", "never"], false),
  ])
  func whoDecidesOfColours(environment: String, option: [String], isColoured: Bool) throws {
    let setting =
      "unset NO_COLOR CLICOLOR CLICOLOR_FORCE;" + (environment.isEmpty ? "" : "export \(environment);")
    let outcome = try work.run(after: setting, ["validate", "in.jpg", "none.jpg"] + option)
    #expect(outcome.text.contains(Self.escape) == isColoured, "\(outcome.text)")
    let info = try work.run(after: setting, ["info", "bad.jpg"] + option)
    #expect(info.error.contains(Self.escape) == isColoured, "\(info.error)")
    let help = try work.run(after: setting, ["info", "--help"] + option)
    #expect(help.text.contains(Self.escape) == isColoured)
    // JSON is never coloured.
    #expect(try !work.run(after: setting, ["info", "in.jpg", "--json"] + option).text.contains(Self.escape))
  }

  @Test func onlyWhatAutoAlwaysAndNeverSay() throws {
    #expect(try work.run("info", "in.jpg", "--color", "red").status == 64)
  }

  /// Runs a command of a shell on a terminal of its own; returns what came.
  private func onTerminal(_ command: String) throws -> String {
    let outcome = try work.run(
      after: "export TERM=xterm; unset NO_COLOR CLICOLOR_FORCE COLUMNS;"
        + "script -qec \"\(command.replacingOccurrences(of: "PROGRAM", with: "'$0'"))\" /dev/null; exit $?;",
      [])
    return outcome.text
  }

  /// What a terminal shows at each end of a line, of text that draws over lines.
  private func rows(_ text: String) -> [String] {
    var (rows, row, column) = ([String](), [Character](), 0)
    var rest = Array(text.replacingOccurrences(of: "\r\n", with: "\n"))[...]
    while let character = rest.popFirst() {
      switch character {
      case "\n":
        rows.append(String(row))
        (row, column) = ([], 0)
      case "\r": column = 0
      case "\u{1B}":
        let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
        if rest[end] == "K" { row.removeSubrange(min(column, row.count)...) }
        rest = rest[rest.index(after: end)...]
      default:
        if column < row.count { row[column] = character } else { row.append(character) }
        column += 1
      }
    }
    return rows + (row.isEmpty ? [] : [String(row)])
  }

  @Test(
    .enabled(if: Program.installed("script") != nil, "script is not installed"),
    arguments: ["info", "validate"])
  func progressStandsAlone(command: String) throws {
    // The first photo takes more than a second to come, so that there is a bar before the others.
    let text = try onTerminal(
      "(sleep 1.2; cat in.jpg) | PROGRAM \(command) --jobs 1 - in.jpg bad.jpg in.jpg bad.jpg in.jpg")
    #expect(text.contains(command == "info" ? "] 2/6" : "photos looked at"), "\(text)")
    let rows = rows(text)
    #expect(!rows.contains { $0.contains("[#") || $0.contains("looked at") }, "\(rows)")
    #expect(rows.filter { $0.hasPrefix("in.jpg") }.count == 3 && rows.contains { $0.contains("bad.jpg") })
  }

  @Test(.enabled(if: Program.installed("script") != nil, "script is not installed"))
  func coloursOfTerminals() throws {
    #expect(try onTerminal("PROGRAM validate in.jpg").contains("\(Self.escape)32mvalid"))
    #expect(try !onTerminal("TERM=dumb PROGRAM validate in.jpg").contains(Self.escape))
    #expect(try !onTerminal("NO_COLOR=1 PROGRAM validate in.jpg").contains(Self.escape))
  }
}
