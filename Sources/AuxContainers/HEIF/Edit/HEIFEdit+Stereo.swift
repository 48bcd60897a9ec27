package import AuxImage

extension HEIFEdit {
  /// Adds the primary image of another file as the right eye's, and groups it with the primary of this one.
  ///
  /// Tiles and metadata of that image come along, its auxiliary images do not. The camera becomes properties of
  /// both images, in place of what they said of theirs; without one, both keep what they say. Throws as reading does,
  /// `malformed` for an image without properties, and `limitExceeded` where the file has no number left. Source:
  /// ISO/IEC 23008-12, 6.8.5, `ster`: the left image is first.
  package mutating func addRightEye(
    of other: HEIFFile, from source: any ByteSource, camera: StereoCamera?
  ) throws(AuxError) {
    let tiles = other.primaryItem.targets("dimg").compactMap { other.item($0) }
    let metadata = other.metadataItems(for: other.primaryItemID)
    var numbers: [UInt32: UInt32] = [:]
    for item in tiles + [other.primaryItem] + metadata {
      let id = try newItemID()
      numbers[item.id] = id
      try copy(item, of: other, from: source, as: id, &numbers)
    }
    guard let right = numbers[other.primaryItemID] else {
      throw AuxError(.malformed, "the primary item is not among the items", place: "meta/pitm")
    }
    let group = try newItemID()
    let left = meta.primary.itemID
    if let camera {
      try setCamera(camera.properties(of: .left), of: left)
      try setCamera(camera.properties(of: .right), of: right)
    }
    meta.groups.append(EntityGroup("ster", groupID: group, entityIDs: [left, right]))
  }

  /// Leaves one image of a stereo pair, which becomes the primary: the other images of their group go, and the primary where
  /// that is a third one, each with all that exists for it alone, and so do all stereo groups: the pictures of other pairs stay,
  /// and are no pairs any more.
  ///
  /// What the image says of its camera stays. Throws as ``remove(_:)``.
  package mutating func keepEye(_ id: UInt32) throws(AuxError) {
    let pairs = meta.groups.filter { $0.type == "ster" && $0.entityIDs.contains(id) }
    let others = Set(pairs.flatMap(\.entityIDs) + [meta.primary.itemID]).subtracting([id])
    meta.primary.itemID = id
    if id > 0xFFFF { meta.primary.full.version = 1 }
    try remove(all: others.filter { file.item($0) != nil }.sorted())
    meta.groups.removeAll { $0.type == "ster" }
  }

  /// Gives an item the properties of a camera in place of those that it has, before those that crop and turn it; throws
  /// `limitExceeded` for more than the file has room for.
  package mutating func setCamera(_ boxes: [Box], of id: UInt32) throws(AuxError) {
    let new = boxes.map { Association(shared($0), isEssential: false) }
    var list = associations(of: id)
    let old = list.filter(describesCamera)
    list.removeAll(where: describesCamera)
    // Those that transform come after those that describe. Source: ISO/IEC 23008-12, 6.5.1.
    let last = list.lastIndex { !["clap", "irot", "imir"].contains(property($0)?.type) }
    list.insert(contentsOf: new, at: last.map { $0 + 1 } ?? 0)
    try replaceAssociations(of: id, with: list)
    removeUnused(Set(old.map(\.index)))
  }

  private func describesCamera(_ association: Association) -> Bool {
    property(association).map(StereoProperties.describesCamera) ?? false
  }

  private mutating func copy(
    _ item: HEIFItem, of other: HEIFFile, from source: any ByteSource, as id: UInt32,
    _ numbers: inout [UInt32: UInt32]
  ) throws(AuxError) {
    for reference in item.references where reference.type == "dimg" || reference.type == "cdsc" {
      refer(reference.type, from: id, to: reference.to.compactMap { numbers[$0] })
    }
    add(
      ItemInfoEntry(
        itemID: id, type: item.type, isHidden: item.isHidden, contentType: item.contentType,
        contentEncoding: item.contentEncoding),
      other.properties(of: item).map { Association(shared($0.box), isEssential: $0.isEssential) },
      try other.data(of: item, from: source, maxBytes: source.byteCount))
  }
}
