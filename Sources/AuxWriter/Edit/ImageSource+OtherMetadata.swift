internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension ImageSource {
  /// What of a file may say where a photo was taken, or whom it shows, beside Exif, XMP and IPTC of the primary, for people.
  ///
  /// What is after the photo does not go into one that is coded anew.
  func notesOnOtherMetadata(codesPhoto: Bool) -> [String] {
    var notes: [String] = []
    let block = (try? primaryMetadata().exif).flatMap { try? ExifBlock($0, limits: limits) }
    if block?.hasMakerNote == true {
      notes.append("the maker's note of Exif stays as it is, and may say more than Exif")
    }
    guard case .jpeg(let reader) = parsed, !codesPhoto else { return notes }
    if exifCountAfterPhoto > 0 {
      notes.append("\(exifCountAfterPhoto) of the images after the photo have Exif of their own, which stays")
    }
    if !reader.trailers.isEmpty {
      notes.append("the data after the images, such as a video, stay, and may say where they were made")
    }
    return notes
  }

  /// How many images after the photo in a JPEG file have Exif of their own, as previews do.
  var exifCountAfterPhoto: Int {
    guard case .jpeg(let reader) = parsed else { return 0 }
    return reader.file.secondaries.count { secondary in
      secondary.image.segments.contains { $0.kind == .exif }
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
    if !reader.trailers.isEmpty {
      notes.append("the data after the images, such as a video, do not go along")
    }
    return notes
  }
}
