package import AuxImage

/// Bytes that can be read anywhere, without being loaded as a whole.
package protocol ByteSource: Sendable {
  var byteCount: Int { get }
  /// Returns `count` bytes from `offset` on; throws `truncated` where the source ends before.
  func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8]
  /// Puts the bytes from `offset` on into all of `buffer`; throws as ``read(at:count:)``.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(AuxError)
  /// The first failure of the system to give bytes, whatever became of the error; nil while all were given.
  var failure: AuxError? { get }
  /// Whether another program has written to the bytes since they were opened.
  var isChanged: Bool { get }
}

extension ByteSource {
  package var failure: AuxError? { nil }
  package var isChanged: Bool { false }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(AuxError) {
    let bytes = try read(at: offset, count: buffer.count)
    unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
  }

  /// Returns what `body` made of the bytes; throws ``failure`` in place of a result that lacks bytes for it.
  ///
  /// What reads leniently goes on without a part that it cannot read. A failed disk is no fault of the file, and must
  /// not look like one: whatever reports on a file ends here.
  package func rethrowingReadFailure<Result>(_ body: () throws(AuxError) -> Result) throws(AuxError) -> Result
  {
    let result: Result
    do throws(AuxError) { result = try body() } catch {
      // What was put together of two versions is wrong in many ways, and none of them is the reason.
      let change = isChanged ? AuxError(.changed, "another program wrote to the file while it was read") : nil
      throw failure ?? change ?? error
    }
    if let failure { throw failure }
    return result
  }

  /// Throws `truncated` unless the range is inside the source.
  package func check(offset: Int, count: Int) throws(AuxError) {
    guard offset >= 0, count >= 0, offset <= byteCount, count <= byteCount - offset else {
      throw AuxError(
        .truncated, "\(count) bytes are needed and the file ends at byte \(byteCount)", offset: offset)
    }
  }

  /// Returns up to `count` bytes from `offset` on, fewer at the end of the source.
  package func readPrefix(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    guard offset >= 0, offset < byteCount else { return [] }
    return try read(at: offset, count: min(count, byteCount - offset))
  }
}

/// A source with other bytes at some places.
struct PatchedByteSource: ByteSource {
  private let source: any ByteSource
  private let patches: [(position: Int, bytes: [UInt8])]

  init(_ source: any ByteSource, _ patches: [(position: Int, bytes: [UInt8])]) {
    (self.source, self.patches) = (source, patches)
  }

  var byteCount: Int { source.byteCount }

  func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    var bytes = try source.read(at: offset, count: count)
    for patch in patches
    where patch.position >= offset && patch.position + patch.bytes.count <= offset + count {
      let start = patch.position - offset
      bytes.replaceSubrange(start..<(start + patch.bytes.count), with: patch.bytes)
    }
    return bytes
  }
}

package struct MemoryByteSource: ByteSource {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var byteCount: Int { bytes.count }

  package func read(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    try check(offset: offset, count: count)
    return Array(bytes[offset..<(offset + count)])
  }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(AuxError) {
    try check(offset: offset, count: buffer.count)
    unsafe bytes.withUnsafeBytes {
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<(offset + buffer.count)]))
    }
  }
}

extension ByteSource {
  /// Whether bytes are 0 throughout.
  package func isZero(_ range: Range<Int>) -> Bool {
    stride(from: range.lowerBound, to: range.upperBound, by: 64 << 10).allSatisfy { start in
      let bytes = try? read(at: start, count: min(64 << 10, range.upperBound - start))
      return bytes?.allSatisfy { $0 == 0 } ?? false
    }
  }
}
