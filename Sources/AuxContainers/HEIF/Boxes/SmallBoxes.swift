package import AuxImage

/// `ftyp`: the brands of a file. Source: ISO/IEC 14496-12:2022, 4.3.
package struct FileTypeBox: Hashable, Sendable {
  package var majorBrand: FourCharacterCode
  package var minorVersion: UInt32
  package var compatibleBrands: [FourCharacterCode]

  package init(
    majorBrand: FourCharacterCode, minorVersion: UInt32 = 0, compatibleBrands: [FourCharacterCode]
  ) {
    self.majorBrand = majorBrand
    self.minorVersion = minorVersion
    self.compatibleBrands = compatibleBrands
  }

  package init(parsing reader: inout ByteReader) throws(AuxError) {
    majorBrand = try reader.readCode()
    minorVersion = try reader.readUInt32()
    compatibleBrands = []
    while reader.remaining >= 4 { compatibleBrands.append(try reader.readCode()) }
  }

  package func serialize(into writer: inout ByteWriter) {
    writer.write(majorBrand)
    writer.write(minorVersion)
    for brand in compatibleBrands { writer.write(brand) }
  }

  /// Whether the brands are those of AVIF, an image or a sequence, so that its images are AV1.
  ///
  /// Source: AV1 Image File Format, 6.
  package var isAVIF: Bool {
    ([majorBrand] + compatibleBrands).contains { $0 == "avif" || $0 == "avis" }
  }
}

/// `hdlr`: what a `meta` box describes, `pict` in HEIF. Source: ISO/IEC 14496-12:2022, 8.4.3.
package struct HandlerBox: Hashable, Sendable {
  package var full = FullBoxHeader()
  /// Zero, or the component type of QuickTime.
  package var predefined: UInt32 = 0
  package var handlerType: FourCharacterCode
  package var rest: [UInt8]

  package init(_ handlerType: FourCharacterCode) {
    self.handlerType = handlerType
    rest = [UInt8](repeating: 0, count: 13)
  }

  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    predefined = try reader.readUInt32()
    handlerType = try reader.readCode()
    rest = reader.readRest()
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(predefined)
    writer.write(handlerType)
    writer.write(rest)
  }
}

/// `pitm`: the number of the primary item. Source: ISO/IEC 14496-12:2022, 8.11.4.
package struct PrimaryItemBox: Hashable, Sendable {
  /// The number has 16 bits in version 0 and 32 in version 1.
  package var full: FullBoxHeader
  package var itemID: UInt32

  /// Creates the box in the lowest version that holds the number.
  package init(itemID: UInt32) {
    full = FullBoxHeader(version: itemID > 0xFFFF ? 1 : 0)
    self.itemID = itemID
  }

  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    try full.require(upTo: 1, "pitm")
    itemID = try reader.readItemID(wide: full.version == 1)
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(itemID: itemID, wide: full.version == 1)
  }
}

/// `dinf/dref`: the files that items or samples are in. Source: ISO/IEC 14496-12:2022, 8.7.2.
package struct DataReferenceBox: Hashable, Sendable {
  /// The `url ` and `urn ` boxes; data reference 1 is the first.
  package var boxes: [Box] = []

  /// Reads the `dref` box in the payload of a `dinf` box.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    while reader.remaining >= 8 {
      let box = try Box(leaf: &reader)
      guard box.type == "dref" else { continue }
      var inner = box.reader
      _ = try FullBoxHeader(parsing: &inner)
      let count = Int(try inner.readUInt32())
      guard count <= inner.remaining / 8 else {
        throw AuxError(.truncated, "\(count) data references in \(inner.remaining) bytes", place: "dref")
      }
      for _ in 0..<count { boxes.append(try Box(leaf: &inner)) }
    }
  }

  /// Whether a data reference, from 1, says that the data is in this file.
  package func isSelfContained(_ number: Int) -> Bool {
    guard number >= 1, number <= boxes.count else { return false }
    let payload = boxes[number - 1].payload
    return payload.count >= 4 && payload[3] & 1 == 1
  }
}

/// One box in `grpl`, as `altr` or `ster`: entities that belong together. Source: ISO/IEC 14496-12:2022, 8.18.
package struct EntityGroup: Hashable, Sendable {
  package var type: FourCharacterCode
  package var full = FullBoxHeader()
  /// The number of the group; groups and items share one range of numbers.
  package var groupID: UInt32
  package var entityIDs: [UInt32]
  package var rest: [UInt8] = []

  package init(_ type: FourCharacterCode, groupID: UInt32, entityIDs: [UInt32]) {
    self.type = type
    self.groupID = groupID
    self.entityIDs = entityIDs
  }

  package init(_ type: FourCharacterCode, parsing reader: inout ByteReader) throws(AuxError) {
    self.type = type
    full = try FullBoxHeader(parsing: &reader)
    groupID = try reader.readUInt32()
    let count = Int(try reader.readUInt32())
    guard count <= reader.remaining / 4 else {
      throw AuxError(.truncated, "\(count) entities in \(reader.remaining) bytes", offset: reader.fileOffset)
    }
    entityIDs = []
    for _ in 0..<count { entityIDs.append(try reader.readUInt32()) }
    rest = reader.readRest()
  }

  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(groupID)
    writer.write(UInt32(entityIDs.count))
    for entity in entityIDs { writer.write(entity) }
    writer.write(rest)
  }
}
