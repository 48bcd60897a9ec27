/// The container of an image file, told by its first bytes.
public enum ImageContainer: String, Hashable, Sendable {
  /// JPEG, ISO/IEC 10918-1.
  case jpeg
  /// HEIF, ISO/IEC 23008-12, HEIC and AVIF included.
  case heif
  /// Adobe's Digital Negative.
  case dng
  /// TIFF 6.0 without the tags of DNG.
  case tiff
  /// PNG, ISO/IEC 15948.
  case png

  /// Returns the container that `prefix`, the first bytes of a file, begins; TIFF for both TIFF and DNG.
  package init?(prefix: [UInt8]) {
    if prefix.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if prefix.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if prefix.count >= 12, prefix[4..<8].elementsEqual("ftyp".utf8) {
      self = .heif
    } else if prefix.starts(with: [0x49, 0x49, 0x2A, 0]) || prefix.starts(with: [0x4D, 0x4D, 0, 0x2A])
      || prefix.starts(with: [0x49, 0x49, 0x2B, 0]) || prefix.starts(with: [0x4D, 0x4D, 0, 0x2B])
    {
      self = .tiff
    } else {
      return nil
    }
  }

  /// Returns the container that a path's extension asks for as an output.
  public init?(outputPath path: String) {
    let name = path.split(separator: "/").last ?? ""
    switch name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased() {
    case "jpg", "jpeg": self = .jpeg
    case "heic", "heif", "hif": self = .heif
    case "dng": self = .dng
    default: return nil
    }
  }
}
