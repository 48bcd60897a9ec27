internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// A picture as browsers take it: in sRGB, in the smallest of the forms that can be written here.
struct PagePicture {
  let bytes: [UInt8]
  let form: Form

  /// A form.
  enum Form: String {
    /// Half the bytes of JPEG at the same error, by libheif with libaom.
    case avif = "image/avif"
    /// Four fifths.
    case webP = "image/webp"
    case jpeg = "image/jpeg"

    /// The next larger form.
    var next: Form? {
      switch self {
      case .avif: .webP
      case .webP: .jpeg
      case .jpeg: nil
      }
    }
  }

  private init(_ bytes: [UInt8], _ form: Form) { (self.bytes, self.form) = (bytes, form) }

  /// Encodes a picture in sRGB; throws `AuxError` as the codec of JPEG.
  ///
  /// `quality` is on the scale of JPEG; with `keepsChroma` colours have the full size, which WebP does not know. A form is
  /// passed over for want of its library, of memory and of threads, and for a picture that it does not hold.
  init(_ picture: PhotoPixels, quality: Int, keepsChroma: Bool = false) throws(AuxError) {
    self = try Self.encoded(picture, quality, keepsChroma, as: .avif)
  }

  private static func encoded(
    _ picture: PhotoPixels, _ quality: Int, _ keepsChroma: Bool, as form: Form
  ) throws(AuxError) -> PagePicture {
    do throws(AuxError) {
      return PagePicture(try form.file(of: picture, quality, keepsChroma), form)
    } catch {
      guard let next = form.next, error.code != .cancelled else { throw error }
      return try encoded(picture, quality, keepsChroma, as: next)
    }
  }

  /// The media type.
  var type: String { form.rawValue }

  /// The picture as the address of an element that shows it.
  var uri: String { "data:\(type);base64," + Base64.text(bytes) }

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
      let doubt =
        "its colours are shown as if they were those of sRGB, since of the photo's own: \(error.message)"
      return (picture.reduced(toLongerSide: side), [doubt])
    }
  }
}

extension PagePicture.Form {
  /// Returns the file or stream of a picture.
  fileprivate func file(
    of picture: PhotoPixels, _ quality: Int, _ keepsChroma: Bool
  ) throws(AuxError) -> [UInt8] {
    let (rgb, width, height) = (picture.rgb8, picture.width, picture.height)
    switch self {
    case .avif:
      // Without the profile that codes may have whose colours are unknown.
      let codes = PhotoPixels(width: width, height: height, knownRGB8: rgb)
      return try HEIFImageCodec.encode(
        codes, as: .av1, quality: quality, subsampled: !keepsChroma, isFast: true)
    case .webP where keepsChroma:
      throw AuxError(.unsupported, "WebP has colours at half of the size")
    case .webP:
      // The quantiser of these numbers is finer.
      return try WebPCodec.encode(
        rgb: rgb, width: width, height: height, quality: (quality + 100) / 2, method: 4)
    case .jpeg:
      return try JPEGCodec.encode(
        rgb: rgb, width: width, height: height, quality: quality, subsampled: !keepsChroma)
    }
  }
}
