internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// How the auxiliary images of a photo go to one that was coded anew from it.
struct AuxiliaryCarrying: Sendable {
  /// Where the new photo's pixels come from.
  let geometry: PhotoGeometry
  /// Images that take the place of those of their type; they are cut, scaled and turned already.
  var changed: [StoredAuxiliaryImage] = []
  /// The indices of the images that do not go along.
  var left: Set<Int> = []
  /// The indices of the images whose coded data are cut as the photo is.
  var cut: Set<Int> = []
  /// The forms in which a gain map is described as far as they can express it; nil for those that it has.
  var forms: [GainMapDescription.Form]?
  /// Whether a gain map that these forms cannot express is an error.
  var requiresForms = false
  /// Whether the colours of the photo are those that a gain map was made for.
  var keepsColours = false
  /// How images are coded.
  var encoding = AuxiliaryEncoding()
  /// What is taken out of the packets of the images.
  var strips: Set<MetadataStrip> = []

  init(by geometry: PhotoGeometry, changed: [StoredAuxiliaryImage] = []) {
    (self.geometry, self.changed) = (geometry, changed)
  }
}

extension ImageDestination {
  /// Adds the auxiliary images of a source, as ``addAuxiliaryImages(from:turning:changed:)`` says it.
  mutating func carryAuxiliaryImages(
    of source: ImageSource, _ carrying: AuxiliaryCarrying
  ) throws(AuxError) {
    origins.append(source)
    let rules = try CarryingRules(of: source, by: carrying.geometry, in: container, new: base)
    for image in source.auxiliaryImages where !carrying.left.contains(image.index) {
      if let reason = rules.reason(toLeaveOut: image, hasOther: composition.holds(image.type)) {
        notes.append(reason)
        continue
      }
      let replacement = carrying.changed.first { $0.type == image.type }
      if composition.isPrimaryEncoded, !carrying.keepsColours, image.type.isGainMap, replacement == nil {
        notes.append(Self.oldGainMap)
      }
      let placed: (image: StoredAuxiliaryImage, same: Composition.Addition.Content?)
      do throws(AuxError) {
        placed = try self.placed(image, of: source, replacement, carrying)
      } catch {
        let isForm = carrying.requiresForms && image.type.isGainMap && image.failure == nil
        guard !isForm, image.failure != nil || Self.damage.contains(error.code) else { throw error }
        notes.append("\(image.type) is left out, since it cannot be read: \(error.message)")
        continue
      }
      let encoding = carrying.encoding.keepingCodes(of: image, from: source.container, in: container)
      composition.additions.append(
        .init(content: .codes(placed.image, encoding), same: placed.same, carried: image))
    }
  }

  /// Returns an image for the new photo, and its coded data if they are cut and not coded anew.
  private mutating func placed(
    _ image: AuxiliaryImage, of source: ImageSource, _ replacement: StoredAuxiliaryImage?,
    _ carrying: AuxiliaryCarrying
  ) throws(AuxError) -> (image: StoredAuxiliaryImage, same: Composition.Addition.Content?) {
    if let replacement { return (try Self.fitting(replacement, container), nil) }
    guard carrying.cut.contains(image.index) else {
      var losesCalibration = false
      let placed = try Self.decoded(image, of: source) { stored throws(AuxError) in
        let edited = try stored.edited(by: carrying.geometry)
        losesCalibration = stored.metadata.calibration != nil && edited.metadata.calibration == nil
        return edited
      }
      let fitted = try Self.fitting(described(placed, image.gainMap, carrying), container)
      if losesCalibration { notes.append(image.type.lostCalibration) }
      return (try fitted.stripped(of: carrying.strips), nil)
    }
    let edited = try described(
      source.stored(image).edited(by: carrying.geometry), image.gainMap, carrying
    ).stripped(of: carrying.strips)
    let cut = try CodedAuxiliaryImage(
      cutting: image, of: source, by: carrying.geometry, as: edited, for: base)
    guard let cut else { return (try Self.fitting(edited, container), nil) }
    return (edited, .copied(cut, image))
  }

  /// Returns an image of another file; a gain map in the forms that are wanted, or that it had, as far as this container has
  /// them and they can express it.
  private mutating func described(
    _ image: StoredAuxiliaryImage, _ description: GainMapDescription?, _ carrying: AuxiliaryCarrying
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard let forms = carrying.forms, image.content.isGainMap, let description,
      description.metadata != nil || description.appleHeadroom != nil
    else { return try carried(image, description) }
    if carrying.requiresForms { return try image.described(as: forms, by: description) }
    for forms in [forms, forms.filter { $0 != .apple }] where !forms.isEmpty {
      do throws(AuxError) {
        let described = try image.described(as: forms, by: description)
        noteForms(description.forms, forms)
        return described
      } catch {
        // What Apple's form cannot express, the others may.
        guard error.code == .unsupported else { throw error }
      }
    }
    return try carried(image, description)
  }

  /// Returns an image of another file; a gain map in the forms that it had, as far as this container has them.
  ///
  /// A form that does not go along is said in ``notes``.
  mutating func carried(
    _ image: StoredAuxiliaryImage, _ description: GainMapDescription?
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard image.content.isGainMap, let description, !description.forms.isEmpty else { return image }
    let forms = description.forms(in: container)
    // What nothing gives a meaning is refused, or left out, for that reason.
    guard description.metadata != nil || description.appleHeadroom != nil else { return image }
    let described = try image.described(as: forms, by: description)
    noteForms(description.forms, forms)
    return described
  }

  private mutating func noteForms(_ before: [GainMapDescription.Form], _ after: [GainMapDescription.Form]) {
    guard Set(before) != Set(after) else { return }
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
  /// Returns the image without what its packet says of private things.
  fileprivate func stripped(of strips: Set<MetadataStrip>) throws(AuxError) -> StoredAuxiliaryImage {
    guard !strips.isEmpty else { return self }
    let old: [UInt8]
    if let packet { old = packet } else { old = try XMPSerializer.packet(of: metadata.other) }
    var edit = XMPEdit(old)
    try edit.remove(strips)
    guard edit.bytes != old else { return self }
    let left = Set(try XMPReader.properties(of: edit.bytes))
    var stripped = self
    stripped.metadata.other.removeAll { !left.contains($0) }
    if packet != nil { stripped.packet = edit.bytes }
    return stripped
  }
}

extension [GainMapDescription.Form] {
  /// The names of the forms, for messages.
  fileprivate var text: String { map(\.rawValue).joined(separator: " and ") }
}
