package import AuxImage

extension HEIFEdit {
  /// Apple's recipe of a photographic style, without which its maps say nothing.
  private static let styles = "tag:apple.com,2023:photo:metadata:styles"
  /// BE7ACFCB-97A9-42E8-9C71-999491E3AFAC: an XMP packet. Source: XMP specification part 3, 1.2.7.
  private static let xmpBox: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
  /// The properties that images need. Source: ISO/IEC 23008-12, 6.5.
  private static let knownProperties: Set<FourCharacterCode> = [
    "ispe", "pixi", "colr", "hvcC", "av1C", "avcC", "vvcC", "jpgC", "j2kH", "auxC", "irot", "imir", "clap",
    "pasp",
    "rloc", "lsel", "a1op", "a1lx", "clli", "mdcv", "cclv", "amve", "ndwt", "cmin", "cmex", "imif", "iscl",
    "rref",
    "lhvC", "tols", "oinf", "stpe", "rref", "prdi", "uncC", "cmpd", "ster",
  ]
  private static let knownBoxes: Set<FourCharacterCode> = [
    "ftyp", "meta", "mdat", "moov", "pdin", "idat", "uuid",
  ]
  private static let knownChildren: Set<FourCharacterCode> = [
    "hdlr", "dinf", "pitm", "iinf", "iref", "iprp", "iloc", "idat", "grpl", "ipro",
  ]

  /// Takes metadata out of the file, but of the items that are edited elsewhere: the Exif block and the XMP of the primary.
  ///
  /// Throws `unsupported` for a protected item.
  package mutating func apply(
    _ sweep: MetadataSweep, in source: any ByteSource, trailers: [Trailer], except own: Set<UInt32>
  ) throws(AuxError) {
    let kinds = sweep.kinds
    if kinds.takes(.thumbnailItem) { try removeThumbnails(sweep, source) }
    try removeItems(sweep)
    for item in file.items where !removedIDs.contains(item.id) && !own.contains(item.id) {
      try change(item, sweep, source)
    }
    changeProperties(sweep)
    if kinds.contains(.all) {
      for index in meta.itemInfo.boxes.indices { removeName(at: index) }
      meta.removeChildren { !Self.knownChildren.contains($0.type) }
    } else if kinds.takes(.videoLocation) {
      meta.removeChildren { $0.type == "udta" }
    }
    removesUnusedBytes = kinds.takes(.unusedBytes)
    try changeBoxes(sweep, source, trailers)
  }

  private mutating func removeThumbnails(_ sweep: MetadataSweep, _ source: any ByteSource) throws(AuxError) {
    let thumbnails = file.items.filter { !$0.targets("thmb").isEmpty && !removedIDs.contains($0.id) }
    for item in thumbnails {
      let data = (try? file.data(of: item, from: source, maxBytes: sweep.limits.xmpBytes)) ?? []
      sweep.take("item \(item.id)", .thumbnailItem, bytes: data)
    }
    try remove(all: thumbnails.map(\.id))
  }

  /// Removes regions with names, and for `all` the items that are neither images nor Exif, XMP or what the images need.
  private mutating func removeItems(_ sweep: MetadataSweep) throws(AuxError) {
    let gone = file.items.filter { item in
      guard item.id != meta.primary.itemID, !removedIDs.contains(item.id) else { return false }
      if item.type == "rgan", hasDescription(item.id) { return sweep.kinds.takes(.namedRegion) }
      let isOther = item.type == "mime" && !item.isXMP || item.type == "uri " && item.uriType != Self.styles
      return isOther && sweep.kinds.contains(.all)
    }
    for item in gone {
      sweep.take("item \(item.id)", item.type == "rgan" ? .namedRegion : .otherItem)
    }
    try remove(all: gone.map(\.id).filter { !removedIDs.contains($0) })
  }

  private func hasDescription(_ id: UInt32) -> Bool {
    associations(of: id).contains { ["udes", "altt"].contains(property($0)?.type) }
  }

  private mutating func change(
    _ item: HEIFItem, _ sweep: MetadataSweep, _ source: any ByteSource
  ) throws(AuxError) {
    if item.isKnownMetadata, !item.hasBytes { return try remove(item.id) }
    let limit = sweep.limits.xmpBytes
    let isText = item.type == "mime" && ["text/xml", "application/xml"].contains(item.contentType)
    switch item.type {
    case "Exif":
      let block = try? file.exifBlock(in: item, from: source)
      let rest = try block.flatMap { block throws(AuxError) in
        try sweep.exif(block, path: "item \(item.id) Exif")
      }
      if rest == nil { try remove(item.id) } else if let rest, rest != block { try setExif(rest, of: item) }
    case "mime" where item.isXMP || isText:
      guard item.contentEncoding ?? "" == "" else {
        guard sweep.kinds.takes(.unreadablePacket) else { return }
        sweep.take("item \(item.id)", .unreadablePacket)
        sweep.note("item \(item.id), a compressed XMP packet, is removed: it may hold anything")
        return try remove(item.id)
      }
      let packet = try file.data(of: item, from: source, maxBytes: limit)
      let rest = try sweep.xmp(packet, path: "item \(item.id) XMP")
      if rest == nil { try remove(item.id) } else if let rest, rest != packet { try setXMP(rest, of: item) }
    case "jpeg":
      guard let extents = try? file.extents(of: item), extents.ranges.count == 1, !extents.isInItemData,
        let range = extents.ranges.first,
        let image = try? JPEGImage(in: source, at: range.lowerBound, limits: sweep.limits)
      else { return }
      patches += try sweep.patches(of: image, in: source, path: "item \(item.id)")
    default: break
    }
  }

