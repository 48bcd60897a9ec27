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

    /// The image as a JSON object: `type`, `width`, `height` and `fate`.
    package var json: JSONValue {
      [
        "type": .string(image.type.name), "width": .integer(width), "height": .integer(height),
        "fate": .string(fate.rawValue),
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

    /// The plan as a JSON object, of a photo that would be written to a path.
    package func json(path: String) -> JSONValue {
      var members: [JSONValue.Member] = [JSONValue.Member("path", .path(path))]
      if let bytes = JSONValue.pathBytes(path) { members.append(JSONValue.Member("pathBytes", bytes)) }
      members += [
        JSONValue.Member("container", .string(container.rawValue)),
        JSONValue.Member("primaryUnchanged", .boolean(photoFate == .kept)),
        JSONValue.Member("dryRun", .boolean(true)),
      ]
      if !notes.isEmpty { members.append(JSONValue.Member("notes", .array(notes.map(JSONValue.string)))) }
      return .object(members + self.members)
    }
  }

  /// Returns what the edit does to a photo, by its headers; a matte is decoded where a crop is centred on it.
  ///
  /// Throws `AuxError`: `usage` for a crop outside of the photo, for a size of another aspect ratio, and for a file that has
  /// no primary image, for bits that the container does not have, and for what needs coding where the edit is lossless;
  /// `unsupported` where the container holds no auxiliary images, where the pixels of a DNG are to change within
  /// DNG, and for another geometry of a stereo pair; `missingImage` where a crop is centred on a matte that is missing.
  public func plan(for source: ImageSource, as container: ImageContainer? = nil) throws(AuxError) -> Plan {
    let container = container ?? source.container
    guard let primary = source.primary else {
      throw AuxError(.usage, "the file is a lone auxiliary image and has no primary")
    }
    guard container.holdsAuxiliaryImages else {
      throw container.lacksAuxiliaryImages(.unsupported, remedy: .otherContainer)
    }
    let geometry = try geometry(of: primary, subject: needsSubject ? subject(of: source) : nil)
    try checkCoding(geometry, of: source, as: container)
    let cutsPhoto = isLossless && geometry.changesPixels
    // Autoclosures of && would throw any error.
    let recolours = try changesColours(of: source)
    let codesPhoto =
      try changesBits(of: source) || container != source.container || recolours
      || geometry.changesPixels && !cutsPhoto
    var plan = Plan(
      container: container, geometry: geometry, codesPhoto: codesPhoto, images: [], notes: [])
    plan.cutsPhoto = cutsPhoto
    plan.notes =
      source.notes(onAbsent: dropped + only) + notes(on: source, codesPhoto: codesPhoto || cutsPhoto)
    try addImages(of: source, to: &plan)
    if recolours { try checkGainMaps(of: plan) }
    if cutsPhoto { try fit(&plan, to: source, primary) }
    return plan
  }

  private func addImages(of source: ImageSource, to plan: inout Plan) throws(AuxError) {
    // Autoclosures of && would throw any error.
    let losesHDR = try plan.codesPhoto && plan.container.losesHDR ? source.hasHDRPrimary() : false
    for image in source.auxiliaryImages {
      var (fate, size) = (Fate.kept, (width: image.width, height: image.height))
      let isSecond = plan.images.contains {
        $0.image.type.sharesPlace(with: image.type) && $0.fate == .coded
      }
      if drops(image.type) {
        fate = .dropped
      } else if plan.codesPhoto || plan.cutsPhoto {
        let reason =
          isSecond && image.type.isHeld(by: plan.container)
          ? "a second image of type \(image.type) is left out"
          : plan.geometry.reason(toLeaveOut: image, in: plan.container, losesHDR: losesHDR)
        fate = reason == nil && image.failure == nil ? .coded : .leftOut
        if let reason = reason ?? image.failure.map({ "\(image.type) is left out: \($0.message)" }) {
          plan.notes.append(reason)
        }
      }
      if fate == .coded, let form = image.embeddedForm {
        plan.notes.append(
          "the \(image.identifier) map, which \(form.owner) holds, becomes an auxiliary image as Apple writes it"
        )
      }
      if fate == .coded, plan.geometry.crops || plan.geometry.scales {
        size = plan.geometry.size(ofMap: size, isGainMap: image.type.isGainMap).size
      }
      if fate == .coded, plan.geometry.turn.swapsSides { size = (size.height, size.width) }
      plan.images.append(ImagePlan(image: image, fate: fate, width: size.width, height: size.height))
    }
  }

  /// Returns what does not go along of a file, or may say what was to be taken out of it.
  private func notes(on source: ImageSource, codesPhoto: Bool) -> [String] {
    var notes: [String] = []
    if codesPhoto, source.stereoPair != nil {
      notes.append("the picture of the other eye does not go along")
    }
    if codesPhoto, source.c2paManifest != nil {
      notes.append("the C2PA manifest, which is of the file and not of the picture, does not go along")
    }
    if codesPhoto { notes += source.notesOnOtherPictures }
    if !codesPhoto, turn != .up, source.exifCountAfterPhoto > 0 {
      notes.append(
        "\(source.exifCountAfterPhoto) of the images after the photo have an orientation of their own, which stays"
      )
    }
    if !strips.isDisjoint(with: [.location, .people]) {
      notes += source.notesOnOtherMetadata(codesPhoto: codesPhoto)
    }
    return notes
  }

  /// Returns the centre of gravity of the portrait effects matte, in parts of the photo as shown.
  private func subject(of source: ImageSource) throws(AuxError) -> CameraCalibrationData.Point {
    guard let image = source.auxiliaryImage(.portraitEffectsMatte) else {
      throw source.missingError(of: [.type(.portraitEffectsMatte)])
    }
    let matte = try source.stored(image).with8BitCodes().applyingExifOrientation(source.orientation).codes
    return matte.centreOfGravity ?? CameraCalibrationData.Point(x: 0.5, y: 0.5)
  }
}

extension WriteReport {
  /// Returns the report of an edited photo as a JSON object: the members of ``json(path:list:)`` with those of the plan.
  package func json(edited plan: PhotoEdit.Plan, path: String) -> JSONValue {
    guard case .object(let members) = json(path: path, list: JSONValue.Member("images", .array([]))) else {
      return json(path: path)
    }
    return .object(members.filter { $0.name != "images" } + plan.members)
  }
}

extension ImageContainer {
  /// Whether a photo of PQ or HLG becomes one of SDR in the container.
  var losesHDR: Bool {
    switch self {
    case .jpeg, .dng: true
    case .heif, .avif, .png, .tiff, .webp, .exr: false
    }
  }
}
