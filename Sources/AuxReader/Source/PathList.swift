public import AuxImage
internal import Foundation

/// Paths one after the other, given or read from lists in files: memory does not grow with their number.
///
/// A list is read as its paths are asked for, and once: what was taken from it does not come again. Where it cannot be
/// read any further, it ends.
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

  /// Creates the list of given paths.
  public init(_ paths: [String] = []) { waiting = paths[...] }

  /// Appends the paths in a file, or on standard input where `path` is `-`; empty ones are left out.
  ///
  /// Throws `AuxError` with code `inputMissing` where the file cannot be opened; it names the file.
  public mutating func append(
    listAt path: String, separator: Separator = .newline
  ) throws(AuxError) {
    guard path != "-" else {
      lists.append(LineReader(.standardInput, separator: separator.rawValue))
      return
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw AuxError(.inputMissing, "cannot be opened", path: path)
    }
    lists.append(LineReader(handle, separator: separator.rawValue))
  }

  /// Returns the next path, or nil at the end.
  public mutating func next() -> String? {
    if let path = waiting.popFirst() { return path }
    while let list = lists.first {
      if let path = list.next() { return path }
      lists.removeFirst()
    }
    return nil
  }
}

/// The lines of a stream, read as they are asked for.
private final class LineReader {
  private let handle: FileHandle
  private let separator: UInt8
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  init(_ handle: FileHandle, separator: UInt8) {
    self.handle = handle
    self.separator = separator
  }

  /// Returns the next line that is not empty.
  func next() -> String? {
    while true {
      if let end = buffer[position...].firstIndex(of: separator) {
        defer { position = end + 1 }
        if end > position { return String(decoding: buffer[position..<end], as: UTF8.self) }
      } else if isAtEnd {
        defer { position = buffer.count }
        return position < buffer.count ? String(decoding: buffer[position...], as: UTF8.self) : nil
      } else {
        let more = (try? handle.read(upToCount: 64 << 10)) ?? nil
        isAtEnd = more?.isEmpty != false
        buffer = Array(buffer[position...]) + (more ?? Data())
        position = 0
      }
    }
  }
}
