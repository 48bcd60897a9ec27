internal import ArgumentParser
internal import AuxDepthKit

/// The options about findings that are known.
struct BaselineArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Findings in this file are known: they are told, and do not count.",
      discussion:
        "A finding is known by its file, seen from the folder of the baseline, its rule and its place.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var baseline: String?

  @Flag(
    help: "Write what is found, errors and warnings, into the file of --baseline; all of it is known then.")
  var updateBaseline = false

  func validate() throws {
    guard baseline != nil || !updateBaseline else {
      throw ValidationError("--update-baseline needs --baseline")
    }
    guard baseline != StandardStream.path else { throw ValidationError("--baseline needs a file") }
  }

  /// Returns what is known; nil where nobody asks. A file that is to be written need not be there.
  func read() throws -> FindingBaseline? {
    guard let baseline else { return nil }
    return try Failure.ending { () throws(AuxError) in
      do throws(AuxError) { return try FindingBaseline(contentsOf: baseline) } catch {
        guard updateBaseline, error.code == .inputMissing else { throw error }
        return FindingBaseline(folder: FilePath.folder(of: baseline))
      }
    }
  }

  /// Says what is known and gone, and writes the baseline where that is asked for.
  func end(_ known: FindingBaseline?, quiet: Bool) throws {
    guard let known, let baseline else { return }
    let gone = known.gone
    if !quiet, !gone.isEmpty {
      for (entry, count) in gone.prefix(20) {
        let place = entry.place.isEmpty ? "" : " \(entry.place)"
        Console.error(
          "auxdepth: note: gone: \(entry.path): \(entry.rule)\(place)\(count > 1 ? " (\(count))" : "")")
      }
      let total = gone.reduce(0) { $0 + $1.count }
      let rest = gone.count > 20 ? ", \(gone.count - 20) kinds not listed" : ""
      Console.error(
        "auxdepth: note: \(total) known finding\(total == 1 ? " is" : "s are") gone\(rest)"
          + (updateBaseline ? "" : "; --update-baseline writes what is left"))
    }
    guard updateBaseline else { return }
    try Failure.one(baseline) { () throws(AuxError) in
      try OutputFile.write(Array(known.text.utf8), to: baseline, options: .replacing)
    }
  }
}
