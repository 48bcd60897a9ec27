internal import AuxKernels

extension Validator {
  /// Checks many files, several at a time, and hands out each report in the order of the paths.
  ///
  /// At most `jobs` threads work, or as many as there are processors. Paths are taken as they are needed, and no more
  /// than 16 reports for each thread are kept at once, as `WorkerPool.inOrder(_:jobs:_:tell:)` says. An error of `body`
  /// ends the work.
  public func validate<Failure: Error>(
    paths: some Sequence<String>, jobs: Int? = nil,
    _ body: (_ path: String, _ report: Report) throws(Failure) -> Void
  ) throws(Failure) {
    try WorkerPool.inOrder(paths, jobs: jobs, validate(path:)) { path, result throws(Failure) in
      try body(path, result.get())
    }
  }
}
