internal import AuxContainers
public import AuxImage
internal import AuxReader

/// The output files of many photos in a folder: no file twice, and no file that is another of the photos.
///
/// ```swift
/// let maps = try CompanionFiles("depth/{stem}.exr")
/// var outputs = PhotoOutputs(into: "portraits", from: photos)
/// for photo in photos {
///   var destination = try ImageDestination(from: ImageSource(photo))
///   try destination.addDepth(DepthMap(maps.path(for: photo)))
///   try outputs.makeFolder()
///   try destination.finalize(to: outputs.next(for: photo, as: destination.container).path)
/// }
/// ```
public struct PhotoOutputs: Sendable {
  /// A file that a photo is written to.
  public struct Output: Hashable, Sendable {
    /// The path of the file.
    public let path: String
    /// Whether the name has a number, since an earlier photo got the one without.
    package let sharesName: Bool
  }

  /// The folder, which ``makeFolder()`` makes.
  public let folder: String
  private let photos: InputFiles
  private var names: Set<String> = []

  /// Creates the files of a folder; `photos` are all the photos that are read, so that none is replaced by another.
  public init(into folder: String, from photos: [String] = []) {
    (self.folder, self.photos) = (folder, InputFiles(photos))
  }

  /// Returns the file for the next photo, in a container.
  ///
  /// It has the name of the photo where the extension is one of the container, else its stem with the container's usual
  /// extension; `stdin` for standard input. A name that was given before gets a number, as in `photo-2.jpg`; names that
  /// differ in the case of letters alone count as one. Throws `AuxError`: `cannotCreate` where the file is another
  /// of the photos, `io` where the system fails to say whether it is.
  public mutating func next(for photo: String, as container: ImageContainer) throws(AuxError) -> Output {
    let (stem, suffix) = Self.parts(photo, container)
    var number = 1
    var name = "\(stem).\(suffix)"
    while !names.insert(name.lowercased()).inserted {
      number += 1
      name = "\(stem)-\(number).\(suffix)"
    }
    let path = PathText.joined(folder, name)
    if let other = try photos.input(at: path), try InputFiles([photo]).input(at: path) == nil {
      throw AuxError(.cannotCreate, "is \(other), another of the photos, and is not replaced", path: path)
    }
    return Output(path: path, sharesName: number > 1)
  }

  /// Makes the folder, with those above it, if it does not exist; called once there is something to write.
  ///
  /// Throws `AuxError` with code `cannotCreate`, which names the folder.
  public func makeFolder() throws(AuxError) { try OutputFile.makeFolder(at: folder) }

  private static func parts(_ photo: String, _ container: ImageContainer) -> (stem: String, suffix: String) {
    let name = PathText.fileName(of: photo)
    let stem = photo == StandardStream.path ? "stdin" : PathText.stem(of: photo)
    guard let suffix = PathText.fileExtension(of: photo), container.photoExtensions.contains(suffix) else {
      return (stem, container.outputExtensions.first ?? container.rawValue)
    }
    // The extension keeps its case.
    return (stem, String(name.suffix(suffix.count)))
  }
}
