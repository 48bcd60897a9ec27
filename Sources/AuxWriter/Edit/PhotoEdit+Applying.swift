internal import AuxContainers
public import AuxImage
internal import AuxKernels
public import AuxReader

extension PhotoEdit {
  /// An edited photo that is to be written, and what was done to it.
  public struct Edited: Sendable {
    /// The photo, to be written.
    public var destination: ImageDestination
    /// What was done to it.
    public let plan: Plan

    /// Says that an edit of a part of a file, or of a changed copy, is one of that file, whose own plan may have more notes.
    mutating func belong(to source: ImageSource, _ whole: Plan) {
      destination.composition.origin = source
      destination.add(notes: whole.notes, losses: whole.losses)
    }
  }

  /// Applies the edit to a photo; nothing is written before `ImageDestination.finalize(to:options:)`.
  ///
  /// Without `container` the result is of the container of the source. Throws `AuxError` as ``plan(for:as:)``, as
  /// `ImageSource.decodedPrimary()` and ``ImageDestination/init(pixels:metadata:as:quality:bitsPerSample:limits:jobs:)`` where the photo
  /// is coded anew, and `unsupported` for a depth map that is to go and is in a form that stays in its file, for a DNG that
  /// loses metadata within DNG and whose preview has some of its own, and for a form that does not express what a gain map means.
  public func applied(
    to source: ImageSource, as container: ImageContainer? = nil, jobs: Int = AuxWorkerPool.coreCount
  ) throws(AuxError) -> Edited {
    let plan = try planned(for: source, as: container)
    if source.container == .dng, plan.container == .dng, !strips.isEmpty {
      return try applied(toDNG: source, plan, jobs: jobs)
    }
    switch plan.eyes(of: source) {
    case .both where plan.codesPhoto || plan.cutsPhoto: return try editedPair(source, plan, jobs: jobs)
    case .one: return try applied(toPrimaryEyeOf: source, plan, jobs: jobs)
    case nil, .both: break
    }
    if plan.codesPhoto { return try coded(source, plan, jobs: jobs) }
    return plan.cutsPhoto ? try cut(source, plan, jobs: jobs) : try grafted(source, plan)
  }

  /// Changes what is around the coded bytes of a photo.
  private func grafted(_ source: ImageSource, _ plan: Plan) throws(AuxError) -> Edited {
    var destination = try graft(source, plan)
    let coded = plan.images.filter { $0.fate == .coded }
    if !coded.isEmpty {
      destination.composition.removals.formUnion(coded.map(\.image.index))
      try destination.carryAuxiliaryImages(of: source, carrying(of: source, plan))
    }
    return edited(destination, plan.corrected(by: destination.composition).updated(for: destination))
  }

  /// Throws what the edit would throw, as far as no picture has to be decoded for that.
  func checkEdit(of source: ImageSource, _ plan: Plan) throws(AuxError) {
    if case .dng(let reader) = source.parsed, plan.codesPhoto {
      let preview = try reader.preview()
      if let note = preview.reduction, !allowsPreview {
        throw AuxError(.unsupported, note, remedy: .takePreview)
      }
      try plan.checkPlace(in: (preview.width, preview.height), self)
    }
    guard !plan.codesPhoto, !plan.cutsPhoto, plan.eyes(of: source) != .one else { return }
    guard source.container != .dng || strips.isEmpty else {
      _ = try stripped(source, plan)
      return
    }
    _ = try graft(source, plan).composition.file.compose()
  }

  private func privacyCheck(of source: ImageSource, _ plan: Plan) -> PrivacyCheck? {
    strips.isEmpty ? nil : PrivacyCheck(of: source, without: strips, keepsHeadroom: keepsHeadroom(plan))
  }

