public import AuxImage
public import AuxMaps
public import AuxReader

/// An auxiliary image as a file of its own: a map file, or ImageIO's dictionary as a property list.
///
/// ```swift
/// let source = try ImageSource("photo.heic")
/// if let image = source.auxiliaryImage(.disparity) {
///   let file = try AuxiliaryFile(image, of: source, as: .map(.pfm), pixelFormat: .fdep)
///   try file.write(to: "depth.pfm")
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
  /// What the samples are: a format of depth data, `L008`, `L016` for 16-bit codes, or that of several components.
  ///
  /// A picture of several components holds them as red, green and blue.
  public let pixelFormat: PixelFormat
  /// Whether the ICC profile of an image of several components went along; nil without a profile.
  package let keepsProfile: Bool?
  /// The smallest and the largest value of depth data in their unit, or code of others.
  ///
  /// Nil for a property list, and where no sample is finite.
  package let bounds: ClosedRange<Double>?
  /// What black and white of a PNG of depth data mean, in their unit, the smaller value first; nil for other files.
  package let codeRange: ClosedRange<Double>?
  /// Whether the file holds depth data whose scale is unknown, as the accuracy `relative` says.
  package let hasUnknownScale: Bool
  /// The description that goes with raw samples of one component; nil for all other files.
  package let sidecar: RawSidecar?
  /// Whether the samples are turned from the stored grid of the photo.
  package let isTurned: Bool
  /// What the file says of a gain map; nil for other images.
  package let gainMap: GainMapDescription?
  /// The unit that distances are written in; nil where samples are written as they are.
  public let unit: DistanceScale?
  /// The distances that 16-bit codes of the unit do not hold; nil for other files.
  package let unfit: MapExport.Unfit?

  /// Creates the file of an auxiliary image of `source`.
  ///
  /// Depth data are converted to `pixelFormat` first. Where it is nil, PNG, raw samples and property lists hold the format of
  /// the image, and the other kinds, whose readers take numbers for metres, hold metres. Samples are turned as the photo is
  /// displayed, or with `isUpright` false left as it is stored, which raw samples and property lists always are; `size` is
  /// that of the result. With `unit`, depth data are written as distances in it, disparity too, in PNG as 16-bit codes, in
  /// which 0 is a hole; other images are written as without it. With `range`, depth data outside of it, in meters, and the
  /// infinitely far are holes.
  ///
  /// Throws `AuxError` as `ImageSource.stored(_:)`, `StoredAuxiliaryImage.depthData(in:)` and
  /// `MapExport.encoded(as:channel:)` do, `usage` for a unit with a format that is not `fdep`, `limitExceeded` for a size
  /// beyond the limits, and for a property list, which has neither size nor unit, as
  /// `ImageSource.auxiliaryDataInfo(of:as:)`.
  public init(
    _ image: AuxiliaryImage, of source: ImageSource, as format: Format, pixelFormat: PixelFormat? = nil,
    isUpright: Bool = true, size: ExtractedSize? = nil, unit: DistanceScale? = nil,
    within range: ClosedRange<Float>? = nil
  ) throws(AuxError) {
    let unit = image.type.isDepthData ? unit : nil
    guard unit == nil || pixelFormat == nil || pixelFormat == .fdep else {
      throw AuxError(
        .usage, "distances in a unit are 32-bit floats or whole numbers, not \(pixelFormat?.name ?? "")")
    }
    (self.format, type, self.unit) = (format, image.type, unit)
    gainMap = image.gainMap
    switch format {
    case .map(let kind):
      var stored = try source.stored(image)
      if let range, image.type.isDepthData { stored = try stored.distances(within: range) }
      let orientation = isUpright && !format.isStored ? source.orientation : nil
      isTurned = orientation ?? .up != .up
      do throws(AuxError) {
        if let colours = stored.content.colours {
          var export = ColourExport(colours, orientation: orientation ?? .up)
          let target = try size?.pixels(
            of: (export.colours.width, export.colours.height), in: source, turned: orientation ?? .up)
          if let target { export = export.resized(toWidth: target.width, height: target.height) }
          (bytes, keepsProfile) = try export.encoded(as: kind)
          bounds = export.bounds
          (width, height) = (export.colours.width, export.colours.height)
          self.pixelFormat = export.colours.encoding.pixelFormat
          sidecar = nil
          (codeRange, hasUnknownScale, unfit) = (nil, false, nil)
          return
        }
        keepsProfile = nil
        let format = pixelFormat ?? (image.type.isDepthData ? kind.usualFormat(of: stored.nativeFormat) : nil)
        var export = try MapExport(stored, in: unit, as: format, orientation: orientation)
        let target = try size?.pixels(
          of: (export.plane.width, export.plane.height), in: source, turned: orientation ?? .up)
        if let target { export = export.resized(toWidth: target.width, height: target.height) }
        // Compositors look for a matte in the alpha channel.
        let channel = kind == .exr && AuxiliaryKind.group(.mattes).includes(image) ? "A" : nil
        (bytes, unfit) = try export.coded(as: kind, channel: channel)
        bounds = export.bounds
        codeRange = kind == .png && unit == nil ? export.codeRange : nil
        hasUnknownScale = export.hasUnknownScale
        sidecar = kind == .raw ? export.rawSidecar : nil
        (width, height, self.pixelFormat) = (export.plane.width, export.plane.height, export.pixelFormat)
      } catch { throw error.within(image.place) }
    case .propertyList(let list):
      guard size == nil, unit == nil else {
        throw AuxError(.usage, "a property list holds samples in their own size, and in metres or 1/metres")
      }
      let (info, type) = try source.auxiliaryDataInfo(of: image, as: pixelFormat)
      bytes = try info.propertyList(type: type, format: list)
      (bounds, sidecar, codeRange, unfit, isTurned) = (nil, nil, nil, nil, false)
      hasUnknownScale = type.isDepthData && image.metadata.accuracy == .relative
      keepsProfile = info.iccProfile.map { _ in true }
      (width, height) = (info.description.width, info.description.height)
      self.pixelFormat = info.description.pixelFormat
    }
  }

  /// Writes the file, and for raw samples a JSON file that describes them, under the same name with `.json` after it.
  ///
  /// Neither appears before both are complete; standard output, `-`, gets the samples alone. Throws `AuxError` as
  /// ``OutputFile/write(_:to:options:)``.
  public func write(to path: String, options: WriteOptions = WriteOptions()) throws(AuxError) {
    guard let sidecar, path != StandardStream.path else {
      return try OutputFile.write(bytes, to: path, options: options)
    }
    try OutputFile.write((bytes, path), (sidecar.bytes, RawSidecar.path(of: path)), options: options)
  }

  /// Returns what the file holds as a JSON object: `type`, `path`, `width`, `height`, `pixelFormat`, `format`, and of a
  /// map file the smallest and the largest value or code, `min` and `max`; of a PNG of depth data `rangeMin` and
  /// `rangeMax`, what its ends mean; `scale` is `unknown` where the accuracy of depth data is `relative`; `profile` says
  /// whether an ICC profile went along. Of distances in a unit, `perMetre` is how many of it a metre has, and of 16-bit codes
  /// `tooFar` and `tooNear` count the samples that became holes, and `farthest` is the largest distance of these in metres.
  package func json(path: String? = nil) -> JSONValue {
    [
      "type": .string(type.name), "path": path.map(JSONValue.path),
      "pathBytes": path.flatMap(JSONValue.pathBytes), "width": .integer(width),
      "height": .integer(height), "pixelFormat": .string(pixelFormat.name), "format": .string(format.name),
      "min": bounds.map { .number($0.lowerBound) }, "max": bounds.map { .number($0.upperBound) },
      "rangeMin": codeRange.map { .number($0.lowerBound) },
      "rangeMax": codeRange.map { .number($0.upperBound) },
      "scale": hasUnknownScale ? .string("unknown") : nil,
      "profile": keepsProfile.map(JSONValue.boolean),
      "perMetre": unit.map { .number($0.perMetre) },
      "tooFar": unfit.map { .integer($0.tooFar) }, "tooNear": unfit.map { .integer($0.tooNear) },
      "farthest": unfit?.farthest.map { .number(Double($0)) },
      "gainMap": gainMap?.json,
    ]
  }

  /// Says how many distances became holes, since 16-bit codes of the unit do not hold them; nil where all fit.
  package var unfitNote: String? { unit.flatMap { unfit?.note(in: $0) } }
}

