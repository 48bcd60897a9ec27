import AuxDepthKit
import Dispatch

/// Runs calls that block on threads that may wait, and not on those that all tasks share.
final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()
  private let queue = DispatchQueue(label: "photos", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Blurs a photo while other tasks go on; throws `cancelled`, and writes nothing, if the task is cancelled.
public func blurInTask(_ photo: String, focus: Float, radius: Float, output: String) async throws {
  try await withTaskExecutorPreference(BlockingExecutor.shared) {
    try blur(photo, focus: focus, radius: radius, output: output)
  }
}

/// Returns the verdicts on photos while other tasks go on; those after a cancellation are `notJudged`.
public func judgementsInTask(of photos: [String]) async -> [Validator.Judgement] {
  await withTaskExecutorPreference(BlockingExecutor.shared) {
    var judgements: [Validator.Judgement] = []
    Validator().validate(paths: photos) { _, report in judgements.append(report.judgement) }
    return judgements
  }
}
