internal import AuxImage
internal import AuxKernels

extension PictureMatch {
  /// The distance of corners, in parts of the sides, up to which a picture counts as cut and not straightened.
  private static let leastMove = 0.0015
  /// The part by which opposite sides may differ in length: corners that were moved by 5 % of the sides.
  private static let mostPerspective = 0.115
  /// The part by which the aspect ratio may differ where the perspective was changed, which is seldom without a stretch.
  private static let mostStretch = 0.05

  /// Returns the quadrilateral that a picture shows if it was straightened; nil where a rectangle explains it as well, or
  /// nothing does.
  static func straightened(
    _ search: RectangleSearch, _ found: RectangleSearch.Result, first: ImageOrientation
  ) -> RectangleSearch.QuadResult? {
    let isFound = found.isClear && found.likeness >= leastLikeness
    if isFound {
      // Light that was cut away leaves no better place.
      guard let near = search.quad(near: found), near.isClear,
        near.likeness > found.likeness + RectangleSearch.gain,
        near.quad.distance(to: LumaGrid.Quad(found.rectangle)) > leastMove
      else { return nil }
      return near
    }
    guard let quad = search.bestQuad(first: first.rawValue), quad.isClear, quad.likeness >= leastLikeness,
      quad.likeness > found.likeness + RectangleSearch.gain
    else { return nil }
    return quad
  }
}

extension PhotoWarp {
  /// The geometry of a picture that shows a quadrilateral of a photo, `width` by `height` pixels large; `sides` are those of the
  /// picture, turned back as the photo is stored.
  ///
  /// The result has the pixels of the photo: about as large, and as many as the picture shows.
  init?(
    _ found: RectangleSearch.QuadResult, sides: (width: Int, height: Int), width: Int, height: Int
  ) {
    guard let unit = found.quad.transform else { return nil }
    let photo = PlaneTransform(scaling: Double(width), Double(height))
    let whole = unit.followed(by: photo)
    let scale =
      whole.magnification(at: [0.5, 0.5]) / (Double(sides.width) * Double(sides.height)).squareRoot()
    let across = (Double(sides.width) * scale).integer(in: 1...width + height)
    let down = (Double(sides.height) * scale).integer(in: 1...width + height)
    var toSource = PlaneTransform(scaling: 1 / Double(across), 1 / Double(down)).followed(by: whole)
    if found.isRigid {
      // Parallels are parallel to the last bit.
      toSource = PlaneTransform(x: toSource.x, y: toSource.y)
    }
    self.init(width: across, height: down, toSource: toSource)
  }

  /// By how many degrees the source is turned clockwise, at the centre of the result.
  var degrees: Double { -toSource.turning(at: [Double(width) / 2, Double(height) / 2]) }
}

extension PictureMatch {
  /// Throws where a quadrilateral is no straightened part of the photo.
  init(
    of picture: PhotoPixels, in photo: PhotoPixels, photoWidth: Int, photoHeight: Int,
    _ found: RectangleSearch.QuadResult, misfit: Double
  ) throws(AuxError) {
    guard let orientation = ImageOrientation(rawValue: found.orientation) else {
      preconditionFailure("a search is of the eight orientations")
    }
    guard found.quad.reach <= Self.margin else { throw Self.margin(found.likeness) }
    let sides = orientation.swapsSides ? (picture.height, picture.width) : (picture.width, picture.height)
    let lengths = found.quad.sides(width: Double(photoWidth), height: Double(photoHeight))
    let isSeenAskew = zip([lengths[0], lengths[2]], [lengths[1], lengths[3]])
      .contains { abs($0 / $1 - 1) > Self.mostPerspective }
    let seen = (lengths[0] + lengths[1], lengths[2] + lengths[3])
    let isStretched = !AspectRatio.isSame(
      (Double(sides.0), Double(sides.1)), seen,
      tolerance: found.isRigid ? AspectRatio.tolerance : Self.mostStretch)
    guard !isSeenAskew, !isStretched,
      let warp = PhotoWarp(found, sides: sides, width: photoWidth, height: photoHeight)
    else { throw Self.stretch(found.likeness) }
    let shown = BlockColours(of: photo, quad: found.quad)
    self.init(
      turn: orientation, crop: nil, warp: warp, changesPerspective: !found.isRigid, likeness: found.likeness,
      misfit: Self.misfit(misfit, (max(lengths[0], lengths[1]), max(lengths[2], lengths[3]))),
      keepsColours: shown.isSame(as: BlockColours(of: picture), turned: orientation))
  }
}
