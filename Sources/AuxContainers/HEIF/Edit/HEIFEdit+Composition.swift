package import AuxImage

extension HEIFEdit {
  /// Returns the new file: `meta` rebuilt, the data of removed items left out, that of new items in a `mdat` of
  /// its own after the last one, everything else copied, and all offsets moved.
  ///
  /// Throws `unsupported` where an offset cannot be moved safely.
  package func composition(of source: any ByteSource) throws(AuxError) -> ByteComposition {
    var layout = try HEIFLayout(self, source)
    return try layout.compose().moving(OuterOffset.all(of: file.layout, in: source), of: source).patched(
      patches)
  }
}

private struct HEIFLayout {
  /// What is written at one place of the output.
  private enum Slot {
    case source(Range<Int>)
    case bytes([UInt8])
    case meta
    case movie(MovieBox, count: Int)
    case newData
  }

  private let file: HEIFFile
  private let edit: HEIFEdit
  private var meta: MetaBox
  private var slots: [Slot] = []
  private let newIDs: Set<UInt32>
  private let newHeader: BoxHeader
  /// The items whose bytes are not where `iloc` says: their entries stay as they are.
  private let lost: Set<UInt32>
  /// Whether the places of all items of the source have a base offset, and those of new items get one.
  private let hasBaseOffsets: Bool

  init(_ edit: HEIFEdit, _ source: any ByteSource) throws(AuxError) {
    file = edit.file
    self.edit = edit
    meta = edit.meta
    lost = try file.lostItems().subtracting(edit.foundInItemData)
    newIDs = Set(edit.newData.map(\.itemID))
    newHeader = BoxHeader("mdat", payloadCount: edit.newData.reduce(0) { $0 + $1.bytes.count })
    let old = file.meta.locations.entries.filter { $0.constructionMethod == 0 && !$0.extents.isEmpty }
    hasBaseOffsets = !old.isEmpty && old.allSatisfy { $0.baseOffset != 0 }
    // Programs that move both numbers, where a file has both, get them wrong for an item with one of them.
    if !edit.newData.isEmpty, !hasBaseOffsets { meta.locations.removeBaseOffsets() }
    var movies: [Int: MovieBox] = [:]
    for (index, entry) in file.layout.entries.enumerated() {
      switch entry.type {
      case "moof", "mfra", "sidx", "ssix":
        throw AuxError(
          .unsupported, "a fragmented movie is not edited", offset: entry.offset, place: "\(entry.type)")
      case "moov":
        let patched = PatchedByteSource(source, edit.patches)
        movies[index] = try MovieBox(try FileLayout.load(entry, from: patched, limits: file.limits))
      default: break
      }
    }
    let cuts = try cuts(movies)
    makeSlots(cuts, movies)
  }

  /// Returns the ranges of the media data, and leaves out of `idat`, what only removed items had.
  private mutating func cuts(_ movies: [Int: MovieBox]) throws(AuxError) -> ByteRanges {
    var kept: (media: [Range<Int>], itemData: [Range<Int>]) = ([], [])
    for entry in meta.locations.entries where !newIDs.contains(entry.itemID) && isPlaced(entry) {
      let extents = try place(entry)
      if extents.isInItemData { kept.itemData += extents.ranges } else { kept.media += extents.ranges }
    }
    var gone: (media: [Range<Int>], itemData: [Range<Int>]) = ([], [])
    for entry in edit.removed where isPlaced(entry) {
      let extents = try place(entry)
      if extents.isInItemData { gone.itemData += extents.ranges } else { gone.media += extents.ranges }
    }
    if edit.removesUnusedBytes {
      gone.media += unusedBytes(besides: kept.media)
      if let start = meta.itemDataOffset {
        gone.itemData += ByteRanges(kept.itemData).gaps(in: start..<(start + meta.itemData.count))
      }
    }
    try cutItemData(try Self.exclusive(gone.itemData, of: ByteRanges(kept.itemData)))
    let media = try Self.exclusive(gone.media, of: ByteRanges(kept.media))
    return ByteRanges(try cuttable(media, movies))
  }

  /// Returns the bytes of media data that neither items that stay nor those that go have.
  private func unusedBytes(besides kept: [Range<Int>]) -> [Range<Int>] {
    let used = ByteRanges(kept)
    return file.layout.entries.filter { $0.type == "mdat" }.flatMap { used.gaps(in: $0.payloadRange) }
  }

  /// Whether the bytes of an item are in the file.
  private func isPlaced(_ entry: ItemLocationBox.Entry) -> Bool {
    !lost.contains(entry.itemID) && file.isInFile(entry)
  }

