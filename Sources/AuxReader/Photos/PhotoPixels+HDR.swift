internal import AuxCodecs
package import AuxImage
internal import AuxKernels

extension PhotoPixels {
  /// PQ or HLG, where the codes are theirs; nil for pictures of SDR.
  package var hdr: HDRTransfer? { HDRColours(profile: iccProfile)?.transfer }

  /// Returns a picture of PQ or HLG as one of SDR, as RGB of its bits, in sRGB or Display P3, and a note that says so; nil
  /// for a picture of SDR.
  ///
  /// Source: Specs/photos.md, "HDR".
  package func toneMapped(jobs: Int) throws(AuxError) -> (pixels: PhotoPixels, note: String)? {
    guard let colours = HDRColours(profile: iccProfile) else { return nil }
    let profile = colours.standardProfile
    let to = try ProfileColours(profile)
    let matrix = try to.matrix(from: colours.toConnectionSpace)
    let (tables, display) = (colours.encoding.tables(bits: bitsPerSample), colours.displayLight)
    let curve = ToneMapping(greatest: greatest(display, tables, jobs: jobs))
    var result = lightMapped(tables, to.encoding.tables(bits: bitsPerSample), jobs: jobs) { light in
      matrix.applied(to: curve.mapped(display.displayed(light)))
    }
    result.iccProfile = profile
    let name = colours.transfer == .pq ? "PQ" : "HLG"
    let space = profile == nil ? "sRGB" : "Display P3"
    return (
      result,
      "the photo's \(name) was tone mapped to SDR in \(space) (BT.2390): up to "
        + "\(curve.peak.integer(in: 0...1_000_000)) cd/m² became up to \(Int(HDRTransfer.referenceWhite))"
    )
  }

  /// Returns a picture of PQ or HLG as one of PQ in other primaries, which a code point names, as RGB of its bits; colours
  /// outside of them are clipped. Nil for a picture of SDR, and for primaries without a profile.
  package func inPQ(primaries: Int, jobs: Int) throws(AuxError) -> PhotoPixels? {
    let transfer = HDRTransfer.pq
    guard let colours = HDRColours(profile: iccProfile),
      let profile = ICCProfileWriter.profile(
        colourPrimaries: primaries, transferCharacteristics: transfer.rawValue),
      let target = HDRColours(profile: profile)
    else { return nil }
    let matrix = try ProfileColours(profile).matrix(from: colours.toConnectionSpace)
    let tables = (colours.encoding.tables(bits: bitsPerSample), target.encoding.tables(bits: bitsPerSample))
    let (from, to) = (colours.displayLight, target.displayLight)
    var result = lightMapped(tables.0, tables.1, jobs: jobs) { light in
      to.coded(matrix.applied(to: from.displayed(light)))
    }
    result.iccProfile = profile
    return result
  }

  /// Returns the greatest component of displayed light.
  private func greatest(_ display: DisplayLight, _ tables: LightTables, jobs: Int) -> Float {
    var rows = [Float](repeating: 0, count: height)
    func find<Code: BitwiseCopyable & Sendable>(
      _ codes: [Code], _ light: @Sendable (Span<Float>, Code, Code, Code) -> SIMD3<Float>
    ) {
      let (length, lights) = (codes.count / height, tables.light)
      Bands.write(&rows, rows: height, jobs: jobs) { band, part in
        for row in band {
          var most: Float = 0
          for start in stride(from: row * length, to: (row + 1) * length, by: 3) {
            let light = light(lights.span, codes[start], codes[start + 1], codes[start + 2])
            most = max(most, display.displayed(light).max())
          }
          part[row - band.lowerBound] = most
        }
      }
    }
    switch samples {
    case .uint8: find(rgb8) { lightOfCodes($0, $1, $2, $3) }
    case .uint16: find(rgb16) { lightOfCodes($0, $1, $2, $3) }
    }
    return rows.max() ?? 0
  }
}
