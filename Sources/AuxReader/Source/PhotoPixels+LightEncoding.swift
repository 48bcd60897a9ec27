internal import AuxCodecs
public import AuxImage

extension PhotoPixels {
  /// Returns how the codes stand for light: as `iccProfile` says, without one as those of sRGB.
  ///
  /// Throws `AuxError`: `unsupported` for a profile that has no curves but tables of colours, `malformed` and
  /// `truncated` for one that is damaged.
  ///
  /// Source: ICC.1:2022, 8.3.3 and 8.3.4.
  public func lightEncoding() throws(AuxError) -> LightEncoding {
    guard let iccProfile else { return .sRGB }
    // A gray photo whose samples were repeated keeps its profile. The data colour space: ICC.1:2022, 7.2.8.
    let isGray = iccProfile.count >= 20 && iccProfile[16..<20].elementsEqual("GRAY".utf8)
    return try ICCColours(profile: iccProfile, channels: isGray ? 1 : 3).encoding
  }
}
