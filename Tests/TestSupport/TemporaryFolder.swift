import Foundation

/// A folder that goes away with its last reference.
package final class TemporaryFolder: Sendable {
  /// The path, without a slash at its end.
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/auxdepth-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Returns the bytes of a file.
  package func read(_ name: String) throws -> [UInt8] { try Files.read(path(name)) }

  /// Makes a folder inside.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: false)
  }

  /// Removes a file.
  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// The names of all files, hidden ones too, in order.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

extension TemporaryFolder {
  /// The bytes of all files, those of folders too, by their paths in the folder.
  package var allFiles: [String: [UInt8]] {
    get throws {
      var files: [String: [UInt8]] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
        var isFolder: ObjCBool = false
        _ = unsafe FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
        if !isFolder.boolValue { files[name] = try read(name) }
      }
      return files
    }
  }
}

/// Files anywhere.
package enum Files {
  /// Returns the bytes of a file.
  package static func read(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Returns whether a file exists.
  package static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Makes a link that leads to a path.
  package static func link(_ target: String, at path: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  /// Returns the permissions of a file.
  package static func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Sets the permissions of a file.
  package static func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }
}
