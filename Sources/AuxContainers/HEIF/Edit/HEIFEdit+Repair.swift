package import AuxImage

// What mends a fault of structure and touches no pixel. Source: Specs/validation.md, "Repairs".
extension HEIFEdit {
  /// Makes the properties of a type essential for an item.
  package mutating func makeEssential(_ property: String, of id: UInt32) throws(AuxError) {
    var list = associations(of: id)
    for index in list.indices where type(of: list[index]) == property { list[index].isEssential = true }
    try replaceAssociations(of: id, with: list)
  }

  /// Has an item state another size; other items that share its `ispe` keep theirs.
  package mutating func setSize(width: Int, height: Int, of id: UInt32) throws(AuxError) {
    guard let width = UInt32(exactly: width), let height = UInt32(exactly: height), width > 0, height > 0
    else {
      throw AuxError(.usage, "a size of \(width)x\(height)", place: "item \(id)/ispe")
    }
    let box = Box("ispe", ImageSpatialExtentsProperty(width: width, height: height).serialize)
    var list = associations(of: id)
    guard let old = list.first(where: { type(of: $0) == "ispe" })?.index else {
      throw AuxError(.malformed, "the item has no ispe", place: "item \(id)")
    }
    let users = meta.associations.flatMap(\.entries).flatMap(\.associations).count { $0.index == old }
    guard users > 1 else {
      meta.properties[Int(old) - 1] = box
      return
    }
    let new = shared(box)
    for index in list.indices where list[index].index == old {
      list[index] = Association(new, isEssential: list[index].isEssential)
    }
    try replaceAssociations(of: id, with: list)
  }

  /// Gives an item, which has neither, the `irot` and `imir` of another, as essential properties.
  package mutating func copyOrientation(of other: UInt32, to id: UInt32) throws(AuxError) {
    func turns(_ id: UInt32) -> [Box] {
      associations(of: id).compactMap(property).filter { $0.type == "irot" || $0.type == "imir" }
    }
    guard turns(id).isEmpty else {
      throw AuxError(.usage, "the item is oriented already", place: "item \(id)")
    }
    try associate(turns(other), with: id)
  }

  package mutating func hide(_ id: UInt32) throws(AuxError) {
    guard let number = meta.itemInfo.boxes.firstIndex(where: { $0.itemInfo?.itemID == id }) else {
      throw AuxError(.malformed, "there is no item \(id)", place: "meta/iinf")
    }
    var reader = meta.itemInfo.boxes[number].reader
    var entry = try ItemInfoEntry(parsing: &reader)
    entry.full.flags |= 1
    meta.itemInfo.boxes[number] = Box("infe") { entry.serialize(into: &$0) }
  }

  /// Puts an item before another in the first group of alternatives that has both.
  package mutating func prefer(_ id: UInt32, over other: UInt32) throws(AuxError) {
    let group = meta.groups.firstIndex {
      $0.type == "altr" && $0.entityIDs.contains(id) && $0.entityIDs.contains(other)
    }
    guard let group, let at = meta.groups[group].entityIDs.firstIndex(of: id),
      let place = meta.groups[group].entityIDs.firstIndex(of: other)
    else {
      throw AuxError(.malformed, "no altr group has the items \(id) and \(other)", place: "meta/grpl")
    }
    guard at > place else { return }
    meta.groups[group].entityIDs.remove(at: at)
    meta.groups[group].entityIDs.insert(id, at: place)
  }

  /// Has the location of an item count from `idat`.
  package mutating func locateInItemData(_ id: UInt32) throws(AuxError) {
    guard let index = meta.locations.entries.firstIndex(where: { $0.itemID == id }) else {
      throw AuxError(.malformed, "item \(id) has no location", place: "meta/iloc")
    }
    // Version 0 has no construction methods, and reserved bits in place of the size of an index.
    if meta.locations.full.version == 0 { (meta.locations.full.version, meta.locations.indexSize) = (1, 0) }
    meta.locations.entries[index].method = meta.locations.entries[index].method & ~15 | 1
    foundInItemData.insert(id)
  }

  private func type(of association: Association) -> String? { property(association).map { "\($0.type)" } }
}
