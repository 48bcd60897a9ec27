package import AuxImage

extension HEIFEdit {
  /// Removes an item of the file, with what exists for it alone: its metadata, its tiles, and `tmap` images of it.
  ///
  /// Throws as ``remove(all:)``.
  package mutating func remove(_ id: UInt32) throws(AuxError) { try remove(all: [id]) }

  /// Removes items of the file, each with what exists for them alone; the tables are looked through once.
  ///
  /// Throws `missingImage` for an unknown item, and `unsupported` for the primary and for an item that a
  /// remaining image is derived from.
  package mutating func remove(all ids: [UInt32]) throws(AuxError) {
    guard !ids.isEmpty else { return }
    for id in ids where file.item(id) == nil || removedIDs.contains(id) {
      throw AuxError(.missingImage, "there is no item \(id)")
    }
    var dependents = HEIFDependents(meta.references.references, in: file, primary: meta.primary.itemID)
    let doomed = try dependents.all(of: ids).subtracting(removedIDs)
    var locations: [UInt32: ItemLocationBox.Entry] = [:]
    for entry in meta.locations.entries where locations[entry.itemID] == nil {
      locations[entry.itemID] = entry
    }
    for id in doomed.sorted() {
      removed.append(locations[id] ?? ItemLocationBox.Entry(itemID: id, extents: []))
    }
    removedIDs.formUnion(doomed)
    meta.itemInfo.boxes.removeAll { box in (box.itemInfo?.itemID).map(doomed.contains) ?? false }
    meta.locations.entries.removeAll { doomed.contains($0.itemID) }
    removeReferences(to: doomed)
    removeProperties(of: doomed)
    removeGroupMembers(doomed)
    highestID = nil
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
