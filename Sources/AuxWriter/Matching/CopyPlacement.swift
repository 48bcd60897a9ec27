public import AuxImage
internal import AuxReader

extension ImageDestination {
  /// How the place of a photo's maps on the photo that gets them is found.
  public enum CopyPlacement: Hashable, Sendable {
    /// Both pictures are decoded and compared: ``PictureMatch``.
    case compared
    /// By sizes and orientation tags alone.
    case byTags
    /// The caller knows: the part of the first photo, in its pixels as displayed, and the turn between both as
    /// stored. Nil means the whole photo, and the turn by the tags.
    case stated(crop: PixelRectangle?, turn: ImageOrientation?)
  }
}

/// The place of maps on the photo that gets them.
struct PlacedCopy {
  var turn = ImageOrientation.up
  /// In the pixels of the first photo as stored.
  var crop: PixelRectangle?
  /// Where the pixels of a straightened picture come from; ``turn`` is part of it.
  var geometry: PhotoGeometry?
  var note: String?
  var match: PictureMatch?
}

extension PlacedCopy {
  /// Finds the place for maps of `source` on the primary image of `target`.
  init(of source: ImageSource, on target: ImageSource, _ placement: ImageDestination.CopyPlacement)
    throws(AuxError)
  {
    let lone = AuxError(.usage, "a lone auxiliary image has no photo to compare with")
    guard let primary = target.primary else { throw lone }
    guard let original = source.primary else {
      // An image that is alone in its file fits any photo as it is stored.
      if case .stated = placement { throw lone }
      self.init()
      return
    }
    switch placement {
    case .compared: try self.init(comparing: source, original, with: target, primary)
    case .byTags:
      let match = try OrientationMatch(from: original, to: primary)
      self.init(turn: match.turn, note: match.note)
    case .stated(let crop, let turn):
      try self.init(crop: crop, turn: turn, from: original, to: primary)
    }
  }

  private init(
    comparing source: ImageSource, _ original: PrimaryImage, with target: ImageSource,
    _ primary: PrimaryImage
  ) throws(AuxError) {
    let match = try PictureMatch(
      of: Self.pixels(target), in: Self.pixels(source), photoWidth: original.width,
      photoHeight: original.height, trying: original.orientation.followed(by: primary.orientation.inverse))
    (turn, crop, self.match) = (match.turn, match.crop, match)
    defer {
      if match.misfit > 0 { note = (note.map { $0 + "; " } ?? "") + Self.misfitNote(match.misfit) }
    }
    if let warp = match.warp {
      var geometry = PhotoGeometry(of: original)
      geometry.apply(warp)
      geometry.turnPixels(by: match.turn)
      (self.geometry, note) = (geometry, Self.note(onStraightened: match))
      return
    }
    guard turn != .up || crop != nil else { return }
    var parts: [String] = []
    if let crop {
      let displayed = crop.applyingExifOrientation(
        original.orientation, width: original.width, height: original.height)
      parts.append("the part \(displayed) of the photo as displayed")
    } else {
      parts.append("the photo")
    }
    if turn != .up { parts.append("its rows turned as Exif orientation \(turn.rawValue)") }
    note =
      "the picture shows \(parts.joined(separator: ", ")) (\(PictureMatch.percent(match.likeness)) alike): "
      + "the maps are \(crop == nil ? "" : "cut")\(crop != nil && turn != .up ? " and " : "")"
      + "\(turn == .up ? "" : "turned") to fit"
  }

  private static func misfitNote(_ pixels: Double) -> String {
    "it fits badly: up to \(pixels.integer(in: 1...1 << 30)) px, as after a lens correction or a retouch"
  }

  /// Returns what was found of a straightened picture, for people.
  private static func note(onStraightened match: PictureMatch) -> String {
    let tenths = (match.straightening * 10).rounded() / 10
    var changes = match.changesPerspective ? ["whose perspective was changed"] : []
    if tenths != 0 || changes.isEmpty {
      changes.insert("that was turned by \(tenths) degrees as stored", at: 0)
    }
    return "the picture shows a part of the photo \(changes.joined(separator: " and "))"
      + (match.turn == .up ? "" : ", its rows turned as Exif orientation \(match.turn.rawValue)")
      + " (\(PictureMatch.percent(match.likeness)) alike): the maps are resampled to fit"
  }

  private static func pixels(_ source: ImageSource) throws(AuxError) -> PhotoPixels {
    do throws(AuxError) { return try source.primaryPixels() } catch {
      var error = AuxError(
        error.code, "the picture cannot be compared: \(error.reason)", offset: error.offset,
        place: error.place, path: error.path, remedy: .skipComparison)
      if let path = source.path { error = error.about(path) }
      throw error
    }
  }

  private init(
    crop: PixelRectangle?, turn: ImageOrientation?, from original: PrimaryImage, to primary: PrimaryImage
  ) throws(AuxError) {
    var part = original
    if let crop {
      let size = original.displaySize
      guard crop.isInside(width: size.width, height: size.height) else {
        throw AuxError(
          .usage, "\(crop) reaches out of the photo, which is \(size.width)x\(size.height) as displayed")
      }
      let stored = crop.applyingExifOrientation(
        original.orientation.inverse, width: size.width, height: size.height)
      part = PrimaryImage(width: stored.width, height: stored.height, orientation: original.orientation)
      if (part.width, part.height) != (original.width, original.height) { self.crop = stored }
    }
    let match: OrientationMatch
    if let turn {
      match = try OrientationMatch(turning: turn, from: part, to: primary)
    } else {
      match = try OrientationMatch(from: part, to: primary)
    }
    (self.turn, note) = (match.turn, match.note)
  }
}