  private func place(_ entry: ItemLocationBox.Entry) throws(AuxError) -> HEIFItem.Extents {
    try AuxError.at("meta/iloc: item \(entry.itemID)") { () throws(AuxError) in try file.extents(at: entry) }
  }

  /// Returns the ranges without those that are shared; throws `unsupported` for one that is shared in part.
  private static func exclusive(
    _ ranges: [Range<Int>], of kept: ByteRanges
  ) throws(AuxError) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for range in ranges where !range.isEmpty {
      if !kept.overlap(range) {
        found.append(range)
      } else if !kept.cover(range) {
        throw AuxError(
          .unsupported, "the data of the item overlaps that of another in part", offset: range.lowerBound)
      }
    }
    return found
  }

  /// Returns the ranges that lie in media data without samples of a movie.
  private func cuttable(
    _ ranges: [Range<Int>], _ movies: [Int: MovieBox]
  ) throws(AuxError) -> [Range<Int>] {
    var chunks: [UInt64] = []
    for movie in movies.values { chunks += try movie.offsets() }
    chunks.sort()
    var media: [Range<Int>] = []
    var next = 0
    // The boxes at the top keep the order of the file.
    for entry in file.layout.entries where entry.type == "mdat" {
      let range = entry.payloadRange
      while next < chunks.count, chunks[next] < range.lowerBound { next += 1 }
      if next == chunks.count || chunks[next] >= range.upperBound { media.append(range) }
    }
    let free = SortedRanges(media)
    return ranges.filter { free.contain($0) }
  }

  private mutating func cutItemData(_ ranges: [Range<Int>]) throws(AuxError) {
    guard !ranges.isEmpty, let start = meta.itemDataOffset else { return }
    let cuts = ByteRanges(ranges)
    let whole = start..<(start + meta.itemData.count)
    let old = meta.itemData
    meta.itemData = cuts.gaps(in: whole).flatMap { old[($0.lowerBound - start)..<($0.upperBound - start)] }
    for index in meta.locations.entries.indices
    where meta.locations.entries[index].constructionMethod == 1 && isPlaced(meta.locations.entries[index]) {
      let entry = meta.locations.entries[index]
      let offsets = try place(entry).ranges.map { $0.lowerBound - cuts.count(before: $0.lowerBound) - start }
      meta.locations.move(index, to: offsets)
    }
  }

  /// Lays the parts out in the order of the file, the new data after the last `mdat`.
  private mutating func makeSlots(_ cuts: ByteRanges, _ movies: [Int: MovieBox]) {
    let entries = file.layout.entries
    let last = entries.lastIndex { $0.type == "mdat" } ?? entries.lastIndex { $0.type == "meta" }
    for (index, entry) in entries.enumerated() {
      if edit.removes(entry) { continue }
      if let changed = edit.changedBoxes[entry.offset] {
        slots.append(.bytes(changed))
        continue
      }
      if entry.type == "meta" {
        slots.append(.meta)
      } else if entry.type == "ftyp", let changed = edit.changedFileType {
        slots.append(.bytes(Box("ftyp", changed.serialize).serialized))
      } else if let movie = movies[index] {
        slots.append(.movie(movie, count: entry.header.count))
      } else if entry.type == "mdat" {
        appendMedia(entry, cuts)
      } else {
        slots.append(.source(entry.range))
      }
      if index == last, !edit.newData.isEmpty { slots.append(.newData) }
    }
    if !file.layout.trailer.isEmpty, !edit.removesTrailers, !edit.removesTrailing {
      slots.append(.source(file.layout.trailer))
    }
  }

  private mutating func appendMedia(_ entry: FileLayout.Entry, _ cuts: ByteRanges) {
    let payload = entry.payloadRange
    let isCut = cuts.overlap(payload)
    guard isCut || entry.header.sizeForm == .toEnd && !edit.newData.isEmpty else {
      slots.append(.source(entry.range))
      return
    }
    let left = cuts.gaps(in: payload)
    guard !isCut || !left.isEmpty else { return }
    var writer = ByteWriter()
    entry.header.resized(to: left.reduce(0) { $0 + $1.count }).serialize(into: &writer)
    slots.append(.bytes(writer.bytes))
    for range in left { slots.append(.source(range)) }
  }

  /// Lays out, moves the offsets, and starts again with wider fields where they do not fit.
  mutating func compose() throws(AuxError) -> ByteComposition {
    while true {
      let layout = layout()
      let size = try relocated(layout.map, newData: layout.newData, fileSize: layout.fileSize)
      guard size.required <= meta.locations.offsetSize else {
        meta.locations.offsetSize = size.required
        continue
      }
      meta.locations = size.locations
      try checkLostItems(layout.fileSize)
      return try written(layout.map)
    }
  }

  /// Throws `unsupported` where the bytes that a lost item is said to have would be other bytes in the new file.
  private func checkLostItems(_ fileSize: Int) throws(AuxError) {
    for entry in meta.locations.entries where lost.contains(entry.itemID) && !newIDs.contains(entry.itemID) {
      let end = UInt64(entry.constructionMethod == 1 ? meta.itemData.count : fileSize)
      let isOutside = entry.extents.contains { extent in
        let (start, overflow) = entry.baseOffset.addingReportingOverflow(extent.offset)
        return overflow || start > end || extent.length > end - start
      }
      guard isOutside else {
        throw AuxError(
          .unsupported,
          "the bytes of item \(entry.itemID) are not in the file, and the place that it names would get others; "
            + "remove it first", place: "meta/iloc")
      }
    }
  }

  private func layout() -> (map: OffsetMap, newData: Int, fileSize: Int) {
    var map = OffsetMap()
    var position = 0
    var newData = 0
    let metaCount = meta.box.count
    for slot in slots {
      switch slot {
      case .source(let range):
        map.append(range, at: position)
        position += range.count
      case .bytes(let bytes): position += bytes.count
      case .meta: position += metaCount
      case .movie(_, let count): position += count
      case .newData:
        newData = position + newHeader.headerCount
        position += newHeader.count
      }
    }
    return (map, newData, position)
  }

  /// Returns `iloc` with moved offsets, and the size that its offset field needs.
  private func relocated(
    _ map: OffsetMap, newData: Int, fileSize: Int
  ) throws(AuxError) -> (locations: ItemLocationBox, required: Int) {
    var locations = meta.locations
    var position = newData
    var newOffsets: [UInt32: Int] = [:]
    for data in edit.newData {
      newOffsets[data.itemID] = position
      position += data.bytes.count
    }
    for (index, entry) in locations.entries.enumerated() {
      if let offset = newOffsets[entry.itemID] {
        locations.move(index, to: [offset], hasBase: hasBaseOffsets)
      } else if entry.constructionMethod == 0, isPlaced(entry) {
        var offsets: [Int] = []
        for range in try place(entry).ranges {
          // Empty extents keep their offset, unless the new file ends before it.
          offsets.append(range.isEmpty ? min(range.lowerBound, fileSize) : try map.output(of: range))
        }
        locations.move(index, to: offsets)
      }
    }
    return (locations, locations.requiredOffsetSize)
  }

  private func written(_ map: OffsetMap) throws(AuxError) -> ByteComposition {
    var result = ByteComposition()
    for slot in slots {
      switch slot {
      case .source(let range): result.append(source: range)
      case .bytes(let bytes): result.append(bytes)
      case .meta: result.append(meta.box.serialized)
      case .movie(let movie, _): result.append(try movie.moved(by: map).serialized)
      case .newData:
        var writer = ByteWriter()
        newHeader.serialize(into: &writer)
        result.append(writer.bytes)
        for data in edit.newData { result.append(data.bytes) }
      }
    }
    return result
  }
}

extension ItemLocationBox {
  /// Sets the offsets of an entry's extents; the base offset that it has, or is to have, moves with them where it can, and is
  /// 0 otherwise.
  fileprivate mutating func move(_ index: Int, to offsets: [Int], hasBase: Bool = false) {
    let old = entries[index]
    guard let first = old.extents.first, let target = offsets.first else { return }
    let isMovedAsOne = zip(old.extents, offsets).allSatisfy { extent, offset in
      UInt64(offset) &- extent.offset == UInt64(target) &- first.offset
    }
    let base = UInt64(target) &- first.offset
    let baseFits = baseOffsetSize == 8 || baseOffsetSize == 4 && base <= UInt64(UInt32.max)
    if isMovedAsOne, baseFits, UInt64(target) >= first.offset,
      hasBase || old.baseOffset != 0 || offsetSize == 0
    {
      entries[index].baseOffset = base
    } else {
      entries[index].baseOffset = 0
      for (number, offset) in offsets.enumerated() { entries[index].extents[number].offset = UInt64(offset) }
    }
  }
}

extension Box {
  var serialized: [UInt8] {
    var writer = ByteWriter()
    serialize(into: &writer)
    return writer.bytes
  }
}
