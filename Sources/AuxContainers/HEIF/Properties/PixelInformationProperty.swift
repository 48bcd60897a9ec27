package import AuxImage

/// `pixi`: the bits of each channel. Source: ISO/IEC 23008-12, 6.5.6.
package struct PixelInformationProperty: Hashable, Sendable {
  /// Version and flags.
  package var full = FullBoxHeader()
  /// The bits of each channel.
  package var bitsPerChannel: [UInt8]

  /// Creates the property.
  package init(bitsPerChannel: [UInt8]) { self.bitsPerChannel = bitsPerChannel }

  /// Reads the payload.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    full = try FullBoxHeader(parsing: &reader)
    bitsPerChannel = try reader.readBytes(Int(try reader.readUInt8()))
  }

  /// Writes the payload; the inverse of ``init(parsing:)``.
  package func serialize(into writer: inout ByteWriter) {
    full.serialize(into: &writer)
    writer.write(UInt8(truncatingIfNeeded: bitsPerChannel.count))
    writer.write(bitsPerChannel)
  }
}
