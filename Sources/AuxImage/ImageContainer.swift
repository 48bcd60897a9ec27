/// The container of an image file, recognised by its first bytes.
public enum ImageContainer: String, Hashable, Sendable, CaseIterable {
  /// JPEG, ISO/IEC 10918-1.
  case jpeg
  /// HEIF, ISO/IEC 23008-12, HEIC included.
  case heif
  /// AVIF: HEIF whose images are AV1, which its brands say.
  case avif
  /// Adobe's Digital Negative.
  case dng
  /// TIFF 6.0 without the tags of DNG.
  case tiff
  /// PNG, ISO/IEC 15948.
  case png
  /// WebP, RFC 9649.
  case webp
  /// OpenEXR.
  case exr
  /// JPEG XL, ISO/IEC 18181.
  case jxl

  /// Returns the container that `prefix`, the first bytes of a file, begins; TIFF for both TIFF and DNG, HEIF for
  /// both HEIF and AVIF.
  package init?(prefix: [UInt8]) {
    guard let container = Self.allCases.first(where: { $0.begins(with: prefix) }) else { return nil }
    self = container
  }

  private func begins(with prefix: [UInt8]) -> Bool {
    switch self {
    case .jpeg: prefix.starts(with: [0xFF, 0xD8, 0xFF])
    case .heif: prefix.count >= 12 && prefix[4..<8].elementsEqual("ftyp".utf8)
    // All brands are needed to distinguish AVIF from other HEIF files.
    case .avif: false
    // Tags distinguish DNG from other TIFF files.
    case .dng: false
    case .tiff:
      prefix.starts(with: [0x49, 0x49, 0x2A, 0]) || prefix.starts(with: [0x4D, 0x4D, 0, 0x2A])
        || prefix.starts(with: [0x49, 0x49, 0x2B, 0]) || prefix.starts(with: [0x4D, 0x4D, 0, 0x2B])
    case .png: prefix.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .webp:
      prefix.count >= 12 && prefix.starts(with: "RIFF".utf8) && prefix[8..<12].elementsEqual("WEBP".utf8)
    case .exr: prefix.starts(with: [0x76, 0x2F, 0x31, 0x01])
    case .jxl:
      prefix.starts(with: [0xFF, 0x0A])
        || prefix.starts(with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
    }
  }

  /// Returns the container that a path's extension asks for as an output.
  public init?(outputPath path: String) {
    guard let suffix = PathText.fileExtension(of: path),
      let container = Self.allCases.first(where: { $0.outputExtensions.contains(suffix) })
    else { return nil }
    self = container
  }

  /// The extensions that ask for the container as an output; none where it is only read.
  package var outputExtensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "mpo", "jfif"]
    case .heif: ["heic", "heif", "hif"]
    case .avif: ["avif"]
    case .dng: ["dng"]
    case .png: ["png"]
    case .tiff: ["tif", "tiff"]
    case .webp, .exr, .jxl: []
    }
  }

  package static let photoOutputExtensions = allCases.filter(\.holdsAuxiliaryImages).flatMap(
    \.outputExtensions)

  package static let allPhotoExtensions = allCases.flatMap(\.photoExtensions)

  /// The extensions by which a photo of the container is found in a folder; none for PNG and OpenEXR, which maps are.
  package var photoExtensions: [String] {
    switch self {
    case .jpeg: outputExtensions + ["jpe"]
    case .heif: outputExtensions + ["heics"]
    case .avif: outputExtensions + ["avifs"]
    case .dng: outputExtensions
    case .tiff: outputExtensions
    case .webp: ["webp"]
    case .jxl: ["jxl"]
    case .png, .exr: []
    }
  }

  /// The extensions that files of the container may have.
  package var ownExtensions: [String] {
    switch self {
    case .png: ["png"]
    case .exr: ["exr"]
    // HEIF is the container of AVIF, too; the extension heic says that images are HEVC.
    case .avif: photoExtensions + ["heif", "hif"]
    // A DNG is a TIFF file.
    case .dng: photoExtensions + ImageContainer.tiff.photoExtensions
    case .jpeg, .heif, .tiff, .webp, .jxl: photoExtensions
    }
  }

  /// True if auxiliary images are written into files of the container.
  public var holdsAuxiliaryImages: Bool {
    switch self {
    case .jpeg, .heif, .avif, .dng: true
    case .tiff, .png, .webp, .exr, .jxl: false
    }
  }

  /// Whether files of the container may have auxiliary images that are read.
  package var mayHoldAuxiliaryImages: Bool { holdsAuxiliaryImages || self == .jxl }

  /// The error for a container that cannot hold the auxiliary images that the caller wants.
  package func lacksAuxiliaryImages(_ code: AuxError.Code, remedy: Remedy? = nil) -> AuxError {
    AuxError(
      code,
      mayHoldAuxiliaryImages
        ? "\(rawValue) files are read and not written" : "\(rawValue) holds no auxiliary images",
      remedy: remedy)
  }

  /// The most bits of a code of depth data that is written into the container.
  package var depthCodeBits: Int {
    switch self {
    case .dng: 16
    case .jpeg, .heif, .avif, .tiff, .png, .webp, .exr, .jxl: 8
    }
  }

  /// The bits of a sample that photos of the container can be written with, the default of a deep photo first; empty where
  /// photos are only read.
  public var photoBits: [Int] {
    switch self {
    case .dng, .png, .tiff: [16, 8]
    case .heif, .avif: [10, 8]
    case .jpeg: [8]
    case .webp, .exr, .jxl: []
    }
  }

  /// Returns the bits that a sample of a picture has in the container that is made with so many, 8 or 16: as many, or the
  /// most that it holds.
  package func pictureBits(of bits: Int) -> Int { bits == 16 ? photoBits.max() ?? 8 : 8 }

  /// Whether pictures are turned for display before they are written: viewers of the container do not turn them.
  package var isWrittenUpright: Bool {
    switch self {
    case .png, .tiff: true
    case .jpeg, .heif, .avif, .dng, .webp, .exr, .jxl: false
    }
  }

  /// Whether an auxiliary image of a type that has no constant keeps its name; DNG's masks have Apple's names only.
  package var holdsUnknownTypes: Bool {
    switch self {
    case .jpeg, .heif, .avif: true
    case .dng, .tiff, .png, .webp, .exr, .jxl: false
    }
  }

  /// Whether nothing but its XMP packet says what an auxiliary image is.
  package var identifiesByXMP: Bool {
    switch self {
    case .jpeg: true
    case .heif, .avif, .dng, .tiff, .png, .webp, .exr, .jxl: false
    }
  }

  /// Whether a URN says which matte an image is, so that Apple writes no type into its packet; that of depth is that of
  /// disparity as well.
  package var identifiesByURN: Bool {
    switch self {
    case .heif, .avif: true
    case .jpeg, .dng, .tiff, .png, .webp, .exr, .jxl: false
    }
  }

  /// Whether Apple writes no formats into the packet of a matte.
  package var omitsMatteFormats: Bool {
    switch self {
    case .heif, .avif, .dng: true
    case .jpeg, .tiff, .png, .webp, .exr, .jxl: false
    }
  }

  /// Returns whether nothing but the packet states the range of codes of a quantity: messages of depth representation are of
  /// HEVC, and are read where they are of disparity; DNG has tags.
  package func statesRangeByXMP(of quantity: DepthQuantity) -> Bool {
    switch self {
    case .jpeg, .avif: true
    case .heif: quantity == .depth
    case .dng, .tiff, .png, .webp, .exr, .jxl: false
    }
  }
}

