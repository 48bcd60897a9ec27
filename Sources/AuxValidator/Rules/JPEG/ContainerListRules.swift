internal import AuxContainers
internal import AuxImage

/// What Google's container in the primary's XMP lists after it, as Ultra HDR and motion photos have it.
enum ContainerListRules {
  static let all: [Validator.Rule] = [
    .jpeg(
      "JPEG-CONTAINER-RANGE", .warning, "What Google's container lists after the primary is in the file.",
      "Ultra HDR image format 1.1, \"GContainer\"; Specs/gainmaps.md, \"Ultra HDR\"",
      explanation: .init(
        why: """
          Readers that follow the list look for a video or a gain map where the file has ended. They show the photo \
          alone, or refuse what is listed after that item.
          """,
        cause: """
          A service took the video out of a motion photo and left the list, as copies of Pixel photos have it, or a \
          transfer cut the file.
          """,
        remedy: "Fetch the original where the video matters; the photo and its maps need nothing.",
        example: """
          JPEG-CONTAINER-RANGE image 1/APP1 XMP at byte 53: the GainMap of 950 bytes that the container lists begins at \
          byte 1151, and the file has 1801 bytes
          """,
        since: "0.2.0")
    ) { jpeg, check in
      guard let packet = jpeg.images.first?.packet else { return }
      let byteCount = jpeg.structure.source.byteCount
      // GAIN-LOST reports a gain map that is nowhere in the file.
      let isLost = jpeg.hasLostGainMap
      for (item, place) in jpeg.listedItems where !isLost || item.semantic != "GainMap" {
        check.expect(
          place.upperBound <= byteCount,
          "the \(item.semantic ?? "item") of \(item.length ?? 0) bytes that the container lists begins at byte "
            + "\(place.lowerBound), and the file has \(byteCount) bytes", at: packet.offset, in: packet.place)
      }
    },
    .jpeg(
      "JPEG-MPF-STALE-LISTED", .warning,
      "Where Google's container leads to an image as well, its MP entry points at its SOI, too.",
      "CIPA DC-007 5.2.3.3; Ultra HDR image format 1.1: its readers follow the container",
      explanation: .init(
        why: """
          Android follows the container and finds the gain map. ImageIO goes by the offsets of the index alone, and \
          shows the photo without it.
          """,
        cause:
          "A tool put a segment in front of the index and left the offsets, which count from the index itself.",
        remedy:
          "Where as many images are in the file as the index names, a repair writes their places into the index.",
        repair: "Eight bytes of each entry change and no other byte moves.",
        example: """
          JPEG-MPF-STALE-LISTED MPF/MPEntry[2] at byte 792: the entry points at byte 1161, 10 bytes after the image at \
          1151: the offsets are stale, as when a tool moved the MPF segment
          """,
        since: "0.2.0", mattersToReaders: true)
    ) { jpeg, check in
      MultiPictureRules.checkStale(jpeg, isListed: true, &check)
    },
  ]
}

extension JPEGSubject {
  /// The items after the primary that Google's container lists, with their places, which may pass the end of the file.
  var listedItems: [(item: ItemDirectory.Item, place: Range<Int>)] {
    guard let primary = images.first, let end = primary.end, let packet = primary.packet,
      let directory = try? ItemDirectory(packet.content.properties, structure.limits)
    else { return [] }
    let places = directory.places(after: end, fileSize: structure.source.byteCount)
    return places.sorted { $0.key < $1.key }.map { (directory.items[$0.key], $0.value) }
  }
}
