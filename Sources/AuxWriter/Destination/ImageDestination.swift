internal import AuxCodecs
internal import AuxContainers
public import AuxImage
public import AuxMaps
public import AuxReader

/// An image file to be written, as `CGImageDestination`: a source, less some auxiliary images, plus others.
///
/// Nothing is written before `finalize(to:options:)`, and nothing that was in the source is coded again.
public struct ImageDestination: Sendable {
  var composition: Composition
  /// The sources whose auxiliary images came along.
  var origins: [ImageSource] = []
  /// How this photo was found to show the one whose images were copied; nil where nothing was compared.
  public internal(set) var pictureMatch: PictureMatch?
  /// What is not carried over into another container.
  public internal(set) var notes: [String] = []
  /// The warnings about maps that were added: the result is likely not what was meant.
  public var warnings: [MapNote] { mapNotes.filter(\.isWarning) }
  /// The conclusions about maps that were added, and oddities of these.
  package var mapNotes: [MapNote] { composition.additions.flatMap { $0.attachment?.notes ?? [] } }
  /// Those of ``notes`` that say what the photo loses without being asked to, such as the other view of a stereo pair.
  public internal(set) var losses: [String] = []
  /// False if losses are an error where the file replaces its source in place.
  var allowsLosses = true

  var base: ImageSource { composition.base }
  /// The primary image as it will be written.
  public var primary: PrimaryImage? { base.primary }
  /// The container that is written.
  public var container: ImageContainer { base.container }

  /// Creates a destination that takes everything from `source`, in the same container.
  ///
  /// Throws `AuxError` with code `unsupported` where the container holds no auxiliary images, `usage` where
  /// the source has no primary image.
  public init(from source: ImageSource) throws(AuxError) {
    guard source.container.holdsAuxiliaryImages else {
      throw source.container.lacksAuxiliaryImages(.unsupported, remedy: .otherContainer)
    }
    guard source.primary != nil else {
      throw AuxError(.usage, "the file is a lone auxiliary image and has no primary")
    }
    composition = Composition(source, isPrimaryEncoded: false)
  }

  /// Creates a destination whose primary was just coded into `file`, or else taken over.
  init(encoded file: ImageSource, notes: [String], losses: [String] = [], isPrimaryEncoded: Bool = true) {
    composition = Composition(file, isPrimaryEncoded: isPrimaryEncoded)
    (self.notes, self.losses) = (notes, losses)
  }

  /// Appends a loss to ``notes`` and ``losses``.
  mutating func lose(_ loss: String) {
    notes.append(loss)
    losses.append(loss)
  }

  /// Puts notes in front that are not there yet, and losses, which are among them.
  mutating func add(notes new: [String], losses newLosses: [String]) {
    notes = new.filter { !notes.contains($0) } + notes
    losses = newLosses.filter { !losses.contains($0) } + losses
  }

  /// Adds an auxiliary image.
  ///
  /// Throws `AuxError` with code `usage` where the destination has one of that type and `replacing` is
  /// false; depth and disparity count as one type, since a photo has one depth map, and so do gain maps of all forms.
  public mutating func addAuxiliaryImage(
    _ image: StoredAuxiliaryImage, encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) {
    // A gain map keeps its coded bytes, whatever form describes it then, of codes of however many bits.
    var (image, same) = (image, Composition.Addition.Content?.none)
    if replacing, image.content.isGainMap { same = try codedForm(of: image) }
    if same == nil {
      image = try fitting(image)
      if replacing { same = try codedForm(of: image) }
    }
    if same == nil { try image.checkedForCoding() }
    try composition.makeRoom(for: image.type, replacing: replacing)
    composition.additions.append(.init(content: .codes(image, encoding), same: same))
  }

