package import AuxImage

/// Paths one after the other, given or read from lists in files: memory does not grow with their number.
///
/// A list is read once, as its paths are requested: a path that was taken does not come again. Where it cannot be
/// read any further, it ends, the next one goes on, and ``failures`` says so.
package struct PathList: Sequence, IteratorProtocol {
  /// What ends a path in a list.
  package enum Separator: UInt8, Hashable, Sendable {
    /// A line feed.
    case newline = 10
    /// NUL, which no path has in it.
    case nul = 0
  }

  private var waiting: ArraySlice<String>
  private var lists: [LineReader] = []
  private var folder: PhotoFiles.Iterator?
  /// Shared by all copies, as the lists are.
  private let failed = FailureRecord()
  /// Whether the path of a folder means the photos in it and in those below, as ``PhotoFiles`` finds them.
  package var looksIntoFolders: Bool
  private let ofAllContainers: Bool

  /// Creates the list of given paths; in folders, `ofAllContainers` finds what ``PhotoFiles`` finds with it.
  package init(_ paths: [String] = [], lookingIntoFolders: Bool = false, ofAllContainers: Bool = false) {
    waiting = paths[...]
    looksIntoFolders = lookingIntoFolders
    self.ofAllContainers = ofAllContainers
  }

  /// The longest path of a list, in bytes; that of Linux is 4,096. Source: limits.h, PATH_MAX.
  package static let longestPath = 64 << 10

  /// The most lines of a list, and the most bytes of one of them: a list without an end is an error, and no endless work.
  package static let (mostLines, longestLine) = (1_000_000, 256 << 20)

  /// Why lists ended early, paths in them were passed over and folders could not be looked into, in the order in which
  /// that was met.
  ///
  /// Each is an `AuxError` that names the file, `-` for standard input: with code `io`, or `limitExceeded` for a path of
  /// more than 65,536 bytes, after which the list goes on, and for a list that passes ``mostLines`` or ``longestLine``,
  /// which ends there. They are there once the paths were taken, from this value or from a copy of it; what stood after the last separator of such a list is not among these.
  package var failures: [AuxError] { failed.all }

  /// The files and links in folders that were passed over, so far.
  package var passedOver: PassedOverFiles { failed.passedOver }

  /// Appends the paths in a file, or on standard input where `path` is `-`; empty ones are left out.
  ///
  /// Lines may end with a carriage return and a line feed.
  ///
  /// Throws `AuxError` that names the file: `inputMissing` where it cannot be opened or is a folder, `io` where the
  /// system knows nothing of it.
  package mutating func append(
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

  package mutating func next() -> String? {
    while true {
      if let photo = folder?.next() { return photo }
      folder = nil
      guard let path = nextStated() else { return nil }
      guard looksIntoFolders else { return path }
      folder = PhotoFiles(at: path, ofAllContainers: ofAllContainers).makeIterator(failures: failed)
    }
  }

  private mutating func nextStated() -> String? {
    if let path = waiting.popFirst() { return path }
    while let list = lists.first {
      do throws(AuxError) {
        if let path = try list.next(failed) { return path }
      } catch { failed.add(error) }
      lists.removeFirst()
    }
    return nil
  }
}

/// The lines of a stream, read as they are asked for.
private final class LineReader {
  private let list: OpenList
  private let path: String
  private let separator: UInt8
  private var buffer: [UInt8] = []
  private var position = 0
  private var lines = 0
  private var isAtEnd = false

  init(_ list: OpenList, path: String, separator: UInt8) {
    (self.list, self.path, self.separator) = (list, path, separator)
  }

  /// Returns the next line that is not empty; one that is too long is passed over and added to `failures`.
  func next(_ failures: FailureRecord) throws(AuxError) -> String? {
    // What the line has in the buffers before this one; a line that is too long is not kept.
    var line: [UInt8] = []
    var count = 0
    while true {
      let rest = buffer[position...]
      let end = rest.firstIndex(of: separator)
      let part = rest[..<(end ?? buffer.count)]
      count += part.count
      if count <= PathList.longestPath { line += part } else { line = [] }
      position = end.map { $0 + 1 } ?? buffer.count
      if count > PathList.longestLine {
        throw AuxError(
          .limitExceeded, "no path ends in \(PathList.longestLine) bytes; this is no list of paths"
        ).about(path)
      }
      guard end != nil || isAtEnd else {
        do throws(AuxError) { buffer = try list.read(upTo: 64 << 10) } catch { throw error.about(path) }
        (position, isAtEnd) = (0, buffer.isEmpty)
        continue
      }
      lines += 1
      if lines > PathList.mostLines, count > 0 || end != nil {
        throw AuxError(
          .limitExceeded, "has more than \(PathList.mostLines) lines; give several lists, one after the other"
        ).about(path)
      }
      if count > PathList.longestPath {
        failures.add(
          AuxError(.limitExceeded, "a path of \(count) bytes, \(PathList.longestPath) at most").about(path))
      } else {
        if separator == PathList.Separator.newline.rawValue, line.last == UInt8(ascii: "\r") {
          line.removeLast()
        }
        if !line.isEmpty { return PathText.text(of: line) }
      }
      if end == nil { return nil }
      (line, count) = ([], 0)
    }
  }
}
