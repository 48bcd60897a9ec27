internal import AuxContainers
public import AuxImage
public import AuxReader

extension PhotoEdit {
  /// What becomes of an auxiliary image.
  public enum Fate: String, Hashable, Sendable, CaseIterable {
    /// Its coded bytes stay.
    case kept
    /// Its coded data stay, and show a part: tiles, coefficients of JPEG, or all behind a clean aperture.
    case cut
    /// It is coded anew.
    case coded
    /// It goes, as the edit asks for.
    case dropped
    /// It cannot go along, for a reason that is among the notes.
    case leftOut

    /// Whether the result has the image.
    var stays: Bool {
      switch self {
      case .kept, .cut, .coded: true
      case .dropped, .leftOut: false
      }
    }
  }

  /// What becomes of one auxiliary image of the photo.
  public struct ImagePlan: Hashable, Sendable {
    /// The image, as the photo that is edited lists it.
    public let image: AuxiliaryImage
    /// What becomes of it.
    public internal(set) var fate: Fate
    /// The width that it has then, in samples as stored; its own where it goes.
    public internal(set) var width: Int
    /// The height that it has then.
    public internal(set) var height: Int
    /// Why it is left out, for people, as far as headers say it; nil for other fates.
    public internal(set) var reason: String?

    /// The image as a JSON object: `type`, `width`, `height`, `fate`, and `reason` where that is known of one that is left out.
    package var json: JSONValue {
      [
        "type": .string(image.type.name), "width": .integer(width), "height": .integer(height),
        "fate": .string(fate.rawValue), "reason": reason.map(JSONValue.string),
      ]
    }
  }

  /// What an edit does to a photo.
  public struct Plan: Hashable, Sendable {
    /// The container of the result.
    public let container: ImageContainer
    /// Where the pixels of the result come from.
    public internal(set) var geometry: PhotoGeometry
    /// Whether the photo is decoded and coded anew; else its coded data stay.
    public let codesPhoto: Bool
    /// Whether the coded data of the photo are cut, as ``Fate/cut``.
    public internal(set) var cutsPhoto = false
    /// What becomes of the auxiliary images, in the order of the file.
    public internal(set) var images: [ImagePlan]
    /// What cannot go along or may no longer hold, as far as headers say it.
    public internal(set) var notes: [String]
    /// Those of ``notes`` that say what the photo loses without being asked to, such as the other view of a stereo pair.
    public internal(set) var losses: [String] = []

    /// Appends losses to ``notes`` and ``losses``.
    mutating func lose(_ texts: [String]) {
      notes += texts
      losses += texts
    }

    /// What becomes of the photo itself.
    package var photoFate: Fate { codesPhoto ? .coded : cutsPhoto ? .cut : .kept }

    /// The size and the images of the result as members of a JSON object: `width`, `height` and `orientation` as stored,
    /// `photo`, which is ``photoFate``, and `images` of ``ImagePlan/json``.
    package var members: [JSONValue.Member] {
      let result = geometry.result
      return [
        JSONValue.Member("width", .integer(result.width)),
        JSONValue.Member("height", .integer(result.height)),
        JSONValue.Member("orientation", .integer(result.orientation.rawValue)),
        JSONValue.Member("photo", .string(photoFate.rawValue)),
        JSONValue.Member("images", .array(images.map(\.json))),
      ]
    }

    /// The plan as a JSON object, of a photo that would be written to a path, or without one in memory.
    package func json(path: String? = nil) -> JSONValue {
      var members: [JSONValue.Member] = []
      if let path { members.append(JSONValue.Member("path", .path(path))) }
      if let bytes = path.flatMap(JSONValue.pathBytes) {
        members.append(JSONValue.Member("pathBytes", bytes))
      }
      members += [
        JSONValue.Member("container", .string(container.rawValue)),
        JSONValue.Member("primaryUnchanged", .boolean(photoFate == .kept)),
        JSONValue.Member("dryRun", .boolean(true)),
      ]
      for (name, texts) in [("notes", notes), ("losses", losses)] where !texts.isEmpty {
        members.append(JSONValue.Member(name, .array(texts.map(JSONValue.string))))
      }
      return .object(members + self.members)
    }
  }

  /// Returns what the edit does to a photo, by its headers; a matte is decoded where a crop is centred on it, and a gain map
  /// if the edit asks for its forms.
  ///
  /// Throws `AuxError`: `usage` for a crop outside of the photo, for a size of another aspect ratio, and for a file that has
  /// no primary image, for bits that the container does not have, and for what needs coding where the edit is lossless;
  /// `unsupported` where the container is not written or holds not the forms of gain maps, and where pixels or metadata of
  /// a DNG are to change within DNG; `missingImage` where a crop is centred on a matte that is missing or empty; `malformed`,
  /// `truncated` and `unsupported` for a gain map that is to be written anew and whose metadata are unusable.
  public func plan(for source: ImageSource, as container: ImageContainer? = nil) throws(AuxError) -> Plan {
    let plan = try planned(for: source, as: container)
    try checkEdit(of: source, plan)
    return plan
  }

