internal import AuxContainers
internal import AuxImage

extension GainMapDescription {
  /// Reads the gain map's description in a further image of a JPEG file; nil without one. Metadata that
  /// cannot be read make a note.
  ///
  /// Source: Specs/gainmaps.md, "JPEG".
  init?(
    of image: JPEGImage, _ entry: AuxiliaryEntry, _ metadata: AuxiliaryMetadata,
    _ properties: [XMPProperty], _ file: JPEGFile, _ notes: inout [String]
  ) {
    let source = file.structure.source
    var found = GainMapDescription(metadata)
    let segment = image.first(.gainMap)
    let hasProperties = entry.signs.contains(.hdrgm)
    if segment != nil { found.forms.append(.iso) }
    if hasProperties { found.addForm(of: properties) }
    guard !found.forms.isEmpty else { return nil }
    do throws(AuxError) {
      if let segment {
        let header = JPEGIdentifier.gainMap.count
        var reader = ByteReader(
          try source.read(at: segment.payloadOffset + header, count: segment.payloadCount - header),
          fileOffset: segment.payloadOffset + header)
        found.metadata = try GainMapPayload(parsing: &reader).metadata
      } else if hasProperties {
        found.metadata = try GainMapMetadata(properties: properties)
      }
      found.metadata?.alternateColors = RenditionColors(
        iccProfile: try ICCSegments.profile(of: image, in: source))
    } catch { notes.append("the gain map metadata at byte \(image.offset) are unusable: \(error)") }
    self = found.withCameraHeadroom(unless: properties, limits: file.structure.limits) {
      () throws(AuxError) in try file.primary.exif(in: source)
    }
  }

  /// Reads the gain map's description of an item of a HEIF file; nil without one. Metadata that cannot be read make a
  /// note.
  ///
  /// Source: Specs/gainmaps.md, "HEIF".
  init?(
    of item: HEIFItem, _ metadata: AuxiliaryMetadata, _ descriptions: HEIFDescriptions,
    _ notes: inout [String]
  ) {
    var found = GainMapDescription(metadata)
    do throws(AuxError) {
      if let metadata = try descriptions.file.gainMapMetadata(of: item, from: descriptions.source) {
        found.forms.append(.iso)
        found.metadata = metadata
      }
      if let stated = try GainMapMetadata(properties: metadata.other) {
        found.addForm(of: metadata.other)
        found.metadata = found.metadata ?? stated
      }
    } catch { notes.append("item \(item.id): its gain map metadata are unusable: \(error)") }
    guard !found.forms.isEmpty else { return nil }
    self = found.withCameraHeadroom(unless: metadata.other, limits: descriptions.file.limits) {
      () throws(AuxError) in try descriptions.primaryExif()
    }
  }

  /// Creates the description of what Apple's properties say; without any it has no form.
  private init(_ metadata: AuxiliaryMetadata) {
    let isApple =
      metadata.hdrGainMapVersion != nil || metadata.hdrGainMapHeadroom != nil
      || metadata.namedType == .hdrGainMap
    self.init(forms: isApple ? [.apple] : [], appleHeadroom: metadata.hdrGainMapHeadroom)
    if appleHeadroom != nil { headroomSource = .xmp }
  }

  /// Adds the form of properties in Adobe's namespace: ImageIO's are a variant of Apple's, which others do not read.
  private mutating func addForm(of properties: [XMPProperty]) {
    let form: Form = GainMapMetadata.areOfToneMap(properties) ? .apple : .ultraHDR
    if !forms.contains(form) { forms.append(form) }
  }

  /// The description with the headroom of the camera's own tags, where Apple's form states none.
  ///
  /// `properties` are those of the map's XMP: codes of ImageIO's HDRToneMap do not mean what the tags say. `exif` gives the
  /// block of the primary; without the tags the headroom stays unknown. Source: Specs/gainmaps.md, "Apple".
  private func withCameraHeadroom(
    unless properties: [XMPProperty], limits: AuxLimits, _ exif: () throws(AuxError) -> [UInt8]?
  ) -> GainMapDescription {
    guard forms.contains(.apple), appleHeadroom == nil, !GainMapMetadata.areOfToneMap(properties),
      let block = (try? exif()) ?? nil,
      let note = AppleMakerNote(exif: block, limits: limits)
    else { return self }
    var known = self
    (known.appleHeadroom, known.headroomSource) = (note.headroom, .makerNote)
    known.isHeadroomAssumed = note.isGainAssumed
    return known
  }
}
