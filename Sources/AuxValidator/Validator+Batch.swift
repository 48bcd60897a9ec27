internal import AuxKernels

extension Validator {
  /// How many files each thread takes before their reports are handed out; memory is bounded by it.
  private static let filesPerJob = 16

  /// Checks many files, several at a time, and hands out each report in the order of the paths.
  ///
  /// At most `jobs` threads work, or as many as there are processors. Paths are taken as they are needed, and no more
  /// than some dozens of reports are kept at once. An error of `body` ends the work.
  public func validate<Failure: Error>(
    paths: some Sequence<String>, jobs: Int? = nil,
    _ body: (_ path: String, _ report: Report) throws(Failure) -> Void
  ) throws(Failure) {
    let jobs = max(jobs ?? WorkerPool.coreCount, 1)
    var iterator = paths.makeIterator()
    while true {
      var window: [String] = []
      while window.count < jobs * Self.filesPerJob, let path = iterator.next() { window.append(path) }
      guard !window.isEmpty else { return }
      let reports = WorkerPool.map(window, jobs: jobs, validate(path:))
      for (path, report) in zip(window, reports) { try body(path, report) }
    }
  }
}
