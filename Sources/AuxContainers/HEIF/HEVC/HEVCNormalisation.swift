package import AuxImage

// What an encoder states is made to agree with what a picture is.

/// The levels of HEVC by the size of a picture. Source: ITU-T H.265, table A.8 and A.4.1.
package enum HEVCLevel {
  /// The level without bounds, 8.5.
  static let unbounded: UInt8 = 255

  private static let table: [(level: UInt8, samples: Int)] = [
    (30, 36_864), (60, 122_880), (63, 245_760), (90, 552_960), (93, 983_040), (120, 2_228_224),
    (150, 8_912_896), (180, 35_651_584),
  ]

  /// Returns the lowest level whose bounds a picture keeps, or nil where it passes those of level 6.
  ///
  /// A side may be at most the root of eight times the samples.
  package static func lowest(width: Int, height: Int) -> UInt8? {
    guard width > 0, height > 0, width <= 1 << 20, height <= 1 << 20 else { return nil }
    return table.first { row in
      width * height <= row.samples && width * width <= 8 * row.samples && height * height <= 8 * row.samples
    }?.level
  }
}

extension ProfileTierLevel {
  /// The constraint flags of the Monochrome profile of 8 bits, as in files of Apple's cameras: progressive, no packed
  /// frames, frames alone, then one that is set for each of 12, 10 and 8 bits, 4:2:2, 4:2:0 and monochrome, neither
  /// intra nor one picture only, and the lower bit rate.
  ///
  /// Source: ITU-T H.265, 7.4.4 and table A.2, which knows no Monochrome profile of intra pictures; Specs/heif.md.
  fileprivate static let monochromeConstraints: [UInt8] = [0xBF, 0xC8, 0, 0, 0, 0]

  /// general_profile_idc.
  package var profileNumber: UInt8 { profile & 0x1F }

  fileprivate static let constraintsOffset = 5
}

extension HEVCDecoderConfiguration {
  /// The profile of the format range extensions.
  private static let rangeExtensions: UInt8 = 4

  /// Makes profile, tier and level of the record agree with its parameter sets, which are all there, names the profile of
  /// a monochrome picture, and gives a picture without bounds its true level.
  ///
  /// Profile, compatibility and constraints are those of the SPS. But 8-bit luma alone of the range extensions is of the
  /// Monochrome profile, whose constraints VPS, SPS and record get: encoders may state others, which fit no profile.
  /// Where the level is 255, they get the lowest that fits the size; it stays where none does. Throws `malformed`
  /// without an SPS.
  package mutating func normalize() throws(AuxError) {
    let sps = try sequenceParameterSet()
    var stated = sps.profile
    if stated.level == HEVCLevel.unbounded,
      let lowest = HEVCLevel.lowest(width: sps.codedWidth, height: sps.codedHeight)
    {
      stated.level = lowest
    }
    if sps.chromaFormat == 0, sps.bitDepth == 8, stated.profileNumber == Self.rangeExtensions {
      stated.constraints = ProfileTierLevel.monochromeConstraints
    }
    if stated != sps.profile { try state(stated) }
    profile = stated
    for index in arrays.indices { arrays[index].isComplete = true }
  }

  private mutating func state(_ stated: ProfileTierLevel) throws(AuxError) {
    // Between the NAL unit header and profile_tier_level are 4 bytes of a VPS, 1 byte of an SPS.
    let starts = [
      NALUnit.UnitType.vps: NALUnit.headerCount + 4, NALUnit.UnitType.sps: SequenceParameterSet.profileOffset,
    ]
    for array in arrays.indices {
      guard let start = starts[arrays[array].unitType] else { continue }
      for number in arrays[array].units.indices {
        var unit = try NALUnit(escaped: arrays[array].units[number])
        let range = (start + ProfileTierLevel.constraintsOffset)..<(start + ProfileTierLevel.count)
        guard range.upperBound <= unit.bytes.count else {
          throw AuxError(.truncated, "a parameter set of \(unit.bytes.count) bytes", place: "hvcC")
        }
        unit.bytes.replaceSubrange(range, with: stated.constraints + [stated.level])
        arrays[array].units[number] = unit.escaped
      }
    }
  }

  /// Sets the conformance window so that a picture shows its first columns and rows only.
  ///
  /// Throws `usage` where the size is larger than the coded one, or not whole units of the chroma format.
  /// Source: ITU-T H.265, 7.3.2.2.1 and 7.4.3.2.1.
  package mutating func crop(width: Int, height: Int) throws(AuxError) {
    for array in arrays.indices where arrays[array].unitType == NALUnit.UnitType.sps {
      for number in arrays[array].units.indices {
        let unit = try NALUnit(escaped: arrays[array].units[number])
        do throws(AuxError) {
          arrays[array].units[number] = try unit.cropped(width: width, height: height).escaped
        } catch { throw error.within("hvcC/SPS") }
      }
    }
  }
}

extension NALUnit {
  fileprivate func cropped(width: Int, height: Int) throws(AuxError) -> NALUnit {
    let sps = try SequenceParameterSet(self)
    let (across, down) = SequenceParameterSet.chromaUnit(ofFormat: sps.chromaFormat)
    let (right, bottom) = (sps.codedWidth - width, sps.codedHeight - height)
    guard width > 0, height > 0, right >= 0, bottom >= 0, right % across == 0, bottom % down == 0 else {
      throw AuxError(
        .usage, "a window of \(width)x\(height) in a picture of \(sps.codedWidth)x\(sps.codedHeight)")
    }
    guard sps.subLayers == 0 else { throw AuxError(.unsupported, "several temporal sub-layers") }
    let bytes = payload
    var (reader, writer) = (BitReader(bytes), BitWriter())
    for _ in 0..<sps.windowBits.lowerBound { writer.write(flag: try reader.readFlag()) }
    writer.write(flag: right > 0 || bottom > 0)
    if right > 0 || bottom > 0 {
      for offset in [0, right / across, 0, bottom / down] { writer.write(expGolomb: UInt32(offset)) }
    }
    try reader.skip(sps.windowBits.count)
    // The last 1 is the stop bit, which zeros follow to the end of the byte.
    guard let last = bytes.lastIndex(where: { $0 != 0 }) else { throw AuxError(.malformed, "no stop bit") }
    let padding = (bytes.count - 1 - last) * 8 + bytes[last].trailingZeroBitCount
    while reader.remaining > padding { writer.write(flag: try reader.readFlag()) }
    return NALUnit(type: type, payload: writer.bytes)
  }
}
