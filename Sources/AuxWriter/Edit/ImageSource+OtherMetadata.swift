internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension ImageSource {
  /// What of a file may say where a photo was taken, or whom it shows, beside Exif, XMP and IPTC of the primary, for people.
  var notesOnOtherMetadata: [String] {
    var notes: [String] = []
    if let block = try? primaryMetadata().exif, (try? ExifBlock(block, limits: limits))?.hasMakerNote == true
    {
      notes.append("the maker's note of Exif stays as it is, and may say more than Exif")
    }
    guard case .jpeg(let reader) = parsed else { return notes }
    let others = reader.file.secondaries.count { secondary in
      secondary.image.segments.contains { $0.kind == .exif }
    }
    if others > 0 {
      notes.append("\(others) of the images after the photo have Exif of their own, which stays")
    }
    if !reader.trailers.isEmpty {
      notes.append("the data after the images, such as a video, stay, and may say where they were made")
    }
    return notes
  }
}
