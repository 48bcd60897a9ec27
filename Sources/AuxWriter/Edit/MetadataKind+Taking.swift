internal import AuxContainers
internal import AuxImage

extension Set<MetadataKind> {
  /// Whether that is taken out.
  func takes(_ strip: MetadataKind) -> Bool { contains(strip) || contains(.all) }

  /// Whether Exif becomes another.
  var isOfExif: Bool { contains { $0 != .c2pa } }
}

extension ExifEdit {
  /// Takes out what Exif holds of it; `keepingHeadroom` is as for ``removeMakerNote(keepingHeadroom:)``.
  mutating func remove(_ strips: Set<MetadataKind>, keepingHeadroom: Bool) throws(AuxError) {
    guard !strips.contains(.all) else {
      return try removeAllButEssentials(keepingHeadroom: keepingHeadroom)
    }
    if strips.contains(.location) { _ = try removeLocation() }
    if strips.contains(.thumbnail) { _ = try removeThumbnail() }
    let isTelling = try ExifBlock(bytes).hasTellingMakerNote
    if strips.contains(.device) || isTelling && !strips.isDisjoint(with: [.location, .people]) {
      _ = try removeMakerNote(keepingHeadroom: keepingHeadroom)
    }
  }
}

extension XMPEdit {
  /// Takes out what XMP holds of it.
  mutating func remove(_ strips: Set<MetadataKind>) throws(AuxError) {
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
  mutating func remove(_ strips: Set<MetadataKind>) throws(AuxError) {
    if strips.takes(.thumbnail) { _ = try removeThumbnails() }
    if strips.contains(.all) { try removeAllButEssentials() }
  }
}

extension JPEGEdit {
  /// Removes the segments of the primary that it is about, but for those of Exif and XMP.
  mutating func remove(_ strips: Set<MetadataKind>, in source: any ByteSource) throws(AuxError) {
    if strips.takes(.thumbnail) { try removeThumbnails(in: source) }
    if strips.contains(.location) {
      try removeSegments(marker: JPEGMarker.APP13, in: source, where: ImageResources.namePlace)
    }
    if strips.contains(.all) { try removeAllButEssentials(in: source) }
  }
}
