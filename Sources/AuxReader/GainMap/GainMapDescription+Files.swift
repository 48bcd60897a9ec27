internal import AuxContainers
internal import AuxImage

extension GainMapDescription {
  /// Creates the description of a gain map in a JPEG or HEIF file; nil where nothing describes it.
  ///
  /// `properties` are the properties of the map's XMP; `exif` returns the block of the primary. Source: Specs/gainmaps.md.
  init?(
    _ statements: GainMapStatements, _ metadata: AuxiliaryMetadata, _ properties: [XMPProperty],
    limits: AuxLimits, exif: () throws(AuxError) -> [UInt8]?
  ) {
    var found = GainMapDescription(metadata)
    if statements.iso != nil { found.forms.append(.iso) }
    if statements.xmp != nil { found.addForm(of: properties) }
    guard !found.forms.isEmpty else { return nil }
    found.metadata = statements.metadata
    self = found.withCameraHeadroom(unless: properties, limits: limits, exif)
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
