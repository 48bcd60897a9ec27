internal import AuxCodecs
internal import AuxContainers
public import AuxImage
internal import AuxKernels
public import AuxReader

extension ImageDestination {
  /// Gives the disparity map what Apple's Photos was reported to need for editing a portrait, as far as it can be written.
  ///
  /// Quality becomes high, the map filtered, a PortraitScore of 0 goes. Without a calibration the donor's is taken; the
  /// blur's aperture and its opaque parameters are the donor's too. `focus` is marked in the primary's XMP where that
  /// marks no region. A donor is a portrait of the same make, model and lens. Call it after the map was added.
  ///
  /// Returns in words what would be missing in Photos; nothing here is a promise that Photos edits the file. Throws
  /// `AuxError`: `unsupported` for DNG, `missingImage` without a disparity map, `usage` without a calibration, and for a
  /// donor of another camera or lens, or without these properties. Source: Specs/portrait.md, reported.
  @discardableResult
  public mutating func preparePhotosPortrait(
    donor: ImageSource? = nil, focus: FocusRegion? = nil
  ) throws(AuxError) -> [String] {
    guard container == .jpeg || container == .heif else {
      throw AuxError(.unsupported, "portraits that Photos edits are JPEG or HEIC, not \(container.rawValue)")
    }
    let lent = try donor.map { donor throws(AuxError) in try Lent(donor, to: self) }
    var (image, encoding, number) = try disparity()
    image.metadata.quality = .high
    image.metadata.isFiltered = true
    PortraitEffect.removeZeroScore(&image.metadata)
    if image.metadata.calibration == nil { image.metadata.calibration = try lent?.calibration(for: primary) }
    guard image.metadata.calibration != nil else {
      throw AuxError(
        .usage, "without the calibration of the camera Photos was reported not to activate the portrait",
        remedy: .nameDonor)
    }
    if let lent { PortraitEffect.setBlur(lent.blur, in: &image.metadata) }
    // Its packet said what it was.
    image.packet = nil
    if let number {
      (composition.additions[number].content, composition.additions[number].same) = (
        .codes(image, encoding), nil
      )
    } else {
      try addAuxiliaryImage(image, encoding: encoding, replacing: true)
    }
    var missing: [String] = []
    if PortraitEffect.blur(in: image.metadata) == nil {
      missing.append("no slider for the blur: the map has no SimulatedAperture and RenderingParameters")
    }
    try mark(focus, &missing)
    return missing
  }

  /// Returns the disparity map that will be written, its encoding, and its number among the additions.
  private func disparity() throws(AuxError) -> (StoredAuxiliaryImage, AuxiliaryEncoding, Int?) {
    for (number, addition) in composition.additions.enumerated() where addition.type == .disparity {
      switch addition.content {
      case .codes(let image, let encoding): return (image, encoding, number)
      case .copied: throw AuxError(.unsupported, "the map is taken over as it is coded, and not changed")
      }
    }
    guard let old = composition.present(.disparity).first(where: { $0.type == .disparity }) else {
      throw AuxError(.missingImage, "a portrait has a disparity map", remedy: .giveMap)
    }
    return (try base.stored(old), AuxiliaryEncoding(), nil)
  }

  private mutating func mark(_ focus: FocusRegion?, _ missing: inout [String]) throws(AuxError) {
    let xmp = try base.primaryMetadata().xmp
    let properties =
      try xmp.map { xmp throws(AuxError) in
        try XMPParser.properties(of: xmp, limits: base.limits)
      } ?? []
    guard !FocusRegion.isMarked(in: properties) else { return }
    guard let focus, let primary else {
      missing.append("no Focus region in the XMP of the photo, which the one file that was tried had")
      return
    }
    guard !properties.contains(where: { $0.namespace == FocusRegion.namespace }) else {
      missing.append(
        "no Focus region: the XMP of the photo has regions of other kinds, which stay as they are")
      return
    }
    composition.metadata.primaryDescription = focus.description(width: primary.width, height: primary.height)
  }
}

/// What a portrait of the same camera lends.
private struct Lent {
  let blur: [XMPProperty]
  private let calibrationData: CameraCalibrationData?

  /// Looks at the donor's disparity map; throws `usage` where the camera or the lens is another.
  init(_ donor: ImageSource, to destination: ImageDestination) throws(AuxError) {
    func camera(_ source: ImageSource) throws(AuxError) -> (make: String?, model: String?, lens: String?) {
      try source.primaryMetadata().exif.map { exif throws(AuxError) in
        try ExifBlock(exif, limits: source.limits).camera
      } ?? (nil, nil, nil)
    }
    let (mine, theirs) = (try camera(destination.base), try camera(donor))
    for (name, mine, theirs) in [
      ("make", mine.make, theirs.make), ("model", mine.model, theirs.model), ("lens", mine.lens, theirs.lens),
    ] {
      guard let mine, let theirs, mine == theirs else {
        throw AuxError(
          .usage,
          "the rendering parameters are those of another \(name): \(theirs ?? "none") and not \(mine ?? "none")"
        )
      }
    }
    guard let map = donor.auxiliaryImages.first(where: { $0.type == .disparity }),
      let blur = PortraitEffect.blur(in: map.metadata)
    else {
      throw AuxError(.usage, "has no disparity map with SimulatedAperture and RenderingParameters to lend")
    }
    self.blur = blur
    calibrationData = map.metadata.calibration
  }

  /// Returns the calibration; throws `usage` where its photo has another shape.
  func calibration(for photo: PrimaryImage?) throws(AuxError) -> CameraCalibrationData? {
    guard let calibrationData, let photo else { return nil }
    let size = calibrationData.intrinsicMatrixReferenceDimensions
    guard
      AspectRatio.isSame((size.width, size.height), (Double(photo.width), Double(photo.height)))
    else {
      throw AuxError(
        .usage,
        "the donor's calibration is of \(Int(size.width))x\(Int(size.height)) pixels, another shape than the photo's",
        remedy: .stateCamera)
    }
    return calibrationData
  }
}
