internal import AuxContainers
internal import AuxImage
internal import AuxReader

/// A HEIF file as its boxes say, right or wrong: what cannot be read is left out with a fault.
///
/// Source: ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 6.
struct HEIFSubject: HEIFContent {
  /// A reference with the offset of its box.
  struct Reference: Sendable {
    var value: ItemReferenceBox.Reference
    var offset: Int
  }

  let structure: HEIFStructure
  /// Where the bytes of items are, by their offsets.
  private let places = OnceEach<Int, [Range<Int>]?>()
  /// The boxes at the top; nobody writes more of them.
  let top: ArraySlice<FileLayout.Entry>
  /// The payloads of `mdat` boxes.
  let media: SortedRanges
  var faults: [Fault] = []
  var metaOffset = 0
  var children: [MetaStructure.Child] = []
  /// The items with the properties that they name.
  var table: ItemTable { structure.index.table }
  var primaryID: UInt32? { structure.index.primaryID }
  var associations: [ItemPropertyAssociationBox.Entry] = []
  var associationsOffset: Int?
  var locations: ItemLocationBox?
  var locationsOffset: Int?
  var references: [Reference] = []
  var groups: [EntityGroup] = []
  /// The bytes of `idat` in the file.
  var itemData: Range<Int>?
  private(set) var packets: [PacketSubject] = []
  private var packetsByItem: [UInt32: Int] = [:]
  /// The offsets of the items that have what makes one an auxiliary image.
  private var auxiliaryOffsets: Set<Int> = []

  init(_ structure: HEIFStructure, _ packets: XMPPackets) {
    self.structure = structure
    top = structure.layout.all.prefix(4096)
    media = SortedRanges(top.filter { $0.type == "mdat" }.map(\.payloadRange))
    if let fault = structure.layout.fault, !fault.isOfSystem { faults.append(Fault("HEIF-BOX-SIZE", fault)) }
    if case .success(let meta)? = structure.meta { read(meta) }
    // What a tone-mapped image alone makes a gain map is bound by no rule for auxiliary items.
    auxiliaryOffsets = Set(
      structure.index.entries.lazy.map(\.entry).filter { $0.signs != [.tmap] }.map(\.offset))
    readPackets(packets)
  }

  /// Whether an item has what makes it an auxiliary image.
  func isAuxiliary(_ item: HEIFItem) -> Bool { auxiliaryOffsets.contains(item.offset) }

  /// Whether the file is an image sequence without a photo: it has no `meta`, or one without a primary item.
  ///
  /// Source: ISO/IEC 23008-12, 7.1, 10.3; AV1 Image File Format, 6.3.
  var isSequenceAlone: Bool {
    guard case .success(let type)? = structure.fileType, top.contains(where: { $0.type == "moov" }),
      !children.contains(where: { $0.box.type == "pitm" })
    else { return false }
    if case .failure? = structure.meta { return false }
    let brands: Set<FourCharacterCode> = ["msf1", "hevc", "hevx", "hevm", "hevs", "avis", "avcs", "jpgs"]
    return ([type.majorBrand] + type.compatibleBrands).contains(where: brands.contains)
  }

  /// Bytes after the last box that are no box.
  var trailer: Range<Int>? { structure.layout.trailer.isEmpty ? nil : structure.layout.trailer }

  var primary: HEIFItem? { primaryID.flatMap(item) }

  private mutating func readPackets(_ xmp: XMPPackets) {
    // Items whose bytes overlap are not parsed each.
    let places = Set(items.filter(\.isXMP).compactMap { ranges(of: $0) })
    var budget = SharedBytesBudget(places, byteCount: structure.source.byteCount)
    for item in items where item.isXMP {
      guard packets.count < 256, item.hasBytes, let ranges = ranges(of: item),
        ranges.reduce(0, { $0 + $1.count }) <= structure.limits.xmpBytes, budget.take(ranges),
        let packet = try? xmp.packet(at: ranges)
      else { continue }
      let described = item.targets("cdsc")
      packetsByItem[item.id] = packets.count
      packets.append(
        PacketSubject(
          packet, offset: ranges[0].lowerBound, place: item.place,
          isPrimary: primaryID.map(described.contains) ?? false))
    }
  }

