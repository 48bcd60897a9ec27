package import AuxImage

extension HEIFEdit {
  /// Adds the primary image of another file as the right eye's, and groups it with the primary of this one.
  ///
  /// Tiles and metadata of that image come along, its auxiliary images do not. The camera becomes properties of
  /// both images. Throws as reading does, `malformed` for an image without properties, and `limitExceeded`
  /// where the file has no number left. Source: ISO/IEC 23008-12, 6.8.5, `ster`: the left image is first.
  package mutating func addRightEye(
    of other: HEIFFile, from source: any ByteSource, camera: StereoCamera
  ) throws(AuxError) {
    let tiles = other.primaryItem.targets("dimg").compactMap { other.item($0) }
    let metadata = other.metadataItems(for: other.primaryItemID)
    var numbers: [UInt32: UInt32] = [:]
    for item in tiles + [other.primaryItem] + metadata {
      let id = try newItemID()
      numbers[item.id] = id
      try copy(item, of: other, from: source, as: id, &numbers)
    }
    guard let right = numbers[other.primaryItemID] else {
      throw AuxError(.malformed, "the primary item is not among the items", place: "meta/pitm")
    }
    let group = try newItemID()
    let left = meta.primary.itemID
    try associate(camera.properties(of: .left), isEssential: false, with: left)
    try associate(camera.properties(of: .right), isEssential: false, with: right)
    meta.groups.append(EntityGroup("ster", groupID: group, entityIDs: [left, right]))
  }

  private mutating func copy(
    _ item: HEIFItem, of other: HEIFFile, from source: any ByteSource, as id: UInt32,
    _ numbers: inout [UInt32: UInt32]
  ) throws(AuxError) {
    meta.itemInfo.append(
      ItemInfoEntry(itemID: id, type: item.type, isHidden: item.isHidden, contentType: item.contentType))
    let list = item.associations.compactMap { association -> ItemPropertyAssociationBox.Association? in
      guard association.index > 0 else { return nil }
      let property = shared(other.meta.properties[Int(association.index) - 1])
      return ItemPropertyAssociationBox.Association(property, isEssential: association.isEssential)
    }
    if !list.isEmpty { appendAssociations(list, of: id) }
    for reference in item.references where reference.type == "dimg" || reference.type == "cdsc" {
      let targets = reference.to.compactMap { numbers[$0] }
      meta.references.append(ItemReferenceBox.Reference(reference.type, from: id, to: targets))
    }
    let bytes = try other.data(of: item, from: source, maxBytes: source.byteCount)
    newData.append(NewData(itemID: id, bytes: bytes))
    place(id, bytes.count)
  }
}
