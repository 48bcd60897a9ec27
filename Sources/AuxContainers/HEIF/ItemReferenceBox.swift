package import AuxImage

/// `iref`: the references from one item to others. Source: ISO/IEC 14496-12:2022, 8.11.12.
package struct ItemReferenceBox: Hashable, Sendable {
  /// The references of one type from one item.
  package struct Reference: Hashable, Sendable {
    /// The type, as `auxl`, `cdsc`, `dimg`, `thmb`.
    package var type: FourCharacterCode
    /// The number of the item that refers.
    package var from: UInt32
    /// The numbers of the items that it refers to.
    package var to: [UInt32]

    /// Creates a reference.
    package init(_ type: FourCharacterCode, from: UInt32, to: [UInt32]) {
      self.type = type
      self.from = from
      self.to = to
    }
  }

  /// Version and flags; numbers have 16 bits in version 0 and 32 in version 1.
  package var full = FullBoxHeader()
  /// The references.
  package var references: [Reference] = []
  /// Less than a box header behind the last reference.
  package var rest: [UInt8] = []

  /// Creates an empty box.
  package init() {}

  /// Reads the payload; throws `limitExceeded` where there are more than four references an item.
  package init(parsing reader: inout ByteReader, limits: Limits = .standard) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    try full.require(upTo: 1, "iref")
    let (most, overflow) = limits.items.multipliedReportingOverflow(by: 4)
    while reader.remaining >= 8 {
      guard overflow || references.count < most else {
        throw AuxError(.limitExceeded, "more than \(most) references", offset: reader.fileOffset)
      }
      let number = references.count
      references.append(
        try AuxError.at("[\(number)]") { () throws(AuxError) in
          try Reference(parsing: &reader, wide: full.version == 1)
        })
    }
    rest = reader.readRest()
  }

  /// Writes the payload; the inverse of ``init(parsing:limits:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    for reference in references { reference.serialize(into: &writer, wide: full.version == 1) }
    writer.write(rest)
  }

  /// Appends a reference; the version rises where 16 bits do not hold a number.
  package mutating func append(_ reference: Reference) {
    references.append(reference)
    if reference.from > 0xFFFF || reference.to.contains(where: { $0 > 0xFFFF }) { full.version = 1 }
  }
}

extension ItemReferenceBox.Reference {
  fileprivate init(parsing reader: inout ByteReader, wide: Bool) throws(AuxError) {
    let box = try Box(leaf: &reader)
    type = box.type
    var inner = box.reader
    from = try inner.readItemID(wide: wide)
    let count = Int(try inner.readUInt16())
    guard count * (wide ? 4 : 2) <= inner.remaining else {
      throw AuxError(
        .truncated, "\(count) references in \(inner.remaining) bytes", offset: inner.fileOffset,
        place: "\(type)")
    }
    to = []
    to.reserveCapacity(count)
    for _ in 0..<count { to.append(try inner.readItemID(wide: wide)) }
  }

  fileprivate func serialize(into writer: inout ByteWriter, wide: Bool) {
    Box(type) { payload in
      payload.write(itemID: from, wide: wide)
      payload.write(UInt16(to.count))
      for target in to { payload.write(itemID: target, wide: wide) }
    }.serialize(into: &writer)
  }
}
