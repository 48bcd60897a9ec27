package import AuxImage

extension HEIFEdit {
  /// Adds an auxiliary image of the primary item, or a gain map that a tone-mapped image is made with, or both in one; returns
  /// its number.
  ///
  /// Throws `usage` for a size of nothing, `unsupported` for a tone-mapped image where the primary is one itself, and
  /// `limitExceeded` where the file has no number left.
  @discardableResult
  package mutating func add(_ new: HEIFCodedImage) throws(AuxError) -> UInt32 {
    if let metadata = new.toneMap { return try addToneMap(new, metadata) }
    let isGainMap = Self.isGainMap(urn: new.urn)
    let id = try addImage(new, auxiliaryOf: isGainMap ? [meta.primary.itemID] : auxiliaryTargets)
    if !isGainMap { newAuxiliaries.append(id) }
    return id
  }

  /// Adds a thumbnail of the primary; throws as ``add(_:)``. Source: ISO/IEC 23008-12, 6.4.4.
  package mutating func addThumbnail(_ new: HEIFCodedImage) throws(AuxError) {
    refer("thmb", from: try addImage(new), to: [meta.primary.itemID])
  }

  /// Adds an image, which is an auxiliary image of others where these are given.
  private mutating func addImage(
    _ new: HEIFCodedImage, auxiliaryOf targets: [UInt32]? = nil
  ) throws(AuxError) -> UInt32 {
    guard let width = UInt32(exactly: new.width), let height = UInt32(exactly: new.height), width > 0,
      height > 0
    else { throw AuxError(.usage, "an auxiliary image of \(new.width)x\(new.height)") }
    var tiles: [UInt32] = []
    for tile in new.tiles {
      let id = try newItemID()
      let properties = tile.properties.map { Association(shared($0.box), isEssential: $0.isEssential) }
      add(ItemInfoEntry(itemID: id, type: tile.itemType, isHidden: true), properties, tile.payload)
      tiles.append(id)
    }
    let id = try newItemID()
    meta.itemInfo.append(ItemInfoEntry(itemID: id, type: new.itemType, isHidden: true))
    let size = ImageSpatialExtentsProperty(width: width, height: height)
    appendAssociations(try properties(of: new, size, isAuxiliary: targets != nil), of: id)
    if !tiles.isEmpty { refer("dimg", from: id, to: tiles) }
    if let targets { refer("auxl", from: id, to: targets) }
    // The packet comes before the image, its entry in iloc after that of the image.
    if let xmp = new.xmp {
      highestID = id + 1
      meta.itemInfo.append(.xmp(id + 1))
      refer("cdsc", from: id + 1, to: [id])
      newData.append(NewData(itemID: id + 1, bytes: xmp))
    }
    newData.append(NewData(itemID: id, bytes: new.payload))
    place(id, new.payload.count)
    if let xmp = new.xmp { place(id + 1, xmp.count) }
    return id
  }

  /// Returns the properties of a new image, in the order of Apple's cameras.
  private mutating func properties(
    of new: HEIFCodedImage, _ size: ImageSpatialExtentsProperty, isAuxiliary: Bool
  ) throws(AuxError) -> [Association] {
    var list = new.configuration.map { [Association(append($0), isEssential: true)] } ?? []
    list.append(Association(shared(Box("ispe", size.serialize)), isEssential: false))
    if let aperture = new.aperture {
      list.append(Association(shared(Box("clap", aperture.serialize)), isEssential: true))
    }
    list += associations(of: meta.primary.itemID).filter { ["irot", "imir"].contains(property($0)?.type) }
    if !new.bitsPerChannel.isEmpty {
      let pixels = PixelInformationProperty(bitsPerChannel: new.bitsPerChannel)
      list.append(Association(shared(Box("pixi", pixels.serialize)), isEssential: false))
    }
    list += new.extraProperties.map { Association(shared($0.box), isEssential: $0.isEssential) }
    if isAuxiliary {
      let auxiliary = AuxiliaryTypeProperty(urn: new.urn, subtype: new.subtype)
      list.append(Association(shared(Box("auxC", auxiliary.serialize)), isEssential: true))
    }
    guard meta.properties.count <= 0x7FFF, list.count <= 0xFF else {
      throw AuxError(
        .limitExceeded, "\(meta.properties.count) properties, 32767 at most", place: "meta/iprp/ipco")
    }
    return list
  }

