package import AuxImage

extension HEIFEdit {
  /// Adds a gain map as ISO 21496-1 has it: an item that a tone-mapped image (`tmap`) of the primary is made with.
  ///
  /// The tone-mapped image has the size of the primary as it is shown, and its colours; both stand in an `altr` group,
  /// the tone-mapped one first. Throws `unsupported` where the primary is a tone-mapped image itself, and as
  /// ``add(_:)``. Source: ISO/IEC 23008-12:2022/Amd 1, 6.6.2.4; Specs/gainmaps.md, "HEIF".
  @discardableResult
  package mutating func addToneMap(
    _ new: HEIFNewImage, metadata: GainMapMetadata
  ) throws(AuxError) -> UInt32 {
    let primary = file.primaryItem
    guard primary.type != "tmap" else {
      throw AuxError(.unsupported, "the primary is made with a gain map already")
    }
    let shown = try file.displaySize(of: primary)
    guard let width = UInt32(exactly: shown.width), let height = UInt32(exactly: shown.height) else {
      throw AuxError(.malformed, "a primary of \(shown.width)x\(shown.height)")
    }
    let gainMap = try add(new, isAuxiliary: false)
    let id = try newItemID()
    meta.itemInfo.append(ItemInfoEntry(itemID: id, type: "tmap", isHidden: false))
    typealias Association = ItemPropertyAssociationBox.Association
    let size = ImageSpatialExtentsProperty(width: width, height: height)
    var list = [Association(shared(Box("ispe", size.serialize)), isEssential: false)]
    for association in primary.associations where association.index > 0 {
      let type = file.meta.properties[Int(association.index) - 1].type
      guard type == "colr" || type == "pixi" else { continue }
      let property = shared(file.meta.properties[Int(association.index) - 1])
      list.append(Association(property, isEssential: association.isEssential))
    }
    appendAssociations(list, of: id)
    meta.references.append(ItemReferenceBox.Reference("dimg", from: id, to: [primary.id, gainMap]))
    var payload = ByteWriter()
    payload.write(UInt8(0))
    try GainMapPayload(metadata).serialize(into: &payload)
    newData.append(NewData(itemID: id, bytes: payload.bytes))
    place(id, payload.count)
    if let group = meta.groups.firstIndex(where: { $0.type == "altr" && $0.entityIDs.contains(primary.id) }) {
      meta.groups[group].entityIDs.insert(id, at: 0)
    } else {
      meta.groups.append(EntityGroup("altr", groupID: try newItemID(), entityIDs: [id, primary.id]))
    }
    retargetAuxiliaries(to: id)
    return gainMap
  }

  /// The `ftyp` to be where it is another: the brand `tmap` says that there is a tone-mapped image.
  var changedFileType: FileTypeBox? {
    let hasToneMap = meta.itemInfo.boxes.contains { box in
      var reader = box.reader
      return (try? ItemInfoEntry(parsing: &reader))?.itemType == "tmap"
    }
    let hadToneMap = file.items.contains { $0.type == "tmap" }
    guard hasToneMap != hadToneMap else { return nil }
    var changed = file.fileType
    changed.compatibleBrands.removeAll { $0 == "tmap" }
    if hasToneMap { changed.compatibleBrands.append("tmap") }
    return changed == file.fileType ? nil : changed
  }
}