extension MapExport {
  fileprivate init(
    _ image: StoredAuxiliaryImage, in unit: DistanceScale?, as format: PixelFormat?,
    orientation: ImageOrientation?
  ) throws(AuxError) {
    guard let unit else {
      self = try MapExport(image, as: format, orientation: orientation)
      return
    }
    self = try MapExport(distancesOf: image, in: unit, orientation: orientation)
  }
}

extension StoredAuxiliaryImage {
  /// Returns depth data as distances in meters, in which those outside of a range, and the infinitely far, are holes.
  fileprivate func distances(within range: ClosedRange<Float>) throws(AuxError) -> StoredAuxiliaryImage {
    let kept = try depthData(in: .fdep).values.map { $0.isFinite && range.contains($0) ? $0 : .nan }
    let plane = PixelPlane(width: width, height: height, known: .float(kept))
    return try StoredAuxiliaryImage(
      type: type, content: .depth(plane, CodeRange(quantity: .depth, firstValue: 0, lastValue: 1)),
      metadata: metadata)
  }
}

extension AuxiliaryFile {
  /// The forms that auxiliary images are extracted in.
  public enum Format: Hashable, Sendable {
    /// A map file.
    case map(MapFile.Kind)
    /// ImageIO's dictionary with the XMP packet, which `ImageDestination.addAuxiliaryDataInfo` takes.
    case propertyList(AuxiliaryDataInfo.PropertyListFormat)
  }
}

extension AuxiliaryFile.Format {
  private static let propertyListName = "plist"

  /// The names of all formats, which are their extensions.
  public static let names = MapFile.Kind.writable.map(\.rawValue) + [propertyListName]

  /// Whether samples are as the photo is stored always, as ImageIO hands them out.
  package var isStored: Bool {
    switch self {
    case .map(let kind): kind == .raw
    case .propertyList: true
    }
  }

  /// The name, as `npy` or `plist`, which is the extension of files.
  public var name: String {
    switch self {
    case .map(let kind): kind.rawValue
    case .propertyList: Self.propertyListName
    }
  }

  /// Creates the format of a name; a property list is binary. Nil for a format that is not written.
  public init?(name: String) {
    if name == Self.propertyListName {
      self = .propertyList(.binary)
    } else {
      guard let kind = MapFile.Kind.writable.first(where: { $0.rawValue == name }) else { return nil }
      self = .map(kind)
    }
  }

  /// Creates the format of a path's extension; nil for one that is not written.
  package init?(outputPath path: String) {
    if PathText.fileExtension(of: path) == Self.propertyListName {
      self = .propertyList(.binary)
    } else {
      guard let kind = MapFile.Kind(outputPath: path) else { return nil }
      self = .map(kind)
    }
  }
}