  /// Returns the plan without the checks that editing makes itself.
  func planned(for source: ImageSource, as container: ImageContainer?) throws(AuxError) -> Plan {
    let container = container ?? source.container
    guard let primary = source.primary else {
      throw AuxError(.usage, "the file is a lone auxiliary image and has no primary")
    }
    guard container.holdsAuxiliaryImages || ImageContainer.pictures.contains(container) else {
      throw container.lacksAuxiliaryImages(.unsupported, remedy: .otherContainer)
    }
    var geometry = try geometry(of: primary, subject: needsSubject ? subject(of: source) : nil)
    if container.isWrittenUpright { geometry.makeUpright() }
    try checkCoding(geometry, of: source, as: container)
    let cutsPhoto = isLossless && geometry.changesPixels
    // Autoclosures of && would throw any error.
    let recolours = try changesColours(of: source)
    let codesPhoto =
      codes || container != source.container || recolours || geometry.changesPixels && !cutsPhoto
      || !container.holdsAuxiliaryImages
    var plan = Plan(
      container: container, geometry: geometry, codesPhoto: codesPhoto, images: [], notes: [])
    plan.cutsPhoto = cutsPhoto
    if codesPhoto || cutsPhoto, source.container != .dng {
      _ = try source.limits.checkedPixelCount(width: primary.width, height: primary.height)
    }
    plan.notes = source.notes(onAbsent: source.absent(of: named))
    plan.notes += notes(on: source, codesPhoto: codesPhoto || cutsPhoto)
    if plan.eyes(of: source) == .one { plan.lose([Self.lossOfOtherView(container)]) }
    try addImages(of: source, to: &plan)
    if codesPhoto || cutsPhoto { try addUncopied(of: source, to: &plan) }
    try checkGainMapMetadata(of: plan)
    try checkGainMapForms(of: plan, in: source)
    if describesGainMap, !plan.images.contains(where: { $0.image.type.isGainMap && $0.fate.stays }) {
      plan.notes.append("there is no gain map to describe")
    }
    plan.notes += try notes(onPrivacy: plan, of: source)
    if recolours { try checkGainMaps(of: plan) }
    if cutsPhoto { try fit(&plan, to: source, primary) }
    return plan
  }

  /// Whether an image goes, or what it is about or in: without its map, the confidence of Google's forms says nothing.
  private func drops(_ image: AuxiliaryImage, of source: ImageSource) -> Bool {
    if image.embeddedForm == .trailer, strips.contains(.all) { return true }
    guard image.type == .depthConfidence, let form = image.embeddedForm else { return drops(image) }
    return drops(image)
      || source.auxiliaryImages.contains {
        $0.embeddedForm == form && $0.type.isDepthData && drops($0)
      }
  }

  private func addImages(of source: ImageSource, to plan: inout Plan) throws(AuxError) {
    let isNewFile = plan.codesPhoto || plan.cutsPhoto
    // DNG holds its auxiliary images without loss: they have no quality.
    let rules =
      try isNewFile || codesAuxiliaryImages && plan.container != .dng
      ? CarryingRules(
        of: source, by: plan.geometry, in: plan.container, new: plan.codesPhoto ? nil : source,
        swapsBase: true, bits: bitDepth) : nil
    for image in source.auxiliaryImages {
      var (fate, size) = (Fate.kept, (width: image.width, height: image.height))
      var reason: String?
      if drops(image, of: source) {
        fate = .dropped
      } else if let rules {
        let isSecond = plan.images.contains {
          $0.image.type.sharesPlace(with: image.type) && $0.fate == .coded
        }
        reason =
          rules.reason(toLeaveOut: image, hasOther: isSecond)
          ?? image.failure.map { "\(image.type) is left out: \($0.message)" }
        if !isNewFile {
          fate = reason == nil && image.embeddedForm == nil ? .coded : .kept
          reason = nil
        } else {
          fate = reason == nil ? .coded : .leftOut
          plan.lose(reason.map { [$0] } ?? [])
        }
      }
      if fate == .coded, let form = image.embeddedForm {
        plan.notes.append(
          "the \(image.identifier) map, which \(form.owner) holds, becomes an auxiliary image as Apple writes it"
        )
      }
      if fate == .coded, let calibration = image.metadata.calibration, plan.geometry.resamples,
        plan.geometry.applied(to: calibration) == nil
      {
        plan.lose([image.type.lostCalibration])
      }
      if fate == .coded, plan.geometry.resamples {
        size = plan.geometry.size(ofMap: size, isGainMap: image.type.isGainMap).size
      }
      if fate == .coded, plan.geometry.turn.swapsSides { size = (size.height, size.width) }
      plan.images.append(
        ImagePlan(image: image, fate: fate, width: size.width, height: size.height, reason: reason))
    }
  }

