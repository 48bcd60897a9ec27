package import AuxImage

// What the primary item is given beside images.
extension HEIFEdit {
  /// Makes the `hvcC` of a file that was just coded agree with the parameter sets in it, which are all that the image needs.
  ///
  /// libheif leaves out the constraint flags, and says that parameter sets may be missing. Throws `malformed` for a
  /// record without an SPS. Source: ISO/IEC 14496-15, 8.3.3.1.
  package mutating func normalizeConfigurations() throws(AuxError) {
    for index in meta.properties.indices where meta.properties[index].type == "hvcC" {
      var reader = meta.properties[index].reader
      var configuration = try HEVCDecoderConfiguration(parsing: &reader)
      try configuration.normalize()
      meta.properties[index] = Box("hvcC", configuration.serialize)
    }
  }

  /// Gives the primary item, which has no `clap` yet, the first columns and rows as its clean aperture, as an
  /// essential property before those that turn it.
  ///
  /// Throws `usage` where it has one, where it is turned already, or where the size is larger than the image.
  /// Source: ISO/IEC 14496-12, 12.1.4; ISO/IEC 23000-22, 7.3.6.7.
  package mutating func cropPrimary(width: Int, height: Int) throws(AuxError) {
    guard !primaryHas(["clap", "irot", "imir"]) else {
      throw AuxError(.usage, "the primary item is cropped or turned already", place: "meta/iprp/ipma")
    }
    let size = try file.imageSize(of: file.primaryItem)
    guard let aperture = CleanApertureProperty(firstColumns: width, rows: height, of: size) else {
      throw AuxError(.usage, "\(width)x\(height) of an image of \(size.width)x\(size.height)")
    }
    try associate([Box("clap", aperture.serialize)], with: meta.primary.itemID)
  }

  /// Gives the primary item, which has no `irot` and `imir` yet, those of an orientation, as essential properties.
  ///
  /// Throws `usage` where it has some, and `malformed` where it has no properties at all.
  package mutating func orientPrimary(_ orientation: ImageOrientation) throws(AuxError) {
    guard !primaryHas(["irot", "imir"]) else {
      throw AuxError(.usage, "the primary item is oriented already", place: "meta/iprp/ipma")
    }
    try associate(orientation.transforms.map { Box($0.type, $0.serialize) }, with: meta.primary.itemID)
  }

  private func primaryHas(_ types: [FourCharacterCode]) -> Bool {
    file.properties(of: file.primaryItem).contains { types.contains($0.box.type) }
  }

  /// The number of the item with the XMP packet of the primary; nil without one.
  package var primaryXMPItem: UInt32? { file.xmpItem(for: meta.primary.itemID)?.id }

  /// Gives the primary another XMP packet, in the item of the old one or in a new one.
  ///
  /// The bytes of the old packet stay where nothing points any more, so that no offset changes, unless `removingOld`.
  /// Throws `unsupported` for a protected item, `limitExceeded` where the file has no number left.
  /// Source: ISO/IEC 23008-12, annex A.3.
  package mutating func setPrimaryXMP(_ packet: [UInt8], removingOld: Bool = false) throws(AuxError) {
    let primary = meta.primary.itemID
    guard let old = file.xmpItem(for: primary) else {
      // Readers that take the first item would take an empty one.
      let empty = file.items.filter { $0.isXMP && !$0.hasBytes && $0.targets("cdsc").contains(primary) }
      try remove(all: empty.map(\.id))
      let id = try newItemID()
      refer("cdsc", from: id, to: [primary])
      return add(.xmp(id), [], packet)
    }
    guard !old.isProtected else { throw AuxError(.unsupported, "the XMP of the photo is protected") }
    replaceBytes(of: old.id, with: packet, removingOld: removingOld)
  }

  /// Gives an item other bytes; its old ones stay where nothing points any more, unless `removingOld`.
  mutating func replaceBytes(of id: UInt32, with bytes: [UInt8], removingOld: Bool) {
    if removingOld { removed += meta.locations.entries.filter { $0.itemID == id } }
    meta.locations.entries.removeAll { $0.itemID == id }
    newData.append(NewData(itemID: id, bytes: bytes))
    place(id, bytes.count)
  }
}