  /// The Exif block of the primary item; nil if it is missing or invalid.
  var exif: ExifBlock? {
    let items = primaryID.map(structure.index.metadataItems) ?? []
    guard let item = items.first(where: { $0.type == "Exif" }), let ranges = ranges(of: item),
      ranges.reduce(0, { $0 + $1.count }) <= structure.limits.xmpBytes
    else { return nil }
    let data = try? ranges.flatMap { try structure.source.read(at: $0.lowerBound, count: $0.count) }
    return data.flatMap { try? ExifBlock(ExifBlock.block(inItem: $0), limits: structure.limits) }
  }

  func packet(of item: HEIFItem) -> PacketSubject? { packetsByItem[item.id].map { packets[$0] } }

  func xmpItems(for id: UInt32) -> [HEIFItem] { structure.index.metadataItems(for: id).filter(\.isXMP) }

  /// Returns the bytes of an item in the file, or nil where they are not all inside it.
  func ranges(of item: HEIFItem) -> [Range<Int>]? {
    guard let location = item.location else { return [] }
    return places.value(item.offset) {
      var ranges: [Range<Int>] = []
      var total = 0
      for extent in location.extents {
        guard let range = range(of: extent, at: location) else { return nil }
        total += range.count
        // Bytes that are repeated are not read again and again.
        guard total <= structure.source.byteCount else { return nil }
        ranges.append(range)
      }
      return ranges
    }
  }

  /// Returns the bytes of an extent, or nil where they are not inside the file or `idat`.
  func range(of extent: ItemLocationBox.Extent, at location: ItemLocationBox.Entry) -> Range<Int>? {
    guard location.constructionMethod <= 1 else { return nil }
    let inner = location.constructionMethod == 1 ? itemData : 0..<structure.source.byteCount
    let (sum, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
    guard let inner, !overflow, let start = Int(exactly: sum), let count = Int(exactly: extent.length),
      start <= inner.count, count <= inner.count - start
    else { return nil }
    return (inner.lowerBound + start)..<(inner.lowerBound + start + count)
  }

  /// Whether bytes of the file are in `idat`.
  func isInItemData(_ range: Range<Int>) -> Bool {
    itemData.map { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound } ?? false
  }

  /// Whether the bytes of a derived image are in no box of data, and `idat` has its description at the same offset.
  func isMeantInItemData(_ item: HEIFItem) -> Bool {
    guard item.isDescribed, var location = item.location, location.constructionMethod == 0,
      location.extents.count == 1, let range = range(of: location.extents[0], at: location),
      !range.isEmpty, !isInItemData(range), !media.contain(range)
    else { return false }
    location.method |= 1
    guard let meant = self.range(of: location.extents[0], at: location) else { return false }
    return isDescription(meant, of: item)
  }

  /// Whether bytes describe how a derived image is made of its inputs.
  private func isDescription(_ range: Range<Int>, of item: HEIFItem) -> Bool {
    let inputs = item.targets("dimg").count
    guard range.count <= OverlayPayload.largestCount(images: inputs) + GainMapPayload.largestCount,
      let bytes = try? structure.source.read(at: range.lowerBound, count: range.count)
    else { return false }
    var reader = ByteReader(bytes, fileOffset: range.lowerBound)
    switch item.type {
    case "grid":
      let grid = try? GridPayload(parsing: &reader, limits: structure.limits)
      return grid.map { $0.rows * $0.columns == inputs } ?? false
    case "iovl":
      return (try? OverlayPayload(parsing: &reader, images: inputs, limits: structure.limits)) != nil
    default: return (try? GainMapPayload(ofToneMap: &reader)) != nil
    }
  }
}

extension HEIFItem {
  /// Whether the type is of an image, coded or derived.
  var isImage: Bool { isCoded || isDerived }
  var isCoded: Bool {
    switch type {
    case "hvc1", "hev1", "av01", "jpeg", "avc1", "vvc1", "j2k1", "unci": true
    default: false
    }
  }
  private var isDerived: Bool {
    switch type {
    case "grid", "iden", "iovl", "tmap": true
    default: false
    }
  }
  /// Whether the type is of a derived image with a description of its own.
  var isDescribed: Bool { isDerived && type != "iden" }
}
