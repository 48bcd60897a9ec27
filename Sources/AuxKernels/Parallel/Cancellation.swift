internal import Synchronization

/// What ends work early when another thread, or a handler of signals, asks for it.
///
/// Threads that ``WorkerThread`` begins have that of the thread that began them.
package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package func cancel() { flag.store(true, ordering: .releasing) }

  package var isRequested: Bool { flag.load(ordering: .acquiring) }

  /// Whether the end of what this thread does was asked for.
  package static var isRequested: Bool { current?.isRequested == true }

  /// That of this thread; nil where nothing ends its work early.
  package static var current: Cancellation? {
    get { ofThread.value }
    set { ofThread.value = newValue }
  }

  private static let ofThread = ThreadValue<Cancellation>()
}
