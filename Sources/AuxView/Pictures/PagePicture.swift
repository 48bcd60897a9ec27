internal import AuxCodecs
internal import AuxImage
internal import AuxReader

/// Pictures as browsers take them: in sRGB, as JPEG streams.
enum PagePicture {
  /// Returns the JPEG stream of a picture in sRGB.
  static func encode(_ picture: PhotoPixels, quality: Int) throws(AuxError) -> [UInt8] {
    try JPEGCodec.encode(
      rgb: picture.rgb8, width: picture.width, height: picture.height, quality: quality, subsampled: true)
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
