internal import Synchronization

/// The request to end work early, by another thread, by a handler of signals, or by the cancellation of a Swift task.
///
/// Threads that ``WorkerThread`` begins have that of the thread that began them.
@safe package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  /// The Swift task that the work is part of.
  private nonisolated(unsafe) let task: UnsafeCurrentTask?

  package init() { unsafe task = nil }

  private init(_ task: UnsafeCurrentTask) { unsafe self.task = task }

  package func cancel() { flag.store(true, ordering: .releasing) }

  package var isRequested: Bool { unsafe flag.load(ordering: .acquiring) || task?.isCancelled == true }

  /// True if the work of this thread was cancelled, or the Swift task that it runs.
  package static var isRequested: Bool { Task.isCancelled || current?.isRequested == true }

  /// Calls `body` with the cancellation for threads that it starts and joins.
  ///
  /// A task outlives the function that runs in it, and so the threads that this function joins.
  static func withInherited<Result>(_ body: (Cancellation?) -> Result) -> Result {
    if let current { return body(current) }
    return unsafe withUnsafeCurrentTask { task in unsafe body(task.map { unsafe Cancellation($0) }) }
  }

  /// That of this thread; nil where nothing ends its work early.
  package static var current: Cancellation? {
    get { ofThread.value }
    set { ofThread.value = newValue }
  }

  private static let ofThread = ThreadValue<Cancellation>()
}
