internal import AuxContainers
internal import AuxImage
internal import AuxKernels
internal import AuxReader

/// How the auxiliary images of a photo go to one that was coded anew from it.
struct AuxiliaryCarrying: Sendable {
  /// Where the new photo's pixels come from.
  let geometry: PhotoGeometry
  /// Images that take the place of those of their type; they are cut, scaled and turned already.
  var changed: [StoredAuxiliaryImage] = []
  /// The gain map of a photo whose SDR rendition becomes the base, edited with it.
  var swappedGainMap: StoredAuxiliaryImage?
  /// Images that are decoded and edited already, or are about to be, by their indices.
  var edited: ParallelValue<[Int: Result<ImageDestination.Edited, AuxError>]>?
  /// The indices of the images that do not go along.
  var left: Set<Int> = []
  /// The indices of the images whose coded data are cut as the photo is.
  var cut: Set<Int> = []
  /// The forms in which a gain map is described as far as they can express it; nil for those that it has.
  var forms: [GainMapDescription.Form]?
  /// Whether a gain map that these forms cannot express is an error.
  var requiresForms = false
  /// The headroom of a gain map in Apple's form; nil for the one that the file states.
  var headroom: Double?
  /// Whether the photo is converted to other colors.
  var changesColors = false
  /// Whether the colours of the photo are those that a gain map was made for.
  var keepsColours = false
  /// How images are coded.
  var encoding = AuxiliaryEncoding()
  /// What is taken out of the packets of the images.
  var strips: Set<MetadataKind> = []

  init(by geometry: PhotoGeometry, changed: [StoredAuxiliaryImage] = []) {
    (self.geometry, self.changed) = (geometry, changed)
  }

  /// Returns true if an image is decoded and encoded again, and is neither replaced nor cut.
  func codes(_ image: AuxiliaryImage) -> Bool {
    !changed.contains { $0.type == image.type } && !cut.contains(image.index)
      && !(image.type.isGainMap && swappedGainMap != nil)
  }
}

extension ImageDestination {
  /// Adds the auxiliary images of a source, as ``addAuxiliaryImages(from:turning:changed:)`` says it.
  mutating func carryAuxiliaryImages(
    of source: ImageSource, _ carrying: AuxiliaryCarrying
  ) throws(AuxError) {
    origins.append(source)
    let rules = try CarryingRules(
      of: source, by: carrying.geometry, in: container, new: base,
      swapsBase: carrying.swappedGainMap != nil)
    let images = source.auxiliaryImages.filter { !carrying.left.contains($0.index) }
    let coded = images.filter {
      carrying.codes($0) && rules.reason(toLeaveOut: $0, hasOther: false) == nil
    }
    let edited = carrying.edited?.value() ?? Self.edited(coded, of: source, by: carrying.geometry)
    for image in images {
      if let reason = rules.reason(toLeaveOut: image, hasOther: composition.holds(image.type)) {
        lose(reason)
        continue
      }
      let replacement = carrying.changed.first { $0.type == image.type }
      if composition.isPrimaryEncoded, !carrying.keepsColours, image.type.isGainMap, replacement == nil {
        notes.append(Self.oldGainMap)
      }
      let placed: (image: StoredAuxiliaryImage, same: Composition.Addition.Content?)
      do throws(AuxError) {
        placed = try self.placed(image, of: source, edited[image.index], replacement, carrying)
      } catch {
        let isForm = carrying.requiresForms && image.type.isGainMap && image.failure == nil
        guard !isForm, image.failure != nil || Self.damage.contains(error.code) else { throw error }
        lose("\(image.type) is left out, since it cannot be read: \(error.message)")
        continue
      }
      let encoding = carrying.encoding.keepingCodes(of: image, from: source.container, in: container)
      composition.additions.append(
        .init(content: .codes(placed.image, encoding), same: placed.same, carried: image))
    }
  }

  /// An image that was decoded and edited as the photo is.
  typealias Edited = (image: StoredAuxiliaryImage, losesCalibration: Bool)

