package import AuxImage

/// The start of a sequence parameter set of HEVC: profile, level, size and bit depth.
///
/// Source: ITU-T H.265, 7.3.2.2.
package struct SequenceParameterSet: Hashable, Sendable {
  /// Where profile, tier and level begin in the unit, header included.
  static let profileOffset = NALUnit.headerCount + 1

  package var profile: ProfileTierLevel
  /// The number of temporal layers beside the first.
  let subLayers: Int
  /// 0 for monochrome, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package var chromaFormat: Int
  /// The width as coded, before the conformance window.
  package var codedWidth: Int
  package var codedHeight: Int
  /// The width that is shown.
  package var width: Int
  package var height: Int
  package var bitDepth: Int
  /// The bits of the payload that are the conformance window, its flag included.
  let windowBits: Range<Int>

  /// The columns and rows of samples that share one sample of chroma.
  static func chromaUnit(ofFormat format: Int) -> (across: Int, down: Int) {
    (format == 1 || format == 2 ? 2 : 1, format == 1 ? 2 : 1)
  }

  /// Reads the unit as far as the bit depths; throws `malformed` or `truncated`.
  package init(_ unit: NALUnit) throws(AuxError) {
    var bits = BitReader(unit.payload)
    try self.init(unit, &bits)
  }

  /// Reads the unit as far as the bit depths, and leaves `bits`, its payload, after them.
  init(_ unit: NALUnit, _ bits: inout BitReader) throws(AuxError) {
    guard unit.type == NALUnit.UnitType.sps else {
      throw AuxError(
        .malformed, "the NAL unit type \(unit.type) is not 33, SPS (H.265 7.4.2.2)", place: "SPS")
    }
    do throws(AuxError) {
      profile = try ProfileTierLevel(in: unit.bytes, at: Self.profileOffset)
      try bits.skip(4)
      subLayers = Int(try bits.readBits(3))
      try bits.skip(1 + 8 * ProfileTierLevel.count)
      try Self.skipSubLayers(subLayers, &bits)
      _ = try bits.readExpGolomb()
      chromaFormat = Int(try bits.readExpGolomb())
      guard chromaFormat <= 3 else {
        throw AuxError(.malformed, "the chroma format \(chromaFormat) (H.265 7.4.3.2.1)")
      }
      if chromaFormat == 3 { try bits.skip(1) }
      codedWidth = Int(try bits.readExpGolomb())
      codedHeight = Int(try bits.readExpGolomb())
      let start = bits.position
      var (columns, rows) = (0, 0)
      if try bits.readFlag() {
        columns = Int(try bits.readExpGolomb()) + Int(try bits.readExpGolomb())
        rows = Int(try bits.readExpGolomb()) + Int(try bits.readExpGolomb())
      }
      windowBits = start..<bits.position
      let unit = Self.chromaUnit(ofFormat: chromaFormat)
      (width, height) = (codedWidth - columns * unit.across, codedHeight - rows * unit.down)
      guard width > 0, height > 0 else {
        throw AuxError(.malformed, "an image of \(width)x\(height) (H.265 7.4.3.2.1)")
      }
      bitDepth = Int(try bits.readExpGolomb()) + 8
      let chromaBitDepth = Int(try bits.readExpGolomb()) + 8
      guard bitDepth <= 16, chromaBitDepth <= 16 else {
        throw AuxError(.malformed, "\(bitDepth) and \(chromaBitDepth) bits per sample (H.265 7.4.3.2.1)")
      }
    } catch { throw error.within("SPS") }
  }

  private static func skipSubLayers(_ count: Int, _ bits: inout BitReader) throws(AuxError) {
    guard count > 0 else { return }
    var present: [(profile: Bool, level: Bool)] = []
    for _ in 0..<count { present.append((try bits.readFlag(), try bits.readFlag())) }
    try bits.skip(2 * (8 - count))
    for layer in present { try bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
  }
}

/// The general part of profile_tier_level, 12 bytes. Source: ITU-T H.265, 7.3.3.
package struct ProfileTierLevel: Hashable, Sendable {
  static let count = 12

  package var profile: UInt8
  package var compatibility: UInt32
  package var constraints: [UInt8]
  /// The level times 30; 255 for level 8.5, which has no bounds.
  package var level: UInt8

  init(in bytes: [UInt8], at offset: Int) throws(AuxError) {
    var reader = ByteReader(bytes)
    try reader.skip(offset)
    profile = try reader.readUInt8()
    compatibility = try reader.readUInt32()
    constraints = try reader.readBytes(6)
    level = try reader.readUInt8()
  }
}
