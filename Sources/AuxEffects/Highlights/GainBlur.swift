package import AuxImage
package import AuxKernels

extension PhotoGains {
  /// Returns the codes of the gain map that a blurred photo has; nil for a map of three components.
  ///
  /// The light of both renditions is blurred at the map's size, and their ratio is the gain, of luminance; sharp
  /// pixels keep their codes. `mix` is the share of the blur in the picture. Throws `AuxError` with code `cancelled`.
  package func blurred(
    by blur: FocalBlur, of image: PhotoPixels, radii: SignedRadii, tables: LightTables, mix: Float, jobs: Int
  ) throws(AuxError) -> PixelPlane? {
    guard channels == 1 else { return nil }
    let small = radii.sampled(width: width, height: height)
    let (base, bright) =
      switch image.samples {
      case .uint8: reduced(image.rgb8, radii, tables, jobs)
      case .uint16: reduced(image.rgb16, radii, tables, jobs)
      }
    let roots = RecoveredLight.encoding.tables(bits: 16)
    func blurred(_ codes: [UInt16]) throws(AuxError) -> [UInt16] {
      guard small.unit > 0 else { return codes }
      var result: [UInt16] = []
      let scene = LensScene(codes, small, light: roots.light, brightness: brightest, jobs: jobs)
      try LensBlur(scene, shape: blur.shape, jobs: jobs).render(
        into: &result, own: codes, tables: roots, jobs: jobs)
      return result
    }
    return try codes(
      (base, bright), (blurred(base), blurred(bright)), small, tables.luminanceWeights, mix: mix)
  }

  /// Returns roots of light over ``brightest``, in means at the map's size: of the base rendition with clipped light
  /// recovered, and of the brighter one.
  private func reduced<Code: LightCode>(
    _ codes: [Code], _ radii: SignedRadii, _ tables: LightTables, _ jobs: Int
  ) -> (base: [UInt16], bright: [UInt16]) {
    let recovered = RecoveredLight(codes, radii, light: tables.light, gains: self, jobs: jobs)
    let (inverse, most) = (1 / brightest, Float(65535))
    var base = Bands.undefined(width * height * 3, of: UInt16.self)
    var bright = Bands.undefined(width * height * 3, of: UInt16.self)
    Bands.write(&base, &bright, rows: height, jobs: jobs) { band, bases, brights in
      let (source, table) = (codes.span, tables.light.span)
      for row in band {
        let rows = Self.pixels(row, height, radii.height)
        for column in 0..<width {
          let columns = Self.pixels(column, width, radii.width)
          var (plain, better) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
          for y in rows {
            for pixel in y * radii.width + columns.lowerBound..<y * radii.width + columns.upperBound {
              let light = Code.light(source, table, pixel)
              plain += light
              guard let recovered else {
                better += light * inverse
                continue
              }
              for component in 0..<3 {
                let root = Float(recovered.roots[pixel * 3 + component]) / most
                better[component] += root * root
              }
            }
          }
          let scale = 1 / Float(rows.count * columns.count)
          let first = LightPlane.packed(SIMD4(better * scale, 0))
          let whole = brighter(plain * scale, by: gain(column, row)) * inverse
          let second = LightPlane.packed(SIMD4(whole, 0))
          let to = ((row - band.lowerBound) * width + column) * 3
          for component in 0..<3 {
            (bases[to + component], brights[to + component]) = (first[component], second[component])
          }
        }
      }
    }
    return (base, bright)
  }

  /// The pixels of a line that a sample of a shorter line covers, one at least.
  private static func pixels(_ sample: Int, _ count: Int, _ pixelCount: Int) -> Range<Int> {
    let first = min(sample * pixelCount / count, pixelCount - 1)
    return first..<max((sample + 1) * pixelCount / count, first + 1)
  }

  /// Returns the codes of the ratios of both renditions' light.
  private func codes(
    _ own: (base: [UInt16], bright: [UInt16]), _ blurred: (base: [UInt16], bright: [UInt16]),
    _ radii: SignedRadii, _ weights: SIMD3<Float>, mix: Float
  ) -> PixelPlane {
    var codes = self.codes
    let (before, after) = ((self.before * weights).sum(), (self.after * weights).sum())
    func light(_ roots: [UInt16], _ start: Int) -> SIMD3<Float> {
      let unit: Float = 1 / 65535
      let root = unit * SIMD3<Float>(Float(roots[start]), Float(roots[start + 1]), Float(roots[start + 2]))
      return root * root * brightest
    }
    for sample in codes.indices {
      let start = sample * 3
      let isOwn = (start..<start + 3).allSatisfy {
        own.base[$0] == blurred.base[$0] && own.bright[$0] == blurred.bright[$0]
      }
      guard radii.codes[sample] != 0 || !isOwn else { continue }
      // What a base of SDR cannot hold is clipped.
      let base = light(blurred.base, start).clamped(lowerBound: .zero, upperBound: .one)
      let plain = light(own.base, start).clamped(lowerBound: .zero, upperBound: .one)
      let bright = light(blurred.bright, start), plainBright = light(own.bright, start)
      let dark = ((plain + (base - plain) * mix) * weights).sum()
      let lit = ((plainBright + (bright - plainBright) * mix) * weights).sum()
      let gain = (lit + after + Self.least) / (dark + before + Self.least)
      codes[sample] = nearestCode(Float(curve.code(of: Double(gain), component: 0)) * 255)
    }
    return PixelPlane(width: width, height: height, known: .uint8(codes))
  }

  /// Light so little that its gain does not matter.
  private static let least: Float = 1e-4
}

extension SignedRadii {
  /// Returns the radii of a smaller picture of the same: those in the middle of its pixels.
  func sampled(width across: Int, height down: Int) -> SignedRadii {
    var (small, matte): ([Int16], [UInt8]) = ([], [])
    small.reserveCapacity(across * down)
    for row in 0..<down {
      let line = min((2 * row + 1) * height / (2 * down), height - 1) * width
      for column in 0..<across {
        let pixel = line + min((2 * column + 1) * width / (2 * across), width - 1)
        small.append(codes[pixel])
        if !self.matte.isEmpty { matte.append(self.matte[pixel]) }
      }
    }
    return SignedRadii(
      width: across, height: down, codes: small, unit: unit * Float(across) / Float(width), matte: matte)
  }
}
