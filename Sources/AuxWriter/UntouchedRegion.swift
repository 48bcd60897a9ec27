internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// Coded bytes that are the same in a source and in the file written from it.
struct UntouchedRegion {
  /// What the bytes are, for messages.
  let name: String
  /// Where they are in the source.
  let before: [Range<Int>]
  /// Where they are in the new file.
  let after: [Range<Int>]

  /// Returns all such bytes: the primary's and those of every image and metadata item that stays.
  static func all(
    of source: ImageSource, in written: ImageSource, removed: [AuxiliaryImage.Location]
  ) throws(AuxError) -> [UntouchedRegion] {
    switch (source.reader, written.reader) {
    case (let old as JPEGReader, let new as JPEGReader):
      return try jpeg(old.file, source.bytes, new.file, written.bytes, removed: removed)
    case (let old as HEIFReader, let new as HEIFReader): return try heif(old.file, new.file, removed: removed)
    case (let old as DNGReader, let new as DNGReader): return try dng(old.file, new.file)
    default:
      throw AuxError(.verification, "the container came back as \(written.container.rawValue)")
    }
  }

  private static func jpeg(
    _ old: JPEGFile, _ source: any ByteSource, _ new: JPEGFile, _ written: any ByteSource,
    removed: [AuxiliaryImage.Location]
  ) throws(AuxError) -> [UntouchedRegion] {
    let before = old.primary.scanOffset..<(try old.primaryEnd(in: source))
    let after = new.primary.scanOffset..<(try new.primaryEnd(in: written))
    var regions = [UntouchedRegion(name: "the primary", before: [before], after: [after])]
    let kept = old.secondaries.enumerated().filter { number, _ in !removed.contains(.jpegSecondary(number)) }
    for ((number, before), after) in zip(kept, new.secondaries) {
      regions.append(
        UntouchedRegion(
          name: "image \(number + 2)", before: [before.image.scanOffset..<before.range.upperBound],
          after: [after.image.scanOffset..<after.range.upperBound]))
    }
    return regions
  }

  private static func heif(
    _ old: HEIFFile, _ new: HEIFFile, removed: [AuxiliaryImage.Location]
  ) throws(AuxError) -> [UntouchedRegion] {
    // With an image go what describes it and its tiles; new items may take their numbers.
    var gone: Set<UInt32> = []
    for case .heifItem(let id) in removed {
      gone.insert(id)
      gone.formUnion(old.metadataItems(for: id).map(\.id))
      if let item = old.item(id), item.type == "grid" { gone.formUnion(item.targets("dimg")) }
    }
    var regions: [UntouchedRegion] = []
    for item in old.items where !gone.contains(item.id) {
      guard let same = new.item(item.id) else {
        throw AuxError(.verification, "item \(item.id) is gone")
      }
      guard item.type == same.type else { throw AuxError(.verification, "item \(item.id) changed its type") }
      if let location = item.location, !old.isInFile(location) {
        // What lies in another file is none of this one's bytes.
        guard same.location == location else {
          throw AuxError(.verification, "the place of item \(item.id) changed")
        }
        continue
      }
      regions.append(
        UntouchedRegion(
          name: "item \(item.id)", before: try old.extents(of: item).ranges,
          after: try new.extents(of: same).ranges))
    }
    return regions
  }

  private static func dng(_ old: DNGFile, _ new: DNGFile) throws(AuxError) -> [UntouchedRegion] {
    let before = try TIFFLayout(of: old.primary.directory, in: old.tiff).chunks.map(\.range)
    let after = try TIFFLayout(of: new.primary.directory, in: new.tiff).chunks.map(\.range)
    return [UntouchedRegion(name: "the raw image", before: before, after: after)]
  }
}
