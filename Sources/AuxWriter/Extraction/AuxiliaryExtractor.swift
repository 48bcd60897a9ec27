public import AuxImage
public import AuxMaps
public import AuxReader

/// Writes the auxiliary images of photos as files of a folder: no file twice, and one that fails costs no other.
///
/// ```swift
/// var extractor = AuxiliaryExtractor(into: "maps", as: .map(.png))
/// for path in ["a/photo.heic", "b/photo.heic"] {
///   try extractor.extract(from: ImageSource(path)) { print($0.path, $0.result) }
/// }
/// ```
public struct AuxiliaryExtractor: Sendable {
  /// The folder, which is made, with those above it, once there is a file for it.
  public let folder: String
  /// The form of the files.
  public let format: AuxiliaryFile.Format
  /// What depth data are converted to first; nil where they stay as they are.
  public var pixelFormat: PixelFormat?
  /// Whether the samples are turned as the photo is displayed; else they are as it is stored.
  public var isUpright = true
  /// The size of the samples, turned; nil for that which they have.
  public var size: ExtractedSize?
  /// The unit that depth data, disparity too, are written in as distances; nil for the values as they are.
  public var unit: DistanceScale?
  /// How files are written; those of the same extractor never replace one another.
  public var options = WriteOptions()
  private var names = AuxiliaryFileNames()

  /// Creates an extractor that wrote nothing yet.
  public init(into folder: String, as format: AuxiliaryFile.Format) {
    (self.folder, self.format) = (folder, format)
  }

  /// Writes the images of the next photo, all or those of some kinds, and hands each to `report` once it is done.
  ///
  /// As ``next(_:kinds:named:)`` and then ``AuxiliaryExtractor/Extraction/write(report:)``, and throws as these.
  public mutating func extract(
    from source: ImageSource, kinds: [AuxiliaryKind] = [], named path: String? = nil,
    report: (ExtractedImage) -> Void
  ) throws(AuxError) {
    try next(source, kinds: kinds, named: path).write(report: report)
  }

  /// Names the files of the next photo's images, all or those of some kinds; nothing is written yet.
  ///
  /// Their names are made of the path of the source, or of `path` where one is given.
  /// Throws `AuxError` with code `missingImage` where the photo has no image of any of the kinds.
  public mutating func next(
    _ source: ImageSource, kinds: [AuxiliaryKind] = [], named path: String? = nil
  ) throws(AuxError) -> Extraction {
    let images = try source.auxiliaryImages(of: kinds)
    let (given, sharesStem) = names.names(of: images, ofPhotoAt: path ?? source.path ?? "image", as: format)
    return Extraction(
      source: source, images: images, paths: given.map { PathText.joined(folder, $0) },
      sharesStem: sharesStem,
      settings: withoutNames)
  }

  /// The extractor for who only writes: names that two share are copied when one is given.
  private var withoutNames: Self {
    var settings = self
    settings.names = AuxiliaryFileNames()
    return settings
  }
}

extension AuxiliaryExtractor {
  /// The files that the auxiliary images of one photo are to be written to; photos may be written side by side.
  public struct Extraction: Sendable {
    fileprivate let source: ImageSource
    fileprivate let images: [AuxiliaryImage]
    /// The files, in the order of the images.
    public let paths: [String]
    fileprivate let sharesStem: Bool
    fileprivate let settings: AuxiliaryExtractor

    /// Writes the files, and hands each image to `report` once it is done.
    ///
    /// An image that cannot be decoded or written is reported as a failure, and the others are written. Throws `AuxError`
    /// with code `cannotCreate` where the folder cannot be made.
    public func write(report: (ExtractedImage) -> Void) throws(AuxError) {
      for (image, target) in zip(images, paths) {
        let file: AuxiliaryFile
        do throws(AuxError) {
          file = try AuxiliaryFile(
            image, of: source, as: settings.format, pixelFormat: settings.pixelFormat,
            isUpright: settings.isUpright, size: settings.size, unit: settings.unit)
        } catch {
          report(ExtractedImage(image: image, path: target, result: .failure(error), sharesStem: sharesStem))
          continue
        }
        try OutputFile.makeFolder(at: settings.folder)
        let result: Result<AuxiliaryFile, AuxError>
        do throws(AuxError) {
          try file.write(to: target, options: settings.options)
          result = .success(file)
        } catch { result = .failure(error) }
        report(ExtractedImage(image: image, path: target, result: result, sharesStem: sharesStem))
      }
    }
  }

  /// What became of an image that was to be extracted.
  public struct ExtractedImage: Sendable {
    /// The image.
    public let image: AuxiliaryImage
    /// The file that was written, or would have been.
    public let path: String
    /// The file's content, or the error instead: as `AuxiliaryFile.init` and `OutputFile.write` throw.
    public let result: Result<AuxiliaryFile, AuxError>
    /// Whether the photo's name has a number, since an earlier photo had the same.
    package let sharesStem: Bool

    /// The outcome as a JSON object: that of the file, or `type`, `path` and `error`.
    package var json: JSONValue {
      switch result {
      case .success(let file): file.json(path: path)
      case .failure(let error):
        [
          "type": .string(image.type.name), "path": .path(path), "pathBytes": .pathBytes(path),
          "error": .string(error.message),
        ]
      }
    }
  }
}
