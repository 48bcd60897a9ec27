package import AuxImage

/// `dinf/dref`: the files that items or samples are in. Source: ISO/IEC 14496-12:2022, 8.7.2.
package struct DataReferenceBox: Hashable, Sendable {
  /// Version and flags.
  package var full: FullBoxHeader
  /// The `url ` and `urn ` boxes; data reference 1 is the first.
  package var boxes: [Box]

  /// Reads the `dref` box in the payload of a `dinf` box.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    boxes = []
    full = FullBoxHeader()
    while reader.remaining >= 8 {
      let box = try Box(leaf: &reader)
      guard box.type == "dref" else { continue }
      var inner = box.reader
      full = try FullBoxHeader(parsing: &inner)
      let count = Int(try inner.readUInt32())
      guard count <= inner.remaining / 8 else {
        throw AuxError(.truncated, "\(count) data references in \(inner.remaining) bytes", place: "dref")
      }
      for _ in 0..<count { boxes.append(try Box(leaf: &inner)) }
    }
  }

  /// Writes the payload of a `dinf` box; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    Box("dref") { payload in
      full.serialize(into: &payload)
      payload.write(UInt32(boxes.count))
      for box in boxes { box.serialize(into: &payload) }
    }.serialize(into: &writer)
  }

  /// Whether a data reference, from 1, says that the data is in this file.
  package func isSelfContained(_ number: Int) -> Bool {
    guard number >= 1, number <= boxes.count else { return false }
    let payload = boxes[number - 1].payload
    return payload.count >= 4 && payload[3] & 1 == 1
  }

  /// The box that says that everything is in this file, as a child of `meta`.
  package static let selfContained = Box("dinf") { payload in
    Box("dref") { writer in
      FullBoxHeader().serialize(into: &writer)
      writer.write(UInt32(1))
      Box("url ", [0, 0, 0, 1]).serialize(into: &writer)
    }.serialize(into: &payload)
  }
}
