public import AuxImage
public import AuxWriter

extension PhotoRenderer {
  /// A picture that was written.
  public struct RenderedFile: Hashable, Sendable {
    /// The path of the file.
    public let path: String
    /// The width of the picture as displayed.
    public let width: Int
    /// The height of the picture as displayed.
    public let height: Int
    /// What the container cannot hold of the photo or the picture.
    public let notes: [String]
    /// What the picture was made of.
    public let report: Report

    /// The file as a JSON object: `path`, `width`, `height`, the members of ``PhotoRenderer/Report/json``, and `notes` where there
    /// are any.
    package var json: JSONValue {
      var members: [JSONValue.Member] = [JSONValue.Member("path", .path(path))]
      if let bytes = JSONValue.pathBytes(path) { members.append(JSONValue.Member("pathBytes", bytes)) }
      members += [
        JSONValue.Member("width", .integer(width)), JSONValue.Member("height", .integer(height)),
      ]
      if case .object(let rest) = report.json { members += rest }
      if !notes.isEmpty { members.append(JSONValue.Member("notes", .array(notes.map(JSONValue.string)))) }
      return .object(members)
    }
  }
}

extension PhotoRenderer {
  /// Writes the picture of an effect, with the photo's metadata and ICC profile, in a container.
  ///
  /// Thumbnails that the photo has, in Exif or as an item of HEIF, are made anew of the picture.
  /// The container is the one given, else the one that the path's extension asks for, or for standard output, `-`,
  /// that of the photo. A PNG and a TIFF are turned for display, since viewers do not turn them. Samples have
  /// `bitsPerSample`, one of `ImageContainer.photoBits`; without that as many as ``photo`` has, or the most that the
  /// container holds. A multi-picture file is a JPEG, also with the extension `.mpo`. If both eyes have a file each,
  /// `-left` and `-right` come before the extensions, and neither file appears before both are complete.
  /// The effect `parallax` is a video, as of ``writeParallax(_:to:options:progress:)``.
  /// `keepsAuxiliaryImages` puts the photo's auxiliary images into the picture, as
  /// `ImageDestination.addAuxiliaryImages(from:turning:changed:)`, and a gain map of a blurred photo is blurred with
  /// it.
  ///
  /// Throws `AuxError`: `usage` for another extension, for two files on standard output, and for auxiliary images in stereo pictures, else as
  /// ``pictures(_:_:)`` and `ImageDestination` do; an error of the output names its path.
  @discardableResult
  public func write(
    _ effect: AuxEffect, _ options: EffectOptions = EffectOptions(), to path: String,
    as container: ImageContainer? = nil, quality: Int = ImageDestination.standardQuality,
    bitsPerSample: Int? = nil, keepsAuxiliaryImages: Bool = false,
    options writing: WriteOptions = WriteOptions()
  ) throws(AuxError) -> [RenderedFile] {
    guard !keepsAuxiliaryImages || !effect.isStereo else {
      throw AuxError(.usage, "a stereo picture keeps no maps")
    }
    if effect.isVideo {
      guard container == nil, bitsPerSample == nil, !keepsAuxiliaryImages else {
        throw AuxError(.usage, "a video is of no container of photos, and keeps no maps")
      }
      return [try writeParallax(options, to: path, options: writing)]
    }
    if effect.isStereo, options.layout == .multiPicture {
      return try writeMultiPicture(options, to: path, as: container, quality, writing)
    }
    let container = try Self.container(container, at: path, of: source)
    let renderer = container.isWrittenUpright ? upright() : self
    let (rendering, gainMap) = try renderer.rendering(effect, options, blursGains: keepsAuxiliaryImages)
    let pictures = rendering.pictures
    let bits = bitsPerSample ?? container.pictureBits(of: photo.bitsPerSample)
    var destinations = try pictures.map { picture throws(AuxError) in
      try ImageDestination(
        picture: picture, of: source, metadata: renderer.metadata, as: container, quality: quality,
        bitsPerSample: bits, jobs: renderer.jobs)
    }
    guard destinations.count == 1 else {
      return try Self.write(destinations, rendering, to: path, writing)
    }
    if keepsAuxiliaryImages {
      try destinations[0].addAuxiliaryImages(
        from: source, turning: renderer.turn, changed: gainMap.map { [$0] } ?? [])
    }
    try destinations[0].finalize(to: path, options: writing)
    let size = pictures[0].displaySize
    return [
      RenderedFile(
        path: path, width: size.width, height: size.height,
        notes: rendering.notes + destinations[0].notes, report: rendering.report)
    ]
  }

  /// Writes both eyes' pictures as one file of the multi-picture format.
  private func writeMultiPicture(
    _ options: EffectOptions, to path: String, as container: ImageContainer?, _ quality: Int,
    _ writing: WriteOptions
  ) throws(AuxError) -> [RenderedFile] {
    try MultiPicturePhoto.check(path, container)
    let renderer = upright()
    let rendering = try renderer.rendering(.stereo, options)
    let eyes = rendering.pictures
    let photo = try MultiPicturePhoto(
      left: eyes[0], right: eyes[1], metadata: renderer.metadata, thumbnail: PhotoThumbnail(of: source),
      quality: quality, limits: source.limits)
    try photo.finalize(to: path, options: writing)
    return [
      RenderedFile(
        path: path, width: eyes[0].width, height: eyes[0].height, notes: photo.notes, report: rendering.report
      )
    ]
  }

  private static func container(
    _ container: ImageContainer?, at path: String, of source: ImageSource
  ) throws(AuxError) -> ImageContainer {
    guard let container else { return try .forPicture(at: path, of: source.container) }
    try container.checkName(ofOutput: path)
    return container
  }

  private static func write(
    _ eyes: [ImageDestination], _ rendering: Rendering, to path: String, _ writing: WriteOptions
  ) throws(AuxError) -> [RenderedFile] {
    guard path != StandardStream.path else {
      throw AuxError(.usage, "each eye has a file of its own, and standard output holds one")
    }
    let dot = path.lastIndex(of: ".") ?? path.endIndex
    let paths = ["-left", "-right"].map { String(path[..<dot]) + $0 + path[dot...] }
    try OutputFile.write(
      (eyes[0].finalize().data, paths[0]), (eyes[1].finalize().data, paths[1]), options: writing)
    return (0..<2).map { eye in
      let size = rendering.pictures[eye].displaySize
      return RenderedFile(
        path: paths[eye], width: size.width, height: size.height,
        notes: rendering.notes + eyes[eye].notes, report: rendering.report)
    }
  }
}

extension PhotoPixels {
  fileprivate var displaySize: (width: Int, height: Int) {
    PrimaryImage(width: width, height: height, orientation: orientation).displaySize
  }
}

extension PhotoRenderer.RenderedFile: CustomStringConvertible {
  /// The path, the size, the report and the notes, in one line.
  public var description: String {
    (["\(path): \(width)x\(height), \(report)"] + notes).joined(separator: "; ")
  }
}
