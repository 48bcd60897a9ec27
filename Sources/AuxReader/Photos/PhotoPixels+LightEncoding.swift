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
  /// It is computed of light, by the curves and primaries of both profiles. A picture of PQ or HLG is tone mapped first, and
  /// white becomes the diffuse white of such a profile. Throws `AuxError` as ``lightEncoding()``.
  package func converted(toProfile profile: [UInt8]?, jobs: Int) throws(AuxError) -> PhotoPixels {
    guard iccProfile != profile else { return asRGB }
    if let mapped = try toneMapped(jobs: jobs) {
      return try mapped.pixels.converted(toProfile: profile, jobs: jobs)
    }
    let (from, to) = (try ProfileColours(iccProfile), try ProfileColours(profile))
    let matrix = try to.matrix(from: from.toConnectionSpace)
    let tables = (from.encoding.tables(bits: bitsPerSample), to.encoding.tables(bits: bitsPerSample))
    var result: PhotoPixels
    if let display = HDRColours(profile: profile)?.displayLight {
      result = lightMapped(tables.0, tables.1, jobs: jobs) { display.coded(matrix.applied(to: $0)) }
    } else {
      result = lightMapped(tables.0, tables.1, jobs: jobs) { matrix.applied(to: $0) }
    }
    result.iccProfile = profile
    return result
  }

  /// Returns the picture, as RGB of its bits, with what `change` makes of the light of each pixel.
  @inline(__always)
  func lightMapped(
    _ from: LightTables, _ to: LightTables, jobs: Int,
    _ change: @Sendable (_ light: SIMD3<Float>) -> SIMD3<Float>
  ) -> PhotoPixels {
    switch samples {
    case .uint8:
      replacingSamples(
        .uint8(
          Self.changed(rgb8, rows: height, jobs: jobs) { source, part in
            let (lights, codes) = (from.light.span, to.codes.span)
            for start in stride(from: 0, to: part.count, by: 3) {
              let light = lightOfCodes(lights, source[start], source[start + 1], source[start + 2])
              writeCodes(ofLight: change(light), codes, into: &part, at: start)
            }
          }))
    case .uint16:
      replacingSamples(
        .uint16(
          Self.changed(rgb16, rows: height, jobs: jobs) { source, part in
            let (lights, codes) = (from.light.span, to.wideCodes.span)
            for start in stride(from: 0, to: part.count, by: 3) {
              let light = lightOfCodes(lights, source[start], source[start + 1], source[start + 2])
              writeCodes(ofLight: change(light), codes, into: &part, at: start)
            }
          }))
    }
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
struct ProfileColours {
  let encoding: LightEncoding
  /// From linear light to X, Y and Z under D50.
  let toConnectionSpace: Matrix3

  init(_ profile: [UInt8]?) throws(AuxError) {
    guard let profile else {
      (encoding, toConnectionSpace) = (.sRGB, ICCColours.sRGBToConnectionSpace)
      return
    }
    if let hdr = HDRColours(profile: profile) {
      (encoding, toConnectionSpace) = (hdr.encoding, hdr.toConnectionSpace)
      return
    }
    // A gray photo whose samples were repeated keeps its profile. The data colour space: ICC.1:2022, 7.2.8.
    let isGray = profile.count >= 20 && profile[16..<20].elementsEqual("GRAY".utf8)
    let colours = try ICCColours(profile: profile, channels: isGray ? 1 : 3)
    (encoding, toConnectionSpace) = (colours.encoding, colours.toConnectionSpace)
  }

  /// Whether codes mean the same light within a part of 500.
  func isSame(as other: ProfileColours) -> Bool {
    func isNear(_ one: Double, _ two: Double) -> Bool { abs(one - two) < 0.002 }
    func curves(_ colours: ProfileColours) -> [ToneCurve] {
      [colours.encoding.red, colours.encoding.green, colours.encoding.blue]
    }
    return encoding.hdr == other.encoding.hdr
      && zip(toConnectionSpace.values, other.toConnectionSpace.values).allSatisfy(isNear)
      && zip(curves(self), curves(other)).allSatisfy { one, two in
        (0...32).allSatisfy { isNear(one.light(of: Double($0) / 32), two.light(of: Double($0) / 32)) }
      }
  }

  /// Returns what makes light of these colours of that of others, which `other` brings to X, Y and Z under D50.
  func matrix(from other: Matrix3) throws(AuxError) -> LightMatrix {
    guard let inverse = toConnectionSpace.inverse else {
      throw AuxError(.malformed, "its colours span no space", place: "ICC profile")
    }
    return LightMatrix((inverse * other).values.map(Float.init))
  }
}

/// A matrix that light is multiplied by.
struct LightMatrix: Sendable {
  private let red, green, blue: SIMD3<Float>

  /// Takes nine numbers by rows.
  init(_ m: [Float]) {
    (red, green, blue) = (SIMD3(m[0], m[3], m[6]), SIMD3(m[1], m[4], m[7]), SIMD3(m[2], m[5], m[8]))
  }

  /// True if light stays what it is within a part of 500.
  var isIdentity: Bool {
    zip([red, green, blue], [SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]).allSatisfy {
      column, unit in
      (0..<3).allSatisfy { abs(column[$0] - unit[$0]) < 0.002 }
    }
  }

  @inline(__always)
  func applied(to light: SIMD3<Float>) -> SIMD3<Float> {
    red * light.x + green * light.y + blue * light.z
  }
}
