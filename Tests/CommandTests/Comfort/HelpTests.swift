import AuxImage
import AuxMaps
import Foundation
import TestSupport
import Testing

/// Help: its topics, and how it is wrapped.
@Suite struct HelpTests {
  private let work: Workplace

  init() throws { work = try Workplace() }

  private func help(_ arguments: [String], columns: Int) throws -> [Substring] {
    let outcome = try work.run(after: "export COLUMNS=\(columns);", arguments)
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Each line takes what it can of the next one: nothing was wrapped before.
  @Test(
    arguments: [
      "info", "attach", "extract", "convert", "copy", "edit", "remove", "validate", "render", "stream",
      "codecs",
    ],
    [50, 72, 100, 160])
  func wrappedOnce(command: String, columns: Int) throws {
    let lines = try help([command, "--help"], columns: columns)
    #expect(
      lines.allSatisfy {
        $0.count <= columns || $0.hasPrefix("USAGE") || !$0.contains(" ") || $0.hasPrefix(" ")
      })
    let overview = lines.prefix { !$0.hasPrefix("USAGE") }
    for (line, next) in zip(overview, overview.dropFirst())
    where !line.isEmpty && !next.isEmpty && !next.hasPrefix(" ") && !line.hasPrefix(" ") {
      let word = next.prefix { $0 != " " }
      #expect(line.count + 1 + word.count > columns - 1, "\(columns): \(line) | \(next)")
    }
  }

  @Test(arguments: ["0", "-3", "x", ""]) func widthsThatAreNone(columns: String) throws {
    let outcome = try work.run(after: "export COLUMNS=\(columns);", ["info", "--help"])
    #expect(outcome.text.contains("OVERVIEW: Lists the auxiliary images"))
  }

  @Test func topicsHaveTheLibrarysTables() throws {
    let types = try work.succeed("help", "types")
    for type in AuxiliaryDataType.all { #expect(types.contains(type.name)) }
    #expect(
      types.contains(
        "\ngainmap\n  every gain map, whatever its form: hdrGainMap, isoGainMap, samsunggainmap,"))
    let table = try work.json("help", "types", "--json")
    #expect(table.objects("types").map { $0.string("name") } == AuxiliaryDataType.all.map(\.name))
    #expect(
      table.objects("groups").map { $0.string("name") } == [
        "depthmap", "mattes", "gainmap", "google", "makers",
      ])
    #expect(table.objects("groups").first?.strings("types") == ["depth", "disparity"])
    #expect(try work.run("help", "containers", "--json").status == 64)
    let containers = try work.succeed("help", "containers")
    for container in ImageContainer.allCases { #expect(containers.contains("\n\(container.rawValue)\n")) }
    let conventions = try work.succeed("help", "conventions")
    for convention in MapConvention.allCases { #expect(conventions.contains("\(convention.rawValue):")) }
    let statuses = try work.succeed("help", "exit-codes")
    for status in ["0", "1", "64", "65", "66", "69", "70", "73", "74", "75", "128+n"] {
      #expect(statuses.contains(" \(status)  ") || statuses.contains("\n\(status)  "), "\(status)")
    }
    let list = try work.succeed("help")
    for topic in ["conventions", "containers", "types", "exit-codes"] {
      #expect(list.contains("  \(topic): "))
    }
  }

  @Test("The first help says how the program is used, then what its statuses are, once")
  func statusesAreLast() throws {
    for arguments in [["--help"], ["-h"], ["help"], []] {
      let text = try work.run(arguments).text
      let parts = ["OVERVIEW: ", "USAGE: ", "SUBCOMMANDS:", "TOPICS:", "EXIT STATUS:"].map {
        text.components(separatedBy: $0)
      }
      #expect(parts.allSatisfy { $0.count == 2 }, "\(arguments): \(text)")
      let places = parts.map { $0[0].count }
      #expect(places == places.sorted(), "\(arguments): \(text)")
      #expect(text.contains("\n   64  usage: "), "\(arguments)")
    }
    #expect(try !work.succeed("info", "--help").contains("EXIT STATUS:"))
  }

  @Test func unknownTopics() throws {
    let outcome = try work.run("help", "typs")
    #expect(outcome.status == 64 && outcome.error.contains("'types'"), "\(outcome.error)")
  }

  @Test func topicsAreWrapped() throws {
    for topic in ["conventions", "containers", "types", "exit-codes"] {
      let lines = try help(["help", topic], columns: 60)
      #expect(lines.allSatisfy { $0.count <= 60 || !$0.drop { $0 == " " }.contains(" ") }, "\(topic)")
    }
  }
}
