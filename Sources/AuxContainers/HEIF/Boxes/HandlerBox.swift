package import AuxImage

/// `hdlr`: what a `meta` box describes, `pict` in HEIF. Source: ISO/IEC 14496-12:2022, 8.4.3.
package struct HandlerBox: Hashable, Sendable {
  /// Version and flags.
  package var full = FullBoxHeader()
  /// Zero, or the component type of QuickTime.
  package var predefined: UInt32 = 0
  /// The kind of what is described.
  package var handlerType: FourCharacterCode
  /// The reserved fields and the name, as bytes.
  package var rest: [UInt8]

  /// Creates the box with an empty name.
  package init(_ handlerType: FourCharacterCode) {
    self.handlerType = handlerType
    rest = [UInt8](repeating: 0, count: 13)
  }

  /// Reads the payload.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    predefined = try reader.readUInt32()
    handlerType = try reader.readCode()
    rest = reader.readRest()
  }

  /// Writes the payload; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(predefined)
    writer.write(handlerType)
    writer.write(rest)
  }
}
