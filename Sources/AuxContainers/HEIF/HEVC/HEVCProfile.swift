package import AuxImage

extension ProfileTierLevel {
  /// The constraint flags of the Monochrome profile of 8 bits, as in files of Apple's cameras: progressive, no packed
  /// frames, frames alone, then one that is set for each of 12, 10 and 8 bits, 4:2:2, 4:2:0 and monochrome, neither
  /// intra nor one picture only, and the lower bit rate.
  ///
  /// Source: ITU-T H.265, 7.4.4 and table A.2, which knows no Monochrome profile of intra pictures; Specs/heif.md.
  package static let monochromeConstraints: [UInt8] = [0xBF, 0xC8, 0, 0, 0, 0]

  /// general_profile_idc.
  package var profileNumber: UInt8 { profile & 0x1F }

  /// Where the constraint flags begin.
  fileprivate static let constraintsOffset = 5
}

extension HEVCDecoderConfiguration {
  /// The profile of the format range extensions.
  private static let rangeExtensions: UInt8 = 4

  /// Makes the record agree with its parameter sets, of which it has all: see ``normalizeProfileTierLevel()``.
  package mutating func normalize() throws(AuxError) {
    try normalizeProfileTierLevel()
    for index in arrays.indices { arrays[index].isComplete = true }
  }

  /// Makes profile, tier and level of the record agree with its parameter sets, names the profile of a monochrome picture, and gives a picture
  /// without bounds its true level.
  ///
  /// Profile, compatibility and constraints are those of the SPS, but that 8-bit luma alone of the range extensions is
  /// of the Monochrome profile, whose constraints VPS, SPS and record get: encoders may state others, which fit no
  /// profile. Where the level is 255, they get the lowest that fits the size; it stays where none does. Throws
  /// `malformed` without an SPS.
  package mutating func normalizeProfileTierLevel() throws(AuxError) {
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
  }

  /// Sets constraints and level in all parameter sets.
  private mutating func state(_ stated: ProfileTierLevel) throws(AuxError) {
    // VPS: 4 bytes stand between the NAL unit header and profile_tier_level; SPS: 1 byte.
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
}
