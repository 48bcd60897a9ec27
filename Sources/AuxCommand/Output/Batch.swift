internal import ArgumentParser
internal import AuxDepthKit

/// Works on the inputs of a command, several at a time; their output is printed in their order.
struct Batch {
  let paths: InputPaths
  /// How many are worked on at once; nil for as many as there are processors.
  let jobs: Int?
  /// Whether there is no progress bar and are no notes.
  let quiet: Bool

  /// What became of the parts of one input.
  struct Parts {
    var isAnyDone = false
    /// The errors of those that were not.
    var failures: [AuxError] = []
    /// The errors of what was expected of the input and is not there, which says nothing against the input.
    var expected: [AuxError] = []

    init(isAnyDone: Bool = false) { self.isAnyDone = isAnyDone }

    /// Begins with what a photo lacks of the kinds that it has to have.
    init(expecting kinds: [AuxiliaryKind], of source: ImageSource) {
      expected = source.absent(of: kinds).map { source.missingError(of: [$0]) }
    }
  }

  /// What became of one input, and what there is to say of it.
  private struct Outcome: Sendable {
    var parts = Parts()
    var lines: [Transcript.Line]

    /// Whether anything is said of it on standard output.
    var hasResult: Bool {
      lines.contains { if case .output = $0 { true } else { false } }
    }

    init(quiet: Bool, _ body: (Transcript) throws(AuxError) -> Parts) {
      let notes = Transcript(quiet: quiet)
      do throws(AuxError) { parts = try body(notes) } catch { parts.failures = [error] }
      lines = notes.lines
    }
  }

  /// Creates the work; bars and notes are left out where it is quiet.
  init(_ paths: InputPaths, jobs: JobsArguments, quiet: Bool) {
    (self.paths, self.jobs, self.quiet) = (paths, jobs.jobs, quiet)
  }

  /// Runs `body`, which writes nothing, for each input; a failure is reported and does not stop the rest.
  ///
  /// Throws the exit status at the end: that of the one input, or, where some of several failed, 1, unless the system is
  /// the cause of all that failed; that of a list or folder that could not be read; 66 where there is no photo.
  func read(_ body: @Sendable (_ path: String, _ notes: Transcript) throws(AuxError) -> Void) throws {
    var tally = Tally(self)
    AuxWorkerPool.inOrder(paths, jobs: jobs) { [quiet] path in
      Outcome(quiet: quiet) { notes throws(AuxError) in
        try body(path, notes)
        return Parts(isAnyDone: true)
      }
    } onResult: { path, result in
      tally.add(result.get(), of: path)
    }
    try tally.end(with: paths)
  }

  /// Runs `body`, which writes files, for each input. Parts of an input may fail: failures are reported and do not
  /// stop the rest.
  ///
  /// Throws as ``read(_:)``; a single input that was done in part has the status of several inputs, and one that
  /// lacks what was expected has 1.
  func edit(
    _ body:
      @Sendable (_ path: String, _ claims: PhotoBatch.FileClaims, _ notes: Transcript) throws(AuxError) ->
      Parts
  ) throws {
    var tally = Tally(self)
    PhotoBatch.edit(paths, jobs: jobs) { [quiet] path, claims in
      Outcome(quiet: quiet) { notes throws(AuxError) in try body(path, claims, notes) }
    } onResult: { path, result in
      tally.add(result.get(), of: path)
    }
    try tally.end(with: paths)
  }

  /// What became of the inputs so far.
  private struct Tally {
    private var progress: Progress
    private var errors: [AuxError] = []
    /// The exit status of the first input that failed, as if it were alone.
    private var status: Int32?
    private var count = 0
    private var shared = SharedNotes()

    init(_ batch: Batch) { progress = Progress(total: batch.paths.count, quiet: batch.quiet) }

    mutating func add(_ outcome: Outcome, of path: String) {
      count += 1
      let parts = outcome.parts
      for line in outcome.lines {
        guard case .shared(let note, let path) = line else { continue }
        shared.add(note, of: path)
      }
      Transcript.print(
        outcome.lines.filter { if case .shared = $0 { false } else { true } })
      if !parts.failures.isEmpty || !parts.expected.isEmpty {
        // The JSON object of the photo lists its failed images already.
        for failure in parts.failures { Failure.report(failure, path: path, isListed: outcome.hasResult) }
        for failure in parts.expected { Failure.report(failure, path: path) }
        let own = parts.failures + parts.expected
        let first = parts.isAnyDone ? nil : parts.failures.first
        status = status ?? first.map(Failure.status) ?? Failure.status(ofSeveral: own)
        errors += own
      }
      progress.advance()
    }

    mutating func end(with paths: InputPaths) throws {
      progress.clear()
      shared.print()
      try Failure.end(with: paths.failures)
      if count == 0 { try Failure.ending { () throws(AuxError) in throw paths.noPhotoError } }
      guard let status else { return }
      throw ExitCode(count == 1 ? status : Failure.status(ofSeveral: errors))
    }
  }
}
