internal import ArgumentParser

/// The option that bounds how many photos are worked on at once.
struct JobsArguments: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "How many photos are worked on at once (default: the number of cores).",
      discussion:
        "Output comes in the order of the photos, and is the same for any number. Each takes memory of its own."
    ))
  var jobs: Int?

  func validate() throws { try Self.check(jobs) }

  /// Throws where no number that work can be done with is asked for.
  fileprivate static func check(_ jobs: Int?) throws {
    guard (jobs ?? 1) > 0 else { throw ValidationError("--jobs needs a number above 0") }
  }
}

/// The option that bounds the threads which work on one picture.
struct ThreadArguments: ParsableArguments {
  @Option(help: "The number of threads (default: as many as there are cores).")
  var jobs: Int?

  func validate() throws { try JobsArguments.check(jobs) }
}
