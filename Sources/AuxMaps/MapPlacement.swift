public import AuxImage
public import AuxKernels

/// How maps lie on their photo.
///
/// A map's size is its own; its aspect ratio is the photo's. Source: Specs/conversions.md, "Which way up".
public struct MapPlacement: Hashable, Sendable {
  /// What is known, or allowed, of maps that are given.
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
  public let photo: PrimaryImage
  /// What is known of the maps.
  public let options: Options

  /// Creates a placement.
  public init(on photo: PrimaryImage, _ options: Options = []) {
    self.photo = photo
    self.options = options
  }

  /// The turn that brings a map as it is given into the stored grid of the photo.
  public var turn: ImageOrientation { options.contains(.oriented) ? photo.orientation.inverse : .up }

  /// Returns the placement of a map whose file says how it lies.
  func applying(_ record: MapRecord?) -> MapPlacement {
    record?.isOriented == true ? MapPlacement(on: photo, options.union(.oriented)) : self
  }

  /// Returns the map in the stored grid of the photo; throws as ``check(width:height:)``.
  public func placed(_ map: PixelPlane) throws(AuxError) -> PixelPlane {
    try check(width: map.width, height: map.height)
    return Orient.apply(turn.rawValue, to: map)
  }

  /// Throws `AuxError` with code `usage` where a map of that size has not the photo's aspect ratio.
  public func check(width: Int, height: Int) throws(AuxError) {
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
    AspectRatio.isSame((width, height), (photo.width, photo.height))
  }
}
