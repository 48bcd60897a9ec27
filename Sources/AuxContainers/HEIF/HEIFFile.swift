package import AuxImage

/// A HEIF file: its items, what they are and where their bytes are.
///
/// Opening loads `ftyp` and `meta`, and the headers of the other boxes. Source: Specs/heif.md, "Reading".
package struct HEIFFile: HEIFContent {
  package let fileType: FileTypeBox
  package let layout: FileLayout
  package let meta: MetaBox
  /// The items, their reverse references, and the list of the auxiliary images.
  package let index: HEIFIndex
  package let notes: [String]
  package let byteCount: Int
  /// The bounds of reading.
  package let limits: AuxLimits
  let metaRange: Range<Int>
  /// Where the bytes of items in several runs are, by the numbers of the items.
  let places = OnceEach<UInt32, Result<HEIFItem.Extents, AuxError>>()
  /// The items whose bytes are not in the file, once they were asked for.
  let lost = Once<Result<Set<UInt32>, AuxError>>()

  package init(_ source: any ByteSource, limits: AuxLimits = .standard) throws(AuxError) {
    try self.init(HEIFStructure(source, limits: limits))
  }

  /// Takes a file's structure; throws the first fault in it that may not be forgiven.
  package init(_ structure: HEIFStructure) throws(AuxError) {
    limits = structure.limits
    byteCount = structure.source.byteCount
    layout = structure.layout
    if let fault = layout.fault { throw fault }
    guard layout.entries.first?.type == "ftyp", let fileType = structure.fileType else {
      throw AuxError(.malformed, "the file does not begin with ftyp (14496-12 4.3)", offset: 0)
    }
    self.fileType = try fileType.get()
    guard let entry = try layout.only("meta"), let loaded = structure.meta else {
      throw AuxError(.malformed, "no meta box: the file holds no still image (23008-12 6.2)")
    }
    metaRange = entry.range
    let read = try loaded.get()
    if let fault = read.box.firstFault { throw fault }
    meta = try MetaBox(read, limits: limits)
    var notes: [String] = []
    if !layout.trailer.isEmpty {
      notes.append("\(layout.trailer.count) bytes after the last box are no box, and are kept")
    }
    if meta.itemInfo.full.version > 1 {
      notes.append("iinf has version \(meta.itemInfo.full.version), and is read as version 1")
    }
    // Entries beyond the count of the list are not its items.
    index =
      meta.itemInfo.boxes.count == read.items?.entries.count
      ? structure.index
      : HEIFIndex(
        ItemTable(
          meta.itemInfo.boxes, read.items?.entries ?? [], properties: meta.properties,
          associations: meta.associations.flatMap(\.entries), references: meta.references.references,
          locations: meta.locations.entries),
        primary: meta.primary.itemID)
    let table = index.table
    for fault in table.faults {
      guard fault.isForgivable else { throw fault.error.within("meta") }
      notes.append("\(fault.error)")
    }
    for item in table.items where item.isKnownMetadata && !item.hasBytes {
      notes.append("item \(item.id): the \(item.isXMP ? "XMP" : "Exif") is empty, and counts as none")
    }
    guard table.item(meta.primary.itemID) != nil else {
      throw AuxError(
        .malformed, "the primary item \(meta.primary.itemID) is not in iinf (14496-12 8.11.4)",
        place: "meta/pitm")
    }
    self.notes = notes
  }

  package var table: ItemTable { index.table }

  /// The auxiliary images of the primary item, in the order of the file.
  ///
  /// Where the primary is derived from one base image (`tmap`, `iden`), those of the base are among them; so are gain
  /// maps that nothing but a tone-mapped image refers to.
  package var auxiliaryItems: [HEIFItem] { index.entries.filter(\.entry.isHandedOut).map(\.place) }

  /// The container as users know it, by the brands.
  package var container: ImageContainer { fileType.isAVIF ? .avif : .heif }

  package var primaryItemID: UInt32 { meta.primary.itemID }

  package var primaryItem: HEIFItem { item(meta.primary.itemID) ?? items[0] }
}
