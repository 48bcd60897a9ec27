internal import AuxContainers
internal import AuxImage

/// What identifies a gain map that nothing else names.
enum GainMapIdentifier {
  /// ISO 21496-1's, which the APP2 segment of a JPEG has; a `tmap` item needs none.
  static let iso = "urn:iso:std:iso:ts:21496:-1"
}

/// What a further image of a JPEG file says of itself as a gain map.
///
/// Source: Specs/gainmaps.md, "JPEG".
struct JPEGGainMap {
  /// The type of an image that only its gain map metadata name.
  let type: AuxiliaryDataType
  /// What the file calls it.
  let identifier: String
  /// What it says.
  let description: GainMapDescription

  /// Reads the metadata of an image; nil where it has none. Metadata that cannot be read make a note.
  init?(
    _ image: JPEGImage, _ metadata: AuxiliaryMetadata, _ properties: [XMPProperty],
    _ source: any ByteSource, _ notes: inout [String]
  ) {
    var found = GainMapDescription(metadata)
    let hasProperties = properties.contains {
      $0.namespace == GainMapMetadata.namespace && $0.name == "Version"
    }
    let segment = image.first(.gainMap)
    if segment != nil { found.forms.append(.iso) }
    if hasProperties { found.forms.append(.ultraHDR) }
    guard !found.forms.isEmpty else { return nil }
    do throws(AuxError) {
      if let segment {
        let header = JPEGIdentifier.gainMap.count
        var reader = ByteReader(
          try source.read(at: segment.payloadOffset + header, count: segment.payloadCount - header),
          fileOffset: segment.payloadOffset + header)
        found.metadata = try GainMapPayload(parsing: &reader).metadata
      } else {
        found.metadata = try GainMapMetadata(properties: properties)
      }
    } catch { notes.append("the gain map metadata at byte \(image.offset) are unusable: \(error)") }
    description = found
    type = hasProperties ? .adobeGainMap : .isoGainMap
    identifier = hasProperties ? GainMapMetadata.namespace : GainMapIdentifier.iso
  }
}

extension GainMapDescription {
  /// Creates the description of what Apple's properties say; without any it has no form.
  init(_ metadata: AuxiliaryMetadata) {
    let isApple =
      metadata.hdrGainMapVersion != nil || metadata.hdrGainMapHeadroom != nil
      || metadata.namedType == .hdrGainMap
    self.init(forms: isApple ? [.apple] : [], appleHeadroom: metadata.hdrGainMapHeadroom)
    if appleHeadroom != nil { headroomSource = .xmp }
  }

  /// The description with the headroom of the camera's own tags, where Apple's form states none.
  ///
  /// `exif` gives the block of the primary; without the tags the headroom stays unknown. Source: Specs/gainmaps.md, "Apple".
  func withCameraHeadroom(
    limits: Limits, _ exif: () throws(AuxError) -> [UInt8]?
  ) -> GainMapDescription {
    guard forms.contains(.apple), appleHeadroom == nil, let block = (try? exif()) ?? nil,
      let note = AppleMakerNote(exif: block, limits: limits)
    else { return self }
    var known = self
    (known.appleHeadroom, known.headroomSource) = (note.headroom, .makerNote)
    return known
  }
}
