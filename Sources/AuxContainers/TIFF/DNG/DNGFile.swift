package import AuxImage

/// A TIFF file seen as a DNG: its raw image, depth maps and semantic masks.
///
/// Source: DNG 1.7.1.0; Specs/dng.md, "Reading".
package struct DNGFile: Sendable {
  /// The image that the file is about.
  package struct Primary: Hashable, Sendable {
    package var directory: TIFFDirectory
    package var width: Int
    package var height: Int
    /// The width and height of the image that the crop leaves: of DefaultCropSize, else of ActiveArea.
    package var cropWidth: Double
    /// See ``cropWidth``.
    package var cropHeight: Double
  }

  package let tiff: TIFFFile
  /// The four bytes of DNGVersion, or nil for a TIFF file that is no DNG.
  package let version: [UInt8]?
  /// The orientation of the image, masks and depth included.
  package let orientation: ImageOrientation
  package let primary: Primary
  /// The directories of depth maps, that of the highest resolution first.
  package let depthDirectories: [TIFFDirectory]
  /// What the codes of the depth maps mean; nil without one.
  package let depthDescription: DNGDepthDescription?
  /// The semantic masks of the highest resolution, in the order of the file.
  package let masks: [DNGMask]
  package let notes: [String]

  package var isDNG: Bool { version != nil }

  /// Opens the file whose bytes `source` gives; headers only.
  package init(_ source: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(TIFFFile(source, limits: limits))
  }

  /// Looks at a file that is open; what breaks the specification makes a note.
  package init(_ tiff: TIFFFile) throws(AuxError) {
    self.tiff = tiff
    let root = tiff.first
    var rules = Leniency(notes: tiff.notes)
    version = try tiff.values(TIFFTag.dngVersion, in: root)?.bytes
    orientation = try Self.orientation(of: root, in: tiff, &rules)
    func all(_ kind: Int, areMasks: Bool = false) -> [TIFFDirectory] {
      tiff.entries.map(\.place).filter { $0.subFileType == kind && $0.isMask == areMasks }.map(\.directory)
    }
    let raw = try Self.rawImages(in: tiff, &rules)
    if raw.isEmpty { rules.object("no image has NewSubFileType 0", root, TIFFTag.newSubFileType) }
    primary = try Self.primary(raw.first ?? root, in: tiff, &rules)
    let depth = all(DNGSubFileType.depth)
    if depth.count > 1 {
      rules.object(
        "a second depth map, one is allowed (DNG 1.7.1.0, NewSubFileType)", depth[1], TIFFTag.newSubFileType)
    }
    depthDirectories = depth + all(DNGSubFileType.depthPreview)
    depthDescription =
      depthDirectories.isEmpty
      ? nil : try DNGDepthDescription(of: root, in: tiff, notes: &rules.notes)
    masks = try DNGMask.all(all(DNGSubFileType.semanticMask, areMasks: true), in: tiff, &rules)
    for directory in tiff.allDirectories {
      let photometric = try? tiff.integer(TIFFTag.photometricInterpretation, in: directory)
      guard photometric == TIFFPhotometric.gainMap else { continue }
      rules.notes.append("the gain map in \(directory.path) is not read, or copied into other files")
    }
    notes = rules.notes
  }

  /// Returns the XMP packet of a directory, or nil where it has none.
  package func xmp(of directory: TIFFDirectory) throws(AuxError) -> [UInt8]? {
    try tiff.values(TIFFTag.xmp, in: directory, most: tiff.limits.xmpBytes)?.bytes
  }

  /// Returns the directories of images of full resolution; one whose kind cannot be read makes a note.
  private static func rawImages(
    in tiff: TIFFFile, _ rules: inout Leniency
  ) throws(AuxError) -> [TIFFDirectory] {
    var found: [TIFFDirectory] = []
    for directory in tiff.allDirectories {
      do throws(AuxError) {
        let kind = try tiff.integer(TIFFTag.newSubFileType, in: directory) ?? DNGSubFileType.primary
        if kind == DNGSubFileType.primary { found.append(directory) }
      } catch { try rules.forgive(error) }
    }
    return found
  }

  private static func orientation(
    of root: TIFFDirectory, in tiff: TIFFFile, _ rules: inout Leniency
  ) throws(AuxError) -> ImageOrientation {
    guard let number = try tiff.orientationNumber() else { return .up }
    if let orientation = ImageOrientation(rawValue: number) { return orientation }
    rules.object("the value \(number) has no meaning; taken for 1", root, TIFFTag.orientation)
    return .up
  }

  private static func primary(
    _ directory: TIFFDirectory, in tiff: TIFFFile, _ rules: inout Leniency
  ) throws(AuxError) -> Primary {
    func side(_ tag: UInt16) throws(AuxError) -> Int {
      guard let value = try tiff.integer(tag, in: directory), value > 0 else {
        throw AuxError(
          .malformed, "the image has no size", offset: directory.offset, place: directory.place(tag))
      }
      return value
    }
    let (width, height) = (try side(TIFFTag.imageWidth), try side(TIFFTag.imageLength))
    var result = Primary(
      directory: directory, width: width, height: height, cropWidth: Double(width),
      cropHeight: Double(height))
    if let area = try rules.forgiving({ () throws(AuxError) in
      try tiff.values(TIFFTag.activeArea, in: directory)?.integers()
    }) {
      if area.count == 4, area[2] > area[0], area[3] > area[1] {
        (result.cropWidth, result.cropHeight) = (Double(area[3] - area[1]), Double(area[2] - area[0]))
      } else {
        rules.object("no area; ignored", directory, TIFFTag.activeArea)
      }
    }
    if let size = try rules.forgiving({ () throws(AuxError) in
      try tiff.values(TIFFTag.defaultCropSize, in: directory)?.numbers()
    }) {
      if size.count == 2, size.allSatisfy({ $0.isFinite && $0 > 0 }) {
        (result.cropWidth, result.cropHeight) = (size[0], size[1])
      } else {
        rules.object("no size; ignored", directory, TIFFTag.defaultCropSize)
      }
    }
    return result
  }
}
