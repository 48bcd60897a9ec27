package import AuxImage

/// One box in `grpl`, as `altr` or `ster`: entities that belong together. Source: ISO/IEC 14496-12:2022, 8.18.
package struct EntityGroup: Hashable, Sendable {
  /// The type of the group.
  package var type: FourCharacterCode
  /// Version and flags.
  package var full = FullBoxHeader()
  /// The number of the group, of the same space as the numbers of items.
  package var groupID: UInt32
  /// The numbers of items, tracks or groups.
  package var entityIDs: [UInt32]
  /// What the type of group has after them.
  package var rest: [UInt8] = []

  /// Creates a group.
  package init(_ type: FourCharacterCode, groupID: UInt32, entityIDs: [UInt32]) {
    self.type = type
    self.groupID = groupID
    self.entityIDs = entityIDs
  }

  /// Reads the payload of a box of that type.
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

  /// Writes the payload; the inverse of ``init(_:parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(groupID)
    writer.write(UInt32(entityIDs.count))
    for entity in entityIDs { writer.write(entity) }
    writer.write(rest)
  }
}
