package import AuxImage

extension HEIFEdit {
  /// Gives the primary item, which has no `irot` and `imir` yet, those of an orientation, as essential properties.
  ///
  /// Throws `usage` where it has some, and `malformed` where it has no properties at all.
  package mutating func orientPrimary(_ orientation: ImageOrientation) throws(AuxError) {
    let primary = meta.primary.itemID
    for (box, associations) in meta.associations.enumerated() {
      guard let entry = associations.entries.firstIndex(where: { $0.itemID == primary }) else { continue }
      let types = associations.entries[entry].associations.compactMap { association in
        association.index > 0 ? meta.properties[Int(association.index) - 1].type : nil
      }
      guard !types.contains("irot"), !types.contains("imir") else {
        throw AuxError(.usage, "the primary item is oriented already", place: "meta/iprp/ipma")
      }
      for transform in orientation.transforms {
        meta.properties.append(Box(transform.type, transform.serialize))
        meta.associations[box].entries[entry].associations.append(
          ItemPropertyAssociationBox.Association(meta.properties.count, isEssential: true))
      }
      return
    }
    throw AuxError(.malformed, "the primary item has no properties", place: "meta/iprp/ipma")
  }
}
