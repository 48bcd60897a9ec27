internal import AuxDepthKit

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Copies numbers that a caller gave; throws `usage` for NULL.
func array<Element: BitwiseCopyable>(
  _ base: UnsafeMutablePointer<Element>?, _ count: Int, _ name: String
) throws(AuxError) -> [Element] {
  guard base != nil || count == 0 else { throw missing(name) }
  return try optionalArray(base, count)
}

/// Copies numbers that a caller gave; none for NULL.
func optionalArray<Element: BitwiseCopyable>(
  _ base: UnsafeMutablePointer<Element>?, _ count: Int
) throws(AuxError) -> [Element] {
  guard count >= 0, count <= Int.max / 16 else { throw AuxError(.usage, "a count of \(count) numbers") }
  return base.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
}

/// Copies of arrays that a caller frees, who gets all of them or none.
struct ArrayCopies: ~Copyable {
  private var made: [UnsafeMutableRawPointer] = []

  /// Returns a copy of numbers; nil for an empty array.
  mutating func copy<Element: BitwiseCopyable>(
    _ values: [Element]
  ) throws(AuxError) -> UnsafeMutablePointer<Element>? {
    guard !values.isEmpty else { return nil }
    let count = values.count * MemoryLayout<Element>.stride
    guard let memory = malloc(count) else { throw AuxError(.io, "there is no memory for \(count) bytes") }
    made.append(memory)
    values.withUnsafeBytes { if let base = $0.baseAddress { memcpy(memory, base, count) } }
    return memory.assumingMemoryBound(to: Element.self)
  }

  /// Leaves the copies to the caller.
  mutating func handOver() { made = [] }

  deinit { for memory in made { free(memory) } }
}
