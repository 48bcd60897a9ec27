internal import AuxContainers
internal import AuxImage
internal import Synchronization

/// The photos of a folder and of those below it, in the order of their names and the same order every time.
///
/// The extension decides whether a file is a photo; PNG and OpenEXR files, which are usually maps, count only if they
/// are asked for. Files in which macOS keeps attributes of others (AppleDouble) and temporary files of this library
/// (`.auxdepth-*.tmp`) do not count. Memory does not grow with their number; a link to a folder is not followed, since
/// it may lead back. The path of a file gives that file, whatever its extension. A path that does not exist is listed as
/// well, so that opening it reports the error. A folder that cannot be read counts as one without photos, and a path
/// whose kind the system does not report is left out.
public struct PhotoFiles: Sequence, Sendable {
  private static let usualExtensions = Set(ImageContainer.allPhotoExtensions)
  private static let allExtensions = Set(ImageContainer.allCases.flatMap(\.ownExtensions))

  private let path: String
  private let extensions: Set<String>

  /// Creates the list of the photos at a path; with `ofAllContainers` PNG and OpenEXR files are among them.
  public init(at path: String, ofAllContainers: Bool = false) {
    self.path = path
    extensions = ofAllContainers ? Self.allExtensions : Self.usualExtensions
  }

  /// Returns the paths, one after the other; folders are read when it is their turn.
  public func makeIterator() -> Iterator { makeIterator(failures: FailureRecord()) }

  /// Returns the paths, and notes the folders that cannot be read.
  func makeIterator(failures: FailureRecord) -> Iterator { Iterator(path, extensions, failures) }

  /// The paths that are still to come.
  public struct Iterator: IteratorProtocol {
    private let root: String
    private let extensions: Set<String>
    private let failures: FailureRecord
    /// The entries that are still to be visited, the next one last.
    private var waiting: [String]

    fileprivate init(_ root: String, _ extensions: Set<String>, _ failures: FailureRecord) {
      self.root = root
      self.extensions = extensions
      self.failures = failures
      waiting = [root]
    }

    /// Returns the next photo, or nil at the end.
    public mutating func next() -> String? {
      while let path = waiting.popLast() {
        if let photo = visit(path, isRoot: path == root) { return photo }
      }
      return nil
    }

    /// Whether a file is named `._NAME`, and holds attributes of the file NAME.
    private static func isAppleDouble(_ path: String) -> Bool {
      guard PathText.fileName(of: path).hasPrefix("._") else { return false }
      let prefix = try? FileByteSource(path: path, limits: .standard).readPrefix(at: 0, count: 4)
      return prefix.map(UnknownFile.isAppleDouble) ?? false
    }

    /// Returns the path where it is a photo; a folder's members come before what waits.
    private mutating func visit(_ path: String, isRoot: Bool) -> String? {
      do throws(AuxError) {
        guard try FileSystem.isFolder(path) else {
          let isPhoto = PathText.fileExtension(of: path).map(extensions.contains) ?? false
          if isRoot || isPhoto && !Self.isAppleDouble(path) { return path }
          failures.passOver(path)
          return nil
        }
        if !isRoot, try FileStatus(path, followingLinks: false)?.kind == .link {
          failures.passOver(path, isFolderLink: true)
          return nil
        }
      } catch {
        failures.add(error.about(path))
        return nil
      }
      do throws(AuxError) {
        for name in try FileSystem.names(in: path).reversed() where !FileSystem.isTemporary(name) {
          waiting.append(PathText.joined(path, name))
        }
      } catch {
        failures.add(AuxError(.io, "the folder cannot be listed: \(error.reason)", path: path))
      }
      return nil
    }
  }

}

/// The errors so far, and the skipped paths; the copies of an iterator share them.
final class FailureRecord: Sendable {
  private let errors = Mutex<[AuxError]>([])
  private let others = Mutex(PassedOverFiles())

  var all: [AuxError] { errors.withLock { $0 } }
  var passedOver: PassedOverFiles { others.withLock { $0 } }

  func passOver(_ path: String, isFolderLink: Bool = false) {
    others.withLock { $0.add(path, isFolderLink: isFolderLink) }
  }

  func add(_ error: AuxError) { errors.withLock { $0.append(error) } }
}

/// The files in folders that are not read as photos, by their extensions or because macOS keeps attributes of other files in
/// them, and the links to folders, which are not followed.
public struct PassedOverFiles: Hashable, Sendable {
  /// The most paths that are kept: memory does not grow with the number of files.
  private static let mostPaths = 1000

  /// The number of files and links.
  public private(set) var count = 0
  /// The number of links to folders.
  public private(set) var folderLinks = 0
  /// The first paths, 1,000 at most.
  public private(set) var paths: [String] = []
  /// The extensions of the first files and the number of files of each.
  private var extensions: [String: Int] = [:]

  /// Creates the record of no file.
  public init() {}

  /// Adds a file, or a link to a folder.
  public mutating func add(_ path: String, isFolderLink: Bool = false) {
    count += 1
    if isFolderLink { folderLinks += 1 }
    guard paths.count < Self.mostPaths else { return }
    paths.append(path)
    if !isFolderLink, let name = PathText.fileExtension(of: path) { extensions[name, default: 0] += 1 }
  }

  /// The error of a batch without photos at `path`: code `inputMissing`.
  package func noPhotoError(path: String? = nil, remedy: Remedy? = nil) -> AuxError {
    let named = count > folderLinks ? "; a file that is named is taken, whatever its extension" : ""
    return AuxError(
      .inputMissing, "there is no photo" + (count > 0 ? ": \(self)\(named)" : ""), path: path, remedy: remedy)
  }
}

extension PassedOverFiles: CustomStringConvertible {
  /// The numbers and the most frequent extensions, as `3 other files passed over (.png, .exr), 1 link to a folder not followed`.
  public var description: String {
    var parts: [String] = []
    let files = count - folderLinks
    if files > 0 {
      let kinds = extensions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ".\($0.key)" }
      let list = kinds.prefix(4).joined(separator: ", ") + (kinds.count > 4 ? ", …" : "")
      parts.append(
        "\(files) other file\(files == 1 ? "" : "s") passed over" + (kinds.isEmpty ? "" : " (\(list))"))
    }
    if folderLinks > 0 {
      parts.append(
        folderLinks == 1 ? "1 link to a folder not followed" : "\(folderLinks) links to folders not followed")
    }
    return parts.joined(separator: ", ")
  }
}
