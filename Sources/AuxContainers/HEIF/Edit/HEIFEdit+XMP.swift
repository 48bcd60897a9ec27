package import AuxImage

extension HEIFEdit {
  /// Gives the primary another XMP packet, in the item of the old one or in a new one.
  ///
  /// The bytes of the old packet stay where nothing points any more, so that no offset changes. Throws `unsupported`
  /// for a protected item, `limitExceeded` where the file has no number left. Source: ISO/IEC 23008-12, annex A.3.
  package mutating func setPrimaryXMP(_ packet: [UInt8]) throws(AuxError) {
    let primary = meta.primary.itemID
    if let old = file.xmpItem(for: primary) {
      guard !old.isProtected else { throw AuxError(.unsupported, "the XMP of the photo is protected") }
      meta.locations.entries.removeAll { $0.itemID == old.id }
      newData.append(NewData(itemID: old.id, bytes: packet))
      place(old.id, packet.count)
      return
    }
    let id = try newItemID()
    meta.itemInfo.append(
      ItemInfoEntry(itemID: id, type: "mime", isHidden: true, contentType: HEIFItem.xmpContentType))
    meta.references.append(ItemReferenceBox.Reference("cdsc", from: id, to: [primary]))
    newData.append(NewData(itemID: id, bytes: packet))
    place(id, packet.count)
  }
}
