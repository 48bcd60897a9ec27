public import AuxImage
public import AuxReader

/// Writes the eyes of stereo pairs as photos of a folder, no file twice.
///
/// ```swift
/// var extractor = EyeExtractor(into: "eyes")
/// try extractor.extract(from: ImageSource("spatial.heic")) { print($0.path, $0.photo.width) }
/// ```
public struct EyeExtractor: Sendable {
  /// The folder, which is made, with those above it, once there is a file for it.
  public let folder: String
  /// The container of the photos.
  public let container: ImageContainer
  /// The quality of a picture that is coded anew.
  public var quality = ImageDestination.standardQuality
  /// Whether files that were there before are replaced; those of the same extractor never are.
  public var replaces = false
  /// Whether a file counts as written once it is on the disk, as ``OutputFile`` says.
  public var waitsForDisk = true
  private var names = AuxiliaryFileNames()

  /// A photo that was written.
  public struct Output: Sendable {
    /// The photo.
    public let photo: EyePhoto
    /// The path of its file.
    public let path: String
    /// Whether the name has a number, since an earlier pair had the same.
    public let sharesStem: Bool
  }

  /// Creates an extractor that wrote nothing yet; as HEIF the coded bytes are taken over.
  public init(into folder: String, as container: ImageContainer = .heif) {
    (self.folder, self.container) = (folder, container)
  }

  /// Writes the eyes of the next pair as `<stem>.left.heic` and so on, and hands each to `report` once it is done.
  ///
  /// Throws `AuxError` as ``EyePhoto/init(_:of:as:quality:)`` and ``EyePhoto/write(to:replaces:waitsForDisk:)``, and `cannotCreate`
  /// where the folder cannot be made; neither file of two appears before both are complete.
  public mutating func extract(
    _ eyes: [StereoEye] = StereoEye.allCases, from source: ImageSource, named path: String? = nil,
    report: (Output) -> Void
  ) throws(AuxError) {
    let photos = try eyes.map { eye throws(AuxError) in
      try EyePhoto(eye, of: source, as: container, quality: quality)
    }
    let (given, sharesStem) = names.names(
      of: eyes.map(\.rawValue), ofPhotoAt: path ?? source.path ?? "image",
      extension: container.outputExtensions.first ?? container.rawValue)
    try OutputFile.makeFolder(at: folder)
    let targets = given.map { FilePath.joined(folder, $0) }
    if photos.count == 2 {
      try OutputFile.write(
        (photos[0].bytes, targets[0]), (photos[1].bytes, targets[1]), replaces: replaces,
        waitsForDisk: waitsForDisk)
    } else {
      for (photo, target) in zip(photos, targets) {
        try photo.write(to: target, replaces: replaces, waitsForDisk: waitsForDisk)
      }
    }
    for (photo, target) in zip(photos, targets) {
      report(Output(photo: photo, path: target, sharesStem: sharesStem))
    }
  }
}
