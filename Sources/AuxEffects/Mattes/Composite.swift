package import AuxImage
package import AuxKernels

/// The subject of a matte over another picture.
///
/// Light is mixed: the matte's share of the photo's, and the rest of the background's.
package struct Composite: Hashable, Sendable {
  package init() {}

  /// Returns the subject that the matte shows over a background, on at most `jobs` threads.
  ///
  /// All three have one size, and both pictures colours of the same `encoding`; ``background(_:width:height:encoding:jobs:)``
  /// makes such a picture of another. Throws `AuxError` with code `usage` where the sizes differ.
  package func applied(
    to image: PhotoPixels, matte: EffectMask, over background: PhotoPixels, encoding: LightEncoding = .sRGB,
    jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    try PlaneSize.match(background, width: image.width, height: image.height, of: "picture")
    return try matte.applied(to: image) {
      let tables = encoding.tables(bits: $0.bitsPerSample)
      render($0, matte: matte, over: background, tables: tables, into: &$1, jobs: jobs)
    }
  }

  /// Writes the effect over samples of as many pixels and of the image's bits.
  package func render(
    _ image: PhotoPixels, matte: EffectMask, over background: PhotoPixels, tables: LightTables,
    into target: inout PhotoPixels.Samples, jobs: Int
  ) {
    target.write(
      { render(image.rgb8, matte, background.rgb8, tables, into: &$0, jobs) },
      { render(image.rgb16, matte, background.rgb16, tables, into: &$0, jobs) })
  }

  private func render<Code: LightCode>(
    _ subject: [Code], _ matte: EffectMask, _ ground: [Code], _ tables: LightTables,
    into target: inout [Code], _ jobs: Int
  ) {
    let entries = Code.entries(tables)
    Bands.write(&target, rows: matte.height, jobs: jobs) { band, part in
      let pixels = band.lowerBound * matte.width..<band.upperBound * matte.width
      let codesOfBand = pixels.lowerBound * 3..<pixels.upperBound * 3
      let (front, back) = (subject.span.extracting(codesOfBand), ground.span.extracting(codesOfBand))
      let (shares, lights, codes) = (
        matte.values.span.extracting(pixels), tables.light.span, entries.span
      )
      precondition(part.count == shares.count * 3 && front.count == part.count && back.count == part.count)
      for pixel in 0..<shares.count {
        let (start, share) = (pixel &* 3, shares[pixel])
        guard share > 0 && share < 1 else {
          let from = share >= 1 ? front : back
          for component in start..<start &+ 3 { part[component] = from[component] }
          continue
        }
        let near = Code.light(lights, front[start], front[start &+ 1], front[start &+ 2])
        let far = Code.light(lights, back[start], back[start &+ 1], back[start &+ 2])
        Code.write(far + (near - far) * share, codes, into: &part, at: start)
      }
    }
  }

  /// Returns the middle of a picture scaled to fill `width` x `height`, of its light as `encoding` says.
  ///
  /// Throws `AuxError` with code `usage` for a size without pixels.
  package static func background(
    _ picture: PhotoPixels, width: Int, height: Int, encoding: LightEncoding = .sRGB, jobs: Int
  ) throws(AuxError) -> PhotoPixels {
    guard width > 0, height > 0 else { throw AuxError(.usage, "\(width)x\(height) is no size of a picture") }
    guard (picture.width, picture.height) != (width, height) else { return picture }
    let tables = encoding.tables(bits: picture.bitsPerSample)
    let samples: PhotoPixels.Samples =
      switch picture.samples {
      case .uint8:
        .uint8(Background.codes(picture, width: width, height: height, tables: tables, jobs: jobs))
      case .uint16:
        .uint16(Background.codes(picture, width: width, height: height, tables: tables, jobs: jobs))
      }
    return picture.replacingSamples(samples, width: width, height: height)
  }
}

/// Scaling a picture to fill another's size.
private enum Background {
  static func codes<Code: LightCode>(
    _ picture: PhotoPixels, width: Int, height: Int, tables: LightTables, jobs: Int
  ) -> [Code] {
    // The part with the sides' ratio, as large as there is.
    let isWide = picture.width * height > picture.height * width
    let across = isWide ? max(picture.height * width / height, 1) : picture.width
    let down = isWide ? picture.height : max(picture.width * height / width, 1)
    let (left, top) = ((picture.width - across) / 2, (picture.height - down) / 2)
    let (rgb, first) = (Code.codes(of: picture), tables.light.count / 3)
    let planes = AuxWorkerPool.map([0, 1, 2], jobs: jobs) { component in
      var light: [Float] = []
      light.reserveCapacity(across * down)
      for row in top..<top + down {
        let start = (row * picture.width + left) * 3 + component
        for column in 0..<across {
          light.append(tables.light[component * first + Int(rgb[start + column * 3])])
        }
      }
      return Resample.smooth(light, width: across, height: down, toWidth: width, toHeight: height)
    }
    let entries = Code.entries(tables)
    var result = Bands.undefined(width * height * 3, of: Code.self)
    Bands.write(&result, rows: height, jobs: jobs) { band, part in
      let codes = entries.span
      for (index, pixel) in (band.lowerBound * width..<band.upperBound * width).enumerated() {
        let light = SIMD3(planes[0][pixel], planes[1][pixel], planes[2][pixel])
        Code.write(light, codes, into: &part, at: index * 3)
      }
    }
    return result
  }
}
