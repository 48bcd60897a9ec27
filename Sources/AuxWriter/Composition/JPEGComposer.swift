internal import AuxCodecs
internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// Composes a JPEG file: auxiliary images are further images that XMP identifies.
///
/// Source: Specs/jpeg-mpf.md, "Writing".
enum JPEGComposer {
  static func compose(
    _ composition: Composition, _ reader: JPEGReader
  ) throws(AuxError) -> ByteComposition {
    let source = composition.base.bytes
    let claim = JPEGGainMapClaim(reader, composition)
    var edit = JPEGEdit(composition.additions.isEmpty ? reader.file : try reader.fileWithUnlisted())
    edit.directoryEnd = reader.directoryEnd
    if composition.metadata.removesC2PAManifest { try edit.removeManifest(in: source) }
    var removed: [AuxiliaryImage] = []
    for index in composition.removals.sorted() {
      let image = reader.auxiliaryImages[index]
      if image.embeddedForm == .gdepth {
        removed.append(image)
      } else if case .secondary(let number) = reader.places[index] {
        try edit.remove(number)
      } else if image.embeddedForm == .trailer, composition.metadata.removesTrailers {
        continue
      } else if image.embeddedForm == .dynamicDepth {
        edit.removesListedItems = true
      } else {
        throw AuxError(.unsupported, "an image that the primary is or holds is not removed")
      }
    }
    var gainMapByteCount: Int?
    try composition.addAll { addition throws(AuxError) in
      try coded(addition.written)
    } _: { addition, new throws(AuxError) in
      guard addition.type.isGainMap else { return edit.add(new) }
      gainMapByteCount = new.bytes.count
      // Readers take the first image for the gain map.
      if claim.isFirst { edit.addFirst(new) } else { edit.add(new) }
    }
    let map = composition.metadata.gdepth
    let graft = MetadataGraft(composition.base, composition.metadata)
    try graft.apply(to: &edit, reader)
    if edit.removesListedItems {
      try checkListedItems(reader, composition.removals)
      for number in reader.listedPictures { try edit.remove(number) }
    }
    let changesPackets = composition.metadata.changesBlocks
    guard claim.changes || map != nil || !removed.isEmpty || changesPackets || edit.removesListedItems else {
      return try edit.composition(of: source)
    }
    var packets = try PrimaryPackets(of: reader.file.primary, in: source, limits: composition.base.limits)
    if !removed.isEmpty {
      // Without its map, confidence says nothing.
      let isWhole = removed.contains { $0.type.isDepthData }
      try packets.removeGDepth(named: isWhole ? nil : GDepth.confidenceNames)
    }
    if edit.removesListedItems {
      try packets.change { packet throws(AuxError) in _ = try packet?.removeDynamicDepth() }
    }
    if let map { try packets.add(map) }
    if changesPackets {
      try packets.change(
        removingUnreadable: composition.metadata.strips.takes(.unreadablePacket), graft.change)
    }
    try claim.apply(to: &edit, &packets, gainMapByteCount: gainMapByteCount)
    try packets.apply(to: &edit)
    return try edit.composition(of: source)
  }

  /// Throws `unsupported` where more than the maps of Dynamic Depth would go: they are found by counting what is listed.
  private static func checkListedItems(_ reader: JPEGReader, _ removals: Set<Int>) throws(AuxError) {
    let maps = reader.auxiliaryImages.filter { $0.embeddedForm == .dynamicDepth }
    let packet = try reader.primaryMetadata().xmp ?? []
    let directory = try ItemDirectory(XMPParser.properties(of: packet, limits: reader.limits), reader.limits)
    // Older directories state no semantics: their items have names, and are those of Dynamic Depth.
    let others = (directory?.items ?? []).dropFirst().filter { item in
      item.semantic.map { !(XMPEdit.itemsOfDynamicDepth + ["GainMap"]).contains($0) } ?? (item.uri == nil)
    }
    guard maps.allSatisfy({ removals.contains($0.index) }), others.isEmpty else {
      throw AuxError(
        .unsupported, "the DynamicDepth map belongs to the primary's XMP, which lists other things after it",
        remedy: .otherContainer)
    }
  }

