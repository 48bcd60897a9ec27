internal import AuxDepthKit
internal import Foundation

/// The paths that the command line names, one after the other: memory does not grow with their number.
struct PathList: Sequence, IteratorProtocol {
  private var waiting: ArraySlice<String>
  private var lists: [LineReader] = []

  /// Creates the list of the paths that a user named.
  init(_ paths: [String]) { waiting = paths[...] }

  /// Appends the paths in a file, or on standard input where `path` is `-`.
  mutating func append(listAt path: String, separator: UInt8) throws(AuxError) {
    guard path != "-" else {
      lists.append(LineReader(.standardInput, separator: separator))
      return
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw AuxError(.inputMissing, "cannot be opened")
    }
    lists.append(LineReader(handle, separator: separator))
  }

  /// Returns the next path.
  mutating func next() -> String? {
    if let path = waiting.popFirst() { return path }
    while let list = lists.first {
      if let path = list.next() { return path }
      lists.removeFirst()
    }
    return nil
  }
}

/// The lines of a stream, read as they are asked for.
final class LineReader {
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
