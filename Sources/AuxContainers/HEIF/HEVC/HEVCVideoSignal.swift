package import AuxImage

extension ColourCodePoints {
  /// The most reference picture sets of a sequence, and the most pictures of one. Source: ITU-T H.265, 7.4.3.2.1.
  private static let (mostSets, mostPictures) = (64, 16)

  /// Reads what the usability information of a sequence parameter set says about colours.
  ///
  /// Nil where the bitstream says nothing, which means limited range and unspecified colours.
  /// Throws `malformed` or `truncated`. Source: ITU-T H.265, 7.3.2.2, E.2.1.
  package init?(_ unit: NALUnit) throws(AuxError) {
    var bits = BitReader(unit.payload)
    let set = try SequenceParameterSet(unit, &bits)
    do throws(AuxError) {
      let orderBits = Int(try bits.readExpGolomb()) + 4
      guard orderBits <= 16 else { throw AuxError(.malformed, "\(orderBits) bits of a picture order count") }
      let layers = try bits.readFlag() ? set.subLayers + 1 : 1
      try Self.skipCodes(3 * layers + 6, &bits)
      if try bits.readFlag(), try bits.readFlag() { try Self.skipScalingLists(&bits) }
      try bits.skip(2)
      if try bits.readFlag() {
        try bits.skip(8)
        try Self.skipCodes(2, &bits)
        try bits.skip(1)
      }
      try Self.skipReferencePictureSets(&bits)
      if try bits.readFlag() {
        for _ in 0..<(try bits.readExpGolomb()) { try bits.skip(orderBits + 1) }
      }
      try bits.skip(2)
      guard try bits.readFlag() else { return nil }
      try self.init(usabilityInformation: &bits)
    } catch { throw error.within("SPS") }
  }

  private init?(usabilityInformation bits: inout BitReader) throws(AuxError) {
    if try bits.readFlag(), try bits.readBits(8) == 255 { try bits.skip(32) }
    if try bits.readFlag() { try bits.skip(1) }
    guard try bits.readFlag() else { return nil }
    try bits.skip(3)
    self.init(isFullRange: try bits.readFlag())
    guard try bits.readFlag() else { return }
    primaries = Int(try bits.readBits(8))
    transfer = Int(try bits.readBits(8))
    matrix = Int(try bits.readBits(8))
  }

  private static func skipCodes(_ count: Int, _ bits: inout BitReader) throws(AuxError) {
    for _ in 0..<count { _ = try bits.readExpGolomb() }
  }

  private static func skipScalingLists(_ bits: inout BitReader) throws(AuxError) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        if try !bits.readFlag() {
          _ = try bits.readExpGolomb()
        } else {
          try skipCodes(min(64, 1 << (4 + 2 * size)) + (size > 1 ? 1 : 0), &bits)
        }
      }
    }
  }

  /// Passes over the short-term reference picture sets.
  private static func skipReferencePictureSets(_ bits: inout BitReader) throws(AuxError) {
    let count = Int(try bits.readExpGolomb())
    guard count <= mostSets else { throw AuxError(.malformed, "\(count) reference picture sets") }
    var pictures = 0
    for index in 0..<count {
      if try bits.readFlag(where: index > 0) {
        try bits.skip(1)
        _ = try bits.readExpGolomb()
        var kept = 0
        for _ in 0...pictures {
          let isUsed = try bits.readFlag()
          if try bits.readFlag(where: !isUsed) || isUsed { kept += 1 }
        }
        pictures = kept
      } else {
        pictures = Int(try bits.readExpGolomb()) + Int(try bits.readExpGolomb())
        guard pictures <= mostPictures else { throw AuxError(.malformed, "\(pictures) reference pictures") }
        for _ in 0..<pictures {
          _ = try bits.readExpGolomb()
          try bits.skip(1)
        }
      }
      guard pictures <= mostPictures else { throw AuxError(.malformed, "\(pictures) reference pictures") }
    }
  }
}
