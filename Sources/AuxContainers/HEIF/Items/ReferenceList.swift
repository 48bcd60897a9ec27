package import AuxImage

/// What `iref` says, right or wrong: a bad reference does not hide the others.
///
/// Source: ISO/IEC 14496-12:2022, 8.11.12.
package struct ReferenceList: Sendable {
  /// Version and flags; numbers have 16 bits in version 0 and 32 in version 1.
  package let full: FullBoxHeader
  /// The boxes, one for each reference.
  package let list: BoxList
  /// What each of these says.
  package let references: [Result<ItemReferenceBox.Reference, AuxError>]

  /// Reads the payload of `iref`, up to four references an item.
  init(parsing reader: inout ByteReader, limits: Limits) throws(AuxError) {
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