  /// Adds what a photo that is coded anew or cut lacks of its file: a loss, unless the edit asks for its removal.
  private func addUncopied(of source: ImageSource, to plan: inout Plan) throws(AuxError) {
    if source.isBesideItsPair {
      plan.lose(["the stereo pair in the file, of which the photo is no view, is left out"])
    }
    let removesTrailers = removesTrailers(plan.images)
    for data in source.uncopiedData {
      let isAsked =
        switch data.kind {
        case .otherPictures: false
        // A preview would show more than a crop.
        case .previews: strips.takes(.thumbnail) || plan.geometry.changesPixels
        case .metadata: strips.contains(.all)
        case .trailer: removesTrailers
        }
      if isAsked { plan.notes.append(data.text) } else { plan.lose([data.text]) }
    }
    let (metadata, losses) = try metadata(of: source, plan, thumbnail: nil)
    if strips.contains(.all) { plan.notes += losses } else { plan.lose(losses) }
    plan.lose(try PrimaryXMP(metadata.xmp, limits: source.limits).losses)
    if plan.container == .heif, plan.geometry.turnsPixels, source.statesCamera {
      plan.lose([Self.lossOfCamera])
    }
  }

  /// Returns what does not go along of a file, or may say what was to be taken out of it.
  private func notes(on source: ImageSource, codesPhoto: Bool) -> [String] {
    var notes: [String] = []
    if codesPhoto, source.c2paManifest != nil {
      notes.append("the C2PA manifest, which is of the file and not of the picture, does not go along")
    }
    return notes
  }

  /// The images that the caller names, without those of a preset, which are not missed.
  private var named: [AuxiliaryKind] { dropped.filter { !droppedByPreset.contains($0) } + only }

  /// Returns what else goes with the metadata that are to go.
  private func notes(onPrivacy plan: Plan, of source: ImageSource) throws(AuxError) -> [String] {
    var notes: [String] = []
    if plan.codesPhoto || plan.cutsPhoto {
      _ = try source.primaryMetadata().removing(
        kindsRemoved(by: plan), keepingHeadroom: keepsHeadroom(plan), limits: source.limits, &notes)
    } else if !strips.isEmpty {
      notes += try source.metadata(ofKinds: strips, keepsHeadroom: keepsHeadroom(plan)).notes
    }
    if !plan.codesPhoto,
      plan.images.contains(where: { $0.fate == .dropped && $0.image.embeddedForm == .dynamicDepth })
    {
      notes.append(
        "with the map of Dynamic Depth go the pictures that it lists, such as the one without blur")
    }
    if !plan.codesPhoto, source.hasDataAfterImages, removesTrailers(plan.images) {
      notes.append("the data after the images, such as a video, go")
    }
    return notes
  }

  /// Returns the centre of gravity of the portrait effects matte, in parts of the photo as shown.
  private func subject(of source: ImageSource) throws(AuxError) -> CameraCalibrationData.Point {
    guard let image = source.auxiliaryImage(.portraitEffectsMatte) else {
      throw source.missingError(of: [.type(.portraitEffectsMatte)])
    }
    let matte = try source.stored(image).with8BitCodes().applyingExifOrientation(source.orientation).codes
    guard let centre = matte.centreOfGravity else {
      throw AuxError(
        .missingImage, "the matte marks no subject: all its samples are 0", place: "\(image.type)",
        remedy: .centerCrop)
    }
    return centre
  }
}

extension PhotoEdit {
  /// Throws `unsupported` if there are losses: a file is not replaced by one that lacks what was not asked to go.
  package static func refuse(_ losses: [String]) throws(AuxError) {
    guard !losses.isEmpty else { return }
    throw AuxError(
      .unsupported,
      "the file is not replaced, since the edit would lose data: "
        + losses.joined(separator: "; "), remedy: .allowLoss)
  }

  /// Throws as ``refuse(_:)`` if a plan has losses that the edit does not allow.
  package func checkLosses(of plan: Plan) throws(AuxError) {
    if !allowsLosses { try Self.refuse(plan.losses) }
  }
}

extension WriteReport {
  /// Returns the report of an edited photo as a JSON object: the members of ``json(path:list:)`` with those of the plan; `attached`
  /// where images were made of maps, among `notes` those of the destination, which say what did not go along, and those of them
  /// that are losses as `losses`.
  package func json(
    edited plan: PhotoEdit.Plan, as destination: ImageDestination, path: String? = nil
  ) -> JSONValue {
    var report = self
    report.notes = destination.notes + notes
    guard case .object(let members) = report.json(path: path) else { return report.json(path: path) }
    let hasMaps = images.contains { $0.map != nil }
    let losses = destination.losses
    return .object(
      members.filter { $0.name != "attached" || hasMaps }
        + (losses.isEmpty ? [] : [JSONValue.Member("losses", .array(losses.map(JSONValue.string)))])
        + plan.updated(for: destination).members)
  }
}