  /// Removes descriptions, for `all` what is no known property and not essential, and the dates of profiles.
  private mutating func changeProperties(_ sweep: MetadataSweep) {
    let essential = Set(
      meta.associations.flatMap(\.entries).flatMap(\.associations).filter(\.isEssential).map(\.index))
    var gone: Set<UInt16> = []
    for (number, property) in meta.properties.enumerated() {
      let index = UInt16(truncatingIfNeeded: number + 1)
      let payload = property.payload
      if ["udes", "altt"].contains(property.type), sweep.kinds.takes(.userDescription) {
        sweep.take(
          "ipco[\(number)]/\(property.type)", MetadataList.kinds(of: .userDescription),
          texts: Self.texts(in: payload))
        gone.insert(index)
      } else if sweep.kinds.contains(.all), !Self.knownProperties.contains(property.type),
        !StereoProperties.describesCamera(property), !essential.contains(index)
      {
        sweep.take("ipco[\(number)]/\(property.type)", .otherProperties, bytes: payload)
        gone.insert(index)
      } else {
        sweep.keep(payload)
      }
      if property.type == "colr",
        ["prof", "rICC"].contains(String(decoding: payload.prefix(4), as: UTF8.self))
      {
        let changed = sweep.withoutDate(payload, at: 4)
        if changed != payload { meta.properties[number] = Box("colr") { $0.write(changed) } }
      }
    }
    for box in meta.associations.indices {
      for entry in meta.associations[box].entries.indices {
        meta.associations[box].entries[entry].associations.removeAll { gone.contains($0.index) }
      }
    }
    removeUnused(gone)
  }

  private static func texts(in payload: [UInt8]) -> [String] {
    payload.dropFirst(4).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func removeName(at index: Int) {
    let box = meta.itemInfo.boxes[index]
    guard var entry = box.itemInfo, !entry.name.isEmpty else { return }
    entry.strings = Array(entry.strings.drop { $0 != 0 })
    meta.itemInfo.boxes[index] = box.replacing(entry.serialize)
  }

  /// Changes the boxes at the top of the file, and what follows them.
  private mutating func changeBoxes(
    _ sweep: MetadataSweep, _ source: any ByteSource, _ trailers: [Trailer]
  ) throws(AuxError) {
    let kinds = sweep.kinds
    for entry in file.layout.entries {
      switch entry.type {
      case "uuid" where entry.header.userType == Self.xmpBox:
        let range = entry.payloadRange
        guard range.count <= sweep.limits.xmpBytes else { continue }
        let packet = try source.read(at: range.lowerBound, count: range.count)
        let rest = try sweep.xmp(packet, path: "uuid XMP")
        guard rest != packet else { continue }
        changedBoxes[entry.offset] = rest.map { Self.resized(entry.header, to: $0) } ?? []
      case "uuid" where entry.isManifest:
        let manifest = try source.read(at: entry.offset, count: min(entry.range.count, sweep.limits.xmpBytes))
        removesManifest = removesManifest || kinds.takes(MetadataSweep.kinds(ofManifest: manifest))
        if removesManifest { sweep.take("uuid C2PA", .manifest, bytes: manifest) }
      case "moov", "udta", "mpvd":
        let start = entry.type == "udta" ? entry.offset : entry.payloadRange.lowerBound
        patches += try sweep.places(ofVideo: start..<entry.range.upperBound, in: source, depth: 1)
        if entry.type == "udta", kinds.contains(.all) { changedBoxes[entry.offset] = [] }
      default:
        guard kinds.contains(.all), !Self.knownBoxes.contains(entry.type) || entry.type == "uuid" else {
          continue
        }
        sweep.take("\(entry.type)", .otherBox)
        changedBoxes[entry.offset] = []
      }
    }
    guard !removesTrailers else { return }
    let trailer = file.layout.trailer
    let changes = try sweep.changes(
      ofTrailers: trailers, in: source, after: trailer.lowerBound, end: trailer.upperBound)
    patches += changes.patches
    if !changes.removed.isEmpty { removesTrailing = true }
  }

  private static func resized(_ header: BoxHeader, to payload: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    header.resized(to: payload.count).serialize(into: &writer)
    writer.write(payload)
    return writer.bytes
  }

  /// Whether a box at the top of the file goes.
  func removes(_ entry: FileLayout.Entry) -> Bool {
    removesManifest && entry.isManifest || removesTrailers && entry.isTrailer
  }
}
