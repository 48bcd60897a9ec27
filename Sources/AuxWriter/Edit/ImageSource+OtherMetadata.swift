internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension ImageSource {
  /// Whether something follows the images of the file: what a maker or a program put there, or a video.
  var hasDataAfterImages: Bool {
    switch parsed {
    case .jpeg(let reader):
      let end = max(
        reader.file.secondaries.last?.range.upperBound ?? (try? reader.file.primaryEnd()) ?? 0,
        reader.directoryEnd)
      return !reader.trailers.isEmpty || end > 0 && end < bytes.byteCount
    case .heif(let reader):
      return !reader.file.layout.trailer.isEmpty || reader.file.layout.entries.contains(where: \.isTrailer)
    case .dng, .readOnly: return false
    }
  }

  /// How many images after the photo in a JPEG file have Exif of their own, as previews do.
  var exifCountAfterPhoto: Int {
    guard case .jpeg(let reader) = parsed else { return 0 }
    return reader.file.secondaries.count { secondary in
      secondary.image.segments.contains { $0.kind == .exif }
    }
  }

  /// Which metadata of a HEIF file do not go along with changed pixels, for people: neither Exif nor XMP, as Apple's recipe of a
  /// photographic style.
  var notesOnOtherMetadata: [String] {
    guard case .heif(let reader) = parsed else { return [] }
    return reader.file.metadataItems(for: reader.file.primaryItemID).filter { !$0.isKnownMetadata }.map {
      item in
      let name = item.uriType ?? item.contentType ?? "an item of the type \(item.type)"
      return "\(name), which describes the photo as it was, does not go along"
    }
  }

  /// What follows the photo in a JPEG file and does not go into one that is coded anew, for people.
  var notesOnOtherPictures: [String] {
    guard case .jpeg(let reader) = parsed else { return [] }
    var notes: [String] = []
    let listed = reader.places.count { if case .secondary = $0 { true } else { false } }
    let others = reader.file.secondaries.count - listed
    if others > 0 {
      notes.append("\(others) further pictures after the photo, such as previews, do not go along")
    }
    if reader.otherEye != nil { notes.append(PhotoEdit.noteOnOtherEye(.jpeg)) }
    if !reader.trailers.isEmpty {
      notes.append("the data after the images, such as a video, do not go along")
    }
    return notes
  }
}
