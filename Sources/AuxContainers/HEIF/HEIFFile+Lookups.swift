package import AuxImage

extension HEIFFile {
  /// How images that the file gets are coded: AV1 in AVIF, whose brands allow no other, and beside a primary of AV1.
  package var codingOfNewImages: HEIFCoding {
    var coded = primaryItem
    var seen: Set<UInt32> = []
    while let first = coded.targets("dimg").first, seen.insert(coded.id).inserted, let next = item(first) {
      coded = next
    }
    return fileType.isAVIF || CodedItemKind(itemType: coded.type) == .av1 ? .av1 : .hevc
  }

  /// Returns the coded images that an item is made of: the tiles of a grid, else the item itself.
  package func codedItems(
    of item: HEIFItem, from source: any ByteSource
  ) throws(AuxError) -> [HEIFItem] {
    item.type == "grid" ? try grid(of: item, from: source).tiles : [item]
  }

  /// Returns grid and tiles of a `grid` item, row by row.
  ///
  /// Throws `malformed` where the number of tiles is not rows times columns, and for a grid of itself.
  package func grid(
    of item: HEIFItem, from source: any ByteSource
  ) throws(AuxError) -> (grid: GridPayload, tiles: [HEIFItem]) {
    do throws(AuxError) {
      guard item.type == "grid" else {
        throw AuxError(.unsupported, "the item type \(item.type) is not grid")
      }
      var reader = ByteReader(try data(of: item, from: source, maxBytes: GridPayload.largestCount))
      let grid = try GridPayload(parsing: &reader, limits: limits)
      let targets = item.targets("dimg")
      guard targets.count == grid.rows * grid.columns else {
        throw AuxError(
          .malformed, "\(targets.count) tiles for \(grid.rows) rows of \(grid.columns) (23008-12 6.6.2.3)")
      }
      var tiles: [HEIFItem] = []
      for target in targets {
        guard let tile = self.item(target), tile.id != item.id, tile.type != "grid" else {
          throw AuxError(.malformed, "the tile \(target) is no coded image (23008-12 6.6.2.3)")
        }
        tiles.append(tile)
      }
      return (grid, tiles)
    } catch { throw error.within("item \(item.id)") }
  }

  /// Returns where the bytes of an item are.
  ///
  /// Throws `malformed` or `truncated` where they are outside the file or inside `meta`, and `unsupported` for
  /// bytes in other files or other items. Extents that repeat bytes never add up to more than there are: `malformed`.
  package func extents(of item: HEIFItem) throws(AuxError) -> HEIFItem.Extents {
    guard let location = item.location else { return HEIFItem.Extents(ranges: [], isInItemData: false) }
    func located() throws(AuxError) -> HEIFItem.Extents {
      try AuxError.at("meta/iloc: item \(item.id)") { () throws(AuxError) in try extents(at: location) }
    }
    // To keep the place of one run of bytes takes more than to find it.
    guard location.extents.count > 1 else { return try located() }
    return try places.value(item.id) {
      ParseEvent.report(.extents(of: item.id))
      return Result { () throws(AuxError) in try located() }
    }.get()
  }

  /// Returns the items whose bytes are not where `iloc` says, less those of the picture.
  ///
  /// Throws as ``extents(of:)`` where the picture is such an item: a file without it is worth no edit.
  package func lostItems() throws(AuxError) -> Set<UInt32> {
    try lost.value { Result { () throws(AuxError) in try findLostItems() } }.get()
  }

  private func findLostItems() throws(AuxError) -> Set<UInt32> {
    ParseEvent.report(.lostItems(of: byteCount))
    var picture: Set<UInt32> = []
    var next = [primaryItemID]
    while let id = next.popLast() {
      guard picture.insert(id).inserted, let item = item(id) else { continue }
      next += item.targets("dimg")
    }
    var lost: Set<UInt32> = []
    for location in meta.locations.entries where isInFile(location) {
      do throws(AuxError) { _ = try extents(at: location) } catch {
        let isLost = error.code == .truncated || error.code == .malformed
        guard isLost, !picture.contains(location.itemID) else {
          throw error.within("meta/iloc: item \(location.itemID)")
        }
        lost.insert(location.itemID)
      }
    }
    return lost
  }

  func extents(at location: ItemLocationBox.Entry) throws(AuxError) -> HEIFItem.Extents {
    guard isInFile(location) else {
      throw AuxError(.unsupported, "the data is in another file (14496-12 8.11.3)")
    }
    guard location.constructionMethod <= 1 else {
      throw AuxError(
        .unsupported, "construction method \(location.constructionMethod) (14496-12 8.11.3)")
    }
    let isInItemData = location.constructionMethod == 1
    let base = isInItemData ? meta.itemDataOffset ?? 0 : 0
    let end = isInItemData ? meta.itemData.count : byteCount
    var ranges: [Range<Int>] = []
    var total = 0
    for extent in location.extents {
      guard meta.locations.lengthSize > 0 else {
        throw AuxError(.unsupported, "an extent without a length (14496-12 8.11.3)")
      }
      let (sum, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
      guard !overflow, let start = Int(exactly: sum), let count = Int(exactly: extent.length), start <= end,
        count <= end - start
      else {
        throw AuxError(
          .truncated, "\(extent.length) bytes at \(extent.offset) pass the end at \(end) (14496-12 8.11.3)")
      }
      let range = (base + start)..<(base + start + count)
      if !isInItemData, !range.isEmpty, range.overlaps(metaRange) {
        throw AuxError(.malformed, "the bytes overlap the meta box", offset: range.lowerBound)
      }
      total += count
      guard total <= end else {
        throw AuxError(.malformed, "the extents add up to more than the \(end) bytes that there are")
      }
      ranges.append(range)
    }
    return HEIFItem.Extents(ranges: ranges, isInItemData: isInItemData)
  }

  /// Whether the data reference of a location is this file.
  package func isInFile(_ location: ItemLocationBox.Entry) -> Bool {
    let number = Int(location.dataReferenceIndex)
    return number == 0 || location.constructionMethod == 1
      || meta.dataReferences?.isSelfContained(number) == true
  }

  /// Returns the bytes of an item; throws `limitExceeded` where they are more than `maxBytes`.
  package func data(
    of item: HEIFItem, from source: any ByteSource, maxBytes: Int
  ) throws(AuxError) -> [UInt8] {
    var bytes: [UInt8] = []
    for range in try ranges(of: item, maxBytes: maxBytes) {
      bytes += try source.read(at: range.lowerBound, count: range.count)
    }
    return bytes
  }

  /// Returns where the bytes of an item are; throws `limitExceeded` where they are more than `maxBytes`.
  package func ranges(of item: HEIFItem, maxBytes: Int) throws(AuxError) -> [Range<Int>] {
    let extents = try extents(of: item)
    guard extents.count <= maxBytes else {
      throw AuxError(.limitExceeded, "more than \(maxBytes) bytes", place: "item \(item.id)")
    }
    return extents.ranges
  }
}
