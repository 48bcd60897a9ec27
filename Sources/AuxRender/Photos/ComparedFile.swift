internal import AuxContainers
public import AuxImage
internal import AuxKernels
public import AuxMaps
internal import AuxReader
public import AuxWriter

/// A file whose depth is compared: a map file, or a photo with a depth map.
public struct ComparedFile: Hashable, Sendable {
  /// The path; `-` is standard input.
  public var path: String
  /// What the numbers of a map file mean; a photo, and a map that says it itself, need none.
  public var meaning: DepthMap.Options
  /// Where in a map file the samples are.
  public var file: MapFile.Options

  /// Creates a file.
  public init(
    _ path: String, meaning: DepthMap.Options = DepthMap.Options(), file: MapFile.Options = MapFile.Options()
  ) {
    (self.path, self.meaning, self.file) = (path, meaning, file)
  }

  /// What a file holds.
  private struct Content {
    var map: DepthMap
    /// How the photo is turned for display, where it is a photo; its map is upright.
    var orientation: ImageOrientation?
  }

  /// Reads both files; maps that say that they are as a photo is stored are turned as the other file's photo.
  ///
  /// Throws `AuxError` that names the file: `missingImage` for a photo without a depth map, else as
  /// `ImageSource.depthData(_:)` and `DepthMap`.
  static func maps(
    _ files: (ComparedFile, ComparedFile), limits: AuxLimits
  ) throws(AuxError) -> (DepthMap, DepthMap) {
    var (one, other) = (try files.0.content(limits), try files.1.content(limits))
    one.map.turn(asPhoto: other.orientation)
    other.map.turn(asPhoto: one.orientation)
    return (one.map, other.map)
  }

  private func content(_ limits: AuxLimits) throws(AuxError) -> Content {
    do throws(AuxError) {
      guard path != StandardStream.path else {
        let data = try InputFile.read(path, limits: limits)
        if let photo = try photo(
          prefix: Array(data.prefix(16)),
          { () throws(AuxError) in
            try ImageSource(data: data, limits: limits)
          })
        {
          return photo
        }
        return try map(prefix: Array(data.prefix(16))) { () throws(AuxError) in
          try DepthMap(data: data, options: meaning, file: file, limits: limits)
        }
      }
      let prefix = try InputFile.source(path, limits: .standard).readPrefix(at: 0, count: 16)
      if let photo = try photo(
        prefix: prefix, { () throws(AuxError) in try ImageSource(path, limits: limits) })
      {
        return photo
      }
      return try map(prefix: prefix) { () throws(AuxError) in
        try DepthMap(path, options: meaning, file: file, limits: limits)
      }
    } catch { throw error.about(StandardStream.inputName(path)) }
  }

  /// Returns the map that a file is; throws `missingImage` for a color picture of a kind that photos have.
  private func map(
    prefix: [UInt8], _ read: () throws(AuxError) -> DepthMap
  ) throws(AuxError) -> Content {
    do throws(AuxError) { return Content(map: try read()) } catch {
      let container = ImageContainer(prefix: prefix)
      guard error.code == .unsupported, file.raw == nil, let container, container != .exr else { throw error }
      throw AuxError(
        .missingImage, "the file has no depth map, and cannot be one itself: \(error.reason)",
        path: error.path)
    }
  }

  /// Returns the map of a photo, upright; nil for a file that is a map itself.
  private func photo(
    prefix: [UInt8], _ open: () throws(AuxError) -> ImageSource
  ) throws(AuxError) -> Content? {
    guard file.raw == nil, let container = ImageContainer(prefix: prefix) else { return nil }
    // Of these kinds maps are made, too.
    let isMapKind = MapFile.Kind(prefix: prefix) != nil
    guard !isMapKind || container == .jpeg || container == .tiff else { return nil }
    let source = try open()
    let image = source.auxiliaryImages.first { $0.type.isDepthData }
    guard let image else {
      if isMapKind, source.container != .dng { return nil }
      throw source.missingError(of: [.group(.depthMap)])
    }
    let depth = try source.depthData(as: image.type.quantity?.float32Format ?? .depthFloat32)
    return Content(map: DepthMap(depth), orientation: source.orientation)
  }
}

extension DepthMap {
  /// Turns a map whose file says that it is as a photo is stored for display.
  fileprivate mutating func turn(asPhoto orientation: ImageOrientation?) {
    guard let orientation, content.record?.isUpright == false else { return }
    samples = Orient.apply(orientation.rawValue, to: samples)
  }
}

extension DepthComparison {
  /// Compares the depth of two files, maps or photos; a photo's is compared as the photo is displayed.
  ///
  /// ```swift
  /// let comparison = try DepthComparison(
  ///   truth: ComparedFile("lidar.png", meaning: .init(convention: .kitti)),
  ///   prediction: ComparedFile("photo.heic"), options: .init(alignment: .scale))
  /// ```
  ///
  /// Throws `AuxError` as `DepthComparison.init(truth:prediction:options:)`, `missingImage` for a photo without a depth map,
  /// and as the files' readers do; it names the file.
  public init(
    truth: ComparedFile, prediction: ComparedFile, options: Options = Options(),
    limits: AuxLimits = .standard
  ) throws(AuxError) {
    let maps = try ComparedFile.maps((truth, prediction), limits: limits)
    try self.init(truth: maps.0, prediction: maps.1, options: options)
  }

  /// Writes the `DepthComparison.picture(end:hasLegend:)` of the errors in the container that the extension asks for; `-` is
  /// PNG.
  ///
  /// Without `end` it is `DepthComparison.usualEnd`. The picture's first rows are the errors, sample for sample; the
  /// legend is below them.
  ///
  /// Throws `AuxError` as `ImageDestination.finalize(to:options:)`, and `usage` for another extension.
  public func writePicture(
    to path: String, end: Double? = nil, hasLegend: Bool = true, options: WriteOptions = WriteOptions()
  ) throws(AuxError) {
    let container = try ImageContainer.forPicture(at: path, of: .png)
    let picture = try picture(end: end ?? usualEnd, hasLegend: hasLegend)
    let destination = try ImageDestination(pixels: picture, as: container)
    try destination.finalize(to: path, options: options)
  }
}
