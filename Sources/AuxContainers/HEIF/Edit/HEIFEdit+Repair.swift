package import AuxImage

// What mends a fault of structure and touches no pixel. Source: Specs/validation.md, "Repairs".
extension HEIFEdit {
  /// Makes the properties of a type essential for an item.
  package mutating func makeEssential(_ property: String, of id: UInt32) throws(AuxError) {
    let properties = meta.properties
    try changeAssociations(of: id) { association in
      if Self.type(of: association, in: properties) == property { association.isEssential = true }
    }
  }

  /// Has an item state another size; other items that share its `ispe` keep theirs.
  package mutating func setSize(width: Int, height: Int, of id: UInt32) throws(AuxError) {
    guard let width = UInt32(exactly: width), let height = UInt32(exactly: height), width > 0, height > 0
    else {
      throw AuxError(.usage, "a size of \(width)x\(height)", place: "item \(id)/ispe")
    }
    let box = Box("ispe", ImageSpatialExtentsProperty(width: width, height: height).serialize)
    let all = meta.associations.flatMap(\.entries)
    guard
      let old = all.first(where: { $0.itemID == id })?.associations.first(where: {
        Self.type(of: $0, in: meta.properties) == "ispe"
      })
    else { throw AuxError(.malformed, "the item has no ispe", place: "item \(id)") }
    guard all.flatMap(\.associations).count(where: { $0.index == old.index }) > 1 else {
      meta.properties[Int(old.index) - 1] = box
      return
    }
    let index = shared(box)
    try changeAssociations(of: id) { association in
      if association.index == old.index {
        association = ItemPropertyAssociationBox.Association(index, isEssential: association.isEssential)
      }
    }
  }

  /// Gives an item, which has neither, the `irot` and `imir` of another, as essential properties.
  package mutating func copyOrientation(of other: UInt32, to id: UInt32) throws(AuxError) {
    let types: Set<String> = ["irot", "imir"]
    let all = meta.associations.flatMap(\.entries)
    func turns(_ id: UInt32) -> [ItemPropertyAssociationBox.Association] {
      all.filter { $0.itemID == id }.flatMap(\.associations).filter {
        Self.type(of: $0, in: meta.properties).map(types.contains) ?? false
      }
    }
    guard turns(id).isEmpty else {
      throw AuxError(.usage, "the item is oriented already", place: "item \(id)")
    }
    try associate(turns(other).map { meta.properties[Int($0.index) - 1] }, isEssential: true, with: id)
  }

  /// Hides an item.
  package mutating func hide(_ id: UInt32) throws(AuxError) {
    guard let number = meta.itemInfo.boxes.firstIndex(where: { $0.itemID == id }) else {
      throw AuxError(.malformed, "there is no item \(id)", place: "meta/iinf")
    }
    var reader = meta.itemInfo.boxes[number].reader
    var entry = try ItemInfoEntry(parsing: &reader)
    entry.full.flags |= 1
    meta.itemInfo.boxes[number] = Box("infe") { entry.serialize(into: &$0) }
  }

  private static func type(
    of association: ItemPropertyAssociationBox.Association, in properties: [Box]
  ) -> String? {
    let index = Int(association.index)
    return properties.indices.contains(index - 1) ? "\(properties[index - 1].type)" : nil
  }

  private mutating func changeAssociations(
    of id: UInt32, _ body: (inout ItemPropertyAssociationBox.Association) -> Void
  ) throws(AuxError) {
    for (number, box) in meta.associations.enumerated() {
      guard let entry = box.entries.firstIndex(where: { $0.itemID == id }) else { continue }
      var list = box.entries[entry].associations
      for index in list.indices { body(&list[index]) }
      return meta.associations[number].replaceAssociations(at: entry, with: list)
    }
    throw AuxError(.malformed, "the item \(id) has no properties", place: "meta/iprp/ipma")
  }
}
