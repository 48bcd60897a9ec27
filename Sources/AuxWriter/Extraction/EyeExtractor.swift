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
  /// The container of the photos; nil for that of each pair.
  public let container: ImageContainer?
  /// The quality of a picture that is coded anew.
  public var quality = ImageDestination.standardQuality
  /// How files are written; those of the same extractor never replace one another.
  public var options = WriteOptions()
  private var names = AuxiliaryFileNames()

  /// A photo that was written.
  public struct Output: Sendable {
    /// The photo.
    public let photo: EyePhoto
    /// The path of its file.
    public let path: String
    /// Whether the name has a number, since an earlier pair had the same.
    package let sharesStem: Bool
  }

  /// Creates an extractor that wrote nothing yet; in the container of the pair the coded bytes are taken over.
  public init(into folder: String, as container: ImageContainer? = nil) {
    (self.folder, self.container) = (folder, container)
  }

  /// Writes the eyes of the next pair as `<stem>.left.heic`, `<stem>.left.jpg` and so on, and hands each to `report` once it is done.
  ///
  /// As ``next(_:of:named:)`` and then ``EyeExtractor/Extraction/write(report:)``, and throws as these.
  public mutating func extract(
    _ eyes: [StereoEye] = StereoEye.allCases, from source: ImageSource, named path: String? = nil,
    report: (Output) -> Void
  ) throws(AuxError) {
    try next(eyes, of: source, named: path).write(report: report)
  }

  /// Names the photos of the next pair; nothing is written yet.
  ///
  /// Throws `AuxError` with code `missingImage` where the file holds no pair.
  public mutating func next(
    _ eyes: [StereoEye] = StereoEye.allCases, of source: ImageSource, named path: String? = nil
  ) throws(AuxError) -> Extraction {
    guard source.stereoPair != nil else { throw AuxError.noStereoPair }
    let container = container ?? source.container
    let (given, sharesStem) = names.names(
      of: eyes.map(\.rawValue), ofPhotoAt: path ?? source.path ?? "image",
      extension: container.outputExtensions.first ?? container.rawValue)
    return Extraction(
      source: source, eyes: eyes, paths: given.map { PathText.joined(folder, $0) }, sharesStem: sharesStem,
      settings: withoutNames)
  }

  /// The extractor for who only writes: names that two share are copied when one is given.
  private var withoutNames: Self {
    var settings = self
    settings.names = AuxiliaryFileNames()
    return settings
  }
}

extension EyeExtractor {
  /// The photos that the eyes of one pair are to be written to; pairs may be written side by side.
  public struct Extraction: Sendable {
    fileprivate let source: ImageSource
    fileprivate let eyes: [StereoEye]
    /// The files, in the order of the eyes.
    public let paths: [String]
    fileprivate let sharesStem: Bool
    fileprivate let settings: EyeExtractor

    /// Writes the photos, and hands each to `report` once it is done.
    ///
    /// Throws `AuxError` as ``EyePhoto/init(_:of:as:quality:)`` and ``EyePhoto/write(to:options:)``, and `cannotCreate`
    /// where the folder cannot be made; neither file of two appears before both are complete.
    public func write(report: (EyeExtractor.Output) -> Void) throws(AuxError) {
      let photos = try eyes.map { eye throws(AuxError) in
        try EyePhoto(eye, of: source, as: settings.container, quality: settings.quality)
      }
      try OutputFile.makeFolder(at: settings.folder)
      if photos.count == 2 {
        try OutputFile.write(
          (photos[0].bytes, paths[0]), (photos[1].bytes, paths[1]), options: settings.options)
      } else {
        for (photo, path) in zip(photos, paths) {
          try photo.write(to: path, options: settings.options)
        }
      }
      for (photo, path) in zip(photos, paths) {
        report(EyeExtractor.Output(photo: photo, path: path, sharesStem: sharesStem))
      }
    }
  }
}
