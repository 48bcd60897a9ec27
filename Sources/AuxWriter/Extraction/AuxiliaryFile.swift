public import AuxImage
internal import AuxMaps
public import AuxReader

/// An auxiliary image as a file of its own: a map file, or ImageIO's dictionary as a property list.
///
/// ```swift
/// let source = try ImageSource("photo.heic")
/// if let image = source.auxiliaryImage(.disparity) {
///   let file = try AuxiliaryFile(image, of: source, as: .map(.pfm), pixelFormat: .fdep)
///   try OutputFile.write(file.bytes, to: "depth.pfm", replaces: false)
/// }
/// ```
///
/// ``AuxiliaryExtractor`` makes the files of all images of many photos.
public struct AuxiliaryFile: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The form of the file.
  public let format: Format
  /// What the image shows.
  public let type: AuxiliaryDataType
  /// The width of the samples in it.
  public let width: Int
  /// The height of the samples in it.
  public let height: Int
  /// What the samples are: a format of depth data, `L008`, or `L016` for 16-bit codes.
  public let pixelFormat: PixelFormat
  /// The smallest and the largest value of depth data in their unit, or code of a matte or a gain map.
  ///
  /// Nil for a property list, and where no sample is finite.
  public let bounds: ClosedRange<Double>?
  /// What the file says of a gain map; nil for other images.
  public let gainMap: GainMapDescription?

  /// Creates the file of an auxiliary image of `source`.
  ///
  /// Depth data are converted to `pixelFormat` first, unless it is nil; `isOriented` turns the samples as the photo is
  /// displayed. Throws `AuxError` as `ImageSource.stored(_:)`, `StoredAuxiliaryImage.depthData(in:)` and
  /// `MapExport.encoded(as:channel:)` do, and for a property list as `ImageSource.auxiliaryDataInfo(of:as:isOriented:)`.
  public init(
    _ image: AuxiliaryImage, of source: ImageSource, as format: Format, pixelFormat: PixelFormat? = nil,
    isOriented: Bool = false
  ) throws(AuxError) {
    (self.format, type) = (format, image.type)
    gainMap = image.gainMap
    switch format {
    case .map(let kind):
      let stored = try source.stored(image)
      do throws(AuxError) {
        let export = try MapExport(
          stored, as: pixelFormat, orientation: isOriented ? source.primary?.orientation ?? .up : .up)
        bytes = try export.encoded(as: kind)
        bounds = export.bounds
        (width, height, self.pixelFormat) = (export.plane.width, export.plane.height, export.pixelFormat)
      } catch { throw error.within(image.place) }
    case .propertyList(let list):
      let (info, type) = try source.auxiliaryDataInfo(of: image, as: pixelFormat, isOriented: isOriented)
      bytes = try info.propertyList(type: type, format: list)
      bounds = nil
      (width, height) = (info.description.width, info.description.height)
      self.pixelFormat = info.description.pixelFormat
    }
  }

  /// Returns a name for the file of each image of a photo: `<stem>.<type>.<extension>`, without a folder.
  ///
  /// No two are the same; see ``AuxiliaryFileNames`` for the files of several photos.
  public static func names(
    of images: [AuxiliaryImage], ofPhotoAt path: String, as format: Format
  ) -> [String] {
    var names = AuxiliaryFileNames()
    return names.names(of: images, ofPhotoAt: path, as: format).names
  }

  /// Returns what the file holds as a JSON object: `type`, `path`, `width`, `height`, `pixelFormat`, `format`, and of a
  /// map file the smallest and the largest value or code, `min` and `max`.
  public func json(path: String? = nil) -> JSONValue {
    [
      "type": .string(type.name), "path": path.map(JSONValue.string), "width": .integer(width),
      "height": .integer(height), "pixelFormat": .string(pixelFormat.name), "format": .string(format.name),
      "min": bounds.map { .number($0.lowerBound) }, "max": bounds.map { .number($0.upperBound) },
      "gainMap": gainMap?.json,
    ]
  }
}
