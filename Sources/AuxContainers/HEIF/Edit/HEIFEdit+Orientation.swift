package import AuxImage

extension HEIFEdit {
  /// Gives the primary item, which has no `irot` and `imir` yet, those of an orientation, as essential properties.
  ///
  /// Throws `usage` where it has some, and `malformed` where it has no properties at all.
  package mutating func orientPrimary(_ orientation: ImageOrientation) throws(AuxError) {
    let types = file.properties(of: file.primaryItem).map(\.box.type)
    guard !types.contains("irot"), !types.contains("imir") else {
      throw AuxError(.usage, "the primary item is oriented already", place: "meta/iprp/ipma")
    }
    let boxes = orientation.transforms.map { Box($0.type, $0.serialize) }
    try associate(boxes, isEssential: true, with: meta.primary.itemID)
  }

  /// Gives an item that has properties some more.
  ///
  /// Throws `malformed` where it has none.
  mutating func associate(_ boxes: [Box], isEssential: Bool, with id: UInt32) throws(AuxError) {
    for (number, associations) in meta.associations.enumerated() {
      guard let entry = associations.entries.firstIndex(where: { $0.itemID == id }) else { continue }
      let more = boxes.map {
        ItemPropertyAssociationBox.Association(shared($0), isEssential: isEssential)
      }
      return meta.associations[number].replaceAssociations(
        at: entry, with: associations.entries[entry].associations + more)
    }
    throw AuxError(.malformed, "the item \(id) has no properties", place: "meta/iprp/ipma")
  }
}
