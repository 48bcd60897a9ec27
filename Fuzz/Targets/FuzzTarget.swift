internal import AuxImage

/// The code under test: one parser each, or code that uses all of them.
///
/// A run returns whether the input was of the target's kind at all; it traps where an invariant does not hold.
enum FuzzTarget: String, CaseIterable {
  /// Multi-picture JPEG files, GDepth and Dynamic Depth included: listing, decoding and dictionaries.
  case jpeg
  /// HEIF files, as `jpeg`.
  case heif
  /// DNG files, as `jpeg`.
  case dng
  /// PNG files, as `jpeg`: primaries alone.
  case png
  /// WebP, OpenEXR and JPEG XL files, as `png`.
  case pictures
  /// XMP packets of auxiliary images, and of primaries that announce Google's maps.
  case xmp
  /// Map files of every kind.
  case maps
  /// Property lists of ImageIO's dictionary.
  case plist
  /// Y4M streams.
  case y4m
  /// The validator over whole files.
  case validator
  /// Removing and grafting: the written file must open again.
  case edit
  /// One coded image each, as the decoders of libheif get it: configuration and data, behind the checks.
  case libheif
  /// TIFF files as libtiff gets them: maps and photos.
  case libtiff
  /// OpenEXR files as OpenEXR's core gets them: maps and pictures.
  case openexr
  /// One stream of JPEG, JPEG XL or WebP each.
  case streams

  /// Runs the target on an input.
  func run(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .jpeg: ReadingTarget.run(bytes, as: [.jpeg])
    case .heif: ReadingTarget.run(bytes, as: [.heif])
    case .dng: ReadingTarget.run(bytes, as: [.dng, .tiff])
    case .png: ReadingTarget.run(bytes, as: [.png])
    case .pictures: ReadingTarget.run(bytes, as: [.webp, .exr, .jxl])
    case .xmp: PacketTarget.run(bytes)
    case .maps: MapTarget.run(bytes)
    case .plist: PropertyListTarget.run(bytes)
    case .y4m: StreamTarget.run(bytes)
    case .validator: ValidatorTarget.run(bytes)
    case .edit: EditTarget.run(bytes)
    case .libheif: CodedImageTarget.run(bytes)
    case .libtiff: CodecTarget.readTIFF(bytes)
    case .openexr: CodecTarget.readEXR(bytes)
    case .streams: CodecTarget.readStream(bytes)
    }
  }

  /// The bytes before and after the file that an input is about.
  var extraBytes: (before: Int, after: Int) {
    switch self {
    case .edit: (0, 1)
    case .streams: (CodecTarget.streamHeader, 0)
    case .jpeg, .heif, .dng, .png, .pictures, .xmp, .maps, .plist, .y4m, .validator, .libheif, .libtiff,
      .openexr:
      (0, 0)
    }
  }
}

extension AuxLimits {
  /// What `--limits` asks for: so little of images and coded bytes that an input costs little, or the standard ones.
  static let fuzzing: AuxLimits = {
    var limits = AuxLimits()
    limits.pixels = Cost.mostPixels
    guard !Cost.isStandard else { return limits }
    limits.pixels = 1 << 16
    limits.xmpBytes = 1 << 20
    limits.codedBytes = 1 << 20
    limits.mapFileBytes = 1 << 20
    limits.metaBytes = 1 << 20
    limits.entryBytes = 1 << 20
    return limits
  }()
}

/// Traps where an invariant does not hold, in release builds, too, with a message.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
