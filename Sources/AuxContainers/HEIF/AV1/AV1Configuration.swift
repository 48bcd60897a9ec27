package import AuxImage

/// `av1C`: how an AV1 item is coded. Source: AV1 Codec ISO Media File Format Binding, 2.3.3.
package struct AV1Configuration: Hashable, Sendable {
  /// 0 for monochrome, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package var chromaFormat: Int
  /// Bits per sample.
  package var bitDepth: Int
  /// The units that stand before those of the item.
  package var units: [UInt8]

  /// Reads the payload.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    guard try reader.readUInt8() == 0x81 else {
      throw AuxError(.unsupported, "another version of av1C than 1", offset: reader.fileOffset)
    }
    try reader.skip(1)
    let flags = try reader.readUInt8()
    try reader.skip(1)
    func has(_ bit: UInt8) -> Bool { flags & bit != 0 }
    bitDepth = has(0x40) ? has(0x20) ? 12 : 10 : 8
    chromaFormat = has(0x10) ? 0 : has(0x08) ? has(0x04) ? 1 : 2 : 3
    units = reader.readRest()
  }
}
