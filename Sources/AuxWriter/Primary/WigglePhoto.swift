internal import AuxCodecs
internal import AuxContainers
public import AuxImage
internal import AuxReader

/// A stereo pair as an animated WebP file that shows one eye's picture after the other, over and over: depth without
/// glasses.
///
/// Source: RFC 9649; Specs/effects.md, "Stereo".
public struct WigglePhoto: Sendable {
  /// What could not go along into the file.
  public let notes: [String]
  private let bytes: [UInt8]
  private let size: (width: Int, height: Int)

  /// The extension of its files.
  public static let outputExtension = "webp"
  /// How long each picture is shown, in milliseconds.
  public static let milliseconds = 160

  /// Creates an animation of two pictures of one size, both upright.
  ///
  /// Throws `AuxError` with code `usage` where the sizes differ, a picture is to be turned, or one is longer than WebP
  /// holds, 16,383 pixels, and `codec` where it cannot be coded.
  public init(
    left: PhotoPixels, right: PhotoPixels, metadata: PhotoMetadata = PhotoMetadata(),
    quality: Int = ImageDestination.standardQuality
  ) throws(AuxError) {
    try SpatialPhoto.check(left, right)
    guard (1...100).contains(quality) else { throw AuxError(.usage, "a quality is 1 to 100, not \(quality)") }
    var metadata = metadata
    metadata.exif = ExifBlock.setting(.up, in: metadata.exif)
    var losses: [String] = []
    bytes = try WebPCodec.encode(
      frames: [left.asRGB8.rgb8, right.asRGB8.rgb8], width: left.width, height: left.height,
      milliseconds: Self.milliseconds, quality: quality,
      iccProfile: left.iccProfile(forChannels: 3, &losses), metadata: metadata)
    notes = losses
    size = (left.width, left.height)
  }

  /// Throws `AuxError` with code `usage` where a path, or the container that is asked for, is of something else.
  public static func check(_ path: String, _ container: ImageContainer? = nil) throws(AuxError) {
    guard container == nil else {
      throw AuxError(.usage, "both eyes in turn are a WebP file, not \(container?.rawValue ?? "")")
    }
    guard path == StandardStream.path || FilePath.fileExtension(of: path) == outputExtension else {
      throw AuxError(.usage, "the output \(path) must end in .\(outputExtension)")
    }
  }

  /// Writes the file, reads its headers back, and gives it its name; `-` is standard output.
  ///
  /// Throws `AuxError`: `cannotCreate`, `io`, `verification`; the output is then absent or the old one.
  public func finalize(
    to path: String, replaces: Bool = false, waitsForDisk: Bool = true, keepsBackup: Bool = false
  ) throws(AuxError) {
    try OutputFile.write(
      finalize(), to: path, replaces: replaces, waitsForDisk: waitsForDisk, keepsBackup: keepsBackup)
  }

  /// Returns the file in memory; throws `verification` where its headers are not of two frames of that size.
  public func finalize() throws(AuxError) -> [UInt8] {
    let file = try WebPFile(MemoryByteSource(bytes))
    // Equal pictures become one frame.
    guard (1...2).contains(file.chunks.count { $0.type == "ANMF" }), file.notes.isEmpty,
      (file.width, file.height) == size
    else { throw AuxError(.verification, "the animation did not come back") }
    return bytes
  }
}
