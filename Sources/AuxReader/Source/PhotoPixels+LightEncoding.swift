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
    try ProfileColours(iccProfile).encoding
  }
}

extension PhotoPixels {
  /// Returns the picture in the colours of a profile, without one of sRGB: as 8-bit RGB, what lies outside clipped.
  ///
  /// It is computed of light, by the curves and primaries of both profiles. Throws `AuxError` as ``lightEncoding()``.
  public func converted(toProfile profile: [UInt8]?, jobs: Int) throws(AuxError) -> PhotoPixels {
    guard iccProfile != profile else { return asRGB8 }
    let (from, to) = (try ProfileColours(iccProfile), try ProfileColours(profile))
    guard let inverse = to.toConnectionSpace.inverse else {
      throw AuxError(.malformed, "its colours span no space", place: "ICC profile")
    }
    let tables = (from: from.encoding.tables, to: to.encoding.tables)
    let m = (inverse * from.toConnectionSpace).values.map(Float.init)
    let (red, green, blue) = (SIMD3(m[0], m[3], m[6]), SIMD3(m[1], m[4], m[7]), SIMD3(m[2], m[5], m[8]))
    let source = rgb8
    var samples = Bands.undefined(width * height * 3, of: UInt8.self)
    Bands.write(&samples, rows: height, jobs: jobs) { band, part in
      let (lights, codes) = (tables.from.light.span, tables.to.codes.span)
      let codesOfBand = source.span.extracting(band.lowerBound * width * 3..<band.upperBound * width * 3)
      for start in stride(from: 0, to: part.count, by: 3) {
        let light = LightTables.light(
          lights, codesOfBand[start], codesOfBand[start + 1], codesOfBand[start + 2])
        LightTables.write(
          red * light.x + green * light.y + blue * light.z, codes, into: &part, at: start)
      }
    }
    var result = replacingSamples(rgb8: samples)
    result.iccProfile = profile
    return result
  }
}

/// What a profile says of colours; without one they are those of sRGB.
private struct ProfileColours {
  let encoding: LightEncoding
  /// From linear light to X, Y and Z under D50.
  let toConnectionSpace: Matrix3

  init(_ profile: [UInt8]?) throws(AuxError) {
    guard let profile else {
      (encoding, toConnectionSpace) = (.sRGB, ICCColours.sRGBToConnectionSpace)
      return
    }
    // A gray photo whose samples were repeated keeps its profile. The data colour space: ICC.1:2022, 7.2.8.
    let isGray = profile.count >= 20 && profile[16..<20].elementsEqual("GRAY".utf8)
    let colours = try ICCColours(profile: profile, channels: isGray ? 1 : 3)
    (encoding, toConnectionSpace) = (colours.encoding, colours.toConnectionSpace)
  }
}
