internal import AuxImage

/// The `meta` box of a track or of a movie, as far as the places of its items in the file go.
///
/// Source: ISO/IEC 14496-12:2022, 8.11.1 and 8.11.3. QuickTime's metadata has no such places.
struct TrackMetadataBox {
  private let box: Box
  private let header: [UInt8]
  private var children: [Box] = []
  private var locations: [Int: ItemLocationBox] = [:]

  /// Creates the view; throws as its boxes are read, and `unsupported` for an item in another file.
  init(_ box: Box) throws(AuxError) {
    self.box = box
    var reader = box.reader
    header = try reader.readBytes(4)
    while reader.remaining > 0 { children.append(try Box(leaf: &reader)) }
    for (index, child) in children.enumerated() where child.type == "iloc" {
      var bytes = child.reader
      let found = try AuxError.at("iloc") { () throws(AuxError) in try ItemLocationBox(parsing: &bytes) }
      guard found.entries.allSatisfy({ $0.dataReferenceIndex == 0 }) else {
        throw AuxError(.unsupported, "an item is in another file", place: "iloc")
      }
      locations[index] = found
    }
  }

  /// Where the items begin in the file.
  var offsets: [UInt64] {
    locations.values.flatMap(\.entries).filter { $0.constructionMethod == 0 }
      .flatMap { entry in entry.extents.map { entry.baseOffset &+ $0.offset } }
  }

  /// Returns the box, as long as before, with the places that the map says; throws `unsupported` for one that the fields of
  /// the box cannot express.
  func moved(by map: OffsetMap) throws(AuxError) -> Box {
    var moved = children
    for (index, old) in locations {
      var new = old
      for number in new.entries.indices where new.entries[number].constructionMethod == 0 {
        try Self.move(&new.entries[number], of: new, map)
      }
      moved[index] = children[index].replacing(new.serialize)
    }
    return box.replacing { writer in
      writer.write(header)
      for child in moved { child.serialize(into: &writer) }
    }
  }

  private static func move(
    _ entry: inout ItemLocationBox.Entry, of box: ItemLocationBox, _ map: OffsetMap
  ) throws(AuxError) {
    func fits(_ value: Int, _ size: Int) -> Bool {
      size == 8 || value <= (size == 4 ? Int(UInt32.max) : 0)
    }
    let (base, item) = (entry.baseOffset, "iloc: item \(entry.itemID)")
    let places = try entry.extents.map { extent throws(AuxError) in
      let (start, isOver) = base.addingReportingOverflow(extent.offset)
      guard !isOver, extent.length > 0, let old = Int(exactly: start),
        let count = Int(exactly: extent.length), old <= Int.max - count
      else { throw AuxError(.unsupported, "an extent without an end is not moved", place: item) }
      return try map.output(of: old..<(old + count))
    }
    guard let first = places.first, let old = entry.extents.first else { return }
    let newBase = box.baseOffsetSize == 0 ? 0 : max(first - Int(old.offset), 0)
    let offsets = places.map { $0 - newBase }
    guard fits(newBase, box.baseOffsetSize), offsets.allSatisfy({ $0 >= 0 && fits($0, box.offsetSize) })
    else {
      throw AuxError(.unsupported, "an item moves to where its offset cannot say", place: item)
    }
    entry.baseOffset = UInt64(newBase)
    for (number, offset) in offsets.enumerated() { entry.extents[number].offset = UInt64(offset) }
  }
}
