/// Work over bands of rows, several at a time, on the threads of ``AuxWorkerPool``.
///
/// How rows are cut into bands never depends on the number of jobs, so neither does a result.
package enum Bands {
  /// The rows of a band where a kernel has no reason for another number.
  package static let usualHeight = 32

  /// Calls `body` with each band of `rows` rows, on at most `jobs` threads.
  package static func forEach(
    rows: Int, height: Int = usualHeight, jobs: Int, _ body: @Sendable (_ band: Range<Int>) -> Void
  ) {
    let count = (rows + height - 1) / height
    AuxWorkerPool.forEach(below: count, jobs: jobs) { band in
      body(band * height..<min((band + 1) * height, rows))
    }
  }

  /// Calls `body` with each band of rows and the part of `target` that holds them.
  ///
  /// Generic only to hand out the parts; the loops over samples are in `body` and concrete.
  package static func write<Element: BitwiseCopyable>(
    _ target: inout [Element], rows: Int, height: Int = usualHeight, jobs: Int,
    _ body: @Sendable (_ band: Range<Int>, _ part: inout MutableSpan<Element>) -> Void
  ) {
    guard rows > 0 else { return }
    let length = target.count / rows
    precondition(target.count == rows * length)
    unsafe target.withUnsafeMutableBufferPointer { buffer in
      // The bands are disjoint, so no two threads write the same sample.
      nonisolated(unsafe) let whole = unsafe buffer
      forEach(rows: rows, height: height, jobs: jobs) { band in
        let range = band.lowerBound * length..<band.upperBound * length
        var part = unsafe MutableSpan(_unsafeElements: .init(rebasing: whole[range]))
        body(band, &part)
      }
    }
  }

  /// As ``write(_:rows:height:jobs:_:)`` for two arrays whose rows are written together.
  package static func write<First: BitwiseCopyable, Second: BitwiseCopyable>(
    _ first: inout [First], _ second: inout [Second], rows: Int, height: Int = usualHeight, jobs: Int,
    _ body:
      @Sendable (
        _ band: Range<Int>, _ one: inout MutableSpan<First>, _ two: inout MutableSpan<Second>
      ) -> Void
  ) {
    guard rows > 0 else { return }
    let length = second.count / rows
    precondition(second.count == rows * length)
    unsafe second.withUnsafeMutableBufferPointer { buffer in
      nonisolated(unsafe) let whole = unsafe buffer
      write(&first, rows: rows, height: height, jobs: jobs) { band, one in
        let range = band.lowerBound * length..<band.upperBound * length
        var two = unsafe MutableSpan(_unsafeElements: .init(rebasing: whole[range]))
        body(band, &one, &two)
      }
    }
  }

  /// Returns an array of undefined samples. The caller writes all of them before it reads one.
  ///
  /// Filling a large array with zeros first would cost as much as a simple effect.
  package static func undefined<Element: BitwiseCopyable>(_ count: Int, of type: Element.Type) -> [Element] {
    unsafe [Element](unsafeUninitializedCapacity: count) { _, written in written = count }
  }
}