  /// Returns the image with the width of codes and the kind of color description that the container is written with.
  ///
  /// Throws `unsupported` for a gain map that its metadata alone would identify, where these are missing or unusable.
  mutating func fitting(_ image: StoredAuxiliaryImage) throws(AuxError) -> StoredAuxiliaryImage {
    switch image.content {
    case .gainMap(_, nil), .colourGainMap(_, nil):
      guard image.type != .isoGainMap, image.type != .adobeGainMap else {
        throw AuxError(
          .unsupported,
          "the gain map metadata are missing or unusable, and without them nothing says what it is")
      }
    case .depth(let codes, _) where container.depthCodeBits > 8 && codes.sampleType.isInteger: return image
    case .depth, .matte, .gainMap, .colours, .colourGainMap: break
    }
    var fitted = try image.with8BitCodes()
    if image.content.isGainMap, image.content.hasWideSamples {
      notes.append("the samples of the gain map, of more than 8 bits, became 8 bits each")
    }
    // Chromium shows an AVIF of 10 bits with a gain map of one component as SDR.
    if container == .avif, fitted.content.gainMapMetadata != nil, try base.primarySampling().bits ?? 8 > 8 {
      fitted.repeatComponent()
    }
    if container == .jpeg {
      fitted.mapGainMapMetadata { $0.alternateColors = $0.alternateColors?.asProfile(of: $0) }
    }
    return fitted
  }

  /// Returns the coded bytes of the source's image of that type if it has the same code values, with the description of `image` if
  /// that is another; nil if the code values differ.
  ///
  /// An image that is extracted and attached unchanged loses nothing then, whatever the codec.
  private func codedForm(
    of image: StoredAuxiliaryImage
  ) throws(AuxError) -> Composition.Addition.Content? {
    let isGainMap = image.content.isGainMap
    guard let old = isGainMap ? composition.present(image.type).first : base.auxiliaryImage(image.type),
      old.width == image.width, old.height == image.height
    else { return nil }
    let isSame: Bool
    do throws(AuxError) {
      let stored = try base.stored(old)
      isSame =
        stored.content == image.content && stored.metadata == image.metadata
        && stored.gainMapForms == image.gainMapForms && (image.packet == nil || image.packet == stored.packet)
      guard
        isSame || stored.content == image.content
          || isGainMap && stored.codes == image.codes && stored.content.colours == image.content.colours
      else { return nil }
    } catch {
      // An old image that does not decode is another one.
      try error.throwIfOfSystem()
      return nil
    }
    guard let coded = try CodedAuxiliaryImage(old, of: base, for: base) else { return nil }
    return .copied(isSame ? coded : try coded.described(as: image, in: base), old)
  }

  /// Removes an auxiliary image of the source that the destination was made from.
  ///
  /// After ``init(encoding:as:quality:allowsPreview:)`` and ``addAuxiliaryImages(from:turning:changed:)`` it may also
  /// be an image of the source that images were carried over from. Nothing happens for an image that was removed or
  /// replaced before. Throws `AuxError`: `usage` for an image of another source, `unsupported` for a map of Dynamic
  /// Depth or of a trailer, which stays in its file. The confidence of a GDepth map is removed with the map.
  public mutating func removeAuxiliaryImage(_ image: AuxiliaryImage) throws(AuxError) {
    guard base.owns(image) else {
      guard origins.contains(where: { $0.owns(image) }) else { throw image.foreignError }
      composition.additions.removeAll { $0.carried == image || $0.described == image }
      return
    }
    composition.additions.removeAll { $0.described == image || $0.carried == image }
    if let form = image.embeddedForm, !form.isRemovable {
      throw AuxError(
        .unsupported, "the \(image.identifier) map belongs to \(form.owner) and is not removed")
    }
    composition.removals.insert(image.index)
    guard image.embeddedForm == .gdepth, image.type.isDepthData else { return }
    // Confidence says nothing without the map that it is about.
    let both = base.auxiliaryImages.filter { $0.embeddedForm == .gdepth }
    composition.removals.formUnion(both.map(\.index))
  }

  /// Removes the auxiliary images of these kinds, or all without kinds.
  ///
  /// As ``removeAuxiliaryImage(_:)``, it removes images of the source and images that were carried over, but not
  /// images that were added. Without kinds, maps that cannot be removed stay, if there are others to remove. Returns
  /// the removed images in the order of the file; if several kinds were given, ``notes`` name those that are absent.
  /// Throws `AuxError` with code `missingImage` where there is no image of any of the kinds, else as for one image;
  /// nothing is removed then.
  @discardableResult
  public mutating func removeAuxiliaryImages(
    of kinds: [AuxiliaryKind] = []
  ) throws(AuxError) -> [AuxiliaryImage] {
    let present =
      base.auxiliaryImages.filter { !composition.removals.contains($0.index) }
      + composition.additions.compactMap { $0.carried ?? $0.described }
    let asked = present.filter { image in kinds.isEmpty || kinds.contains { $0.includes(image) } }
    guard kinds.isEmpty || !asked.isEmpty else { throw kinds.missingError(among: present.map(\.type)) }
    // Of all images, those go that can; of a kind that is named, one that cannot is an error.
    let removable = kinds.isEmpty ? asked.filter { $0.embeddedForm?.isRemovable ?? true } : asked
    let images = removable.isEmpty ? asked : removable
    var changed = self
    for image in images { try changed.removeAuxiliaryImage(image) }
    let removed = changed.composition.removals.subtracting(composition.removals)
    changed.notes += base.notes(onAbsent: kinds.filter { kind in !asked.contains { kind.includes($0) } })
    self = changed
    let gone = base.auxiliaryImages.filter { removed.contains($0.index) || images.contains($0) }
    return gone + images.filter { !base.owns($0) }
  }

