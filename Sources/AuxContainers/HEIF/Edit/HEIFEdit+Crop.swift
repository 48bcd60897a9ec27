package import AuxImage

extension HEIFEdit {
  /// Has the primary, a coded image or a grid, show a part of what is coded, and leaves out tiles that are outside of it.
  ///
  /// `part` is in coded samples, whatever the clean aperture was. No byte of a tile that stays changes; those that go are no
  /// longer in the file unless another item is made of them, too. Throws `unsupported` for a primary of another kind, and as
  /// reading it. Source: Specs/heif.md, "Crops without coding".
  package mutating func cutPrimary(to part: PixelRectangle, from source: any ByteSource) throws(AuxError) {
    let primary = file.primaryItem
    let cut: PictureCut
    if primary.type == "grid" {
      let (grid, tiles) = try file.grid(of: primary, from: source)
      cut = try PictureCut(part, of: grid, tile: file.imageSize(of: tiles[0]))
      try keepTiles(cut, of: grid, tiles)
    } else {
      guard CodedItemKind(itemType: primary.type) != nil else {
        throw AuxError(.unsupported, "the photo is derived from others (\(primary.type)) and is not cut")
      }
      cut = try PictureCut(part, of: file.imageSize(of: primary))
    }
    let id = primary.id
    var list = associations(of: id)
    let old = list.filter { property($0)?.type == "clap" }
    list.removeAll { property($0)?.type == "clap" }
    if let aperture = cut.aperture {
      // Before what turns the picture (ISO/IEC 23000-22, 7.3.6.7).
      let turns = list.firstIndex { ["irot", "imir"].contains(property($0)?.type) } ?? list.endIndex
      let index = shared(Box("clap", aperture.serialize))
      list.insert(Association(index, isEssential: true), at: turns)
    }
    try replaceAssociations(of: id, with: list)
    removeUnused(Set(old.map(\.index)))
  }

  private mutating func keepTiles(
    _ cut: PictureCut, of grid: GridPayload, _ tiles: [HEIFItem]
  ) throws(AuxError) {
    let id = file.primaryItemID
    let kept = cut.tiles(ofColumns: grid.columns).map { tiles[$0].id }
    guard kept.count < tiles.count || (cut.width, cut.height) != (grid.width, grid.height) else { return }
    for index in meta.references.references.indices {
      let reference = meta.references.references[index]
      if reference.from == id, reference.type == "dimg" { meta.references.references[index].to = kept }
    }
    let used = Set(meta.references.references.flatMap(\.to))
    let gone = Set(tiles.map(\.id)).subtracting(used)
    try remove(all: gone.sorted())
    var writer = ByteWriter()
    cut.grid.serialize(into: &writer)
    replaceBytes(of: id, with: writer.bytes, removingOld: true)
    try setSize(width: cut.width, height: cut.height, of: id)
  }

  /// Removes every item that is not the primary, what it is made of, or metadata of it.
  package mutating func keepPrimaryAlone() throws(AuxError) {
    var kept: Set<UInt32> = [file.primaryItemID]
    kept.formUnion(file.primaryItem.targets("dimg"))
    kept.formUnion(file.metadataItems(for: file.primaryItemID).filter(\.isKnownMetadata).map(\.id))
    let gone = file.items.filter { !kept.contains($0.id) && !removedIDs.contains($0.id) }
    try remove(all: gone.map(\.id))
  }
}
