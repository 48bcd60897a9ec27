internal import AuxContainers
internal import AuxImage
internal import AuxReader

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Coded bytes that are the same in a source and in the file written from it.
struct UntouchedRegion {
  /// What the bytes are, for messages.
  let name: String
  /// Where they are in the source.
  let before: [Range<Int>]
  /// Where they are in the new file.
  let after: [Range<Int>]

  /// Passes all such bytes on, one after the other: the primary's and those of every image and metadata item that stays.
  ///
  /// `gone` are the items of HEIF that do not.
  static func forEach(
    of composition: Composition, gone: Set<UInt32>, in written: ImageSource,
    _ body: (UntouchedRegion) throws(AuxError) -> Void
  ) throws(AuxError) {
    let source = composition.base
    switch source.parsed {
    case .jpeg(let old):
      guard case .jpeg(let new) = written.parsed else { break }
      let gainMaps = composition.additions.count { $0.type.isGainMap }
      let leading = JPEGGainMapClaim(old, composition).isFirst ? gainMaps : 0
      let regions = try jpeg(
        old, new.file, byteCount: written.bytes.byteCount, removed: composition.removals,
        pictures: composition.metadata.pictures(of: old), leading: leading)
      for region in regions { try body(region) }
      return
    case .heif(let old):
      guard case .heif(let new) = written.parsed else { break }
      let own = Set(old.file.metadataItems(for: old.file.primaryItemID).map(\.id))
      let strips = !composition.metadata.strips.isEmpty
      let changed = old.file.items.filter { item in
        let isOwn = own.contains(item.id)
        return item.isXMP && (strips || isOwn && composition.changesPrimaryXMP)
          || item.type == "Exif" && (strips || isOwn && composition.metadata.changesBlocks)
          || strips && ["mime", "jpeg"].contains(item.type)
      }
      // New items may take the numbers of those that go.
      return try heif(old.file, new.file, gone: gone, changed: Set(changed.map(\.id)), body)
    case .dng(let old):
      guard case .dng(let new) = written.parsed else { break }
      return try body(dng(old.file, new.file))
    case .readOnly:
      guard source.container == written.container else { break }
      return try body(
        UntouchedRegion(
          name: "the picture", before: [0..<source.bytes.byteCount], after: [0..<written.bytes.byteCount]))
    }
    throw AuxError(.verification, "the container came back as \(written.container.rawValue)")
  }

  private static func jpeg(
    _ reader: JPEGReader, _ new: JPEGFile, byteCount: Int, removed: Set<Int>, pictures: Set<Int>, leading: Int
  ) throws(AuxError) -> [UntouchedRegion] {
    let old = reader.file
    var gone = removed.map { reader.places[$0] } + pictures.map(JPEGImageList.Place.secondary)
    if removed.contains(where: { reader.auxiliaryImages[$0].embeddedForm == .dynamicDepth }) {
      gone += reader.listedPictures.map(JPEGImageList.Place.secondary)
    }
    let before = old.primary.scanOffset..<(try old.primaryEnd())
    // A walk over the same bytes ends at the same one: they are compared, and not walked once more.
    let start = new.primary.scanOffset
    let end = start + before.count
    guard end <= new.secondaries.first?.range.lowerBound ?? byteCount else {
      throw AuxError(.verification, "the primary does not end before what follows it")
    }
    let after = start..<end
    var regions = [UntouchedRegion(name: "the primary", before: [before], after: [after])]
    let kept = old.secondaries.enumerated().filter { number, _ in !gone.contains(.secondary(number)) }
    guard new.secondaries.count >= kept.count + leading else {
      throw AuxError(.verification, "an image after the primary is gone")
    }
    for ((number, before), after) in zip(kept, new.secondaries.dropFirst(leading)) {
      regions.append(
        UntouchedRegion(
          name: "image \(number + 2)", before: [before.image.scanOffset..<before.range.upperBound],
          after: [after.image.scanOffset..<after.range.upperBound]))
    }
    return regions
  }

  /// Passes on the bytes of all items of a HEIF file but those that are gone, and those that changed.
  static func heif(
    _ old: HEIFFile, _ new: HEIFFile, gone: Set<UInt32>, changed: Set<UInt32>,
    _ body: (UntouchedRegion) throws(AuxError) -> Void
  ) throws(AuxError) {
    let lost = try old.lostItems()
    for item in old.items where !gone.contains(item.id) && !changed.contains(item.id) {
      guard let same = new.item(item.id) else {
        throw AuxError(.verification, "item \(item.id) is gone")
      }
      guard item.type == same.type else { throw AuxError(.verification, "item \(item.id) changed its type") }
      if let location = item.location, !old.isInFile(location) || lost.contains(item.id) {
        // Bytes of another file, or that are nowhere, are not bytes of this one.
        guard same.location == location else {
          throw AuxError(.verification, "the place of item \(item.id) changed")
        }
        continue
      }
      try body(
        UntouchedRegion(
          name: "item \(item.id)", before: try old.extents(of: item).ranges,
          after: try new.extents(of: same).ranges))
    }
  }

  private static func dng(_ old: DNGFile, _ new: DNGFile) throws(AuxError) -> UntouchedRegion {
    let before = try TIFFLayout(of: old.primary.directory, in: old.tiff).chunks.map(\.range)
    let after = try TIFFLayout(of: new.primary.directory, in: new.tiff).chunks.map(\.range)
    return UntouchedRegion(name: "the raw image", before: before, after: after)
  }
}

extension UntouchedRegion {
  /// Throws `verification` where the bytes are not the same in both files.
  func compare(_ source: any ByteSource, _ written: any ByteSource) throws(AuxError) {
    guard before.map(\.count) == after.map(\.count) else {
      throw AuxError(.verification, "the size of \(name) changed")
    }
    for (before, after) in zip(before, after) {
      guard try Self.equal(before, in: source, after, in: written) else {
        throw AuxError(.verification, "\(name) changed")
      }
    }
  }

  /// How much is compared at a time: it stays in the cache, and takes no new pages for each part.
  private static let part = 64 << 10

  private static func equal(
    _ a: Range<Int>, in first: any ByteSource, _ b: Range<Int>, in second: any ByteSource
  ) throws(AuxError) -> Bool {
    var done = 0
    while done < a.count {
      let count = min(Self.part, a.count - done)
      let before = try first.read(at: a.lowerBound + done, count: count)
      let after = try second.read(at: b.lowerBound + done, count: count)
      let isSame = unsafe before.withUnsafeBytes { one in
        unsafe after.withUnsafeBytes { two in
          guard one.count == two.count, let one = one.baseAddress, let two = two.baseAddress else {
            return false
          }
          return unsafe memcmp(one, two, count) == 0
        }
      }
      guard isSame else { return false }
      done += count
    }
    return true
  }
}
