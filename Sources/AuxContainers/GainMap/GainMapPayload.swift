package import AuxImage

/// The binary gain map metadata of ISO 21496-1, annex C: the data of a `tmap` item after its version, and of an APP2
/// segment of a JPEG gain map after its identifier.
///
/// Source: Specs/gainmaps.md, "ISO 21496-1".
package struct GainMapPayload: Hashable, Sendable {
  private enum Flag {
    static let isMultichannel: UInt8 = 0x80
    static let usesBaseColourSpace: UInt8 = 0x40
    /// The base rendition is the HDR one, as drafts of ISO 21496-1 and libultrahdr have it.
    static let isBackward: UInt8 = 0x04
    /// One denominator for all numbers, as libultrahdr writes where it can.
    static let hasCommonDenominator: UInt8 = 0x08
  }

  /// What identifies the format: the APP2 segment of a JPEG begins with it; a `tmap` item needs no name.
  package static let urn = "urn:iso:std:iso:ts:21496:-1"
  private static let denominator: UInt32 = 1_000_000
  package static let largestCount = 5 + 16 + 3 * 40

  package var metadata: GainMapMetadata
  /// The version of the writer; one above 0 may append what this package does not know.
  package private(set) var writerVersion: UInt16 = 0
  /// Whether a flag says that the base rendition is the HDR one; writers of the final standard leave it out.
  package private(set) var isBackward = false

  package init(_ metadata: GainMapMetadata) { self.metadata = metadata }

  /// Reads a payload, but for what follows it.
  ///
  /// Throws `unsupported` for one that needs a later version, `malformed` for a denominator of 0, and as
  /// ``GainMapMetadata/check()``.
  package init(parsing reader: inout ByteReader) throws(AuxError) {
    let version = try reader.readUInt16()
    guard version == 0 else {
      throw AuxError(.unsupported, "gain map metadata that need version \(version) (ISO 21496-1 C.2)")
    }
    writerVersion = try reader.readUInt16()
    let flags = try reader.readUInt8()
    isBackward = flags & Flag.isBackward != 0
    let common = flags & Flag.hasCommonDenominator != 0 ? try reader.readUInt32() : nil
    func divided(_ number: Double, _ reader: inout ByteReader) throws(AuxError) -> Double {
      let denominator: UInt32
      if let common { denominator = common } else { denominator = try reader.readUInt32() }
      guard denominator != 0 else {
        throw AuxError(
          .malformed, "a denominator 0 in gain map metadata (ISO 21496-1 C.2)", offset: reader.fileOffset)
      }
      return number / Double(denominator)
    }
    func unsigned(_ reader: inout ByteReader) throws(AuxError) -> Double {
      try divided(Double(try reader.readUInt32()), &reader)
    }
    func signed(_ reader: inout ByteReader) throws(AuxError) -> Double {
      try divided(Double(try reader.readInt32()), &reader)
    }
    let base = try unsigned(&reader)
    let alternate = try unsigned(&reader)
    var channels: [GainMapMetadata.Channel] = []
    for _ in 0..<(flags & Flag.isMultichannel != 0 ? 3 : 1) {
      channels.append(
        GainMapMetadata.Channel(
          gainMin: try signed(&reader), gainMax: try signed(&reader), gamma: try unsigned(&reader),
          baseOffset: try signed(&reader), alternateOffset: try signed(&reader)))
    }
    metadata = GainMapMetadata(
      channels: channels, baseHeadroom: base, alternateHeadroom: alternate,
      usesBaseColourSpace: flags & Flag.usesBaseColourSpace != 0)
    try metadata.check()
  }

  /// Reads the data of a tone-mapped image: a version of its own, and the payload.
  ///
  /// Throws as ``init(parsing:)``, and `unsupported` for a later version. Source: ISO/IEC 23008-12:2022/Amd 1, 6.6.2.4.
  package init(ofToneMap reader: inout ByteReader) throws(AuxError) {
    guard try reader.readUInt8() == 0 else {
      throw AuxError(.unsupported, "a tone-mapped image of a later version (23008-12 6.6.2.4)")
    }
    try self.init(parsing: &reader)
  }

  /// Writes the payload, with millionths.
  ///
  /// Throws `unsupported` for a number that 32 bits of millionths do not hold.
  package func serialize(into writer: inout ByteWriter) throws(AuxError) {
    writer.write(UInt16(0))
    writer.write(UInt16(0))
    let isMultichannel = metadata.channels.count == 3
    writer.write(
      (isMultichannel ? Flag.isMultichannel : 0)
        | (metadata.usesBaseColourSpace ? Flag.usesBaseColourSpace : 0) as UInt8)
    func unsigned(_ value: Double) throws(AuxError) {
      guard let number = UInt32(exactly: (value * Double(Self.denominator)).rounded()) else {
        throw Self.refused(value)
      }
      writer.write(number)
      writer.write(Self.denominator)
    }
    func signed(_ value: Double) throws(AuxError) {
      guard let number = Int32(exactly: (value * Double(Self.denominator)).rounded()) else {
        throw Self.refused(value)
      }
      writer.write(UInt32(bitPattern: number))
      writer.write(Self.denominator)
    }
    try unsigned(metadata.baseHeadroom)
    try unsigned(metadata.alternateHeadroom)
    for channel in metadata.channels {
      try signed(channel.gainMin)
      try signed(channel.gainMax)
      try unsigned(channel.gamma)
      try signed(channel.baseOffset)
      try signed(channel.alternateOffset)
    }
  }

  private static func refused(_ value: Double) -> AuxError {
    AuxError(.unsupported, "gain map metadata of ISO 21496-1 do not hold the number \(value) in millionths")
  }
}
