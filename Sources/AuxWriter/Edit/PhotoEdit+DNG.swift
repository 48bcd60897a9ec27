internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension PhotoEdit {
  /// What can be taken out of a DNG file, which stays a DNG.
  static let stripsOfDNG: Set<MetadataKind> = [.location, .people, .device]

  /// Edits a DNG file that loses metadata: these become zeros, and then all else is done to the file.
  func applied(toDNG source: ImageSource, _ plan: Plan, jobs: Int) throws(AuxError) -> Edited {
    var rest = self
    rest.strips = []
    var edited = try rest.applied(to: source.stripped(of: strips), as: .dng, jobs: jobs)
    edited.belong(to: source, plan)
    return edited
  }
}

extension ImageSource {
  /// Returns a DNG file without what is taken out of it; no byte moves.
  ///
  /// IPTC goes whole, and so does what only the maker can read, where it may name places or people. Throws `unsupported` where a
  /// preview has Exif or XMP of its own, and `malformed` where metadata overlap pixels.
  func stripped(of strips: Set<MetadataKind>) throws(AuxError) -> ImageSource {
    guard case .dng(let reader) = parsed else {
      throw AuxError(.unsupported, "the file is no DNG")
    }
    let before = try bytes.read(at: 0, count: bytes.byteCount)
    for mark in ["Exif\0\0", "http://ns.adobe.com/xap/1.0/\0"] {
      guard before.firstRange(of: Array(mark.utf8)) == nil else {
        throw AuxError(
          .unsupported, "a preview in the file has metadata of its own, which would stay",
          remedy: .otherContainer)
      }
    }
    var edit = try ExifEdit(before, limits: limits)
    try edit.remove(strips, keepingHeadroom: false)
    var tags = [TIFFTag.dngPrivateData]
    if !strips.isDisjoint(with: [.location, .people]) { tags += [TIFFTag.iptc, TIFFTag.photoshop] }
    for tag in tags { _ = try edit.removeFromFirst(tag) }
    try edit.changePackets { packet throws(AuxError) in
      var changed = XMPEdit(packet)
      try changed.remove(strips)
      return changed.bytes
    }
    try edit.checkPixels(of: reader.file.tiff, in: before)
    return try ImageSource(data: edit.bytes, limits: limits)
  }
}
