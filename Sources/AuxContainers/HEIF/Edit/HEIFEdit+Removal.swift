package import AuxImage

extension HEIFEdit {
  /// Removes an item of the file, with what exists for it alone: its metadata, its tiles, and `tmap` images of it.
  ///
  /// Throws `missingImage` for an unknown item, and `unsupported` for the primary and for an item that a
  /// remaining image is derived from.
  package mutating func remove(_ id: UInt32) throws(AuxError) {
    guard file.item(id) != nil, !removed.contains(where: { $0.itemID == id }) else {
      throw AuxError(.missingImage, "there is no item \(id)")
    }
    let doomed = try dependents(of: id)
    for doomedID in doomed.sorted() {
      let location = meta.locations.entries.first { $0.itemID == doomedID }
      removed.append(location ?? ItemLocationBox.Entry(itemID: doomedID, extents: []))
    }
    meta.itemInfo.boxes.removeAll { box in box.itemID.map(doomed.contains) ?? false }
    meta.locations.entries.removeAll { doomed.contains($0.itemID) }
    removeReferences(to: doomed)
    removeProperties(of: doomed)
    removeGroupMembers(doomed)
  }

  /// Removes an item unless it went with another; throws as ``remove(_:)``.
  package mutating func removeIfPresent(_ id: UInt32) throws(AuxError) {
    if !removed.contains(where: { $0.itemID == id }) { try remove(id) }
  }

  /// The references that make no sense without their target.
  private static let describing: Set<FourCharacterCode> = ["cdsc", "auxl", "thmb"]

  /// Returns the item and all that goes with it.
  private func dependents(of id: UInt32) throws(AuxError) -> Set<UInt32> {
    let gone = Set(removed.map(\.itemID))
    let references = meta.references.references
    var doomed: Set<UInt32> = [id]
    var count = 0
    while count < doomed.count {
      count = doomed.count
      for reference in references where !doomed.contains(reference.from) {
        guard reference.to.contains(where: doomed.contains), let item = file.item(reference.from) else {
          continue
        }
        if reference.type == "dimg" || reference.type == "pred" {
          guard item.type == "tmap" else {
            throw AuxError(
              .unsupported, "item \(item.id) is derived from item \(id), which cannot be removed")
          }
          doomed.insert(item.id)
        } else if Self.describing.contains(reference.type), reference.to.allSatisfy(doomed.contains) {
          doomed.insert(item.id)
        }
      }
      doomed.formUnion(orphanedTiles(of: doomed, references))
    }
    guard !doomed.contains(meta.primary.itemID) else {
      throw AuxError(.unsupported, "the primary item \(meta.primary.itemID) cannot be removed")
    }
    return doomed.subtracting(gone)
  }

  /// Returns the hidden inputs of doomed images that nothing else refers to and that refer to nothing else.
  private func orphanedTiles(
    of doomed: Set<UInt32>, _ references: [ItemReferenceBox.Reference]
  ) -> Set<UInt32> {
    var tiles: Set<UInt32> = []
    for reference in references where reference.type == "dimg" && doomed.contains(reference.from) {
      tiles.formUnion(reference.to)
    }
    for reference in references {
      if !doomed.contains(reference.from) { tiles.subtract(reference.to) }
      if !reference.to.allSatisfy(doomed.contains) { tiles.remove(reference.from) }
    }
    return tiles.filter { $0 != meta.primary.itemID && file.item($0)?.isHidden == true }
  }

  private mutating func removeReferences(to doomed: Set<UInt32>) {
    meta.references.references = meta.references.references.compactMap { reference in
      guard !doomed.contains(reference.from) else { return nil }
      guard reference.to.contains(where: doomed.contains) else { return reference }
      var reference = reference
      reference.to.removeAll(where: doomed.contains)
      return reference.to.isEmpty ? nil : reference
    }
  }

  /// Removes the items from `ipma`, and from `ipco` what only they had.
  private mutating func removeProperties(of doomed: Set<UInt32>) {
    var unused: Set<UInt16> = []
    for entry in meta.associations.flatMap(\.entries) where doomed.contains(entry.itemID) {
      unused.formUnion(entry.associations.map(\.index))
    }
    for index in meta.associations.indices {
      meta.associations[index].entries.removeAll { doomed.contains($0.itemID) }
    }
    removeUnused(unused)
  }

  /// Removes from `ipco` what no item has of these properties; those after them move up.
  mutating func removeUnused(_ candidates: Set<UInt16>) {
    var unused = candidates
    for entry in meta.associations.flatMap(\.entries) {
      for association in entry.associations { unused.remove(association.index) }
    }
    unused.remove(0)
    var renumbered: [UInt16] = [0]
    var kept: [Box] = []
    for (index, property) in meta.properties.enumerated() {
      if !unused.contains(UInt16(truncatingIfNeeded: index + 1)) { kept.append(property) }
      renumbered.append(UInt16(truncatingIfNeeded: kept.count))
    }
    meta.properties = kept
    for box in meta.associations.indices {
      for entry in meta.associations[box].entries.indices {
        for number in meta.associations[box].entries[entry].associations.indices {
          let old = Int(meta.associations[box].entries[entry].associations[number].index)
          meta.associations[box].entries[entry].associations[number].index = renumbered[old]
        }
      }
    }
  }

  /// Removes the items from the groups, and a group that has less than two members left.
  private mutating func removeGroupMembers(_ doomed: Set<UInt32>) {
    meta.groups = meta.groups.compactMap { group in
      guard group.entityIDs.contains(where: doomed.contains) else { return group }
      var group = group
      group.entityIDs.removeAll(where: doomed.contains)
      return group.entityIDs.count < 2 ? nil : group
    }
  }
}
