internal import AuxCodecs
package import AuxContainers
package import AuxImage

extension MetadataSweep {
  /// Creates a walk that takes metadata of some kinds out.
  package init(
    _ kinds: Set<MetadataKind>, keepsHeadroom: Bool = false, removesVideos: Bool = false, limits: AuxLimits
  ) {
    self.init(kinds, keepsHeadroom: keepsHeadroom, removesVideos: removesVideos, limits: limits) {
      MD5.hexDigest(of: $0)
    }
  }
}

extension ImageSource {
  /// Returns a walk that takes metadata of some kinds out of this file.
  package func metadataSweep(
    _ kinds: Set<MetadataKind>, keepsHeadroom: Bool = false, removesVideos: Bool = false
  ) -> MetadataSweep {
    MetadataSweep(kinds, keepsHeadroom: keepsHeadroom, removesVideos: removesVideos, limits: limits)
  }

  /// Returns what the file holds of some kinds of metadata, and what stays; the file is not changed.
  ///
  /// With `all` it is all that the images of the file do not need. Throws `AuxError` where the bytes cannot be read.
  package func metadata(
    ofKinds kinds: Set<MetadataKind>, keepsHeadroom: Bool = false
  ) throws(AuxError) -> MetadataFindings {
    let sweep = metadataSweep(kinds, keepsHeadroom: keepsHeadroom)
    switch parsed {
    case .jpeg(let reader):
      let file = reader.file
      _ = try sweep.changes(
        of: file.primary.segments, in: file.primary, bytes, path: "JPEG", isPrimary: false)
      let pictures = reader.privatePictures(kinds, removesOthers: false)
      for (number, secondary) in file.secondaries.enumerated() {
        if pictures.contains(number) { sweep.take("image \(number + 2)", .largeThumbnail) }
        _ = try sweep.changes(
          of: secondary.image.segments, in: secondary.image, bytes, path: "image \(number + 2)",
          isPrimary: false)
      }
      let end = try reader.imagesEnd()
      _ = try sweep.changes(ofTrailers: reader.trailers, in: bytes, after: end, end: bytes.byteCount)
    case .heif(let reader):
      var edit = HEIFEdit(reader.file)
      try edit.apply(sweep, in: bytes, trailers: reader.trailers, except: [])
    case .dng(let reader):
      _ = try sweep.dng(reader.file.tiff, bytes.read(at: 0, count: bytes.byteCount))
    case .readOnly:
      let metadata = try primaryMetadata()
      _ = try metadata.exif.map { block throws(AuxError) in try sweep.exif(block) }
      _ = try metadata.xmp.map { packet throws(AuxError) in try sweep.xmp(packet) }
    }
    return sweep.findings
  }

  /// A part of a trailer with more bytes is a picture, a map or a video.
  private static let largestTextOfTrailer = 64 << 10

  /// Returns all bytes of the file that are not coded pixels, video or sound, in parts.
  package func metadataBytes() throws(AuxError) -> [[UInt8]] {
    func read(_ range: Range<Int>) throws(AuxError) -> [UInt8] {
      try bytes.read(at: range.lowerBound, count: range.count)
    }
    switch parsed {
    case .jpeg(let reader):
      let file = reader.file
      var parts: [[UInt8]] = []
      for image in [file.primary] + file.secondaries.map(\.image) {
        for segment in image.segments where segment.isOfApplication { parts.append(try read(segment.range)) }
      }
      let end = try reader.imagesEnd()
      guard try !Trailer.isMotionPhoto(beginningWith: bytes.readPrefix(at: end, count: 16)) else {
        return parts
      }
      // Pictures and videos of vendors have coded data, and the walk finds their metadata.
      var position = end
      for part in reader.trailers.flatMap(\.parts).map(\.range).sorted(by: { $0.lowerBound < $1.lowerBound })
      where part.lowerBound >= position && part.count > Self.largestTextOfTrailer {
        parts.append(try read(position..<part.lowerBound))
        position = part.upperBound
      }
      if position < bytes.byteCount { parts.append(try read(position..<bytes.byteCount)) }
      return parts
    case .heif(let reader):
      let file = reader.file
      var parts: [[UInt8]] = []
      for entry in file.layout.entries where entry.type != "mdat" && entry.type != "mpvd" {
        parts.append(try read(entry.range))
      }
      for item in file.items where ["Exif", "mime", "uri "].contains(item.type) {
        parts.append((try? file.data(of: item, from: bytes, maxBytes: limits.xmpBytes)) ?? [])
      }
      parts.append(try read(file.layout.trailer))
      return parts
    case .dng(let reader): return try reader.file.tiff.partsWithoutPixels()
    case .readOnly:
      let metadata = try primaryMetadata()
      return [metadata.exif, metadata.xmp].compactMap(\.self)
    }
  }
}

extension JPEGReader {
  /// Returns where the images of the file, and what the primary's XMP lists after it, end.
  package func imagesEnd() throws(AuxError) -> Int {
    max(try file.imagesEnd(), directoryEnd)
  }

  /// Returns the file with the images that follow the primary where nothing lists any, neither an index nor a maker's note.
  package func fileWithUnlisted() throws(AuxError) -> JPEGFile {
    var file = file
    let ends = try file.outerTargets() + trailers.map(\.range.lowerBound)
    try file.includeUnlisted(before: ends.min() ?? source.byteCount)
    return file
  }

  /// The numbers of the images after the photo that go with some kinds of metadata: large thumbnails, and with `removesOthers`
  /// other pictures that are neither auxiliary images nor views.
  package func privatePictures(_ kinds: Set<MetadataKind>, removesOthers: Bool) -> Set<Int> {
    var listed =
      places.compactMap { if case .secondary(let number) = $0 { number } else { nil } } + listedPictures
    // What Dynamic Depth lists is found by counting all that it lists.
    if auxiliaryImages.contains(where: { $0.embeddedForm == .dynamicDepth }) {
      listed += file.secondaries.indices.filter { file.secondaries[$0].range.upperBound <= directoryEnd }
    }
    return JPEGEdit.pictures(
      in: file, listed: Set(listed), kinds: kinds, removesOthers: removesOthers)
  }
}
