package import AuxImage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads a source forwards through a small buffer, for walking headers and finding markers.
package struct ByteWindow {
  private let source: any ByteSource
  private let capacity: Int
  private var buffer: [UInt8] = []
  private var bufferOffset = 0

  package init(_ source: any ByteSource, capacity: Int = 16 << 10) {
    self.source = source
    self.capacity = capacity
  }

  /// Fills the buffer so that it holds at least `count` bytes from `offset` on.
  private mutating func load(_ offset: Int, _ count: Int) throws(AuxError) {
    let start = offset - bufferOffset
    if start >= 0, start <= buffer.count, buffer.count - start >= count { return }
    try source.check(offset: offset, count: count)
    buffer = try source.readPrefix(at: offset, count: max(count, capacity))
    bufferOffset = offset
  }

  package mutating func byte(at offset: Int) throws(AuxError) -> UInt8 {
    try load(offset, 1)
    return buffer[offset - bufferOffset]
  }

  package mutating func uint16(at offset: Int) throws(AuxError) -> UInt16 {
    try load(offset, 2)
    let at = offset - bufferOffset
    return UInt16(buffer[at]) << 8 | UInt16(buffer[at + 1])
  }

  /// Returns up to `count` bytes from `offset` on, fewer at the end of the source.
  package mutating func prefix(at offset: Int, count: Int) throws(AuxError) -> [UInt8] {
    let count = min(count, max(0, source.byteCount - offset))
    try load(offset, count)
    let at = offset - bufferOffset
    return Array(buffer[at..<(at + count)])
  }

  /// Returns the offset of the next byte of that value from `offset` on, or nil where no byte before `end` has it.
  package mutating func find(
    _ value: UInt8, from offset: Int, before end: Int = .max
  ) throws(AuxError) -> Int? {
    let end = min(end, source.byteCount)
    var offset = offset
    while offset < end {
      try load(offset, 1)
      let at = offset - bufferOffset
      if let found = buffer.firstIndex(of: value, from: at) {
        return bufferOffset + found < end ? bufferOffset + found : nil
      }
      offset = bufferOffset + buffer.count
    }
    return nil
  }
}

extension ByteSource {
  /// Returns `count` bytes from `offset` on; few of them are taken from a window, which saves a call of the system.
  package func read(
    at offset: Int, count: Int, through window: inout ByteWindow
  ) throws(AuxError) -> [UInt8] {
    try check(offset: offset, count: count)
    return count < 4 << 10 ? try window.prefix(at: offset, count: count) : try read(at: offset, count: count)
  }
}

extension [UInt8] {
  /// Returns whether these bytes contain the letters of a word, which is not empty.
  package func contains(word: String) -> Bool {
    let word = Array(word.utf8)
    var start = 0
    while let found = firstIndex(of: word[0], from: start), count - found >= word.count {
      if self[found..<(found + word.count)].elementsEqual(word) { return true }
      start = found + 1
    }
    return false
  }

  func firstIndex(of value: UInt8, from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      // The system's search looks at many bytes at a time.
      guard let found = unsafe memchr(base + start, Int32(value), bytes.count - start) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
