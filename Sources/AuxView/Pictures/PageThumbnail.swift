internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// The small pictures of a contact sheet.
enum PageThumbnail {
  /// The longer side of a photo.
  static let side = 400
  /// Of a map, which has no fine details.
  private static let mapSide = 240
  private static let quality = 60

  /// Returns a photo as a URI.
  static func photo(_ picture: PhotoPixels) throws(AuxError) -> String {
    try PagePicture(picture.reduced(toLongerSide: side), quality: quality).uri
  }

  /// Returns the nearness of a map as a URI, from 0 of the farthest and of holes to 255; nil where no sample has a distance.
  static func nearness(of stored: StoredAuxiliaryImage) throws(AuxError) -> String? {
    let values = try stored.depthData(in: .fdis).values
    let usable = values.filter { $0.isFinite && $0 >= 0 }
    guard let low = usable.min(), let high = usable.max() else { return nil }
    let scale = high > low ? 255 / (high - low) : 0
    let codes = values.map { value -> UInt8 in
      value.isFinite && value >= 0 ? UInt8(((value - low) * scale).rounded()) : 0
    }
    let plane = PixelPlane(width: stored.codes.width, height: stored.codes.height, known: .uint8(codes))
    let small = try PhotoPixels(gray: plane).reduced(toLongerSide: mapSide)
    return try PagePicture(small, quality: quality).uri
  }
}
