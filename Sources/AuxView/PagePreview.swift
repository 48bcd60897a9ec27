internal import AuxCodecs
internal import AuxImage
internal import AuxReader

/// A photo as the page shows it: upright, sRGB, no larger than a screen.
enum PagePreview {
  /// Returns a decoded photo as the page's data has it, with its preview as a JPEG stream, and what of the photo that does not
  /// show as it is; `size` is that of the photo itself, as stored.
  ///
  /// Throws `AuxError` as the codec.
  static func json(
    _ photo: PhotoPixels, of size: (width: Int, height: Int), side: Int, quality: Int
  ) throws(AuxError) -> (json: JSONValue, notes: [String]) {
    let (small, notes) = inSRGB(photo, side: side)
    let picture = small.upright()
    let (width, height) = photo.orientation.swapsSides ? (size.height, size.width) : size
    let jpeg = try JPEGCodec.encode(
      rgb: picture.rgb8, width: picture.width, height: picture.height, quality: quality, subsampled: true)
    let preview: JSONValue = [
      "width": .integer(picture.width), "height": .integer(picture.height),
      "uri": .string("data:image/jpeg;base64," + Base64.text(jpeg)),
    ]
    return (["width": .integer(width), "height": .integer(height), "preview": preview], notes)
  }

  /// Returns the picture with codes of sRGB, reduced.
  ///
  /// Codes of 16 bits, which may be of linear light, are converted first; those of 8 lose nothing when they are fewer.
  private static func inSRGB(_ photo: PhotoPixels, side: Int) -> (picture: PhotoPixels, notes: [String]) {
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
