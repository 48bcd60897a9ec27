internal import ArgumentParser
internal import AuxDepthKit

/// The options about mending what can be mended without touching a pixel.
struct FixArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Mend in place what can be mended without touching a pixel.",
      discussion: """
        A stale index, a missing essential bit, a wrong ispe, a missing irot, a map that is not hidden. The new file is \
        read back before it takes the place of the old one: all coded bytes are the same, the findings are gone, and \
        there is no new one.
        """))
  var fix = false

  @Flag(help: "With --fix, say what would be mended, and write nothing.")
  var dryRun = false

  @OptionGroup var sync: SyncArguments

  /// Whether files are written.
  var writes: Bool { fix && !dryRun }

  /// Checks that nothing is asked for without `--fix`, and that there is a file to mend.
  func check(_ paths: [String]) throws {
    guard fix || !(dryRun || sync.noSync || sync.backup) else {
      throw ValidationError("--dry-run, --no-sync and --backup are about --fix")
    }
    guard !writes || !paths.contains(StandardStream.path) else {
      throw ValidationError("standard input is not mended in place")
    }
  }

  /// Returns the report of a file after what can be mended was.
  func mended(_ report: Report, path: String, _ validator: Validator) throws(AuxError) -> Report {
    guard writes, report.findings.contains(where: { $0.repair != nil }) else { return report }
    let mended = try validator.repair(path: path, options: sync.options(.inPlace))
    if mended.invalidatesC2PA {
      Console.error(C2PAText.warning(path, photo: "mended", remedy: "remove --strip-c2pa"))
    }
    return mended
  }
}
