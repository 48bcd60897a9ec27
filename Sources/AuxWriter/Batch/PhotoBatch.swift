internal import AuxKernels

/// Edits of many photos, several at a time, that come out as if they were made one after the other.
///
/// ```swift
/// PhotoBatch.edit(photos) { photo, turn throws(AuxError) in
///   var destination = try ImageDestination(from: ImageSource(editing: photo))
///   turn.writes([photo])
///   try destination.removeAuxiliaryImages()
///   return try destination.finalize(to: photo, options: .inPlace)
/// } tell: { photo, result in
///   print(photo, result)
/// }
/// ```
///
/// Work that only reads needs no turns: `WorkerPool.inOrder(_:jobs:_:tell:)`.
public enum PhotoBatch {
  /// Edits photos on `jobs` threads at most, and tells what became of each in their order.
  ///
  /// `edit` is called for one photo after the other and has the turn to itself at first: there it opens the photo,
  /// states what else it reads (``EditTurn/reads(_:)``) and chooses its outputs, which may depend on the photos before;
  /// stating these (``EditTurn/writes(_:)``) lets the next photo begin, and what then follows is done side by side. A
  /// photo waits for those before it that write what it reads, or read or write what it writes, so that the outputs
  /// depend neither on `jobs` nor on how long anything takes. Files are told apart as the system does, whatever links
  /// lead to them. `tell`, memory and errors are as `WorkerPool.inOrder(_:jobs:_:tell:)` says.
  public static func edit<Value: Sendable, Problem: Error, Failure: Error>(
    _ photos: some Sequence<String>, jobs: Int? = nil,
    _ edit: @Sendable (_ photo: String, _ turn: EditTurn) throws(Problem) -> Value,
    tell: (_ photo: String, _ result: Result<Value, Problem>) throws(Failure) -> Void
  ) throws(Failure) {
    var photos = Peeked(photos.makeIterator())
    guard jobs != 1, photos.hasSeveral else {
      // One photo at a time waits for no other.
      let turn = EditTurn(number: 0, ledger: nil)
      return try WorkerPool.inOrder(photos, jobs: 1) { photo throws(Problem) in
        try edit(photo, turn)
      } tell: { photo, result throws(Failure) in
        try tell(photo, result)
      }
    }
    let ledger = FileLedger()
    try WorkerPool.inOrder(photos.enumerated(), jobs: jobs) { item throws(Problem) in
      ledger.begin(item.offset)
      defer { ledger.end(item.offset) }
      let turn = EditTurn(number: item.offset, ledger: ledger)
      turn.reads([item.element])
      return try edit(item.element, turn)
    } tell: { item, result throws(Failure) in
      try tell(item.element, result)
    }
  }
}

/// Paths that can say whether there are several.
private struct Peeked<Paths: IteratorProtocol<String>>: Sequence, IteratorProtocol {
  private var taken: ArraySlice<String> = []
  private var rest: Paths

  init(_ paths: Paths) { rest = paths }

  /// Whether there are two more at least.
  var hasSeveral: Bool {
    mutating get {
      while taken.count < 2, let next = rest.next() { taken.append(next) }
      return taken.count == 2
    }
  }

  mutating func next() -> String? { taken.popFirst() ?? rest.next() }
}

/// The turn of one photo among those of a ``PhotoBatch``.
public struct EditTurn: Sendable {
  fileprivate let number: Int
  /// What other photos read and write; nil where there are none at the time.
  fileprivate let ledger: FileLedger?

  /// States files that the edit reads beside the photo, before it opens them.
  ///
  /// Waits until no photo before this one writes any of them. Called before ``writes(_:)``.
  public func reads(_ paths: [String]) { ledger?.reads(paths, by: number) }

  /// States the files that the edit writes, before it looks at them, and lets the next photo begin.
  ///
  /// Waits until no photo before this one reads or writes any of them. Called once at most; the turn of an edit that
  /// writes nothing ends with it.
  public func writes(_ paths: [String]) {
    ledger?.writes(paths, by: number)
    ledger?.leave(number)
  }
}
