internal import AuxContainers
internal import AuxImage

/// What can be taken out of a photo's metadata.
public enum MetadataStrip: String, Hashable, Sendable, CaseIterable {
  /// Where the photo was taken: GPS in Exif, coordinates and names of places in XMP and IPTC, and a maker's note that may name
  /// places, any but Apple's.
  case location
  /// Whom it shows: names of people and regions of faces in XMP, and a maker's note that may name people, any but Apple's.
  case people
  /// The C2PA manifest, and the link to one in XMP.
  case c2pa
  /// The maker's note of Exif; of Apple's the headroom stays where the photo's gain map needs it.
  case makernote
  /// The small pictures of the photo that Exif, JFIF, image resources, XMP and HEIF hold.
  case thumbnail
  /// All of these, and all else that the images of the file do not need: orientation, colours and what describes images stay.
  case all
}

extension Set<MetadataStrip> {
  /// Whether that is taken out.
  func takes(_ strip: MetadataStrip) -> Bool { contains(strip) || contains(.all) }

  /// Whether Exif becomes another.
  var isOfExif: Bool { contains { $0 != .c2pa } }
}

extension ExifEdit {
  /// Takes out what Exif holds of it; `keepingHeadroom` is as for ``removeMakerNote(keepingHeadroom:)``.
  mutating func remove(_ strips: Set<MetadataStrip>, keepingHeadroom: Bool) throws(AuxError) {
    guard !strips.contains(.all) else {
      return try removeAllButEssentials(keepingHeadroom: keepingHeadroom)
    }
    if strips.contains(.location) { _ = try removeLocation() }
    if strips.contains(.thumbnail) { _ = try removeThumbnail() }
    let isTelling = try ExifBlock(bytes).hasTellingMakerNote
    if strips.contains(.makernote) || isTelling && !strips.isDisjoint(with: [.location, .people]) {
      _ = try removeMakerNote(keepingHeadroom: keepingHeadroom)
    }
  }
}

extension XMPEdit {
  /// Takes out what XMP holds of it.
  mutating func remove(_ strips: Set<MetadataStrip>) throws(AuxError) {
    guard !strips.contains(.all) else {
      _ = try removeAllButEssentials()
      return
    }
    if strips.contains(.location) { _ = try removeLocation() }
    if strips.contains(.people) { _ = try removePeople() }
    if strips.contains(.c2pa) { _ = try removeProvenance() }
    if strips.contains(.thumbnail) { _ = try removeThumbnails() }
  }
}

extension HEIFEdit {
  /// Removes thumbnails, and for `all` every item that the images do not need; packets are edited elsewhere.
  mutating func remove(_ strips: Set<MetadataStrip>) throws(AuxError) {
    if strips.takes(.thumbnail) { _ = try removeThumbnails() }
    if strips.contains(.all) { try removeAllButEssentials() }
  }
}

extension JPEGEdit {
  /// Removes the segments of the primary that it is about, but for those of Exif and XMP.
  mutating func remove(_ strips: Set<MetadataStrip>, in source: any ByteSource) throws(AuxError) {
    if strips.takes(.thumbnail) { try removeThumbnails(in: source) }
    if strips.contains(.location) {
      try removeSegments(marker: JPEGMarker.APP13, in: source, where: ImageResources.namePlace)
    }
    if strips.contains(.all) { try removeAllButEssentials(in: source) }
  }
}
