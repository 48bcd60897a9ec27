public import AuxImage
public import AuxKernels

/// The size that a map is resampled to.
public enum MapSize: Hashable, Sendable {
  /// That size.
  case size(width: Int, height: Int)
  /// Half of the photo in each direction, as Apple's mattes have it.
  case half
  /// 768 samples on the long side, as Apple's depth maps have it.
  case apple

  /// The long side of Apple's maps of 12-megapixel photos.
  private static let appleLongSide = 768

  /// Returns the size in samples for a photo of that size.
  ///
  /// Throws `AuxError`: `usage` for a size without samples, `limitExceeded` past `Limits.pixels`.
  public func dimensions(
    forPhotoOf photo: (width: Int, height: Int), limits: Limits = .standard
  ) throws(AuxError) -> (width: Int, height: Int) {
    switch self {
    case .size(let width, let height):
      guard width > 0, height > 0 else {
        throw AuxError(.usage, "a map of \(width)x\(height) has no samples")
      }
      _ = try limits.checkedDecoding(width: width, height: height)
      return (width, height)
    case .half: return ((photo.width + 1) / 2, (photo.height + 1) / 2)
    case .apple:
      let factor = Double(Self.appleLongSide) / Double(max(photo.width, photo.height))
      return (
        max(1, Int((Double(photo.width) * factor).rounded())),
        max(1, Int((Double(photo.height) * factor).rounded()))
      )
    }
  }

  /// Returns samples of which nothing else is known at this size; what refers to a photo refers to the map itself.
  ///
  /// A sample of the result is the mean of those around it that belong to one surface. Throws `AuxError` as
  /// ``dimensions(forPhotoOf:limits:)``.
  public func resampled(_ map: PixelPlane, limits: Limits = .standard) throws(AuxError) -> PixelPlane {
    let size = try dimensions(forPhotoOf: (map.width, map.height), limits: limits)
    return Resample.plane(map, toWidth: size.width, toHeight: size.height)
  }
}