  /// Adds a gain map, and the tone-mapped image (`tmap`) of the primary that is made with it; with a URN, it is an auxiliary
  /// image of the primary too.
  ///
  /// The tone-mapped image has the colors that the metadata state, else those of the primary, and the displayed size of the
  /// primary, in AVIF its stored size. Both are in an `altr` group, the tone-mapped one first. Source: ISO/IEC
  /// 23008-12:2022/Amd 1, 6.6.2.4; Specs/gainmaps.md, "HEIF".
  private mutating func addToneMap(
    _ new: HEIFCodedImage, _ metadata: GainMapMetadata
  ) throws(AuxError) -> UInt32 {
    let primary = file.primaryItem
    guard primary.type != "tmap" else {
      throw AuxError(.unsupported, "the primary is made with a gain map already")
    }
    let whole = try file.fileType.isAVIF ? file.imageSize(of: primary) : file.displaySize(of: primary)
    guard let width = UInt32(exactly: whole.width), let height = UInt32(exactly: whole.height) else {
      throw AuxError(.malformed, "a primary of \(whole.width)x\(whole.height)")
    }
    let gainMap = try addImage(new, auxiliaryOf: new.urn.isEmpty ? nil : [primary.id])
    let id = try newItemID()
    let size = ImageSpatialExtentsProperty(width: width, height: height)
    var list = [Association(shared(Box("ispe", size.serialize)), isEssential: false)]
    let alternate = metadata.alternateColors?.properties ?? []
    let own = file.properties(of: primary).filter {
      $0.box.type == "pixi" || $0.box.type == "colr" && alternate.isEmpty
    }
    // A damaged property stays where it is.
    let inherited =
      alternate.isEmpty ? ((try? file.colours(of: primary)) ?? HEIFColours()).properties : []
    for property in own + inherited.filter({ property in !own.contains { $0.index == property.index } }) {
      list.append(Association(shared(property.box), isEssential: property.isEssential))
    }
    for property in alternate { list.append(Association(shared(property), isEssential: false)) }
    var payload = ByteWriter()
    payload.write(UInt8(0))
    try GainMapPayload(metadata).serialize(into: &payload)
    add(ItemInfoEntry(itemID: id, type: "tmap", isHidden: false), list, payload.bytes)
    refer("dimg", from: id, to: [primary.id, gainMap])
    if let group = meta.groups.firstIndex(where: { $0.type == "altr" && $0.entityIDs.contains(primary.id) }) {
      meta.groups[group].entityIDs.insert(id, at: 0)
    } else {
      meta.groups.append(EntityGroup("altr", groupID: try newItemID(), entityIDs: [id, primary.id]))
    }
    retargetAuxiliaries(to: id)
    return gainMap
  }

  /// The `ftyp` to be where it is another: the brand `tmap` says that there is a tone-mapped image.
  var changedFileType: FileTypeBox? {
    let hasToneMap = meta.itemInfo.boxes.contains { $0.itemInfo?.itemType == "tmap" }
    let hadToneMap = file.items.contains { $0.type == "tmap" }
    guard hasToneMap != hadToneMap || addsToneMapBrand else { return nil }
    var changed = file.fileType
    changed.compatibleBrands.removeAll { $0 == "tmap" }
    if hasToneMap { changed.compatibleBrands.append("tmap") }
    return changed == file.fileType ? nil : changed
  }
}

extension RenditionColors {
  /// The `colr` properties that state the colors.
  fileprivate var properties: [Box] {
    let points = codePoints.map { points in
      ColourInformationProperty.nclx(
        primaries: UInt16(clamping: points.primaries), transfer: UInt16(clamping: points.transfer),
        matrix: UInt16(clamping: points.matrix), range: points.isFullRange ? 0x80 : 0)
    }
    let profile = iccProfile.map { ColourInformationProperty.profile(isRestricted: false, $0) }
    return [profile, points].compactMap(\.self).map { Box("colr", $0.serialize) }
  }
}

extension ItemInfoEntry {
  static func xmp(_ id: UInt32) -> Self {
    Self(itemID: id, type: "mime", isHidden: true, contentType: HEIFItem.xmpContentType)
  }
}
