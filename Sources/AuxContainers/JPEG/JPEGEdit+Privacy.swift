package import AuxImage

// What says more of a photo than its picture, in segments that are neither Exif nor XMP of the primary.
extension JPEGEdit {
  /// Takes the small pictures out of the primary's JFIF header and image resources, and JFXX segments.
  package mutating func removeThumbnails(in source: any ByteSource) throws(AuxError) {
    try removeSegments(marker: JPEGMarker.APP0, in: source) { $0.starts(with: JPEGIdentifier.jfxx) }
    for segment in file.primary.segments {
      let payload: [UInt8]
      if segment.kind.isJFIF, segment.payloadCount > JFIF.payloadCount, segment.kind != .jfif(hasAMPF: true) {
        payload =
          try source.read(at: segment.payloadOffset, count: JFIF.payloadCount - 2) + [0, 0]
      } else if segment.marker == JPEGMarker.APP13 {
        let old = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
        payload = ImageResources.withoutThumbnails(old)
        guard payload != old else { continue }
      } else {
        continue
      }
      changedSegments[segment.range] = try JPEGSegment.bytes(marker: segment.marker, payload: payload)
      removesOtherSegments = true
    }
  }

  /// Removes the segments of the primary without which the images of the file are the same: comments, IPTC, JUMBF, and what only
  /// its maker knows. Exif and XMP stay.
  package mutating func removeAllButEssentials(in source: any ByteSource) throws(AuxError) {
    for segment in file.primary.segments where try !segment.isEssential(in: source) {
      removedSegments.insert(segment.range)
      removesOtherSegments = true
    }
  }

  /// Changes the metadata of the further images that stay, by bodies that return no more bytes than they get.
  ///
  /// What is after an image does not move: less is filled up. `isGone` says of a segment that is neither Exif nor XMP whether its
  /// payload becomes zeros. Throws `unsupported` for an extended XMP packet that would change, and what the bodies throw.
  package mutating func changeFurtherImages(
    in source: any ByteSource, exif: ([UInt8]) throws(AuxError) -> [UInt8],
    xmp: ([UInt8]) throws(AuxError) -> [UInt8],
    isGone: (JPEGSegment, _ payload: [UInt8]) throws(AuxError) -> Bool
  ) throws(AuxError) {
    for (number, secondary) in file.secondaries.enumerated() where !removed.contains(number) {
      for segment in secondary.image.segments where segment.isOfApplication {
        let old = try source.read(at: segment.payloadOffset, count: segment.payloadCount)
        let new: [UInt8]
        switch segment.kind {
        case .exif:
          let head = JPEGIdentifier.exif
          new = head + Self.filled(try exif(Array(old.dropFirst(head.count))), to: old.count - head.count, 0)
        case .xmp:
          let head = JPEGIdentifier.xmp
          new = head + XMPEdit.padded(try xmp(Array(old.dropFirst(head.count))), to: old.count - head.count)
        default:
          guard try isGone(segment, old) else { continue }
          new = [UInt8](repeating: 0, count: old.count)
        }
        guard new.count == old.count else {
          throw AuxError(
            .unsupported, "the metadata of an image after the photo would become longer",
            offset: segment.offset)
        }
        if new != old { patches.append((segment.payloadOffset, new)) }
      }
    }
  }

  /// Whether an image after the photo has an extended XMP packet.
  package var hasExtendedXMPInFurtherImages: Bool {
    file.secondaries.enumerated().contains { number, secondary in
      !removed.contains(number) && secondary.image.first(.extendedXMP) != nil
    }
  }

  private static func filled(_ bytes: [UInt8], to count: Int, _ byte: UInt8) -> [UInt8] {
    bytes + [UInt8](repeating: byte, count: max(count - bytes.count, 0))
  }
}

extension JPEGSegment {
  /// Whether it is an application segment or a comment.
  var isOfApplication: Bool {
    (JPEGMarker.APP0...JPEGMarker.APP15).contains(marker) || marker == JPEGMarker.COM
  }

  /// Whether the images of the file need the segment, or it is Exif or XMP, which say themselves what is needed of them.
  package func isEssential(in source: any ByteSource) throws(AuxError) -> Bool {
    guard isOfApplication else { return true }
    switch kind {
    case .jfif, .exif, .xmp, .extendedXMP, .multiPicture, .icc, .gainMap, .restartTable: return true
    case .undoRecord: return false
    case .other: break
    }
    let prefix = try source.readPrefix(at: payloadOffset, count: min(payloadCount, 16))
    switch marker {
    case JPEGMarker.APP14: return prefix.starts(with: JPEGIdentifier.adobe)
    // JPEG XT keeps what its pixels need in boxes of APP11, too; JUMBF does not.
    case JPEGMarker.APP11:
      return prefix.starts(with: Array("JP".utf8)) && !prefix.dropFirst(12).starts(with: Array("jumb".utf8))
    default: return false
    }
  }
}

/// Photoshop's image resources in an APP13 segment.
///
/// Source: Adobe, Photoshop File Formats, "Image Resources"; IPTC-NAA Information Interchange Model 4.2, 1.6 and 2.
package enum ImageResources {
  private static let header = Array("Photoshop 3.0\0".utf8)
  private static let thumbnails: Set<UInt16> = [0x0409, 0x040C]
  /// The datasets of record 2 that name a place: content location, city, sublocation, state and country.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  /// Returns whether resources hold a dataset of IPTC that names a place.
  package static func namePlace(_ payload: [UInt8]) -> Bool {
    guard payload.starts(with: header), payload.count > 3 else { return false }
    return (0..<(payload.count - 2)).contains { at in
      payload[at] == 0x1C && payload[at + 1] == 2 && places.contains(payload[at + 2])
    }
  }

  /// Returns resources without those that are thumbnails; what is of another form stays as it is.
  static func withoutThumbnails(_ payload: [UInt8]) -> [UInt8] {
    guard payload.starts(with: header) else { return payload }
    var (kept, at) = (header, header.count)
    while at + 12 <= payload.count, payload[at..<(at + 4)].elementsEqual("8BIM".utf8) {
      let number = UInt16(payload[at + 4]) << 8 | UInt16(payload[at + 5])
      // A name with its length, padded to an even number of bytes; the size; the data, padded likewise.
      let size = at + 6 + (Int(payload[at + 6]) + 2) / 2 * 2
      guard size + 4 <= payload.count else { break }
      let count = payload[size..<(size + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = size + 4 + (count + 1) / 2 * 2
      guard end <= payload.count else { break }
      if !thumbnails.contains(number) { kept += payload[at..<end] }
      at = end
    }
    return kept + payload[at...]
  }
}
