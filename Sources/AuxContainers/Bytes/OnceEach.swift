internal import Synchronization

/// A value that is made when it is first asked for, and kept.
package final class Once<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)

  package init() {}

  /// Returns what is kept, which `make` makes for the first who asks; others wait meanwhile.
  package func value(_ make: () -> Value) -> Value {
    known.withLock { known in
      if let known { return known }
      let value = make()
      known = value
      return value
    }
  }
}

/// Values that are made once for each key and kept, however often they are asked for.
///
/// Many users of one object of a file cost no more than one: what is kept is bounded by the number of objects, not by
/// that of their users. Copies of a structure that holds this share it.
package final class OnceEach<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Mutex<[Key: Value]>([:])

  package init() {}

  /// Returns what is kept for a key, which `make` makes where it is asked for first.
  package func value(_ key: Key, _ make: () -> Value) -> Value {
    if let value = known.withLock({ $0[key] }) { return value }
    let value = make()
    known.withLock { $0[key] = value }
    return value
  }
}
