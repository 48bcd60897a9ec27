internal import AuxImage
internal import AuxReader

/// The small pictures of a report, which has no others.
enum ReportPictures {
  /// The most samples of a map that is shown: a report takes little more memory than its rules.
  private static let mostSamples = 1 << 22

  /// Returns the members of a file with the small pictures of its photo and its depth, as far as they can be decoded.
  static func members(of source: ImageSource) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let photo = try? source.decodedPrimary().pixels {
      let small = PagePicture.inSRGB(photo, side: PageThumbnail.side).picture.upright()
      if let uri = try? PageThumbnail.photo(small) {
        let picture: JSONValue = [
          "width": .integer(small.width), "height": .integer(small.height), "thumbnail": .string(uri),
        ]
        members.append(.init("photo", picture))
      }
    }
    if let index = PageEffects.map(of: source),
      PageEffects.isOfUse(source.auxiliaryImages[index], source.limits, atMost: mostSamples),
      let map = try? source.stored(source.auxiliaryImages[index])
        .applyingExifOrientation(source.primary?.orientation ?? .up),
      let uri = try? PageThumbnail.nearness(of: map)
    {
      let picture: JSONValue = [
        "kind": .string(PageMap.kind(of: map.type)), "title": .string(PageMap.title(of: map.type)),
        "width": .integer(map.codes.width), "height": .integer(map.codes.height), "thumbnail": .string(uri),
      ]
      members += [.init("maps", .array([picture])), .init("effects", ["map": .integer(0)])]
    }
    return members
  }
}