  /// Leaves out the C2PA manifest of the source, whose signature would not hold for the new file.
  ///
  /// Returns whether there is one. In DNG its bytes stay as dead data that no tag names.
  @discardableResult
  public mutating func removeC2PAManifest() -> Bool {
    guard base.c2paManifest != nil else { return false }
    composition.metadata.removesC2PAManifest = true
    return true
  }

  /// Writes depth data also as a GDepth map, which Google's programs read, into the primary's XMP.
  ///
  /// The map is `RangeInverse` with 8-bit codes in PNG, in extended XMP; the primary's own packet is kept and gets the
  /// properties added. Throws `AuxError`: `unsupported` where the destination is no JPEG or the image no depth
  /// data, `usage` where the primary has a GDepth map already.
  public mutating func addGDepth(_ depth: StoredAuxiliaryImage) throws(AuxError) {
    guard container == .jpeg else {
      throw AuxError(.unsupported, "GDepth is written into JPEG files, not \(container.rawValue)")
    }
    guard composition.metadata.gdepth == nil,
      !base.auxiliaryImages.contains(where: {
        $0.embeddedForm == .gdepth && !composition.removals.contains($0.index)
      })
    else {
      throw AuxError(.usage, "the file has a GDepth map already")
    }
    composition.metadata.gdepth = try GDepthMap(depth)
  }

  /// Writes the file, reads it back, compares it with what was asked for, and gives it its name.
  ///
  /// For `-`, and for a FIFO or a device, the file is made in memory, and written once it was compared.
  /// Throws `AuxError`: `unsupported` for an edit in place with ``losses`` that ``PhotoEdit/allowsLosses`` does not allow, `usage` where the extension names another kind of picture, as `.webp` does; `cannotCreate`, `io`, `verification`, which name the path, and `changed` where the file that is
  /// replaced is the source, and another program wrote to it since it was opened; the output is then absent or the old
  /// one. Sources that are opened by `ImageSource.init(editing:limits:)` wait for one another.
  @discardableResult
  public func finalize(
    to path: String, options: WriteOptions = WriteOptions()
  ) throws(AuxError) -> WriteReport {
    // A file that is replaced by its own edit keeps its name, whatever that says.
    if options.replacement != .inPlace {
      try container.checkName(ofOutput: path)
    } else if !allowsLosses {
      try PhotoEdit.refuse(losses)
    }
    var (report, notes) = try composition.file.write(
      to: path, options, check: Verification(composition).check)
    report.notes += notes
    return report
  }

  /// Returns the file in memory, read back and compared as `finalize(to:options:)` does.
  ///
  /// As `CGImageDestinationCreateWithData`. Throws `AuxError`: `verification`, and what coding throws.
  public func finalize() throws(AuxError) -> (data: [UInt8], report: WriteReport) {
    let (data, report) = try composition.file.data(check: Verification(composition).check)
    return (data, report)
  }
}

extension RenditionColors {
  /// Returns the colors as JPEG states them, by a profile; nil where nothing needs code points.
  fileprivate func asProfile(of metadata: GainMapMetadata) -> RenditionColors? {
    if let iccProfile { return RenditionColors(iccProfile: iccProfile) }
    guard !metadata.usesBaseColourSpace, let codePoints else { return nil }
    return RenditionColors(
      iccProfile: ICCProfileWriter.profile(
        colourPrimaries: codePoints.primaries, transferCharacteristics: codePoints.transfer)
        ?? ICCProfileWriter.sRGB)
  }
}