  /// Returns a destination with what changes around the coded bytes of a photo.
  private func graft(_ source: ImageSource, _ plan: Plan) throws(AuxError) -> ImageDestination {
    var destination = try ImageDestination(from: source)
    let removesTrailers = removesTrailers(plan.images)
    for image in plan.images.filter({ $0.fate == .dropped }).map(\.image) {
      switch image.embeddedForm {
      // The composer knows how they go.
      case .trailer?, .dynamicDepth?: destination.composition.removals.insert(image.index)
      case .gdepth?, nil: try destination.removeAuxiliaryImage(image)
      }
    }
    // The source's orientation, undone, and then that of the result.
    destination.composition.metadata.turn = source.orientation.inverse.followed(by: plan.geometry.orientation)
    destination.composition.metadata.strips = strips
    destination.composition.metadata.keepsHeadroom = keepsHeadroom(plan)
    destination.composition.privacyCheck = privacyCheck(of: source, plan)
    destination.composition.metadata.removesTrailers = removesTrailers
    if strips.takes(.c2pa) { destination.removeC2PAManifest() }
    if describesGainMap, plan.images.contains(where: { $0.image.type.isGainMap && $0.fate == .kept }) {
      try destination.describeGainMap(as: gainMapForms, headroom: gainMapHeadroom, encoding: encoding)
    }
    return destination
  }

  /// Returns an edit with the notes of its plan.
  private func edited(_ destination: ImageDestination, _ plan: Plan, notes: [String] = []) -> Edited {
    var destination = destination
    destination.add(notes: notes + plan.notes, losses: plan.losses)
    destination.allowsLosses = allowsLosses
    return Edited(destination: destination, plan: plan)
  }

  /// Decodes a photo, changes its pixels, and codes them and its auxiliary images.
  func coded(_ source: ImageSource, _ planned: Plan, jobs: Int) throws(AuxError) -> Edited {
    let geometry = planned.geometry
    let maps = maps(of: source, planned)
    let isScaledOnly = geometry.scales && !geometry.crops && geometry.warp == nil
    let decoded =
      try isScaledOnly
      ? source.decodedPrimary(scaledTo: (geometry.scaledWidth, geometry.scaledHeight))
      : source.decodedPrimary()
    guard allowsPreview || !decoded.isReducedPreview else {
      throw AuxError(.unsupported, decoded.notes.last ?? "", remedy: .takePreview)
    }
    let plan = source.container == .jpeg ? planned : try planned.fitting(decoded.pixels, self, source)
    var notes = decoded.notes
    let pixels = try decoded.pixels.edited(by: plan.geometry, jobs: jobs, &notes)
    let keepsGainMap = plan.images.contains { $0.image.type.isGainMap && $0.fate == .coded }
    let swapped =
      keepsGainMap
      ? try source.swappedBase(of: pixels, by: plan.geometry, in: plan.container, jobs: jobs) : nil
    let shown = try recoloured(swapped?.pixels ?? pixels, as: plan.container, jobs: jobs, &notes)
    let thumbnail = try thumbnail(of: source, plan)
    let metadata = try metadata(
      of: source, plan, thumbnail: thumbnail?.exifStream(of: shown, jobs: jobs)
    ).metadata
    var destination = try ImageDestination(
      pixels: shown, metadata: metadata, as: plan.container,
      quality: quality ?? presetQuality ?? ImageDestination.standardQuality,
      bits: bitDepth
        ?? decoded.alpha.flatMap { _ in ImageDestination.photoBitsWithAlpha(in: plan.container) },
      sampling: source.primarySampling(), limits: source.limits, jobs: jobs)
    // Tone mapping changes the colours of PQ and HLG, and a DNG has a preview beside them.
    let base = destination.base
    let check = ParallelValue {
      Result { () throws(AuxError) in
        if shown.hdr == nil, plan.container != .dng {
          try CodedPhotoCheck.check(base, of: shown, jobs: jobs)
        }
      }
    }
    try carryImages(of: source, plan, into: &destination, gainMap: swapped?.gainMap, maps: maps)
    try destination.addAlpha(decoded.alpha, by: plan.geometry)
    try destination.addItem(thumbnail, of: shown, jobs: jobs)
    try check.value().get()
    return edited(destination, plan.corrected(by: destination.composition), notes: notes)
  }

  /// Begins to decode and edit the maps that are coded with the photo; nil if the size of its pixels may change the plan.
  private func maps(
    of source: ImageSource, _ plan: Plan
  ) -> ParallelValue<[Int: Result<ImageDestination.Edited, AuxError>]>? {
    guard source.container != .dng else { return nil }
    let images = plan.images.filter {
      $0.fate == .coded && !($0.image.type.isGainMap && $0.image.swapsBase(in: plan.container))
    }
    let geometry = plan.geometry
    return ParallelValue { ImageDestination.edited(images.map(\.image), of: source, by: geometry) }
  }

