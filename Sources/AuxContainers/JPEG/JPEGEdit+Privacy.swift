package import AuxImage

extension JPEGEdit {
  /// Takes metadata out of the file: out of the segments of the primary but its Exif block and its XMP, out of the images after
  /// it, and out of what follows the images.
  ///
  /// Throws `unsupported` where the metadata of an image after the photo would become longer.
  package mutating func apply(
    _ sweep: MetadataSweep, in source: any ByteSource, trailers: [Trailer]
  ) throws(AuxError) {
    let primary = file.primary
    for change in try sweep.changes(of: primary.segments, in: primary, source, path: "JPEG", isPrimary: true)
    {
      if let payload = change.payload {
        changedSegments[change.segment.range] = try JPEGSegment.bytes(
          marker: change.segment.marker, payload: payload)
      } else {
        removedSegments.insert(change.segment.range)
      }
      removesOtherSegments = true
    }
    for (number, secondary) in file.secondaries.enumerated() where !removed.contains(number) {
      patches += try sweep.patches(of: secondary.image, in: source, path: "image \(number + 2)")
    }
    // Bytes between images may be counted by a directory of the primary.
    if directoryEnd == 0, sweep.kinds.takes(.unknownTrailer) { removesGaps = true }
    guard !removesTrailers else { return }
    try apply(sweep, toTrailers: trailers, in: source)
  }

  /// Takes metadata out of what follows the images.
  private mutating func apply(
    _ sweep: MetadataSweep, toTrailers trailers: [Trailer], in source: any ByteSource
  ) throws(AuxError) {
    let changes = try sweep.changes(
      ofTrailers: trailers, in: source, after: max(try file.imagesEnd(), directoryEnd), end: source.byteCount)
    patches += changes.patches
    removedRanges += changes.removed
  }

  /// The numbers of the further images that go as pictures: large thumbnails of MPF, and other pictures that the file does not
  /// list as auxiliary images or views.
  package static func pictures(
    in file: JPEGFile, listed: Set<Int>, kinds: Set<MetadataKind>, removesOthers: Bool
  ) -> Set<Int> {
    Set(
      file.secondaries.indices.filter { number in
        guard !listed.contains(number) else { return false }
        let entry = file.secondaries[number].entry
        let stated = entry.flatMap { file.multiPicture?.entries?[$0] }
        if stated?.isLargeThumbnail == true { return kinds.takes(.largeThumbnail) || removesOthers }
        return (stated?.typeCode ?? 0) == 0 && (kinds.takes(.furtherPicture) || removesOthers)
      })
  }
}

extension JPEGSegment {
  /// Whether it is an application segment or a comment.
  package var isOfApplication: Bool {
    (JPEGMarker.APP0...JPEGMarker.APP15).contains(marker) || marker == JPEGMarker.COM
  }
}
