package import AuxImage

/// A HEIF file: its items, what they are and where their bytes lie.
///
/// Opening loads `ftyp` and `meta`, and the headers of the other boxes. Source: Specs/heif.md, "Reading".
package struct HEIFFile: Sendable {
  /// The brands.
  package let fileType: FileTypeBox
  /// The top-level boxes.
  package let layout: FileLayout
  /// The `meta` box.
  package let meta: MetaBox
  /// The items, in the order of the file.
  package let items: [HEIFItem]
  /// What was forgiven.
  package let notes: [String]
  /// The number of bytes of the file.
  package let byteCount: Int
  let limits: Limits
  let metaRange: Range<Int>
  private let positions: [UInt32: Int]

  /// Opens the file whose bytes `source` gives.
  package init(_ source: any ByteSource, limits: Limits = .standard) throws(AuxError) {
    self.limits = limits
    byteCount = source.byteCount
    layout = try FileLayout(source, limits: limits)
    guard let type = layout.entries.first, type.type == "ftyp" else {
      throw AuxError(.malformed, "the file does not begin with ftyp (14496-12 4.3)", offset: 0)
    }
    var reader = try FileLayout.load(type, from: source, limits: limits).reader
    fileType = try AuxError.at("ftyp") { () throws(AuxError) in try FileTypeBox(parsing: &reader) }
    guard let entry = try layout.only("meta") else {
      throw AuxError(.malformed, "no meta box: the file holds no still image (23008-12 6.2)")
    }
    metaRange = entry.range
    meta = try MetaBox(try FileLayout.load(entry, from: source, limits: limits), limits: limits)
    var notes: [String] = []
    if !layout.trailer.isEmpty {
      notes.append("\(layout.trailer.count) bytes behind the last box are no box")
    }
    (items, positions) = try AuxError.at("meta") { [meta] () throws(AuxError) in
      try Self.items(of: meta, &notes)
    }
    guard positions[meta.primary.itemID] != nil else {
      throw AuxError(
        .malformed, "the primary item \(meta.primary.itemID) is not in iinf (14496-12 8.11.4)",
        place: "meta/pitm")
    }
    self.notes = notes
  }

  private static func items(
    of meta: MetaBox, _ notes: inout [String]
  ) throws(AuxError) -> ([HEIFItem], [UInt32: Int]) {
    var items: [HEIFItem] = []
    var positions: [UInt32: Int] = [:]
    for (number, box) in meta.itemInfo.boxes.enumerated() {
      let place = "iinf[\(number)]/\(box.type)"
      var reader = box.reader
      do throws(AuxError) {
        let entry = try ItemInfoEntry(parsing: &reader)
        guard entry.itemID != 0 else { throw AuxError(.malformed, "the item number 0 (14496-12 8.11.6)") }
        guard positions.updateValue(items.count, forKey: entry.itemID) == nil else {
          throw AuxError(.malformed, "a second item \(entry.itemID) (14496-12 8.11.6)")
        }
        items.append(HEIFItem(entry))
      } catch {
        let located = AuxError(error.code, error.reason, offset: error.offset ?? box.payloadOffset).within(
          place)
        guard error.code == .unsupported else { throw located }
        notes.append("\(located)")
      }
    }
    try attach(meta, to: &items, positions)
    return (items, positions)
  }

  /// Gives the items their properties, references and places.
  private static func attach(
    _ meta: MetaBox, to items: inout [HEIFItem], _ positions: [UInt32: Int]
  ) throws(AuxError) {
    for entry in meta.associations.flatMap(\.entries) {
      if let wrong = entry.associations.first(where: { $0.index > meta.properties.count }) {
        throw AuxError(
          .malformed, "item \(entry.itemID) has the property \(wrong.index) of \(meta.properties.count)",
          place: "iprp/ipma")
      }
      guard let position = positions[entry.itemID] else { continue }
      guard items[position].associations.isEmpty else {
        throw AuxError(
          .malformed, "a second entry of item \(entry.itemID) (14496-12 8.11.14)", place: "iprp/ipma")
      }
      items[position].associations = entry.associations
    }
    for reference in meta.references.references {
      if let position = positions[reference.from] { items[position].references.append(reference) }
    }
    var located: Set<UInt32> = []
    for entry in meta.locations.entries {
      guard located.insert(entry.itemID).inserted else {
        throw AuxError(.malformed, "a second entry of item \(entry.itemID) (14496-12 8.11.3)", place: "iloc")
      }
      if let position = positions[entry.itemID] { items[position].location = entry }
    }
  }

  /// The number of the primary item.
  package var primaryItemID: UInt32 { meta.primary.itemID }

  /// The primary item.
  package var primaryItem: HEIFItem { items[positions[meta.primary.itemID] ?? 0] }

  /// Returns the item of that number.
  package func item(_ id: UInt32) -> HEIFItem? { positions[id].map { items[$0] } }
}