  /// Returns the thumbnails that are to be made anew; nil where none are, or they stay.
  private func thumbnail(of source: ImageSource, _ plan: Plan) throws(AuxError) -> PhotoThumbnail? {
    guard !strips.takes(.thumbnail) else { return nil }
    var found = try PhotoThumbnail(of: source)
    // The old thumbnail of Exif still shows the photo where no pixel changed.
    if !plan.geometry.changesPixels, colour == .keep { found.exifSide = nil }
    return found.exifSide == nil && found.itemSide == nil ? nil : found
  }

  /// Cuts the coded data of a photo, and of its auxiliary images those that can be cut; the others are coded anew.
  private func cut(_ source: ImageSource, _ plan: Plan, jobs: Int) throws(AuxError) -> Edited {
    var notes: [String] = []
    let thumbnail = try thumbnail(of: source, plan)
    // Only a thumbnail needs pixels.
    let pixels = try thumbnail.map { _ throws(AuxError) in
      try source.primaryPixels().edited(by: plan.geometry, jobs: jobs, &notes)
    }
    let metadata = try metadata(
      of: source, plan,
      thumbnail: pixels.flatMap { pixels throws(AuxError) in
        try thumbnail?.exifStream(of: pixels, jobs: jobs)
      }
    ).metadata
    let cut = try PhotoCut(source: source, geometry: plan.geometry, metadata: metadata).file()
    var destination = ImageDestination(encoded: cut.file, notes: cut.notes + cut.losses, losses: cut.losses)
    try carryImages(of: source, plan, into: &destination)
    if let pixels { try destination.addItem(thumbnail, of: pixels, jobs: jobs) }
    return edited(destination, plan.corrected(by: destination.composition), notes: notes)
  }

  private func carryImages(
    of source: ImageSource, _ plan: Plan, into destination: inout ImageDestination,
    gainMap: StoredAuxiliaryImage? = nil,
    maps: ParallelValue<[Int: Result<ImageDestination.Edited, AuxError>]>? = nil
  ) throws(AuxError) {
    destination.composition.origin = source
    destination.composition.privacyCheck = privacyCheck(of: source, plan)
    var losses: [String] = []
    destination.composition.camera = try source.camera(
      editedBy: plan.geometry, in: destination.base, &losses)
    for loss in losses { destination.lose(loss) }
    var carrying = carrying(of: source, plan, gainMap: gainMap)
    carrying.edited = maps
    try destination.carryAuxiliaryImages(of: source, carrying)
  }

  /// Returns how the auxiliary images that are coded or cut become those of the result.
  private func carrying(
    of source: ImageSource, _ plan: Plan, gainMap: StoredAuxiliaryImage? = nil
  ) -> AuxiliaryCarrying {
    var carrying = AuxiliaryCarrying(by: plan.geometry)
    carrying.swappedGainMap = gainMap
    carrying.left = Set(plan.images.filter { $0.fate != .coded && $0.fate != .cut }.map(\.image.index))
    carrying.cut = Set(plan.images.filter { $0.fate == .cut }.map(\.image.index))
    (carrying.encoding, carrying.keepsColours, carrying.strips) = (encoding, true, strips)
    if keepsCodes, plan.container != .jpeg { carrying.encoding.isLossless = true }
    if !gainMapForms.isEmpty {
      (carrying.forms, carrying.requiresForms) = (gainMapForms, true)
    } else if plan.container != source.container {
      carrying.forms = Self.usualForms(in: plan.container)
    }
    (carrying.headroom, carrying.changesColors) = (gainMapHeadroom, colour != .keep)
    return carrying
  }

  /// Returns the metadata of a photo as they are of the edited pixels, and what of them is left out.
  func metadata(
    of source: ImageSource, _ plan: Plan, thumbnail: [UInt8]?
  ) throws(AuxError) -> (metadata: PhotoMetadata, losses: [String]) {
    // The plan has the notes.
    var notes: [String] = []
    return try source.metadata(
      editedBy: plan.geometry, without: kindsRemoved(by: plan).union(thumbnail == nil ? [] : [.thumbnail]),
      keepingHeadroom: keepsHeadroom(plan), thumbnail: thumbnail, &notes
    ) { packet throws(AuxError) in
      if removesTrailers(plan.images) { _ = try packet.removeTrailerClaims() }
      if dropped.contains(.group(.google)) {
        for claim in XMPClaim.all where claim.loss != nil { packet.remove(claim) }
      }
    }
  }
}

