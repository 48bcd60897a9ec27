internal import AuxImage

/// What auxiliary images are of, where a file shows its picture in several forms.
extension HEIFEdit {
  /// What the `auxl` of a new image that is no gain map points at; a gain map is of the primary alone.
  ///
  /// As what the images of the file point at that are no gain maps. Where it has none, it is the primary alone, although
  /// cameras add the tone-mapped image: libheif before 1.18 refuses the whole file then. Source: Specs/heif.md, "Writing".
  var auxiliaryTargets: [UInt32] {
    let primary = meta.primary.itemID
    // An image that is replaced says as much as one that stays.
    let own = file.auxiliaryItems.map { ($0, $0.targets("auxl")) }.filter { item, targets in
      targets.contains(primary) && !Self.isGainMap(urn: (try? file.auxiliaryType(of: item))?.urn ?? "")
    }
    if let (_, shape) = own.first(where: { $0.1.count > 1 }) {
      let present = Set(meta.itemInfo.boxes.compactMap(\.itemInfo?.itemID)).subtracting(newData.map(\.itemID))
      let kept = shape.filter(present.contains)
      return kept + (shape.contains(where: isRemovedToneMap) ? toneMaps.filter { !kept.contains($0) } : [])
    }
    return [primary]
  }

  /// Whether an auxiliary image of that URN is a gain map.
  static func isGainMap(urn: String) -> Bool { urn.hasSuffix(":hdrgainmap") }

  private var toneMaps: [UInt32] {
    let primary = meta.primary.itemID
    let made = Set(
      meta.references.references.filter { $0.type == "dimg" && $0.to.first == primary }.map(\.from))
    guard !made.isEmpty else { return [] }
    return meta.itemInfo.boxes.compactMap(\.itemInfo).filter { $0.itemType == "tmap" }.map(\.itemID)
      .filter(made.contains)
  }

  private func isRemovedToneMap(_ id: UInt32) -> Bool {
    removedIDs.contains(id) && file.item(id)?.type == "tmap"
  }

  /// Makes images that were of a tone-mapped image which went, and new ones, those of the one that is new.
  mutating func retargetAuxiliaries(to toneMap: UInt32) {
    let targets = auxiliaryTargets
    for index in meta.references.references.indices where meta.references.references[index].type == "auxl" {
      let from = meta.references.references[index].from
      if newAuxiliaries.contains(from) {
        meta.references.references[index].to = targets
      } else if !removedIDs.contains(from), let item = file.item(from),
        item.targets("auxl").contains(where: isRemovedToneMap)
      {
        meta.references.references[index].to.append(toneMap)
      }
    }
  }
}
