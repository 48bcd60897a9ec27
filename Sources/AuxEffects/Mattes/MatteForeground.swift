package import AuxImage
internal import AuxKernels

extension EffectMask {
  /// Returns the photo with the colours of the matte's subject alone, on at most `jobs` threads.
  ///
  /// A pixel of partial coverage mixes the light of the subject and of the ground. The subject's colour is the one nearest
  /// to the subject's colour beside it that gives the pixel when it is mixed with a ground like the one beside it. The result
  /// is for putting over another picture with the matte as coverage; pixels outside the matte keep their colours. `encoding`
  /// is that of the photo's codes. Throws `AuxError` with code `usage` where the sizes differ.
  package func foreground(
    of image: PhotoPixels, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try applied(to: image) {
      let tables = encoding.tables(bits: $0.bitsPerSample)
      MatteForeground.render($0, self, tables: tables, into: &$1, jobs: jobs)
    }
  }
}

/// Separates pixels of partial coverage into the subject and the ground.
package enum MatteForeground {
  /// From this coverage on a pixel is all subject; up to 1 minus it, all ground.
  private static let known: Float = 0.98

  /// Writes the subject's colours over samples of as many pixels and of the image's bits.
  package static func render(
    _ image: PhotoPixels, _ matte: EffectMask, tables: LightTables, into target: inout PhotoPixels.Samples,
    jobs: Int
  ) {
    target.write(
      { render(image.rgb8, matte, tables, into: &$0, jobs) },
      { render(image.rgb16, matte, tables, into: &$0, jobs) })
  }

  private static func render<Code: LightCode>(
    _ codes: [Code], _ matte: EffectMask, _ tables: LightTables, into target: inout [Code], _ jobs: Int
  ) {
    target = codes
    let subject = level(codes, matte, tables, jobs) { $0 >= known }
    let ground = level(codes, matte, tables, jobs) { $0 <= 1 - known }
    guard subject.weights.contains(where: { $0 > 0 }), ground.weights.contains(where: { $0 > 0 }) else {
      return
    }
    let (front, back) = (subject.filled(jobs: jobs), ground.filled(jobs: jobs))
    let (width, entries) = (matte.width, Code.entries(tables))
    Bands.write(&target, rows: matte.height, jobs: jobs) { band, part in
      let (table, coded, source, shares) = (
        tables.light.span, entries.span, codes.span, matte.values.span
      )
      for row in band {
        for column in 0..<width {
          let pixel = row * width + column
          let share = shares[pixel]
          guard share > 0, share < known else { continue }
          let light = Code.light(source, table, pixel)
          let (near, far) = (Self.light(front.behind(column, row)), Self.light(back.behind(column, row)))
          let colour = Self.parts(light, share: share, near: near, far: far).near
          Code.write(colour, coded, into: &part, at: (pixel - band.lowerBound * width) * 3)
        }
      }
    }
  }

  /// Returns both parts of a pixel's light, changed by the least that makes their mixture the pixel.
  ///
  /// The ground is kept where there is a subject of light from 0 to 1 for it; that subject is the rest of the pixel. So
  /// neither part brings in light that the pixel does not have, however wrong what was expected of it is.
  @inline(__always)
  static func parts(
    _ light: SIMD3<Float>, share: Float, near: SIMD3<Float>, far: SIMD3<Float>
  ) -> (near: SIMD3<Float>, far: SIMD3<Float>) {
    let rest = 1 - share
    let excess = light - near * share - far * rest
    let scale = rest / (share * share + rest * rest)
    // Recovered light may be more than 1.
    let most = pointwiseMax(light, SIMD3(repeating: 1))
    let (least, greatest) = ((light - most * share) / max(rest, 1e-3), light / max(rest, 1e-3))
    let ground = pointwiseMax(
      pointwiseMin(pointwiseMin(far + excess * scale, greatest), most), pointwiseMax(least, SIMD3()))
    let subject = (light - ground * rest) / max(share, 1e-3)
    return (subject.clamped(lowerBound: SIMD3(), upperBound: most), ground)
  }

  private static func light(_ cell: SIMD4<Float>) -> SIMD3<Float> { SIMD3(cell.x, cell.y, cell.z) }

  /// Returns the means of the pixels of 2x2 whose share is right, at half the size.
  private static func level<Code: LightCode>(
    _ codes: [Code], _ matte: EffectMask, _ tables: LightTables, _ jobs: Int,
    _ isKnown: @Sendable (Float) -> Bool
  ) -> FillLevel {
    let (width, height) = (matte.width, matte.height)
    var level = FillLevel(width: (width + 1) / 2, height: (height + 1) / 2)
    let columns = level.width
    Bands.write(&level.cells, &level.weights, rows: level.height, jobs: jobs) { band, cells, weights in
      let (table, source, shares) = (tables.light.span, codes.span, matte.values.span)
      for row in band {
        for column in 0..<columns {
          var (sum, count, all) = (SIMD3<Float>.zero, 0, 0)
          for y in row * 2..<min(row * 2 + 2, height) {
            for x in column * 2..<min(column * 2 + 2, width) {
              all += 1
              guard isKnown(shares[y * width + x]) else { continue }
              sum += Code.light(source, table, y * width + x)
              count += 1
            }
          }
          let place = (row - band.lowerBound) * columns + column
          cells[place] = count > 0 ? FillLevel.packed(SIMD4(sum / Float(count), 0)) : .zero
          weights[place] = count == 0 ? 0 : count * 4 > all ? 2 : 1
        }
      }
    }
    return level
  }
}