extension PhotoEdit {
  /// The kinds of metadata that go: previews of what the photo was would show what a crop left out.
  func kindsRemoved(by plan: Plan) -> Set<MetadataKind> {
    plan.geometry.changesPixels ? strips.union([.thumbnail]) : strips
  }

  /// True if readers of the result take the headroom of the gain map from the maker's note.
  ///
  /// Chromium reads Apple's form in JPEG only with the tags of the note, whatever XMP states.
  func keepsHeadroom(_ plan: Plan) -> Bool {
    plan.images.contains { image in
      guard image.fate.stays, let gainMap = image.image.gainMap else { return false }
      return gainMap.headroomSource == .makerNote
        || plan.container == .jpeg && gainMap.forms.contains(.apple) && gainMap.metadata == nil
    }
  }

  /// Whether what follows the images of a file goes: what makers put there, and the video of a motion photo. With a depth map in
  /// it all of it goes, since it cannot be changed.
  func removesTrailers(_ images: [ImagePlan]) -> Bool {
    strips.takes(.video) || dropped.contains(.group(.makers))
      || images.contains { $0.fate == .dropped && $0.image.embeddedForm == .trailer }
  }
}

extension PhotoEdit.Plan {
  /// Returns the plan with what became of the images after further changes: those that were removed or replaced are dropped.
  package func updated(for destination: ImageDestination) -> PhotoEdit.Plan {
    var updated = self
    let composition = destination.composition
    for index in images.indices {
      let image = images[index].image
      let isGone =
        switch images[index].fate {
        case .kept: composition.removals.contains(image.index)
        case .coded, .cut: !composition.additions.contains { $0.carried == image }
        case .dropped, .leftOut: false
        }
      guard isGone else { continue }
      if let described = composition.additions.first(where: { $0.described == image }) {
        if described.same == nil { updated.images[index].fate = .coded }
        continue
      }
      updated.images[index].fate = .dropped
      (updated.images[index].width, updated.images[index].height) = (image.width, image.height)
    }
    return updated
  }

  /// Throws `unsupported` for a crop of a place in a raw image whose preview has other pixels.
  fileprivate func checkPlace(
    in preview: (width: Int, height: Int), _ edit: PhotoEdit
  ) throws(AuxError) {
    guard edit.needsPlace, preview != (geometry.source.width, geometry.source.height) else { return }
    throw AuxError(
      .unsupported,
      "the picture is a preview of \(preview.width)x\(preview.height), which is not where a part of the raw image "
        + "of \(geometry.source.width)x\(geometry.source.height) is", remedy: .developFirst)
  }

  /// Returns the plan for pixels that are not as many as the headers say of the photo, as those of a DNG's preview.
  fileprivate func fitting(
    _ pixels: PhotoPixels, _ edit: PhotoEdit, _ source: ImageSource
  ) throws(AuxError) -> PhotoEdit.Plan {
    guard (pixels.width, pixels.height) != (geometry.source.width, geometry.source.height) else {
      return self
    }
    let picture = PrimaryImage(
      width: pixels.width, height: pixels.height, orientation: pixels.orientation)
    try checkPlace(in: (picture.width, picture.height), edit)
    return PhotoEdit.Plan(
      container: container, geometry: try edit.geometry(of: picture), codesPhoto: codesPhoto, images: images,
      notes: notes, losses: losses)
  }

  /// Returns the plan with what became of the images: one that turned out to be damaged is left out.
  fileprivate func corrected(by composition: Composition) -> PhotoEdit.Plan {
    var corrected = self
    for index in images.indices where images[index].fate == .coded || images[index].fate == .cut {
      let addition = composition.additions.first { $0.carried == images[index].image }
      guard case .codes(let image, _)? = addition?.content else {
        corrected.images[index].fate = .leftOut
        continue
      }
      (corrected.images[index].width, corrected.images[index].height) = (image.width, image.height)
    }
    return corrected
  }
}