  /// Returns images that were decoded and edited, several at a time, by their indices: the first of each type, since a photo has
  /// one.
  static func edited(
    _ images: [AuxiliaryImage], of source: ImageSource, by geometry: PhotoGeometry
  ) -> [Int: Result<Edited, AuxError>] {
    var first: [AuxiliaryImage] = []
    for image in images where !first.contains(where: { $0.type.sharesPlace(with: image.type) }) {
      first.append(image)
    }
    let edited = AuxWorkerPool.map(first, jobs: AuxWorkerPool.coresForOneItem) { image in
      Result { () throws(AuxError) in try Self.edited(image, of: source, by: geometry) }
    }
    return Dictionary(uniqueKeysWithValues: zip(first.map(\.index), edited))
  }

  private static func edited(
    _ image: AuxiliaryImage, of source: ImageSource, by geometry: PhotoGeometry
  ) throws(AuxError) -> Edited {
    var losesCalibration = false
    let edited = try decoded(image, of: source) { stored throws(AuxError) in
      let edited = try stored.edited(by: geometry)
      losesCalibration = stored.metadata.calibration != nil && edited.metadata.calibration == nil
      return edited
    }
    return (edited, losesCalibration)
  }

  /// Returns an image for the new photo, and its coded data if they are cut and not coded anew.
  private mutating func placed(
    _ image: AuxiliaryImage, of source: ImageSource, _ edited: Result<Edited, AuxError>?,
    _ replacement: StoredAuxiliaryImage?, _ carrying: AuxiliaryCarrying
  ) throws(AuxError) -> (image: StoredAuxiliaryImage, same: Composition.Addition.Content?) {
    if let replacement {
      guard source.container != container else { return (try fitting(replacement), nil) }
      return (try fitting(described(replacement, image.gainMap, source.container, carrying)), nil)
    }
    if image.type.isGainMap, let map = carrying.swappedGainMap {
      notes.append(
        "the SDR rendition of the gain map is the base now, and the map leads from it to the HDR one")
      let description = GainMapDescription(
        forms: image.gainMap?.forms ?? [], metadata: map.content.gainMapMetadata)
      return (try fitting(described(map, description, source.container, carrying)), nil)
    }
    if carrying.codes(image) {
      let edited =
        edited ?? Result { () throws(AuxError) in try Self.edited(image, of: source, by: carrying.geometry) }
      let (placed, losesCalibration) = try edited.get()
      let fitted = try fitting(described(placed, image.gainMap, source.container, carrying))
      if losesCalibration { lose(image.type.lostCalibration) }
      return (try fitted.stripped(by: source.metadataSweep(carrying.strips)), nil)
    }
    let edited = try described(
      source.stored(image).edited(by: carrying.geometry), image.gainMap, source.container, carrying
    ).stripped(by: source.metadataSweep(carrying.strips))
    let cut = try CodedAuxiliaryImage(
      cutting: image, of: source, by: carrying.geometry, as: edited, for: base)
    guard let cut else { return (try fitting(edited), nil) }
    return (edited, .copied(cut, image))
  }

  /// Returns an image of another file; a gain map in the forms that are wanted, or that it had, as far as this container has
  /// them and they can express it.
  private mutating func described(
    _ image: StoredAuxiliaryImage, _ description: GainMapDescription?, _ origin: ImageContainer,
    _ carrying: AuxiliaryCarrying
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard image.content.isGainMap, var description else { return image }
    if let headroom = carrying.headroom {
      description = try description.stating(headroom: headroom)
    } else if description.isHeadroomAssumed, let headroom = description.appleHeadroom {
      notes.append(
        "the headroom of the gain map is assumed to be \(NumberText.decimals(headroom, 2)): the maker's note lacks "
          + "tag 48, which counts as 0")
    }
    let image = image.withColors(from: origin, for: container, changesColors: carrying.changesColors)
    description.metadata = image.content.gainMapMetadata ?? description.metadata
    guard let forms = carrying.forms else { return try inOwnForms(image, description) }
    if carrying.requiresForms {
      if let note = try browserNote(on: forms) { notes.append(note) }
      return try image.described(as: forms, by: description)
    }
    guard description.metadata != nil || description.appleHeadroom != nil else {
      return try inOwnForms(image, description)
    }
    for forms in [forms, forms.filter { $0 != .apple }] where !forms.isEmpty {
      do throws(AuxError) {
        let described = try image.described(as: forms, by: description)
        noteForms(description.forms, forms)
        return described
      } catch {
        // The other forms may express what Apple's cannot.
        guard error.code == .unsupported else { throw error }
      }
    }
    return try inOwnForms(image, description)
  }

