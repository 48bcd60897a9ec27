internal import AuxContainers
internal import AuxImage

/// What can be taken out of a photo's metadata.
public enum MetadataStrip: String, Hashable, Sendable, CaseIterable {
  /// Where the photo was taken: GPS in Exif, and coordinates and names of places in XMP and IPTC.
  case location
  /// Whom it shows: names of people and regions of faces in XMP.
  case people
  /// The small pictures of the photo that Exif, JFIF and HEIF hold.
  case thumbnail
}

extension ExifEdit {
  /// Takes out what Exif holds of it.
  mutating func remove(_ strips: Set<MetadataStrip>) throws(AuxError) {
    if strips.contains(.location) { _ = try removeLocation() }
    if strips.contains(.thumbnail) { _ = try removeThumbnail() }
  }
}

extension XMPEdit {
  /// Takes out what XMP holds of it.
  mutating func remove(_ strips: Set<MetadataStrip>) throws(AuxError) {
    if strips.contains(.location) { _ = try removeLocation() }
    if strips.contains(.people) { _ = try removePeople() }
  }
}
