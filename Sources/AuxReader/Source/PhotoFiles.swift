internal import AuxImage
internal import Foundation

/// The photos of a folder and of those below it, in the order of their names and the same order every time.
///
/// A file is a photo by its extension. Memory does not grow with their number; a link to a folder is not followed,
/// since it may lead back. The path of a file stands for this file alone, whatever its extension; one that does not
/// exist, or a folder that cannot be read, comes as it is, so that whoever opens it learns why.
public struct PhotoFiles: Sequence, Sendable {
  private static let extensions = Set(ImageContainer.allPhotoExtensions)

  private let path: String

  /// Creates the list of what stands at a path.
  public init(at path: String) { self.path = path }

  /// Returns the paths, one after the other; folders are read when it is their turn.
  public func makeIterator() -> Iterator { Iterator(path) }

  /// The paths that are still to come.
  public struct Iterator: IteratorProtocol {
    private let root: String
    /// What is still to be looked at, the next one last.
    private var waiting: [String]

    fileprivate init(_ root: String) {
      self.root = root
      waiting = [root]
    }

    /// Returns the next photo, or nil at the end.
    public mutating func next() -> String? {
      while let path = waiting.popLast() {
        if let photo = visit(path, isRoot: path == root) { return photo }
      }
      return nil
    }

    /// Returns the path where it is a photo; a folder's members come before what waits.
    private mutating func visit(_ path: String, isRoot: Bool) -> String? {
      let files = FileManager.default
      var isFolder: ObjCBool = false
      let exists = unsafe files.fileExists(atPath: path, isDirectory: &isFolder)
      guard exists, isFolder.boolValue else { return isRoot || PhotoFiles.isPhoto(path) ? path : nil }
      let type = try? files.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      guard isRoot || type != .typeSymbolicLink else { return nil }
      guard let names = try? files.contentsOfDirectory(atPath: path) else { return isRoot ? path : nil }
      let prefix = path.hasSuffix("/") ? path : path + "/"
      for name in names.sorted().reversed() { waiting.append(prefix + name) }
      return nil
    }
  }

  private static func isPhoto(_ path: String) -> Bool {
    FilePath.fileExtension(of: path).map(extensions.contains) ?? false
  }
}
