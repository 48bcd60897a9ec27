package import AuxImage

extension HEIFEdit {
  /// Turns the photo for display, with its auxiliary images, its thumbnails and the gain map that a tone-mapped image of it is
  /// made with: each by `irot` and `imir` of its own, after those that it has.
  ///
  /// A tone-mapped image without such properties shows what its inputs show, turned; its size then becomes that of the turned
  /// picture. No coded byte changes. Throws `malformed` where an image has no properties.
  /// Source: ISO/IEC 23008-12, 6.5.10 and 6.5.12; Specs/heif.md, "Writing".
  package mutating func turn(by change: ImageOrientation) throws(AuxError) {
    guard change != .up else { return }
    for item in turnedItems {
      let isToneMap = item.type == "tmap"
      let old = try file.orientation(of: item)
      guard isToneMap, old == .up else {
        try setOrientation(old.followed(by: change), of: item.id)
        continue
      }
      // In AVIF the size of such an image is that of the stored picture.
      guard change.swapsSides, !file.fileType.isAVIF else { continue }
      let size = try file.imageSize(of: item)
      try setSize(width: size.height, height: size.width, of: item.id)
    }
  }

  /// The primary, and the images of the same picture.
  private var turnedItems: [HEIFItem] {
    var bases: Set<UInt32> = [meta.primary.itemID]
    var gainMaps: Set<UInt32> = []
    for item in file.items where item.type == "tmap" {
      let inputs = item.targets("dimg")
      guard inputs.count == 2, !bases.isDisjoint(with: [item.id, inputs[0]]) else { continue }
      bases.formUnion([item.id, inputs[0]])
      gainMaps.insert(inputs[1])
    }
    return file.items.filter { item in
      guard !removedIDs.contains(item.id) else { return false }
      let described = item.targets("auxl") + item.targets("thmb")
      return bases.contains(item.id) || gainMaps.contains(item.id) || !bases.isDisjoint(with: described)
    }
  }

  /// Gives an item the transforms of an orientation in place of those that it has, as essential properties.
  private mutating func setOrientation(_ orientation: ImageOrientation, of id: UInt32) throws(AuxError) {
    var list = associations(of: id)
    let old = list.filter { ["irot", "imir"].contains(property($0)?.type) }
    list.removeAll { ["irot", "imir"].contains(property($0)?.type) }
    // Those that transform come last. Source: ISO/IEC 23008-12, 6.5.1.
    list += orientation.transforms.map { Association(shared(Box($0.type, $0.serialize)), isEssential: true) }
    try replaceAssociations(of: id, with: list)
    removeUnused(Set(old.map(\.index)))
  }

  /// Replaces the Exif block of an item of the type `Exif`; the bytes of the old block go.
  ///
  /// Throws `unsupported` for a protected item. Source: ISO/IEC 23008-12, A.2.1.
  package mutating func setExif(_ block: [UInt8], of item: HEIFItem) throws(AuxError) {
    guard !item.isProtected else {
      throw AuxError(.unsupported, "the Exif block is protected", place: "item \(item.id)")
    }
    // The block begins at once after the number of bytes to skip.
    replaceBytes(of: item.id, with: [0, 0, 0, 0] + block, removingOld: true)
  }

  /// Replaces the XMP packet of an item, likewise.
  package mutating func setXMP(_ packet: [UInt8], of item: HEIFItem) throws(AuxError) {
    guard !item.isProtected else {
      throw AuxError(.unsupported, "the XMP packet is protected", place: "item \(item.id)")
    }
    replaceBytes(of: item.id, with: packet, removingOld: true)
  }
}
