package import AuxImage

/// What `iref` says, right or wrong: a bad reference does not hide the others.
///
/// Source: ISO/IEC 14496-12:2022, 8.11.12.
package struct ReferenceList: Sendable {
  /// Numbers have 16 bits in version 0 and 32 in version 1.
  package let full: FullBoxHeader
  /// The boxes, one for each reference.
  package let list: BoxList
  /// What each of these says.
  package let references: [Result<ItemReferenceBox.Reference, AuxError>]

  /// Reads the payload of `iref`, up to four references an item.
  init(parsing reader: inout ByteReader, limits: AuxLimits) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    let (most, overflow) = limits.items.multipliedReportingOverflow(by: 4)
    list = BoxList(&reader, most: overflow ? .max : most)
    references = list.boxes.map { [full] box in
      Result { () throws(AuxError) in
        try full.require(upTo: 1, "iref")
        return try ItemReferenceBox.Reference(box, wide: full.version == 1)
      }
    }
  }
}

/// `iref`: the references from one item to others, for editing. Source: ISO/IEC 14496-12:2022, 8.11.12.
package struct ItemReferenceBox: Hashable, Sendable {
  package struct Reference: Hashable, Sendable {
    /// The type, as `auxl`, `cdsc`, `dimg`, `thmb`.
    package var type: FourCharacterCode
    package var from: UInt32
    package var to: [UInt32]

    package init(_ type: FourCharacterCode, from: UInt32, to: [UInt32]) {
      self.type = type
      self.from = from
      self.to = to
    }
  }

  /// Numbers have 16 bits in version 0 and 32 in version 1.
  package var full = FullBoxHeader()
  package var references: [Reference] = []
  /// Less than a box header after the last reference.
  package var rest: [UInt8] = []

  package init() {}

  init(_ list: ReferenceList) throws(AuxError) {
    full = list.full
    try full.require(upTo: 1, "iref")
    for (number, reference) in list.references.enumerated() {
      do throws(AuxError) { references.append(try reference.get()) } catch {
        throw error.within("[\(number)]")
      }
    }
    if let fault = list.list.fault {
      throw fault.code == .limitExceeded ? fault : fault.within("[\(references.count)]")
    }
    rest = list.list.rest
  }

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
  fileprivate init(_ box: Box, wide: Bool) throws(AuxError) {
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
