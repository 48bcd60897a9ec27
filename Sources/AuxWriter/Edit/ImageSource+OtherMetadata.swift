internal import AuxContainers
internal import AuxImage
internal import AuxReader

extension ImageSource {
  /// Whether something follows the images of the file: what a maker or a program put there, or a video.
  var hasDataAfterImages: Bool {
    switch parsed {
    case .jpeg(let reader):
      let end = (try? reader.imagesEnd()) ?? 0
      return !reader.trailers.isEmpty || end > 0 && end < bytes.byteCount
    case .heif(let reader):
      return !reader.file.layout.trailer.isEmpty || reader.file.layout.entries.contains(where: \.isTrailer)
    case .dng, .readOnly: return false
    }
  }

  /// True if more than padding follows the images of a JPEG file.
  private func hasTail(_ reader: JPEGReader) -> Bool {
    let end = (try? reader.imagesEnd()) ?? 0
    guard end > 0, bytes.byteCount - end >= 16 else { return false }
    let tail = try? bytes.read(at: end, count: min(bytes.byteCount - end, 4096))
    return tail?.contains { $0 != 0 && $0 != 0xFF } ?? false
  }

  /// Which metadata of a HEIF file do not go along with changed pixels, for people: neither Exif nor XMP, as Apple's recipe of a
  /// photographic style.
  var notesOnOtherMetadata: [String] {
    guard case .heif(let reader) = parsed else { return [] }
    return reader.file.metadataItems(for: reader.file.primaryItemID).filter { !$0.isKnownMetadata }.map {
      item in
      let name = item.uriType ?? item.contentType ?? "an item of the type \(item.type)"
      return "\(name), which describes the photo as it was, is left out"
    }
  }

  /// The data of the file, other than auxiliary images, that a photo coded anew or cut from it does not have.
  var uncopiedData: [UncopiedData] {
    switch parsed {
    case .jpeg(let reader): uncopiedData(in: reader)
    case .heif(let reader): uncopiedData(in: reader)
    case .dng, .readOnly: []
    }
  }

  private func uncopiedData(in reader: JPEGReader) -> [UncopiedData] {
    var data: [UncopiedData] = []
    let listed = reader.places.count { if case .secondary = $0 { true } else { false } }
    let others = reader.file.secondaries.count - listed
    let entries = reader.file.multiPicture?.entries ?? []
    let previews = reader.file.secondaries.count { secondary in
      secondary.entry.map { entries.indices.contains($0) && entries[$0].isLargeThumbnail } ?? false
    }
    if others > 0 {
      data.append(
        UncopiedData(
          kind: others <= previews ? .previews : .otherPictures,
          text: others == 1
            ? "1 further picture after the photo, such as a preview, is left out"
            : "\(others) further pictures after the photo, such as previews, are left out"))
    }
    if reader.otherEye != nil { data.append(.init(kind: .trailer, text: PhotoEdit.lossOfOtherView(.jpeg))) }
    if !reader.trailers.isEmpty || hasTail(reader) { data.append(.trailer) }
    return data
  }

  private func uncopiedData(in reader: HEIFReader) -> [UncopiedData] {
    let file = reader.file
    var data = notesOnOtherMetadata.map { UncopiedData(kind: .metadata, text: $0) }
    let pair = stereoPair.map { [$0.left, $0.right].compactMap { UInt32(exactly: $0.number) } } ?? []
    let known = Set(
      [file.primaryItemID] + reader.auxiliaryItems.map(\.id) + pair
        + file.items.flatMap { $0.targets("dimg") })
    let others = file.items.count { item in
      item.isPicture && !item.isHidden && !known.contains(item.id) && item.targets("thmb").isEmpty
        && item.targets("auxl").isEmpty
    }
    if others > 0 {
      data.append(
        .init(
          kind: .otherPictures,
          text: others == 1
            ? "1 further picture in the file is left out"
            : "\(others) further pictures in the file are left out"))
    }
    if file.layout.entries.contains(where: { $0.type == "moov" }) {
      data.append(.init(kind: .otherPictures, text: "the image sequence of the file is left out"))
    }
    // Free space is data only where a maker fills it.
    let isTrailer = file.layout.entries.contains { ["mpvd", "sefd"].contains($0.type) }
    if isTrailer || !file.layout.trailer.isEmpty { data.append(.trailer) }
    return data
  }
}

/// Data of a file, other than auxiliary images, that a photo coded anew or cut from it does not have.
struct UncopiedData: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Pictures that are more than previews.
    case otherPictures
    case previews
    /// Metadata that describe the photo as it was.
    case metadata
    /// Data after the images: those of makers, and the video of a motion photo.
    case trailer
  }

  let kind: Kind
  /// What is left out, for people.
  let text: String

  static let trailer = UncopiedData(
    kind: .trailer, text: "the data after the images, such as a video, are left out")
}

extension HEIFItem {
  fileprivate var isPicture: Bool {
    CodedItemKind(itemType: type) != nil || ["grid", "iden", "iovl"].contains(type)
  }
}
