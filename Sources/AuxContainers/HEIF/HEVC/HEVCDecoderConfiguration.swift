package import AuxImage

/// `hvcC`: the parameter sets of an HEVC item. Source: ISO/IEC 14496-15, 8.3.3.1.
package struct HEVCDecoderConfiguration: Hashable, Sendable {
  package struct UnitArray: Hashable, Sendable {
    /// Whether all units of the type are here.
    package var isComplete: Bool
    package var unitType: UInt8
    /// The units with their emulation prevention bytes.
    package var units: [[UInt8]]
  }

  package var version: UInt8
  package var profile: ProfileTierLevel
  /// The fields between the level and the arrays, as bytes: segmentation, parallelism, chroma, depths, rate.
  private var fields: [UInt8]
  package var arrays: [UnitArray]
  package var rest: [UInt8]

  package init(parsing reader: inout ByteReader) throws(AuxError) {
    version = try reader.readUInt8()
    guard version <= 1 else {
      throw AuxError(.unsupported, "version \(version) of hvcC", offset: reader.fileOffset)
    }
    profile = try ProfileTierLevel(in: try reader.readBytes(ProfileTierLevel.count), at: 0)
    fields = try reader.readBytes(9)
    arrays = []
    for _ in 0..<(try reader.readUInt8()) {
      let kind = try reader.readUInt8()
      var array = UnitArray(isComplete: kind & 0x80 != 0, unitType: kind & 0x3F, units: [])
      for _ in 0..<(try reader.readUInt16()) {
        array.units.append(try reader.readBytes(Int(try reader.readUInt16())))
      }
      arrays.append(array)
    }
    rest = reader.readRest()
  }

  package func serialize(into writer: inout ByteWriter) {
    writer.write(version)
    writer.write(profile.profile)
    writer.write(profile.compatibility)
    writer.write(profile.constraints)
    writer.write(profile.level)
    writer.write(fields)
    writer.write(UInt8(truncatingIfNeeded: arrays.count))
    for array in arrays {
      writer.write((array.isComplete ? 0x80 : 0) | array.unitType)
      writer.write(UInt16(truncatingIfNeeded: array.units.count))
      for unit in array.units {
        writer.write(UInt16(truncatingIfNeeded: unit.count))
        writer.write(unit)
      }
    }
    writer.write(rest)
  }

  /// 0 for monochrome, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package var chromaFormat: Int { Int(fields[3] & 3) }
  package var bitDepth: Int { Int(fields[4] & 7) + 8 }
  /// The number of bytes of the length before each NAL unit of the item.
  package var lengthSize: Int { Int(fields[8] & 3) + 1 }

  /// Returns the first sequence parameter set; throws `malformed` where it is missing.
  package func sequenceParameterSet() throws(AuxError) -> SequenceParameterSet {
    let unit = try sequenceParameterSetUnit()
    return try AuxError.at("hvcC") { () throws(AuxError) in try SequenceParameterSet(unit) }
  }

  /// Returns the unit of the first sequence parameter set; throws `malformed` where it is missing.
  func sequenceParameterSetUnit() throws(AuxError) -> NALUnit {
    guard let unit = arrays.first(where: { $0.unitType == NALUnit.UnitType.sps })?.units.first else {
      throw AuxError(.malformed, "no sequence parameter set (14496-15 8.3.3.1)", place: "hvcC")
    }
    return try AuxError.at("hvcC") { () throws(AuxError) in try NALUnit(escaped: unit) }
  }
}
