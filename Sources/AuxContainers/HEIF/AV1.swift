package import AuxImage

/// `av1C`: how an AV1 item is coded. Source: AV1 Codec ISO Media File Format Binding, 2.3.3.
package struct AV1Configuration: Hashable, Sendable {
  /// 0 for monochrome, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package var chromaFormat: Int
  package var bitDepth: Int
  package var units: [UInt8]

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

/// What the sequence header of an AV1 image says about its colours. Source: AV1 Bitstream Specification, 5.5.
package struct AV1SequenceHeader: Hashable, Sendable {
  package var colours: ColourCodePoints

  /// Returns an image without the temporal delimiters before its first other unit, which only streams need.
  ///
  /// Source: AV1 Codec ISO Media File Format Binding, 2.4.
  package static func withoutTemporalDelimiters(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    // The type 2, and a size of 0.
    while rest.starts(with: [2 << 3 | 2, 0]) { rest = rest.dropFirst(2) }
    return Array(rest)
  }

  /// The type of the unit, and the most units that are passed over to find it.
  private static let (unitType, mostUnits) = (UInt8(1), 16)

  /// Looks for the header among the first units of an image; nil where it is missing.
  package init?(in bytes: [UInt8]) throws(AuxError) {
    var reader = ByteReader(bytes)
    for _ in 0..<Self.mostUnits where reader.remaining > 0 {
      let header = try reader.readUInt8()
      if header & 4 != 0 { try reader.skip(1) }
      // Without a size the unit ends with the bytes.
      let stated = try header & 2 == 0 ? reader.remaining : Self.readSize(&reader)
      guard header >> 3 & 15 == Self.unitType else {
        guard stated <= reader.remaining else { return nil }
        try reader.skip(stated)
        continue
      }
      var bits = BitReader(try reader.readBytes(min(stated, reader.remaining)))
      do throws(AuxError) { try self.init(&bits) } catch { throw error.within("AV1 sequence header") }
      return
    }
    return nil
  }

  /// Reads leb128(). Source: 4.10.5.
  private static func readSize(_ reader: inout ByteReader) throws(AuxError) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      let byte = try reader.readUInt8()
      value |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    throw AuxError(.malformed, "the size of a unit has more than 5 bytes (AV1 4.10.5)")
  }

  private init(_ bits: inout BitReader) throws(AuxError) {
    let profile = Int(try bits.readBits(3))
    try bits.skip(1)
    let isReduced = try bits.readFlag()
    if isReduced { try bits.skip(5) } else { try Self.skipOperatingPoints(&bits) }
    let (widthBits, heightBits) = (Int(try bits.readBits(4)) + 1, Int(try bits.readBits(4)) + 1)
    try bits.skip(widthBits + heightBits)
    if try bits.readFlag(where: !isReduced) { try bits.skip(7) }
    try bits.skip(3)
    if !isReduced { try Self.skipTools(&bits) }
    try bits.skip(3)
    colours = try Self.colours(&bits, profile: profile)
  }

  /// Passes over timing, operating points and delays.
  private static func skipOperatingPoints(_ bits: inout BitReader) throws(AuxError) {
    var delayBits: Int?
    if try bits.readFlag() {
      try bits.skip(64)
      if try bits.readFlag() { _ = try bits.readExpGolomb() }
      if try bits.readFlag() {
        delayBits = Int(try bits.readBits(5)) + 1
        try bits.skip(42)
      }
    }
    let hasDisplayDelay = try bits.readFlag()
    for _ in 0...(try bits.readBits(5)) {
      try bits.skip(12)
      if try bits.readBits(5) > 7 { try bits.skip(1) }
      if let delayBits, try bits.readFlag() { try bits.skip(2 * delayBits + 1) }
      if try bits.readFlag(where: hasDisplayDelay) { try bits.skip(4) }
    }
  }

  private static func skipTools(_ bits: inout BitReader) throws(AuxError) {
    try bits.skip(4)
    let hasOrder = try bits.readFlag()
    if hasOrder { try bits.skip(2) }
    // Unless they are chosen in each frame, a bit says whether screen content tools are forced.
    let isChosen = try bits.readFlag()
    let isForced = try bits.readFlag(where: !isChosen)
    if isChosen || isForced, try !bits.readFlag() { try bits.skip(1) }
    if hasOrder { try bits.skip(3) }
  }

  /// Reads color_config(). Source: 5.5.2.
  private static func colours(
    _ bits: inout BitReader, profile: Int
  ) throws(AuxError) -> ColourCodePoints {
    let isDeep = try bits.readFlag()
    if profile == 2, isDeep { try bits.skip(1) }
    let isMonochrome = try bits.readFlag(where: profile != 1)
    var points = ColourCodePoints(isFullRange: false)
    if try bits.readFlag() {
      points.primaries = Int(try bits.readBits(8))
      points.transfer = Int(try bits.readBits(8))
      points.matrix = Int(try bits.readBits(8))
    }
    // sRGB is RGB of full range, without a bit that says so.
    let isRGB = (points.primaries, points.transfer, points.matrix) == (1, 13, 0)
    points.isFullRange = true
    if isMonochrome || !isRGB { points.isFullRange = try bits.readFlag() }
    return points
  }
}
