#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension [UInt8] {
  /// Returns whether the letters of a word, which has some, stand anywhere in these bytes.
  package func contains(word: String) -> Bool {
    let word = Array(word.utf8)
    var start = 0
    while let found = firstIndex(of: word[0], from: start), count - found >= word.count {
      if self[found..<(found + word.count)].elementsEqual(word) { return true }
      start = found + 1
    }
    return false
  }

  /// Returns the first index from `start` on that holds `value`.
  func firstIndex(of value: UInt8, from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      // The system's search looks at many bytes at a time.
      guard let found = unsafe memchr(base + start, Int32(value), bytes.count - start) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
