internal import AuxImage

/// Which items say something of which others, found in one pass over the items of a file.
struct HEIFIndex: Sendable {
  /// The positions of the metadata items (`cdsc`) of each item, in the order of the file.
  private(set) var descriptions: [UInt32: [Int]] = [:]
  /// The position of the first tone-mapped image (`tmap`) that each gain map is in.
  private(set) var toneMaps: [UInt32: Int] = [:]
  /// The positions of the auxiliary images of the primary.
  private(set) var auxiliaries: [Int] = []

  /// Looks through the items of a table whose primary is `primary`.
  init(_ table: ItemTable, primary: UInt32) {
    for (position, item) in table.items.enumerated() {
      // A table of descriptions names an item once, however often a reference does.
      for target in Set(item.targets("cdsc")) { descriptions[target, default: []].append(position) }
      guard item.type == "tmap" else { continue }
      let inputs = item.targets("dimg")
      if inputs.count > 1, toneMaps[inputs[1]] == nil { toneMaps[inputs[1]] = position }
    }
    let bases = Self.bases(of: primary, in: table)
    let gainMaps = Self.gainMaps(of: bases, in: table)
    auxiliaries = table.items.indices.filter { position in
      let item = table.items[position]
      return item.targets("auxl").contains(where: bases.contains) || gainMaps.contains(item.id)
    }
  }

  /// Returns the primary item and the images that it is derived from without being composed of several.
  private static func bases(of primary: UInt32, in table: ItemTable) -> Set<UInt32> {
    var found: Set<UInt32> = []
    var next: UInt32? = primary
    // A derivation that leads back to itself ends where it meets an item again.
    while let id = next, found.insert(id).inserted {
      next = nil
      if let item = table.item(id), item.type == "tmap" || item.type == "iden" {
        next = item.targets("dimg").first
      }
    }
    return found
  }

  /// Returns the gain maps that tone-mapped images (`tmap`) of these images, or these images themselves, are made with.
  ///
  /// Source: ISO/IEC 23008-12:2022/Amd 1, 6.6.2.4: the inputs are the base image and the gain map, in this order.
  private static func gainMaps(of bases: Set<UInt32>, in table: ItemTable) -> Set<UInt32> {
    var found: Set<UInt32> = []
    for item in table.items where item.type == "tmap" {
      let inputs = item.targets("dimg")
      if inputs.count == 2, bases.contains(inputs[0]) || bases.contains(item.id) { found.insert(inputs[1]) }
    }
    return found
  }
}
