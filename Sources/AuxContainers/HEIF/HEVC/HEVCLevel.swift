package import AuxImage

/// The levels of HEVC by the size of a picture. Source: ITU-T H.265, table A.8 and A.4.1.
package enum HEVCLevel {
  /// The level that lifts all bounds, 8.5.
  package static let unbounded: UInt8 = 255

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

extension HEVCDecoderConfiguration {
  /// Makes the record agree with its parameter sets, and gives a picture without bounds its true level.
  ///
  /// Profile, compatibility and constraints are those of the SPS. Where the level is 255, VPS, SPS and record
  /// get the lowest that fits the size; it stays where none does. Throws `malformed` without an SPS.
  package mutating func normalizeProfileTierLevel() throws(AuxError) {
    let sps = try sequenceParameterSet()
    var level = sps.profile.level
    if level == HEVCLevel.unbounded,
      let lowest = HEVCLevel.lowest(width: sps.codedWidth, height: sps.codedHeight)
    {
      level = lowest
      try setLevel(level)
    }
    profile = sps.profile
    profile.level = level
  }

  /// Sets general_level_idc in all parameter sets.
  private mutating func setLevel(_ level: UInt8) throws(AuxError) {
    // VPS: 4 bytes stand between the NAL unit header and profile_tier_level; SPS: 1 byte.
    let starts = [
      NALUnit.UnitType.vps: NALUnit.headerCount + 4, NALUnit.UnitType.sps: SequenceParameterSet.profileOffset,
    ]
    for array in arrays.indices {
      guard let start = starts[arrays[array].unitType] else { continue }
      for number in arrays[array].units.indices {
        var unit = try NALUnit(escaped: arrays[array].units[number])
        let offset = start + ProfileTierLevel.count - 1
        guard offset < unit.bytes.count else {
          throw AuxError(.truncated, "a parameter set of \(unit.bytes.count) bytes", place: "hvcC")
        }
        unit.bytes[offset] = level
        arrays[array].units[number] = unit.escaped
      }
    }
  }
}
