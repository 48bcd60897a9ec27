internal import AuxKernels

/// Edits of many photos, several at a time, that come out as if they were made one after the other.
///
/// ```swift
/// PhotoBatch.edit(photos) { photo, claims throws(AuxError) in
///   var destination = try ImageDestination(from: ImageSource(editing: photo))
///   claims.writes([photo])
///   try destination.removeAuxiliaryImages()
///   return try destination.finalize(to: photo, options: .inPlace)
/// } onResult: { photo, result in
///   print(photo, result)
/// }
/// ```
///
/// Work that only reads claims no files: `AuxWorkerPool.inOrder(_:jobs:_:onResult:)`.
public enum PhotoBatch {
  /// Edits photos on `jobs` threads at most, and hands their results to `onResult` in their order.
  ///
  /// `edit` is called for one photo after the other and runs alone at first: there it opens the photo, claims what else
  /// it reads (``FileClaims/reads(_:)``) and chooses its outputs, which may depend on the photos before. Claiming these
  /// (``FileClaims/writes(_:)``) lets the next photo begin, and both go on side by side. A photo waits for those before it
  /// that write what it reads, or read or write what it writes, so that the outputs depend neither on `jobs` nor on how
  /// long anything takes. Two paths are the same file where the system says so, whatever links lead to it. `onResult`, memory
  /// and errors are as for `AuxWorkerPool.inOrder(_:jobs:_:onResult:)`.
  public static func edit<Value: Sendable, Problem: Error, Failure: Error>(
    _ photos: some Sequence<String>, jobs: Int? = nil,
    _ edit: @Sendable (_ photo: String, _ claims: FileClaims) throws(Problem) -> Value,
    onResult: (_ photo: String, _ result: Result<Value, Problem>) throws(Failure) -> Void
  ) throws(Failure) {
    var photos = Peeked(photos.makeIterator())
    guard jobs != 1, photos.hasSeveral else {
      // One photo at a time waits for no other.
      let claims = FileClaims(number: 0, ledger: nil)
      return try AuxWorkerPool.inOrder(photos, jobs: 1) { photo throws(Problem) in
        try edit(photo, claims)
      } onResult: { photo, result throws(Failure) in
        try onResult(photo, result)
      }
    }
    let ledger = FileLedger()
    try AuxWorkerPool.inOrder(photos.enumerated(), jobs: jobs) { item throws(Problem) in
      ledger.begin(item.offset)
      defer { ledger.end(item.offset) }
      let claims = FileClaims(number: item.offset, ledger: ledger)
      claims.reads([item.element])
      return try edit(item.element, claims)
    } onResult: { item, result throws(Failure) in
      try onResult(item.element, result)
    }
  }

  /// The files that the edit of one photo reads and writes, which edits of other photos wait for.
  public struct FileClaims: Sendable {
    fileprivate let number: Int
    /// What other photos read and write; nil where no other photo is edited at the same time.
    fileprivate let ledger: FileLedger?

    /// Claims files that the edit reads beside the photo, before it opens them.
    ///
    /// Waits until no photo before this one writes any of them. Called before ``writes(_:)``.
    public func reads(_ paths: [String]) { ledger?.reads(paths, by: number) }

    /// Claims the files that the edit writes, before it looks at them, and lets the next photo begin.
    ///
    /// Waits until no photo before this one reads or writes any of them. Called once at most; without a call, the next
    /// photo begins when the edit ends.
    public func writes(_ paths: [String]) {
      ledger?.writes(paths, by: number)
      ledger?.leave(number)
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
