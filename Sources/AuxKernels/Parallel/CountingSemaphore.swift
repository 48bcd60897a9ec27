/// A number of things that threads add to and wait for.
package struct CountingSemaphore: Sendable {
  private let count: Monitor<Int>

  /// Creates it with so many things.
  package init(_ count: Int = 0) { self.count = Monitor(count) }

  /// Adds one.
  package func signal() { count.change(waking: .one) { $0 += 1 } }

  /// Waits for one, and takes it.
  package func wait() { count.change(when: { $0 > 0 }, waking: .none) { $0 -= 1 } }
}
