internal import AuxContainers
internal import AuxImage
internal import AuxReader
internal import AuxWriter

/// The photo as the texture of a mesh: a JPEG file in sRGB, upright, without metadata.
struct MeshTexture: Hashable, Sendable {
  /// The bytes of the JPEG file.
  let bytes: [UInt8]
  /// Whether the coded data are the photo's own.
  let isCopied: Bool
  let width: Int
  let height: Int

  /// Codes a photo, made smaller where a side is longer than `longestSide`; one that is an upright JPEG in sRGB of that size already
  /// is copied.
  ///
  /// Viewers take textures for sRGB, whatever their profile says. Source: Khronos, glTF 2.0 specification, 3.8.2.
  init(
    _ photo: PhotoPixels, of source: ImageSource, longestSide: Int
  ) throws(AuxError) {
    if max(photo.width, photo.height) <= longestSide, let copy = try Self.copy(of: source) {
      (bytes, isCopied, width, height) = (copy, true, photo.width, photo.height)
      return
    }
    let picture = photo.reduced(toLongerSide: longestSide)
    bytes = try ImageDestination(
      pixels: picture, as: .jpeg, quality: SpaceFile.textureQuality, limits: source.limits
    )
    .finalize().data
    (isCopied, width, height) = (false, picture.width, picture.height)
  }

  /// Returns the photo's JPEG image without its application segments but JFIF's and Adobe's; nil where it is no upright JPEG in sRGB.
  private static func copy(of source: ImageSource) throws(AuxError) -> [UInt8]? {
    guard case .jpeg(let reader) = source.parsed, source.primary?.orientation == .up,
      try source.statesColours(ofProfile: nil)
    else { return nil }
    let image = reader.file.primary
    // Viewers know baseline and progressive JPEG of 8 bits with Huffman codes.
    guard image.frame.marker <= 0xC2, image.frame.precision == 8, image.frame.componentIdentifiers.count != 4
    else { return nil }
    return try source.bytes.rethrowingReadFailure { () throws(AuxError) in
      let end = try reader.file.primaryEnd()
      guard end - image.offset <= source.limits.codedBytes else { return nil }
      var bytes: [UInt8] = [0xFF, JPEGMarker.SOI]
      for segment in image.segments where !segment.isMetadata {
        bytes += try source.bytes.read(at: segment.range.lowerBound, count: segment.range.count)
      }
      return bytes + (try source.bytes.read(at: image.scanOffset, count: end - image.scanOffset))
    }
  }
}

extension JPEGSegment {
  /// Whether pixels do not need the segment: it is of an application, other than JFIF's and Adobe's, or a comment.
  fileprivate var isMetadata: Bool {
    if case .jfif = kind { return false }
    return (JPEGMarker.APP0...JPEGMarker.APP15).contains(marker) && marker != JPEGMarker.APP14
      || marker == JPEGMarker.COM
  }
}
