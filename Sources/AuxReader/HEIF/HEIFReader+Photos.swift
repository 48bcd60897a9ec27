internal import AuxCodecs
internal import AuxContainers
package import AuxImage

extension HEIFReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    try decoder.photo(of: file.primaryItem)
  }

  package func decodedPrimary(_ options: PrimaryOptions) throws(AuxError) -> DecodedPrimary {
    var notes: [String] = []
    let pixels = try decoder.photo(of: file.primaryItem, &notes)
    return DecodedPrimary(pixels: pixels, notes: notes)
  }

  /// Whether the primary, or what it is derived from, is of PQ or HLG by its headers.
  package func hasHDRPrimary() throws(AuxError) -> Bool {
    HDRColours(profile: try decoder.profile(of: primaryPicture)) != nil
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    PhotoMetadata(
      exif: try file.exif(for: file.primaryItemID, from: source),
      xmp: try file.packet(of: file.primaryItem, from: source))
  }

  package func checkPictures() -> [PictureCheck] {
    let eyes = stereoPair.map { [$0.left.number, $0.right.number] } ?? []
    let others = eyes.compactMap { UInt32(exactly: $0).flatMap(file.item) }.filter {
      $0.id != file.primaryItemID
    }
    var seen: Set<UInt32> = []
    let pictures = ([file.primaryItem] + others).flatMap { parts(of: $0, &seen) }
    // Lumas alone: the bitstream is decoded as a whole for them, and no colours are computed.
    let decoder = HEIFImageDecoder(lumasOf: pictures, file: file, source: source, limits: limits)
    return pictures.map { item in
      PictureCheck("item \(item.id)", at: item.offset) { () throws(AuxError) in
        _ = try decoder.plane(of: item)
      }
    }
  }

  /// Returns the coded images and grids that a picture is made from: itself, or the inputs of a derived image. A gain map
  /// is an auxiliary image, and no part of the picture.
  private func parts(of item: HEIFItem, _ seen: inout Set<UInt32>, derivations: Int = 0) -> [HEIFItem] {
    guard seen.insert(item.id).inserted else { return [] }
    guard HEIFFile.derivedTypes.contains(item.type), derivations < HEIFFile.mostDerivations else {
      return [item]
    }
    var inputs = item.targets("dimg")[...]
    if item.type != "iovl" { inputs = inputs.prefix(1) }
    return inputs.compactMap(file.item).flatMap { parts(of: $0, &seen, derivations: derivations + 1) }
  }

  /// Decodes the item of that number as a picture; throws `missingImage` without one.
  func pixels(ofItem number: Int) throws(AuxError) -> PhotoPixels {
    guard let id = UInt32(exactly: number), let item = file.item(id) else {
      throw AuxError(.missingImage, "there is no item \(number)")
    }
    return try decoder.photo(of: item)
  }
}

extension HEIFReader {
  /// Returns the pair in the entity group `ster` that the primary is in, else in the first one; nil where there is
  /// none.
  ///
  /// Of more than two images, as of a photo for one eye and one for each, the pair are those whose cameras are farthest apart.
  /// Throws `unsupported` where the cameras do not say which these are. Source: ISO/IEC 23008-12, 6.8.5: the left image is
  /// first; Specs/heif.md, "Stereo pairs".
  static func stereoPair(of file: HEIFFile) throws(AuxError) -> StereoGroup? {
    let groups = file.meta.groups.filter { $0.type == "ster" && $0.entityIDs.count >= 2 }
    let own = groups.first { $0.entityIDs.contains(file.primaryItemID) } ?? groups.first
    guard let group = own, let (left, right) = try outerImages(of: group, in: file) else { return nil }
    func eye(_ item: HEIFItem) throws(AuxError) -> StereoGroup.Eye {
      let size = try file.storedSize(of: item)
      return StereoGroup.Eye(
        number: Int(item.id), width: size.width, height: size.height,
        isPrimary: item.id == file.primaryItemID)
    }
    let cameras = (try StereoProperties(of: left, in: file), try StereoProperties(of: right, in: file))
    var baseline: Double?
    var isSideBySide = !cameras.0.isTurned && !cameras.1.isTurned
    if let one = cameras.0.position, let other = cameras.1.position {
      baseline = zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
      isSideBySide = isSideBySide && one[0] < other[0] && one[1...] == other[1...]
    }
    return StereoGroup(
      left: try eye(left), right: try eye(right),
      focalLength: cameras.0.focalLength ?? cameras.1.focalLength, baseline: baseline,
      disparityAdjustment: cameras.0.disparityAdjustment ?? cameras.1.disparityAdjustment,
      isSideBySide: isSideBySide)
  }

  /// Returns the left and the right image of a group of at least two; nil where one is not there.
  private static func outerImages(
    of group: EntityGroup, in file: HEIFFile
  ) throws(AuxError) -> (HEIFItem, HEIFItem)? {
    let items = group.entityIDs.compactMap(file.item)
    guard items.count == group.entityIDs.count else { return nil }
    if items.count == 2 { return (items[0], items[1]) }
    let places = try items.map { item throws(AuxError) in
      try StereoProperties(of: item, in: file).position?[0]
    }
    let stated = places.compactMap(\.self)
    guard stated.count == items.count, let least = stated.min(), let most = stated.max(),
      stated.count(where: { $0 == least }) == 1, stated.count(where: { $0 == most }) == 1,
      let left = stated.firstIndex(of: least), let right = stated.firstIndex(of: most)
    else {
      throw AuxError(
        .unsupported,
        "\(items.count) images are in the group \(group.groupID), and their cameras do not say which two are the pair",
        place: "meta/grpl/ster")
    }
    return (items[left], items[right])
  }
}
