internal import AuxCodecs
package import AuxImage
internal import AuxKernels

extension PhotoPixels {
  /// Returns how the codes represent light: as `iccProfile` says, without one as those of sRGB.
  ///
  /// Throws `AuxError`: `unsupported` for a profile that has no curves but tables of colours, `malformed` and
  /// `truncated` for one that is damaged.
  ///
  /// Source: ICC.1:2022, 8.3.3 and 8.3.4.
  package func lightEncoding() throws(AuxError) -> LightEncoding {
    try ProfileColours(iccProfile).encoding
  }
}

extension PhotoPixels {
  /// Returns the picture in the colours of a profile, without one of sRGB: as RGB of its bits; colours outside are clipped.
  ///
  /// It is computed of light, by the curves and primaries of both profiles. Throws `AuxError` as ``lightEncoding()``.
  package func converted(toProfile profile: [UInt8]?, jobs: Int) throws(AuxError) -> PhotoPixels {
    guard iccProfile != profile else { return asRGB }
    let (from, to) = (try ProfileColours(iccProfile), try ProfileColours(profile))
    guard let inverse = to.toConnectionSpace.inverse else {
      throw AuxError(.malformed, "its colours span no space", place: "ICC profile")
    }
    let tables = (
      from: from.encoding.tables(bits: bitsPerSample), to: to.encoding.tables(bits: bitsPerSample)
    )
    let m = (inverse * from.toConnectionSpace).values.map(Float.init)
    let (red, green, blue) = (SIMD3(m[0], m[3], m[6]), SIMD3(m[1], m[4], m[7]), SIMD3(m[2], m[5], m[8]))
    let converted: Samples
    switch samples {
    case .uint8:
      converted = .uint8(
        Self.changed(rgb8, rows: height, jobs: jobs) { source, part in
          let (lights, codes) = (tables.from.light.span, tables.to.codes.span)
          for start in stride(from: 0, to: part.count, by: 3) {
            let light = lightOfCodes(lights, source[start], source[start + 1], source[start + 2])
            writeCodes(
              ofLight: red * light.x + green * light.y + blue * light.z, codes, into: &part, at: start)
          }
        })
    case .uint16:
      converted = .uint16(
        Self.changed(rgb16, rows: height, jobs: jobs) { source, part in
          let (lights, codes) = (tables.from.light.span, tables.to.wideCodes.span)
          for start in stride(from: 0, to: part.count, by: 3) {
            let light = lightOfCodes(lights, source[start], source[start + 1], source[start + 2])
            writeCodes(
              ofLight: red * light.x + green * light.y + blue * light.z, codes, into: &part, at: start)
          }
        })
    }
    var result = replacingSamples(converted)
    result.iccProfile = profile
    return result
  }

  /// Returns what `change` makes of the codes of bands of rows.
  private static func changed<Code: BitwiseCopyable & Sendable>(
    _ codes: [Code], rows: Int, jobs: Int,
    _ change: @Sendable (_ source: Span<Code>, _ part: inout MutableSpan<Code>) -> Void
  ) -> [Code] {
    var result = Bands.undefined(codes.count, of: Code.self)
    let length = codes.count / rows
    Bands.write(&result, rows: rows, jobs: jobs) { band, part in
      change(codes.span.extracting(band.lowerBound * length..<band.upperBound * length), &part)
    }
    return result
  }
}

/// The colours of a profile; without one they are those of sRGB.
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
