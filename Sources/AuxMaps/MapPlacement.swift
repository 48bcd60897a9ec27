package import AuxImage
package import AuxKernels

/// How maps are aligned with their photo.
///
/// A map's size is its own; its aspect ratio is the photo's. Source: Specs/conversions.md, "Which way up".
public struct MapPlacement: Hashable, Sendable {
  /// What is known of given maps, or allowed.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: Int
    /// Creates options of their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The map is as the photo is displayed, and is turned back to the stored grid.
    public static let oriented = Options(rawValue: 1)
    /// The map may have another aspect ratio than the photo.
    public static let stretched = Options(rawValue: 2)
  }

  /// The photo.
  package let photo: PrimaryImage
  /// What is known of the maps.
  package let options: Options

  /// Creates a placement.
  package init(on photo: PrimaryImage, _ options: Options = []) {
    self.photo = photo
    self.options = options
  }

  /// The turn that brings a map as it is given into the stored grid of the photo.
  package var turn: ImageOrientation { options.contains(.oriented) ? photo.orientation.inverse : .up }

  /// Returns the placement of a map whose file says which way up it is.
  func applying(_ record: MapRecord?) -> MapPlacement {
    record?.isOriented == true ? MapPlacement(on: photo, options.union(.oriented)) : self
  }

  /// Returns the map in the stored grid of the photo; throws as ``check(width:height:)``.
  package func placed(_ map: PixelPlane) throws(AuxError) -> PixelPlane {
    try check(width: map.width, height: map.height)
    return Orient.apply(turn.rawValue, to: map)
  }

  /// Throws `AuxError` with code `usage` where a map of that size has not the photo's aspect ratio.
  package func check(width: Int, height: Int) throws(AuxError) {
    let fitsTurned = fits(height, width)
    guard !options.contains(.stretched), !(turn.swapsSides ? fitsTurned : fits(width, height)) else { return }
    let isOriented = options.contains(.oriented)
    throw AuxError(
      .usage,
      "the map is \(width)x\(height) and the photo \(photo.width)x\(photo.height)"
        + (isOriented ? " before its orientation (\(photo.orientation.rawValue))" : "")
        + ", which is another aspect ratio",
      remedy: !isOriented && photo.orientation.swapsSides && fitsTurned ? .applyOrientation : .stretch)
  }

  private func fits(_ width: Int, _ height: Int) -> Bool {
    AspectRatio.covers((Double(width), Double(height)), (Double(photo.width), Double(photo.height)))
  }
}

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
  /// Throws `AuxError`: `usage` for a size without samples, `malformed` for a photo without pixels, `limitExceeded` past the limits.
  package func dimensions(
    forPhotoOf photo: (width: Int, height: Int), limits: AuxLimits = .standard
  ) throws(AuxError) -> (width: Int, height: Int) {
    guard photo.width > 0, photo.height > 0 else {
      throw AuxError(.malformed, "a photo of \(photo.width)x\(photo.height) has no pixels")
    }
    let size: (width: Int, height: Int)
    switch self {
    case .size(let width, let height):
      guard width > 0, height > 0 else {
        throw AuxError(.usage, "a map of \(width)x\(height) has no samples")
      }
      size = (width, height)
    case .half: size = ((photo.width + 1) / 2, (photo.height + 1) / 2)
    case .apple:
      let factor = Double(Self.appleLongSide) / Double(max(photo.width, photo.height))
      func scaled(_ side: Int) -> Int { (Double(side) * factor).integer(in: 1...Self.appleLongSide) }
      size = (scaled(photo.width), scaled(photo.height))
    }
    _ = try limits.checkedDecoding(width: size.width, height: size.height)
    return size
  }

  /// Returns bare samples at this size; what refers to a photo refers to the map itself.
  ///
  /// A sample of the result is the mean of those around it that belong to one surface. Throws `AuxError` as
  /// ``dimensions(forPhotoOf:limits:)``.
  package func resampled(_ map: PixelPlane, limits: AuxLimits = .standard) throws(AuxError) -> PixelPlane {
    let size = try dimensions(forPhotoOf: (map.width, map.height), limits: limits)
    return Resample.plane(map, toWidth: size.width, toHeight: size.height)
  }
}