extension [String] {
  /// The words as a choice: `a, b or c`.
  package var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension ImageContainer {
  /// Returns the container that the extension of a photo to be written asks for, one that holds auxiliary images; with
  /// `orPicture` it may be PNG or TIFF.
  ///
  /// Standard output, `-`, is written in the container of `source`. Throws `AuxError` with code `usage`, naming the
  /// possible extensions, for any other path, and where that container holds no auxiliary images.
  package static func forPhoto(
    at path: String, of source: ImageContainer? = nil, orPicture: Bool = false
  ) throws(AuxError) -> ImageContainer {
    if path == StandardStream.path, let source {
      guard source.holdsAuxiliaryImages || orPicture && pictures.contains(source) else {
        throw AuxError(
          .usage, "\(source.rawValue.uppercased()), as what is read, holds no auxiliary images",
          remedy: .otherContainer)
      }
      return source
    }
    guard let container = ImageContainer(outputPath: path), container.holdsAuxiliaryImages || orPicture else {
      let others = pictures.filter { orPicture && !$0.holdsAuxiliaryImages }.flatMap(\.outputExtensions)
      throw refusal(path, extensions: photoOutputExtensions + others)
    }
    return container
  }

  /// Returns the container that the extension of a picture to be written asks for: PNG, JPEG, HEIF, AVIF or TIFF.
  ///
  /// Standard output, `-`, is written in the container of `source`. Throws `AuxError` with code `usage`, naming the
  /// extensions there are, for any other path, and where pictures are not written in that container.
  package static func forPicture(
    at path: String, of source: ImageContainer? = nil
  ) throws(AuxError) -> ImageContainer {
    let containers = pictures
    if path == StandardStream.path, let source {
      guard containers.contains(source) else {
        throw AuxError(
          .usage, "pictures are not written as \(source.rawValue.uppercased()), as what is read",
          remedy: .pictureContainer)
      }
      return source
    }
    guard let container = ImageContainer(outputPath: path), containers.contains(container) else {
      throw refusal(path, extensions: containers.flatMap(\.outputExtensions))
    }
    return container
  }

  /// Throws `usage` if a file of this container is to be written, and the extension of its path names another kind of
  /// picture: other programs go by names.
  ///
  /// Any other extension, and none, is taken. HEIF and AVIF may have each other's.
  package func checkName(ofOutput path: String) throws(AuxError) {
    guard let suffix = PathText.fileExtension(of: path) else { return }
    let named = ImageContainer(outputPath: path)
    guard named.map({ $0 != self && !($0.isHEIF && isHEIF) }) ?? Self.unwrittenExtensions.contains(suffix)
    else { return }
    let others = Self.photoOutputExtensions + Self.pictures.flatMap(\.outputExtensions)
    var known: [String] = []
    for name in others where !known.contains(name) && !outputExtensions.contains(name) { known.append(name) }
    func list(_ names: [String]) -> String { names.map { ".\($0)" }.alternatives }
    throw AuxError(
      .usage,
      "the output \(path) would be \(rawValue.uppercased()), whose names end in \(list(outputExtensions)); "
        + (named == nil ? "no .\(suffix) is written, but \(list(known))" : "another container can be chosen"))
  }

  private var isHEIF: Bool { self == .heif || self == .avif }

  /// The extensions of pictures that are not written.
  private static let unwrittenExtensions: Set<String> = [
    "webp", "exr", "gif", "jxl", "jp2", "j2k", "jpx", "bmp", "psd", "psb", "tga", "hdr", "ico", "svg", "pdf",
  ]

  package static let pictures: [ImageContainer] = [.png, .jpeg, .heif, .avif, .tiff]

  private static func refusal(_ path: String, extensions: [String]) -> AuxError {
    AuxError(.usage, "the output \(path) must end in \(extensions.map { ".\($0)" }.alternatives)")
  }
}
