internal import AuxKernels

extension SignedRadii {
  /// How many pixels each pixel of one eye's view lies apart from where the farthest would be: nearness times
  /// `scale`. A hole counts as farthest.
  ///
  /// What is said of radii holds of these: a step of them is an edge, behind which there is ground.
  init(parallaxOf map: NormalisedMap, scale: Float, jobs: Int) {
    var codes = Bands.undefined(map.values.count, of: Int16.self)
    Bands.write(&codes, rows: map.height, jobs: jobs) { band, part in
      let values = map.values.span.extracting(band.lowerBound * map.width..<band.upperBound * map.width)
      precondition(values.count == part.count)
      for index in 0..<values.count {
        let value = values[index]
        // NaN is not above 0. Adding 2^23 leaves the integer at the end of the significand.
        let scaled = (value > 0 ? value : 0) * Self.greatest + 0x1p23
        part[index] = Int16(truncatingIfNeeded: scaled.bitPattern)
      }
    }
    // One code is something even where nothing moves.
    let unit = max(scale, .leastNormalMagnitude) / Self.greatest
    let plain = SignedRadii(width: map.width, height: map.height, codes: codes, unit: unit)
    self = StereoOutlines(plain, stretched: map.rampReach).sharpened(jobs: jobs)
  }

  /// Creates what the codes say.
  init(width: Int, height: Int, codes: [Int16], unit: Float) {
    (self.width, self.height, self.codes, self.unit) = (width, height, codes, unit)
  }
}
