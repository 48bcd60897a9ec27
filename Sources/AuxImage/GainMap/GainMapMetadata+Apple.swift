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
  /// 0. Throws `AuxError` with code `usage` for a headroom that is not more
  /// than 1. Source: Apple, "Applying Apple HDR effect to your photos"; Specs/gainmaps.md, "Conversion".
  package init(appleHeadroom headroom: Double) throws(AuxError) {
    try self.init(headroom: headroom)
    channels[0].gamma = Self.fittedGamma(headroom: headroom)
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

extension GainMapMetadata {
  /// The largest offset that counts as none: that of Apple's own files, which have both forms.
  private static let largestOffset = 1.5e-5
  /// A gain below 1 that counts as 1, in stops.
  private static let smallestGain = -0.05

  /// Returns the headroom, a ratio, with which Apple's form gives a map the gains that its codes have here.
  ///
  /// Apple's form has one channel, brightens SDR by 1 at least, and has no offsets. The headroom is the stated one, or where
  /// a code has a larger gain, that. Throws `AuxError` with code `unsupported`, and why, for metadata that Apple's form does
  /// not express. Source: Specs/gainmaps.md, "Conversion".
  package func headroomForApple(of codes: [UInt8]) throws(AuxError) -> Double {
    guard !isBaseHDR, baseHeadroom == 0 else { throw Self.refusedByApple("the base rendition is not SDR") }
    guard let channel = channels.first, channels.allSatisfy({ $0 == channel }) else {
      throw Self.refusedByApple("its channels differ")
    }
    guard abs(channel.baseOffset) <= Self.largestOffset, abs(channel.alternateOffset) <= Self.largestOffset
    else {
      throw Self.refusedByApple(
        "it has the offsets \(channel.baseOffset) and \(channel.alternateOffset), and these have none")
    }
    let gains = codes.map { code in
      channel.gainMin + (channel.gainMax - channel.gainMin) * pow(Double(code) / 255, 1 / channel.gamma)
    }
    if let least = gains.min(), least < Self.smallestGain {
      throw Self.refusedByApple("its smallest gain is \(least) stops, and theirs is 0")
    }
    let most = gains.max() ?? 0
    return exp2(most > alternateHeadroom + 1e-3 ? most : alternateHeadroom)
  }

  /// The error for a gain map that Apple's form does not express.
  static func refusedByApple(_ reason: String) -> AuxError {
    AuxError(
      .unsupported,
      "Apple's gain maps do not express this one: \(reason); ISO 21496-1 and Ultra HDR do")
  }
}

extension GainMapMetadata {
  /// Throws `unsupported` where readers refuse Ultra HDR's properties without ISO's metadata, or read something else.
  ///
  /// libultrahdr 1.4 and 2.0 read no `rdf:Seq`, and the properties cannot state that gains are applied in the colors of the
  /// alternate rendition.
  func checkUltraHDRAlone() throws(AuxError) {
    let reason: String
    if hasDifferentChannels {
      reason = "libultrahdr refuses different gains of red, green and blue in the form ultrahdr alone"
    } else if !usesBaseColourSpace {
      reason =
        "the form ultrahdr alone cannot state that gains are applied in the colors of the HDR rendition"
    } else {
      return
    }
    throw AuxError(.unsupported, "\(reason); the forms iso,ultrahdr together can")
  }
}

extension GainMapDescription {
  /// Returns the metadata by which ISO's and Ultra HDR's forms say what this says.
  ///
  /// Throws `AuxError` with code `unsupported` where nothing states a headroom.
  package func metadataForISO() throws(AuxError) -> GainMapMetadata {
    if let metadata { return metadata }
    guard let appleHeadroom else { throw Self.unknownHeadroom }
    return try GainMapMetadata(appleHeadroom: appleHeadroom)
  }

  static let unknownHeadroom = AuxError(
    .unsupported, "nothing states the headroom of the gain map, neither its XMP nor the camera's own tags",
    remedy: .stateHeadroom)
}