  /// Returns an image of another file; a gain map in the forms that it had, as far as this container has them.
  ///
  /// ``notes`` say which forms are not copied.
  mutating func carried(
    _ image: StoredAuxiliaryImage, _ description: GainMapDescription?, from origin: ImageContainer
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard image.content.isGainMap, var description else { return image }
    let image = image.withColors(from: origin, for: container, changesColors: false)
    description.metadata = image.content.gainMapMetadata ?? description.metadata
    return try inOwnForms(image, description)
  }

  private mutating func inOwnForms(
    _ image: StoredAuxiliaryImage, _ description: GainMapDescription
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard !description.forms.isEmpty else { return image }
    let forms = description.forms(in: container)
    if let note = try browserNote(on: forms) { notes.append(note) }
    // What nothing gives a meaning is refused, or left out, for that reason.
    guard description.metadata != nil || description.appleHeadroom != nil else { return image }
    let described = try image.described(as: forms, by: description)
    noteForms(description.forms, forms)
    return described
  }

  private mutating func noteForms(_ before: [GainMapDescription.Form], _ after: [GainMapDescription.Form]) {
    // ISO's form, which comes with the others, says nothing new.
    guard Set(before + [.iso]) != Set(after + [.iso]) else { return }
    notes.append(
      "the gain map was described in the form \(before.text), and in \(container.rawValue) it is in the form "
        + after.text)
  }

  /// The note on a gain map that goes to pixels that were coded anew, or whose colours were changed.
  static let oldGainMap =
    "the gain map was made for the pixels as they were; they are coded anew, and it may no longer belong to them"

  /// Faults of an image itself; for a limit or a missing codec the user can do something.
  private static let damage: Set<AuxError.Code> = [.malformed, .truncated, .codec, .unsupported]
}

extension AuxiliaryDataType {
  /// The note on a calibration that is not carried along.
  var lostCalibration: String {
    "the camera calibration of \(self) is left out: no camera with square pixels sees the changed photo"
  }
}

extension StoredAuxiliaryImage {
  /// Returns a gain map with the colors of the alternate rendition as far as they hold for another file.
  ///
  /// In JPEG they are the space in which gains are applied, and HEIF's viewing colors have no place. After a conversion of
  /// the colors of the photo, those of the alternate rendition hold only where gains are applied in them.
  fileprivate func withColors(
    from origin: ImageContainer, for container: ImageContainer, changesColors: Bool
  ) -> StoredAuxiliaryImage {
    var image = self
    image.mapGainMapMetadata { metadata in
      let isUnused = changesColors || origin != .jpeg && container == .jpeg
      if metadata.usesBaseColourSpace, isUnused { metadata.alternateColors = nil }
    }
    return image
  }

  /// Returns the image without what its packet says of private things.
  fileprivate func stripped(by sweep: MetadataSweep) throws(AuxError) -> StoredAuxiliaryImage {
    guard !sweep.kinds.isEmpty else { return self }
    let old: [UInt8]
    if let packet { old = packet } else { old = try XMPSerializer.packet(of: metadata.other) }
    let new = try sweep.xmp(old)
    guard new != old else { return self }
    let left = try new.map { packet throws(AuxError) in Set(try XMPReader.properties(of: packet)) } ?? []
    var stripped = self
    stripped.metadata.other.removeAll { !left.contains($0) }
    if packet != nil { stripped.packet = new }
    return stripped
  }
}

extension [GainMapDescription.Form] {
  /// The names of the forms, for messages.
  fileprivate var text: String { map(\.rawValue).joined(separator: " and ") }
}
