internal import AuxCodecs
internal import AuxImage
internal import AuxReader

/// A picture as browsers take it: in sRGB, as a WebP file, or as a JPEG stream where WebP cannot be written.
struct PagePicture {
  let bytes: [UInt8]
  /// The media type.
  let type: String

  /// The method of libwebp: slower ones save few bytes.
  private static let method = 4

  /// Encodes a picture in sRGB; throws `AuxError` as the codecs, but not for want of libwebp.
  init(_ picture: PhotoPixels, quality: Int) throws(AuxError) {
    if let file = try Self.webP(of: picture, quality: quality) {
      (bytes, type) = (file, "image/webp")
    } else {
      bytes = try JPEGCodec.encode(
        rgb: picture.rgb8, width: picture.width, height: picture.height, quality: quality, subsampled: true)
      type = "image/jpeg"
    }
  }

  /// The picture as the address of an element that shows it.
  var uri: String { "data:\(type);base64," + Base64.text(bytes) }

  /// Returns the file; nil without the library, and for a picture that is larger than WebP holds or has more details.
  private static func webP(of picture: PhotoPixels, quality: Int) throws(AuxError) -> [UInt8]? {
    guard max(picture.width, picture.height) <= WebPCodec.longestSide else { return nil }
    do throws(AuxError) {
      return try WebPCodec.encode(
        rgb: picture.rgb8, width: picture.width, height: picture.height, quality: quality, method: method)
    } catch {
      guard error.code == .codecMissing || error.code == .unsupported else { throw error }
      return nil
    }
  }

  /// Returns the picture with codes of sRGB, reduced; at its own size without a side.
  ///
  /// Codes of 16 bits, which may be of linear light, are converted first; those of 8 lose nothing when they are fewer.
  static func inSRGB(_ photo: PhotoPixels, side: Int?) -> (picture: PhotoPixels, notes: [String]) {
    let side = side ?? max(photo.width, photo.height)
    let picture = photo.bitsPerSample == 8 ? photo.reduced(toLongerSide: side) : photo
    do throws(AuxError) {
      let mapped = try picture.toneMapped(jobs: 1)
      let shown = try (mapped?.pixels ?? picture).converted(toProfile: nil, jobs: 1)
      return (shown.reduced(toLongerSide: side), mapped.map { [$0.note] } ?? [])
    } catch {
      let doubt = "its colours are shown as if they were those of sRGB, since of the photo's own: \(error)"
      return (picture.reduced(toLongerSide: side), [doubt])
    }
  }
}
