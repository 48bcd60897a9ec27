internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// Compares a repaired file with the original: all coded bytes, and everything else that should not change.
struct RepairVerification {
  private let repairs: [AuxRepair]
  private let source: ImageSource

  init(_ repairs: [AuxRepair], of source: ImageSource) { (self.repairs, self.source) = (repairs, source) }

  /// Throws `verification` where something else changed.
  func check(_ written: ImageSource) throws(AuxError) {
    guard source.auxiliaryImages.count <= written.auxiliaryImages.count else {
      throw AuxError(.verification, "an auxiliary image is gone")
    }
    switch (source.model.structure, written.model.structure) {
    case (.jpeg(let old), .jpeg(let new)): try compare(old, new, written)
    case (.heif(let old), .heif(let new)): try compare(HEIFFile(old), HEIFFile(new), written)
    case (.jpeg, _), (.heif, _), (.tiff, _), (.readOnly, _):
      throw AuxError(.verification, "the container came back as \(written.container.rawValue)")
    }
  }

  /// The coded data of all images of a JPEG file stay, and so do the bytes after them.
  private func compareCodedData(_ old: JPEGReader, _ new: JPEGReader, _ written: ImageSource) throws(AuxError)
  {
    let (start, end) = (old.file.primary.scanOffset, new.file.primary.scanOffset)
    guard source.bytes.byteCount - start == written.bytes.byteCount - end,
      old.file.secondaries.count == new.file.secondaries.count
    else { throw AuxError(.verification, "more than the headers changed its size") }
    let count = try old.file.primaryEnd() - start
    try UntouchedRegion(
      name: "the primary", before: [start..<(start + count)], after: [end..<(end + count)]
    ).compare(source.bytes, written.bytes)
    for (before, after) in zip(old.file.secondaries, new.file.secondaries) {
      try UntouchedRegion(
        name: "an image after the primary", before: [before.image.scanOffset..<before.range.upperBound],
        after: [after.image.scanOffset..<after.range.upperBound]
      ).compare(source.bytes, written.bytes)
    }
  }

  /// All bytes of a JPEG file stay but those of the entries.
  private func compare(_ old: JPEGStructure, _ new: JPEGStructure, _ written: ImageSource) throws(AuxError) {
    if repairs.contains(where: { $0.change == .gainMapClaim }), case .jpeg(let old) = source.parsed,
      case .jpeg(let new) = written.parsed
    {
      return try compareCodedData(old, new, written)
    }
    let bytes = source.bytes
    guard bytes.byteCount == written.bytes.byteCount, let index = old.index(of: try old.image(at: 0)) else {
      throw AuxError(.verification, "the size of the file changed")
    }
    let numbers = Set(
      repairs.compactMap { if case .indexEntry(let number, _, _) = $0.change { number } else { nil } })
    var position = 0
    for entry in index.entries.filter({ numbers.contains($0.number) }).map(\.position).sorted() {
      try equal(position..<entry + 4, "the bytes before the entries", written)
      position = entry + 12
    }
    try equal(position..<bytes.byteCount, "the bytes after the entries", written)
  }

  private func equal(_ range: Range<Int>, _ name: String, _ written: ImageSource) throws(AuxError) {
    try UntouchedRegion(name: name, before: [range], after: [range]).compare(source.bytes, written.bytes)
  }

  /// All items of a HEIF file keep their bytes, and their properties but for those that are mended.
  private func compare(_ old: HEIFFile, _ new: HEIFFile, _ written: ImageSource) throws(AuxError) {
    var (gone, moved): (Set<UInt32>, Set<UInt32>) = ([], [])
    for repair in repairs {
      switch repair.change {
      case .removed(let item): gone.insert(item)
      case .inItemData(let item): moved.insert(item)
      case .size, .orientation, .essential, .hidden, .indexEntry, .toneMapBrand, .preferred, .gainMapClaim:
        break
      }
    }
    let kept = gone.isEmpty ? old.items : old.items.filter { !gone.contains($0.id) }
    guard kept.lazy.map(\.id).elementsEqual(new.items.lazy.map(\.id)) else {
      throw AuxError(.verification, "the items changed")
    }
    for (item, same) in zip(kept, new.items) {
      guard hasSameProperties(item, in: old, as: same, in: new), item.references == same.references else {
        throw AuxError(.verification, "item \(item.id) changed")
      }
    }
    try compareGroups(old, new)
    try UntouchedRegion.heif(old, new, gone: gone, changed: moved) { region throws(AuxError) in
      try region.compare(source.bytes, written.bytes)
    }
  }

  /// Groups and brands stay but for what is mended.
  private func compareGroups(_ old: HEIFFile, _ new: HEIFFile) throws(AuxError) {
    var (groups, fileType) = (old.meta.groups, old.fileType)
    var edit = HEIFEdit(old)
    for repair in repairs {
      switch repair.change {
      case .toneMapBrand: fileType.compatibleBrands.append("tmap")
      case .preferred(let item, let other):
        try edit.prefer(item, over: other)
        groups = edit.meta.groups
      case .removed(let item):
        try edit.remove(item)
        groups = edit.meta.groups
      case .size, .orientation, .essential, .hidden, .indexEntry, .gainMapClaim, .inItemData: break
      }
    }
    guard groups == new.meta.groups, fileType == new.fileType else {
      throw AuxError(.verification, "the groups or the brands changed")
    }
  }

  /// Whether the properties that are not mended have the same bytes, wherever these are in the files.
  private func hasSameProperties(
    _ item: HEIFItem, in old: HEIFFile, as same: HEIFItem, in new: HEIFFile
  ) -> Bool {
    kept(item, in: old).elementsEqual(kept(same, in: new)) { before, after in
      before.type == after.type && before.userType == after.userType && before.payload == after.payload
    }
  }

  private func kept(_ item: HEIFItem, in file: HEIFFile) -> [Box] {
    var changed: Set<String> = []
    for repair in repairs {
      switch repair.change {
      case .size(item.id, _, _): changed.insert("ispe")
      case .orientation(item.id, _): changed.formUnion(["irot", "imir"])
      case .size, .orientation, .essential, .hidden, .indexEntry, .toneMapBrand, .preferred, .gainMapClaim,
        .removed, .inItemData:
        break
      }
    }
    return file.properties(of: item).map(\.box).filter { !changed.contains("\($0.type)") }
  }
}
