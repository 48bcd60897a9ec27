public import AuxImage

/// Paths one after the other, given or read from lists in files: memory does not grow with their number.
///
/// A list is read as its paths are asked for, and once: what was taken from it does not come again. Where it cannot be
/// read any further, it ends, the next one goes on, and ``failure`` says so.
public struct PathList: Sequence, IteratorProtocol {
  /// What ends a path in a list.
  public enum Separator: UInt8, Hashable, Sendable {
    /// A line feed.
    case newline = 10
    /// NUL, which no path has in it.
    case nul = 0
  }

  private var waiting: ArraySlice<String>
  private var lists: [LineReader] = []
  /// Shared by all copies, as the lists are.
  private let failures = FailureRecord()

  /// Creates the list of given paths.
  public init(_ paths: [String] = []) { waiting = paths[...] }

  /// Why the first list that could not be read to its end ended early; nil where there is none.
  ///
  /// An `AuxError` with code `io` that names the file, `-` for standard input. It is there once the paths were taken,
  /// from this value or from a copy of it; what stood after the last separator is not among them.
  public var failure: AuxError? { failures.first }

  /// Appends the paths in a file, or on standard input where `path` is `-`; empty ones are left out.
  ///
  /// Throws `AuxError` that names the file: `inputMissing` where it cannot be opened or is a folder, `io` where the
  /// system knows nothing of it.
  public mutating func append(
    listAt path: String, separator: Separator = .newline
  ) throws(AuxError) {
    do throws(AuxError) {
      try append(path == "-" ? .standardInput : OpenList(path: path), at: path, separator: separator)
    } catch { throw error.about(path) }
  }

  /// Appends the paths in an open file that messages call `path`.
  mutating func append(_ list: OpenList, at path: String, separator: Separator) throws(AuxError) {
    try list.checkIsNoFolder()
    lists.append(LineReader(list, path: path, separator: separator.rawValue))
  }

  /// Returns the next path, or nil at the end.
  public mutating func next() -> String? {
    if let path = waiting.popFirst() { return path }
    while let list = lists.first {
      do throws(AuxError) {
        if let path = try list.next() { return path }
      } catch { failures.add(error) }
      lists.removeFirst()
    }
    return nil
  }
}

/// The first of the errors that were met.
private final class FailureRecord {
  private(set) var first: AuxError?

  func add(_ error: AuxError) { first = first ?? error }
}

/// The lines of a stream, read as they are asked for.
private final class LineReader {
  private let list: OpenList
  private let path: String
  private let separator: UInt8
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  init(_ list: OpenList, path: String, separator: UInt8) {
    (self.list, self.path, self.separator) = (list, path, separator)
  }

  /// Returns the next line that is not empty.
  func next() throws(AuxError) -> String? {
    while true {
      if let end = buffer[position...].firstIndex(of: separator) {
        defer { position = end + 1 }
        if end > position { return String(decoding: buffer[position..<end], as: UTF8.self) }
      } else if isAtEnd {
        defer { position = buffer.count }
        return position < buffer.count ? String(decoding: buffer[position...], as: UTF8.self) : nil
      } else {
        let more: [UInt8]
        do throws(AuxError) { more = try list.read(upTo: 64 << 10) } catch { throw error.about(path) }
        isAtEnd = more.isEmpty
        buffer = Array(buffer[position...]) + more
        position = 0
      }
    }
  }
}
