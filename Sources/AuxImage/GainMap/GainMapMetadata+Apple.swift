#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension GainMapMetadata {
  /// Creates metadata that say what Apple's form says with a headroom, a ratio of luminances.
  ///
  /// Apple's gain is 1 + (headroom - 1) * m, of codes m in Rec. 709's transfer function; ISO 21496-1 has a power of the
  /// code in log2 of the gain. Its gamma is the one with the least squares of the difference in log2, over all codes but
  /// 0; ``appleDeviation`` says how far off that is. Throws `AuxError` with code `usage` for a headroom that is not more
  /// than 1. Source: Apple, "Applying Apple HDR effect to your photos"; Specs/gainmaps.md, "Conversion".
  package init(appleHeadroom headroom: Double) throws(AuxError) {
    try self.init(headroom: headroom)
    channels[0].gamma = Self.fittedGamma(headroom: headroom)
  }

  /// The most by which the gain of a code, in stops, differs from Apple's of the same headroom.
  package var appleDeviation: Double {
    guard let channel = channels.first else { return 0 }
    return (1...255).map { code -> Double in
      let part = Double(code) / 255
      let mine = channel.gainMin + (channel.gainMax - channel.gainMin) * pow(part, 1 / channel.gamma)
      return abs(mine - Self.appleStops(of: part, headroom: headroom))
    }.max() ?? 0
  }

  /// The gain of a code of 0...1 in Apple's form, log2.
  private static func appleStops(of code: Double, headroom: Double) -> Double {
    log2(1 + (headroom - 1) * GainCurve.light(ofRec709: code))
  }

  /// Returns the gamma with the least squares; they have one minimum, which the golden section finds.
  private static func fittedGamma(headroom: Double) -> Double {
    let stops = log2(headroom)
    let wanted = (1...255).map { appleStops(of: Double($0) / 255, headroom: headroom) }
    func squares(_ gamma: Double) -> Double {
      wanted.enumerated().reduce(0) { sum, item in
        let difference = item.element - stops * pow(Double(item.offset + 1) / 255, 1 / gamma)
        return sum + difference * difference
      }
    }
    var (low, high) = (0.2, 4.0)
    let ratio = (sqrt(5.0) - 1) / 2
    for _ in 0..<64 {
      let (a, b) = (high - ratio * (high - low), low + ratio * (high - low))
      if squares(a) < squares(b) { high = b } else { low = a }
    }
    // Files hold millionths.
    return (500_000 * (low + high)).rounded() / 1_000_000
  }
}

extension GainMapDescription {
  /// Returns the headroom by which Apple's form says what this says.
  ///
  /// Throws `AuxError` with code `unsupported` where it does not, as ``GainMapMetadata/appleHeadroom()``, and where
  /// nothing states a headroom.
  package func headroomForApple() throws(AuxError) -> Double {
    if let appleHeadroom { return appleHeadroom }
    guard let metadata else { throw Self.unknownHeadroom }
    return try metadata.appleHeadroom()
  }

  /// Returns the metadata by which ISO's and Ultra HDR's forms say what this says.
  ///
  /// Throws `AuxError` with code `unsupported` where nothing states a headroom.
  package func metadataForISO() throws(AuxError) -> GainMapMetadata {
    if let metadata { return metadata }
    guard let appleHeadroom else { throw Self.unknownHeadroom }
    return try GainMapMetadata(appleHeadroom: appleHeadroom)
  }

  private static let unknownHeadroom = AuxError(
    .unsupported, "nothing states the headroom of the gain map, neither its XMP nor the camera's own tags",
    remedy: .stateHeadroom)
}
