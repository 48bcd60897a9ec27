internal import AuxValidator
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Validates files on several cores and hands the reports out in the order of the paths.
struct ValidationBatch {
  /// How many files each core takes before the reports are handed out; memory is bounded by it.
  private static let filesPerJob = 16

  let validator: Validator
  let jobs: Int

  /// Validates every path of the list.
  func run(_ list: inout PathList, quiet: Bool, _ body: (String, Report) -> Void) {
    var progress = OpenProgress(quiet: quiet)
    while true {
      var window: [String] = []
      while window.count < jobs * Self.filesPerJob, let path = list.next() { window.append(path) }
      guard !window.isEmpty else { break }
      for (path, report) in zip(window, reports(of: window)) {
        progress.clear()
        body(path, report)
      }
      progress.advance(by: window.count)
    }
    progress.clear()
  }

  private func reports(of paths: [String]) -> [Report] {
    guard jobs > 1, paths.count > 1 else { return paths.map(validator.validate(path:)) }
    let results = Mutex([Report?](repeating: nil, count: paths.count))
    let next = Atomic(0)
    let validator = validator
    DispatchQueue.concurrentPerform(iterations: min(jobs, paths.count)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < paths.count else { return }
        let report = validator.validate(path: paths[index])
        results.withLock { $0[index] = report }
      }
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}

/// A count on standard error for work whose amount is not known before it ends; only on a terminal.
struct OpenProgress {
  private let start = ContinuousClock.now
  private var done = 0
  private var line: StatusLine

  init(quiet: Bool) { line = StatusLine(isShown: !quiet) }

  /// Counts files.
  mutating func advance(by count: Int) {
    done += count
    guard line.isShown, start.duration(to: .now) > .seconds(1) else { return }
    line.draw("\(done) photos looked at")
  }

  /// Removes the count from the terminal.
  mutating func clear() { line.clear() }
}
