import AuxContainers
import AuxImage
import Testing

@Suite struct GainMapPayloadTests {
  /// One channel as iOS 18 writes it: fractions of a million.
  private static let bytes: [UInt8] = [
    0, 0, 0, 0,  // minimum and writer's version
    0x40,  // the colour space of the base
    0, 0, 0, 0, 0, 0x0F, 0x42, 0x40,  // base headroom 0
    0, 0x15, 0xB8, 0xC9, 0, 0x0F, 0x42, 0x40,  // alternate headroom 1.423561
    0, 0, 0, 0, 0, 0x0F, 0x42, 0x40,  // gainMin 0
    0, 0x15, 0xB8, 0xC9, 0, 0x0F, 0x42, 0x40,  // gainMax 1.423561
    0, 0x0A, 0x23, 0xE7, 0, 0x0F, 0x42, 0x40,  // gamma 0.664551
    0, 0, 0, 0x0A, 0, 0x0F, 0x42, 0x40,  // baseOffset 0.00001
    0, 0, 0, 0x0A, 0, 0x0F, 0x42, 0x40,  // alternateOffset 0.00001
  ]

  @Test func readsTheFractions() throws {
    var reader = ByteReader(Self.bytes)
    let metadata = try GainMapPayload(parsing: &reader).metadata
    #expect(metadata.baseHeadroom == 0)
    #expect(metadata.alternateHeadroom == 1.423561)
    #expect(metadata.usesBaseColourSpace && !metadata.isBaseHDR)
    #expect(
      metadata.channels == [
        .init(gainMin: 0, gainMax: 1.423561, gamma: 0.664551, baseOffset: 1e-5, alternateOffset: 1e-5)
      ])
    #expect(abs(try metadata.headroomForApple(of: [0, 255]) - 2.682468) < 1e-6)
  }

  @Test func writesWhatItRead() throws {
    var reader = ByteReader(Self.bytes)
    var writer = ByteWriter()
    try GainMapPayload(parsing: &reader).serialize(into: &writer)
    #expect(writer.bytes == Self.bytes)
  }

  @Test func everyPrefixIsRejected() {
    for count in 0..<Self.bytes.count {
      var reader = ByteReader(Array(Self.bytes.prefix(count)))
      #expect(throws: AuxError.self, "\(count) bytes") { try GainMapPayload(parsing: &reader) }
    }
  }

  @Test func aDenominatorOfNothingIsRejected() {
    var bytes = Self.bytes
    bytes.replaceSubrange(9..<13, with: [0, 0, 0, 0])
    var reader = ByteReader(bytes)
    #expect(throws: AuxError.self) { try GainMapPayload(parsing: &reader) }
  }

  @Test("Numbers that give no code a meaning are rejected: a gamma of 0, a smallest gain above the largest")
  func meaninglessNumbersAreRejected() {
    for (place, text) in [(37, "the gamma 0.0"), (29, "the smallest gain")] {
      var bytes = Self.bytes
      // A largest gain of 0 takes a smallest above it.
      if place == 29 { bytes[24] = 1 }
      bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
      var reader = ByteReader(bytes)
      let error = #expect(throws: AuxError(.malformed, "")) { try GainMapPayload(parsing: &reader) }
      #expect(error?.reason.hasPrefix(text) == true, "\(error?.reason ?? "")")
    }
  }

  @Test("What follows is left to the caller, who knows by the writer's version whether it may be there")
  func writerVersion() throws {
    var bytes = Self.bytes + [1, 2, 3]
    bytes[3] = 7
    var reader = ByteReader(bytes)
    #expect(try GainMapPayload(parsing: &reader).writerVersion == 7)
    #expect(reader.remaining == 3)
  }

  @Test func threeChannelsAndNegativeGainsComeBack() throws {
    let metadata = GainMapMetadata(
      channels: [
        .init(gainMin: -1, gainMax: 11), .init(gainMin: -0.5, gainMax: 6, gamma: 0.5, baseOffset: 0.01),
        .init(gainMin: -0.25, gainMax: 4, alternateOffset: 0.04),
      ], baseHeadroom: 3, alternateHeadroom: 0, usesBaseColourSpace: false)
    var writer = ByteWriter()
    try GainMapPayload(metadata).serialize(into: &writer)
    var reader = ByteReader(writer.bytes)
    #expect(try GainMapPayload(parsing: &reader).metadata == metadata)
    #expect(metadata.isBaseHDR && metadata.headroom == 8)
    #expect(throws: AuxError.self) { try metadata.headroomForApple(of: [0, 255]) }
  }
}
