package import AuxImage
package import AuxKernels

/// How maps are aligned with their photo.
///
/// A map's size is its own; its aspect ratio is the photo's. Source: Specs/conversions.md, "Which way up".
public struct MapPlacement: Hashable, Sendable {
  /// The photo.
  package let photo: PrimaryImage
  /// Whether the map is as the photo is displayed, and is turned back to the stored grid; else it is as stored.
  package let isUpright: Bool
  /// Whether the map may have another aspect ratio than the photo.
  package let isStretched: Bool

  /// Creates a placement.
  package init(on photo: PrimaryImage, isUpright: Bool = true, isStretched: Bool = false) {
    (self.photo, self.isUpright, self.isStretched) = (photo, isUpright, isStretched)
  }

  /// The turn that brings a map as it is given into the stored grid of the photo.
  package var turn: ImageOrientation { isUpright ? photo.orientation.inverse : .up }

  /// The size of the photo in the orientation of the map.
  var size: (width: Int, height: Int) { isUpright ? photo.displaySize : (photo.width, photo.height) }

  /// Whether the first row of the map is the top of the picture.
  var beginsAtTop: Bool { isUpright || photo.orientation == .up }

  /// Returns the placement of a map whose file says which way up it is.
  func applying(_ record: MapRecord?) -> MapPlacement {
    guard let isUpright = record?.isUpright else { return self }
    return MapPlacement(on: photo, isUpright: isUpright, isStretched: isStretched)
  }

  /// Returns that a map is turned, where nothing but the rule says which way up it is.
  func notes(on record: MapRecord?) -> [MapNote] {
    turn == .up || record?.isUpright != nil ? [] : [.turned(photo.orientation)]
  }

  /// Returns the map in the stored grid of the photo; throws as ``check(width:height:)``.
  package func placed(_ map: PixelPlane) throws(AuxError) -> PixelPlane {
    try check(width: map.width, height: map.height)
    return Orient.apply(turn.rawValue, to: map)
  }

  /// Throws `AuxError` with code `usage` where a map of that size has not the photo's aspect ratio.
  package func check(width: Int, height: Int) throws(AuxError) {
    guard !isStretched, !fits(width, height) else { return }
    throw AuxError(
      .usage, "the map is \(width)x\(height) and \(photoText), which is another aspect ratio",
      remedy: fits(height, width) ? quarterTurn : .stretch)
  }

  /// What the photo's size is, and of which orientation.
  var photoText: String {
    let kind = photo.orientation == .up ? "" : isUpright ? " as displayed" : " as stored"
    return "the photo \(size.width)x\(size.height)\(kind)"
  }

  /// What makes a map fit whose sides are exchanged.
  var quarterTurn: Remedy {
    guard photo.orientation.swapsSides else { return .rotateMap }
    return isUpright ? .takeStored : .takeUpright
  }

  private func fits(_ width: Int, _ height: Int) -> Bool {
    AspectRatio.covers((Double(width), Double(height)), (Double(size.width), Double(size.height)))
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
