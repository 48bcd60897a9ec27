internal import AuxImage
internal import Foundation

/// The files that the command line names, one after the other: memory does not grow with their number.
///
/// A folder gives its photos in the order of their names, and the same order every time.
struct PathList {
  private static let extensions: Set<String> = [
    "jpg", "jpeg", "jpe", "mpo", "heic", "heif", "hif", "avif", "heics", "dng", "tif", "tiff",
  ]

  /// What is still to come, the next one last.
  private var waiting: [(path: String, isNamed: Bool)]
  private var lists: [LineReader] = []
  private let isRecursive: Bool

  /// Creates the list of the paths that a user named.
  init(_ paths: [String], isRecursive: Bool) {
    waiting = paths.reversed().map { ($0, true) }
    self.isRecursive = isRecursive
  }

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

  /// Returns the next file.
  mutating func next() -> String? {
    while true {
      if let entry = waiting.popLast() {
        if let file = visit(entry.path, isNamed: entry.isNamed) { return file }
      } else if let list = lists.first {
        if let path = list.next() { waiting.append((path, true)) } else { lists.removeFirst() }
      } else {
        return nil
      }
    }
  }

  /// Returns the path where it is a file to look at; a folder's members are put in front of what waits.
  private mutating func visit(_ path: String, isNamed: Bool) -> String? {
    guard isRecursive else { return path }
    let files = FileManager.default
    var isFolder: ObjCBool = false
    let exists = unsafe files.fileExists(atPath: path, isDirectory: &isFolder)
    guard exists, isFolder.boolValue else { return isNamed || Self.isPhoto(path) ? path : nil }
    // A link to a folder may lead back; one that the user named is meant.
    let type = try? files.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    guard isNamed || type != .typeSymbolicLink else { return nil }
    guard let names = try? files.contentsOfDirectory(atPath: path) else { return isNamed ? path : nil }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    for name in names.sorted().reversed() { waiting.append((prefix + name, false)) }
    return nil
  }

  private static func isPhoto(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
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
