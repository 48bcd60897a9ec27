internal import AuxCodecs
internal import AuxImage
internal import AuxReader

/// A photo as the page shows it: upright, sRGB, no larger than a screen.
struct PagePreview {
  /// The size of the photo itself, upright.
  let width, height: Int
  /// The size of the preview.
  let previewWidth, previewHeight: Int
  /// The preview as a JPEG stream.
  let jpeg: [UInt8]
  /// What of the photo the preview does not show as it is.
  let notes: [String]

  /// Makes the preview of a decoded photo; `size` is that of the photo itself, as stored.
  ///
  /// Throws `AuxError` as the codec.
  init(
    _ photo: PhotoPixels, of size: (width: Int, height: Int), side: Int, quality: Int, jobs: Int
  ) throws(AuxError) {
    let (small, notes) = Self.inSRGB(photo, side: side, jobs: jobs)
    let picture = small.upright()
    let isTurned = photo.orientation.swapsSides
    (width, height) = isTurned ? (size.height, size.width) : size
    (previewWidth, previewHeight) = (picture.width, picture.height)
    jpeg = try JPEGCodec.encode(
      rgb: picture.rgb8, width: picture.width, height: picture.height, quality: quality, subsampled: true)
    self.notes = notes
  }

  /// Returns the picture with codes of sRGB, reduced.
  ///
  /// Codes of 16 bits, which may be of linear light, are converted first; those of 8 lose nothing when they are fewer.
  private static func inSRGB(
    _ photo: PhotoPixels, side: Int, jobs: Int
  ) -> (picture: PhotoPixels, notes: [String]) {
    let picture = photo.bitsPerSample == 8 ? photo.reduced(toLongerSide: side) : photo
    do throws(AuxError) {
      return (try picture.converted(toProfile: nil, jobs: jobs).reduced(toLongerSide: side), [])
    } catch {
      let doubt = "its colours are shown as if they were those of sRGB, since of the photo's own: \(error)"
      return (picture.reduced(toLongerSide: side), [doubt])
    }
  }

  /// The photo as the page's data has it.
  var json: JSONValue {
    [
      "width": .integer(width), "height": .integer(height),
      "preview": [
        "width": .integer(previewWidth), "height": .integer(previewHeight),
        "uri": .string("data:image/jpeg;base64," + Base64.text(jpeg)),
      ],
    ]
  }
}