  /// Codes an image for the file, unless it is coded.
  private static func coded(_ content: Composition.Addition.Content) throws(AuxError) -> JPEGCodedImage {
    let (image, encoding): (StoredAuxiliaryImage, AuxiliaryEncoding)
    switch content {
    case .copied(.jpeg(let copied), _): return copied
    case .copied(.heif, _): throw AuxError(.unsupported, "a coded image of another container")
    case .codes(let given, let how): (image, encoding) = (given, how)
    }
    guard !encoding.isLossless else {
      throw AuxError(.unsupported, "JPEG has no lossless form that its readers take; HEIC and DNG have")
    }
    let (packet, metadata) = try image.descriptionInJPEG()
    let stream: [UInt8]
    if let colours = image.content.colours {
      stream = try JPEGCodec.encode(
        rgb: colours.rgb().rgb8, width: image.width, height: image.height, quality: encoding.quality,
        subsampled: false)
    } else {
      // One restart interval for each row of blocks, as Apple's files have it.
      stream = try JPEGCodec.encode(
        gray: image.codes, quality: encoding.quality, restartInterval: (image.width + 7) / 8)
    }
    return try JPEGCodedImage(
      stream: stream, xmp: packet, gainMap: metadata, profile: image.gainMapProfile)
  }
}

extension StoredAuxiliaryImage {
  /// The ICC profile of the alternate rendition of a gain map.
  var gainMapProfile: [UInt8]? { content.gainMapMetadata?.alternateColors?.iccProfile }

  /// Returns what a JPEG file says of the image: its packet, and the gain map metadata of ISO's form.
  func descriptionInJPEG() throws(AuxError) -> (packet: [UInt8]?, iso: GainMapMetadata?) {
    let forms = gainMapForms
    let metadata = content.gainMapMetadata
    var packet = forms.isEmpty || forms.contains(.apple) ? try self.packet(for: .jpeg) : nil
    if forms.contains(.ultraHDR), let properties = metadata?.properties {
      if let apples = packet {
        var both = XMPEdit(apples)
        try both.add(description: XMPSerializer.descriptions(of: properties))
        packet = both.bytes
      } else {
        packet = try XMPSerializer.packet(of: properties)
      }
    }
    return (packet, forms.contains(.iso) ? metadata : nil)
  }
}

/// What the primary of a JPEG file says of its gain map, before and after an edit.
///
/// `hdrgm:Version` and the GContainer directory announce one of Ultra HDR, an APP2 segment one of ISO 21496-1. An
/// announced gain map must be there, and be the first image. Source: Specs/gainmaps.md, "JPEG".
struct JPEGGainMapClaim {
  /// Whether an added gain map comes before all other images: not where the primary lists the images that follow it, and
  /// does not list the map.
  let isFirst: Bool
  private let primary: JPEGImage
  /// Whether the announced gain map goes.
  private let removes: Bool
  /// The forms in which a gain map is added that the primary announces.
  private let announced: [GainMapDescription.Form]
  /// A description that the primary's XMP gets as well.
  private let description: String?

  /// Whether the primary's claim is another after the edit.
  var changes: Bool { removes || !announced.isEmpty || description != nil }

  init(_ reader: JPEGReader, _ composition: Composition) {
    let images = reader.auxiliaryImages.filter { image in
      if case .secondary = reader.places[image.index] { image.type.isGainMap } else { false }
    }
    let gone = images.filter { composition.removals.contains($0.index) }
    removes = !gone.isEmpty && gone.count == images.count
    let forms = composition.additions.first { $0.type.isGainMap }?.gainMapForms ?? []
    announced = forms.filter { $0 != .apple }
    (primary, description) = (reader.file.primary, composition.metadata.primaryDescription)
    let othersListed = reader.directoryEnd > 0 && !(removes && reader.listedImageCount == 1)
    isFirst = announced.contains(.ultraHDR) || !othersListed
  }

  /// Brings the claim up to date; the bytes are those of the gain map that is added.
  func apply(
    to edit: inout JPEGEdit, _ packets: inout PrimaryPackets, gainMapByteCount: Int?
  ) throws(AuxError) {
    guard changes else { return }
    var packet = packets.packet ?? XMPEdit(isWrapped: true)
    if removes {
      try packet.removeGainMapClaim()
      if primary.first(.gainMap) != nil { edit.hasGainMapVersion = false }
    }
    if let gainMapByteCount, announced.contains(.ultraHDR) {
      try packet.addGainMapClaim(byteCount: gainMapByteCount)
    }
    if announced.contains(.iso) { edit.hasGainMapVersion = true }
    if let description { try packet.add(description: description) }
    guard packets.packet != nil || announced.contains(.ultraHDR) || description != nil else { return }
    packets.packet = packet
  }
}

extension XMPEdit {
  /// The most bytes of a packet in a segment of JPEG.
  static let segmentRoom = JPEGSegment.largestPayload - JPEGIdentifier.xmp.count

  /// Gives up the packet's padding where it does not fit a segment of JPEG.
  mutating func fitSegment() {
    if bytes.count > Self.segmentRoom { removePadding() }
  }
}
