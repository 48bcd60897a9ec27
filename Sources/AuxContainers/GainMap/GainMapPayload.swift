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
    let start = reader
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
    // What a later writer appended is part of its payload.
    var whole = start
    metadata.payload = try whole.readBytes(
      start.remaining - (writerVersion > 0 ? 0 : reader.remaining))
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

  /// Writes the payload: the bytes that the metadata were read from while they say the same, else the nearest fractions.
  ///
  /// Throws `unsupported` for a number that a fraction of 32 bits does not hold, such as a gamma that is rounded to 0.
  package func serialize(into writer: inout ByteWriter) throws(AuxError) {
    if let payload = metadata.payload {
      var reader = ByteReader(payload)
      var read = try GainMapPayload(parsing: &reader).metadata
      read.alternateColors = metadata.alternateColors
      if read == metadata { return writer.write(payload) }
    }
    writer.write(UInt16(0))
    writer.write(UInt16(0))
    let isMultichannel = metadata.channels.count == 3
    writer.write(
      (isMultichannel ? Flag.isMultichannel : 0)
        | (metadata.usesBaseColourSpace ? Flag.usesBaseColourSpace : 0) as UInt8)
    func write(_ value: inout Double, isSigned: Bool) throws(AuxError) {
      let fraction = try Self.fraction(value, isSigned: isSigned)
      writer.write(UInt32(truncatingIfNeeded: fraction.numerator))
      writer.write(UInt32(fraction.denominator))
      value = Double(fraction.numerator) / Double(fraction.denominator)
    }
    var written = metadata
    try write(&written.baseHeadroom, isSigned: false)
    try write(&written.alternateHeadroom, isSigned: false)
    for index in written.channels.indices {
      try write(&written.channels[index].gainMin, isSigned: true)
      try write(&written.channels[index].gainMax, isSigned: true)
      try write(&written.channels[index].gamma, isSigned: false)
      try write(&written.channels[index].baseOffset, isSigned: true)
      try write(&written.channels[index].alternateOffset, isSigned: true)
    }
    do throws(AuxError) { try written.check() } catch {
      throw AuxError(
        .unsupported, "rounded to the fractions of 32 bits of ISO 21496-1, \(error.reason)",
        remedy: .dropGainMap)
    }
  }

  /// Returns the fraction of 32-bit numbers nearest to a value, by its continued fraction.
  ///
  /// Source: Khinchin, Continued Fractions, 6.
  static func fraction(
    _ value: Double, isSigned: Bool
  ) throws(AuxError) -> (numerator: Int, denominator: Int) {
    let largest = isSigned ? Double(Int32.max) : Double(UInt32.max)
    guard abs(value) <= largest, isSigned || value >= 0 else {
      throw AuxError(
        .unsupported,
        "gain map metadata of ISO 21496-1 do not hold the number \(value) in a fraction of 32 bits")
    }
    let wanted = abs(value)
    var (previous, current) = (
      (numerator: 1.0, denominator: 0.0), (numerator: wanted.rounded(.down), denominator: 1.0)
    )
    var rest = wanted - wanted.rounded(.down)
    // A Double has no more digits than 40 steps give.
    for _ in 0..<40 where rest > 0 && current.numerator / current.denominator != wanted {
      rest = 1 / rest
      let digit = rest.rounded(.down)
      let next = (
        numerator: digit * current.numerator + previous.numerator,
        denominator: digit * current.denominator + previous.denominator
      )
      guard next.numerator <= largest, next.denominator <= Double(UInt32.max) else { break }
      (previous, current) = (current, next)
      rest -= digit
    }
    return (Int(value < 0 ? -current.numerator : current.numerator), Int(current.denominator))
  }
}
