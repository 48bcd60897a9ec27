package import AuxImage

/// How the maps of a photo are turned for another photo that was made from it.
///
/// An editor may have scaled the picture, and may have turned its pixels as the orientation tag asked for. Source:
/// Specs/conversions.md, "Copying between photos".
package struct OrientationMatch: Hashable, Sendable {
  /// The turn from the stored pixels of the first photo to those of the second.
  package let turn: ImageOrientation
  /// The conclusion from the tags, for people, if any.
  package let note: String?

  /// Compares two photos by their sizes and orientation tags.
  ///
  /// Throws `AuxError` with code `usage` where the second is not a picture of the same shape, or was turned in a
  /// way that the tags do not say.
  package init(from source: PrimaryImage, to target: PrimaryImage) throws(AuxError) {
    let turn = source.orientation.followed(by: target.orientation.inverse)
    let tags =
      "the orientation is \(source.orientation.rawValue) there and \(target.orientation.rawValue) here"
    if Self.fits(source, target, turn) {
      self.turn = turn
      note =
        turn == .up
        ? nil
        : "\(tags): the pixels were turned, and the maps are turned as Exif orientation \(turn.rawValue)"
      return
    }
    guard turn != .up, turn.swapsSides, Self.fits(source, target, .up) else {
      throw Self.refusal(source, target, turn, tags)
    }
    self.turn = .up
    note = "\(tags), but the pixels were not turned: the maps stay as they are"
  }

  /// Creates a match that the caller knows.
  ///
  /// Throws `AuxError` with code `usage` where the sizes do not fit.
  package init(
    turning turn: ImageOrientation, from source: PrimaryImage, to target: PrimaryImage
  ) throws(AuxError) {
    guard Self.fits(source, target, turn) else {
      throw AuxError(
        .usage,
        "the photos are \(Self.size(source)) and \(Self.size(target)), which a turn as Exif orientation "
          + "\(turn.rawValue) does not lead from one to the other")
    }
    self.turn = turn
    note = nil
  }

  private static func refusal(
    _ source: PrimaryImage, _ target: PrimaryImage, _ turn: ImageOrientation, _ tags: String
  ) -> AuxError {
    let sizes = "the photos are \(size(source)) and \(size(target)) as stored"
    if fits(source, target, .right) || fits(source, target, .up) {
      return AuxError(
        .usage, "\(sizes), and \(tags): which way the pixels were turned cannot be known", remedy: .stateTurn)
    }
    return AuxError(.usage, "\(sizes), which is another aspect ratio: the picture was cropped or stretched")
  }

  private static func size(_ image: PrimaryImage) -> String { "\(image.width)x\(image.height)" }

  private static func fits(
    _ source: PrimaryImage, _ target: PrimaryImage, _ turn: ImageOrientation
  ) -> Bool {
    let turned = turn.swapsSides ? (source.height, source.width) : (source.width, source.height)
    return AspectRatio.isSame(turned, (target.width, target.height))
  }
}
