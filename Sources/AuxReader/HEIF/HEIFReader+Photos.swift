internal import AuxContainers
package import AuxImage

extension HEIFReader {
  package func primaryPixels() throws(AuxError) -> PhotoPixels {
    try decoder.photo(of: file.primaryItem)
  }

  package func primaryMetadata() throws(AuxError) -> PhotoMetadata {
    PhotoMetadata(
      exif: try file.exif(for: file.primaryItemID, from: source),
      xmp: try file.packet(of: file.primaryItem, from: source))
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
  /// Source: ISO/IEC 23008-12, 6.8.5: the left image is first; Specs/heif.md, "Stereo pairs".
  static func stereoPair(of file: HEIFFile) throws(AuxError) -> StereoGroup? {
    let groups = file.meta.groups.filter { $0.type == "ster" && $0.entityIDs.count >= 2 }
    let own = groups.first { $0.entityIDs.prefix(2).contains(file.primaryItemID) } ?? groups.first
    guard let group = own, let left = file.item(group.entityIDs[0]), let right = file.item(group.entityIDs[1])
    else { return nil }
    func eye(_ item: HEIFItem) throws(AuxError) -> StereoGroup.Eye {
      let size = try file.storedSize(of: item)
      return StereoGroup.Eye(
        number: Int(item.id), width: size.width, height: size.height,
        isPrimary: item.id == file.primaryItemID)
    }
    let cameras = (try StereoProperties(of: left, in: file), try StereoProperties(of: right, in: file))
    var baseline: Double?
    if let one = cameras.0.position, let other = cameras.1.position {
      baseline = zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
    return StereoGroup(
      left: try eye(left), right: try eye(right),
      focalLength: cameras.0.focalLength ?? cameras.1.focalLength, baseline: baseline,
      disparityAdjustment: cameras.0.disparityAdjustment ?? cameras.1.disparityAdjustment)
  }
}
