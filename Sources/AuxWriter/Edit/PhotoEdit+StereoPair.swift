internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension PhotoEdit {
  /// Which pictures of a stereo pair an edited photo has.
  enum Eyes {
    /// Both, which are edited alike.
    case both
    /// The primary alone.
    case one
  }

  /// Returns the loss of the other view of a stereo pair.
  static func lossOfOtherView(_ container: ImageContainer) -> String {
    container == .heif
      ? "the other view of the stereo pair is left out: the views are side by side, and in rotated pictures they would not be"
      : "the other view of the stereo pair is left out"
  }

  /// The loss of what a file says of the camera of its primary.
  static let lossOfCamera = "what the file says of its camera is left out, since the pixels are turned"

  /// Changes the pixels of both pictures of a stereo pair, and what they say of their cameras.
  func editedPair(_ source: ImageSource, _ plan: Plan, jobs: Int) throws(AuxError) -> Edited {
    let left = try applied(toEye: .left, of: source, jobs: jobs)
    // A crop may be about what the left picture shows.
    let geometry = left.plan.geometry
    var alike = self
    alike.crop = geometry.crops ? .rectangle(geometry.part) : nil
    alike.size = geometry.scales ? .pixels(width: geometry.scaledWidth, height: geometry.scaledHeight) : nil
    (alike.dropped, alike.only) = ([], [])
    let right = try alike.applied(toEye: .right, of: source, jobs: jobs)
    let eyes = try [left, right].map { eye throws(AuxError) in
      try SpatialEye(
        file: ImageSource(data: eye.destination.finalize().data, limits: source.limits),
        isTakenOver: plan.cutsPhoto)
    }
    let pair = SpatialPhoto(left: eyes[0], right: eyes[1], limits: source.limits)
    var destination = try pair.destination()
    destination.composition.origin = source
    (destination.notes, destination.losses) = (left.destination.notes, left.destination.losses)
    destination.add(notes: right.destination.notes, losses: right.destination.losses)
    destination.allowsLosses = allowsLosses
    return Edited(destination: destination, plan: left.plan)
  }

  /// Edits the primary of a stereo pair, without the other picture.
  func applied(
    toPrimaryEyeOf source: ImageSource, _ plan: Plan, jobs: Int
  ) throws(AuxError) -> Edited {
    let isRight = source.stereoPair?.right.isPrimary ?? false
    var edited = try applied(toEye: isRight ? .right : .left, of: source, as: plan.container, jobs: jobs)
    edited.belong(to: source, plan)
    return edited
  }

  private func applied(
    toEye eye: StereoEye, of source: ImageSource, as container: ImageContainer = .heif, jobs: Int
  ) throws(AuxError) -> Edited {
    let photo = try EyePhoto(eye, of: source)
    return try applied(
      to: ImageSource(data: photo.bytes, limits: source.limits), as: container, jobs: jobs)
  }
}

extension PhotoEdit.Plan {
  /// Which pictures of a stereo pair of HEIF the result has; nil for another source.
  ///
  /// Both stay in HEIF where they are cropped or scaled. Turned ones are no pair: what shifts the eyes against each other is
  /// along the rows. Source: Specs/heif.md, "Stereo pairs".
  func eyes(of source: ImageSource) -> PhotoEdit.Eyes? {
    // The second picture of a JPEG file is in the data after the photo, and stays or goes with them.
    guard case .heif = source.parsed, let pair = source.stereoPair else { return nil }
    guard !source.isBesideItsPair else { return nil }
    guard container == .heif else { return .one }
    guard geometry.changesPixels || geometry.orientation != geometry.source.orientation else { return .both }
    let sizes = (pair.left.width, pair.left.height) == (pair.right.width, pair.right.height)
    let isTurned = geometry.turn != .up || geometry.warp != nil || geometry.orientation != .up
    let isUpright = !isTurned && geometry.source.orientation == .up
    return pair.left.isPrimary && sizes && isUpright ? .both : .one
  }
}

extension ImageSource {
  /// Whether the photo is a picture for one eye, with a pair for both eyes beside it.
  var isBesideItsPair: Bool { stereoPair.map { !$0.left.isPrimary && !$0.right.isPrimary } ?? false }

  /// True if properties of HEIF describe the camera of the primary.
  var statesCamera: Bool {
    guard container == .heif, case .heif(let reader) = parsed else { return false }
    let properties = reader.file.properties(of: reader.file.primaryItem)
    return properties.contains { StereoProperties.describesCamera($0.box) }
  }

  /// Returns the properties of HEIF that describe the camera of the primary, as those of the edited pixels in a file of HEIF;
  /// empty where there are none.
  ///
  /// Turned pixels make a loss instead: properties are of pictures whose rows are those of the camera.
  func camera(
    editedBy geometry: PhotoGeometry, in base: ImageSource, _ losses: inout [String]
  ) throws(AuxError) -> [Box] {
    guard case .heif(let reader) = parsed, case .heif(let new) = base.parsed, base.container == .heif
    else { return [] }
    let whole = try reader.file.imageSize(of: reader.file.primaryItem)
    let size = try new.file.imageSize(of: new.file.primaryItem)
    let old = try reader.codedPlace(of: reader.file.primaryItem)
    let cut = try new.codedPlace(of: new.file.primaryItem)
    let part = geometry.part
    let scale = (
      x: Double(geometry.scaledWidth) / Double(part.width),
      y: Double(geometry.scaledHeight) / Double(part.height)
    )
    let corner = (
      x: Double(part.x + old.x) - Double(cut.x) / scale.x,
      y: Double(part.y + old.y) - Double(cut.y) / scale.y
    )
    let change = CameraOfPart(whole: whole, corner: corner, scale: scale, size: size)
    let boxes: [Box]
    do throws(AuxError) {
      boxes = try change.properties(of: reader.file.primaryItem, in: reader.file)
    } catch {
      losses.append("what the file says of its camera is left out, since it is damaged: \(error.message)")
      return []
    }
    guard !geometry.turnsPixels || boxes.isEmpty else {
      losses.append(PhotoEdit.lossOfCamera)
      return []
    }
    return boxes
  }
}

extension PhotoGeometry {
  /// True if rows of the result are not those of the camera.
  var turnsPixels: Bool { turn != .up || warp != nil }
}
