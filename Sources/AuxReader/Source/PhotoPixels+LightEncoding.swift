internal import AuxCodecs
public import AuxImage
internal import AuxKernels

extension PhotoPixels {
  /// Returns how the codes stand for light: as `iccProfile` says, without one as those of sRGB.
  ///
  /// Throws `AuxError`: `unsupported` for a profile that has no curves but tables of colours, `malformed` and
  /// `truncated` for one that is damaged.
  ///
  /// Source: ICC.1:2022, 8.3.3 and 8.3.4.
  public func lightEncoding() throws(AuxError) -> LightEncoding {
    guard let iccProfile else { return .sRGB }
    return try ICCColours(profile: iccProfile, channels: hasGrayProfile ? 1 : 3).encoding
  }

  /// Whether the profile is of gray: a gray photo whose samples were repeated keeps it.
  ///
  /// The data colour space: ICC.1:2022, 7.2.8.
  private var hasGrayProfile: Bool {
    guard let iccProfile, iccProfile.count >= 20 else { return false }
    return iccProfile[16..<20].elementsEqual("GRAY".utf8)
  }
}

extension PhotoPixels {
  /// Returns the picture in the colours of another, with that one's profile: as 8-bit RGB, what lies outside clipped.
  ///
  /// It is computed of light, by the curves and primaries of both profiles; without a profile those of sRGB. Throws
  /// `AuxError` as ``lightEncoding()``.
  public func converted(toColoursOf other: PhotoPixels, jobs: Int) throws(AuxError) -> PhotoPixels {
    guard iccProfile != other.iccProfile else { return asRGB8 }
    let (from, to) = (try lightEncoding().tables, try other.lightEncoding().tables)
    guard let inverse = try other.toConnectionSpace().inverse else {
      throw AuxError(.malformed, "its colours span no space", place: "ICC profile")
    }
    let m = (inverse * (try toConnectionSpace())).values.map(Float.init)
    let (red, green, blue) = (SIMD3(m[0], m[3], m[6]), SIMD3(m[1], m[4], m[7]), SIMD3(m[2], m[5], m[8]))
    let source = rgb8
    var samples = Bands.undefined(width * height * 3, of: UInt8.self)
    Bands.write(&samples, rows: height, jobs: jobs) { band, part in
      let (lights, codes) = (from.light.span, to.codes.span)
      let codesOfBand = source.span.extracting(band.lowerBound * width * 3..<band.upperBound * width * 3)
      for start in stride(from: 0, to: part.count, by: 3) {
        let light = LightTables.light(
          lights, codesOfBand[start], codesOfBand[start + 1], codesOfBand[start + 2])
        LightTables.write(
          red * light.x + green * light.y + blue * light.z, codes, into: &part, at: start)
      }
    }
    var result = replacingSamples(rgb8: samples)
    result.iccProfile = other.iccProfile
    return result
  }

  /// Returns what leads from linear light to X, Y and Z under D50.
  private func toConnectionSpace() throws(AuxError) -> Matrix3 {
    guard let iccProfile else { return ICCColours.sRGBToConnectionSpace }
    return try ICCColours(profile: iccProfile, channels: hasGrayProfile ? 1 : 3).toConnectionSpace
  }
}
