public import AuxImage
internal import AuxReader
public import AuxWriter

/// Writes photos in space as files of a folder, no file twice.
///
/// ```swift
/// var extractor = SpaceExtractor(into: "scenes", as: .glb)
/// let file = try extractor.next(PhotoSpace(ImageSource("portrait.heic"))).write()
/// ```
public struct SpaceExtractor: Sendable {
  /// The folder, which is made, with those above it, once there is a file for it.
  public let folder: String
  /// The form of the files.
  public let format: SpaceFile.Format
  /// How files are written; those of the same extractor never replace one another.
  public var options = WriteOptions()
  private var names = AuxiliaryFileNames()

  /// Creates an extractor that wrote nothing yet.
  public init(into folder: String, as format: SpaceFile.Format) {
    (self.folder, self.format) = (folder, format)
  }

  /// Names the file of the next photo, `<stem>.<type>.ply` or `.glb`; nothing is made yet.
  public mutating func next(
    _ space: PhotoSpace, named path: String? = nil, textureSide: Int = SpaceFile.standardTextureSide
  ) -> Extraction {
    let (given, sharesStem) = names.names(
      of: [space.image.type.name], ofPhotoAt: path ?? space.source.path ?? "image",
      extension: format.rawValue)
    return Extraction(
      space: space, folder: folder, path: PathText.joined(folder, given[0]), sharesStem: sharesStem,
      format: format,
      textureSide: textureSide, options: options)
  }

  /// The file that a photo is to be written to; photos may be written side by side.
  public struct Extraction: Sendable {
    private let space: PhotoSpace
    private let folder: String
    /// The file.
    public let path: String
    /// Whether the name has a number, since an earlier photo had the same.
    package let sharesStem: Bool
    private let format: SpaceFile.Format
    private let textureSide: Int
    private let options: WriteOptions

    fileprivate init(
      space: PhotoSpace, folder: String, path: String, sharesStem: Bool, format: SpaceFile.Format,
      textureSide: Int, options: WriteOptions
    ) {
      (self.space, self.folder, self.path, self.sharesStem) = (space, folder, path, sharesStem)
      (self.format, self.textureSide, self.options) = (format, textureSide, options)
    }

    /// Makes the file, writes it and returns it.
    ///
    /// Throws `AuxError` as ``PhotoSpace/file(as:textureSide:)`` and ``SpaceFile/write(to:options:)``, and `cannotCreate` where the
    /// folder cannot be made.
    public func write() throws(AuxError) -> SpaceFile {
      let file = try space.file(as: format, textureSide: textureSide)
      try OutputFile.makeFolder(at: folder)
      try file.write(to: path, options: options)
      return file
    }
  }
}
