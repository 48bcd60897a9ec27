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
    self.init(width: map.width, height: map.height, codes: codes, unit: unit)
  }
}

extension LensScene {
  /// A photo with the parallax of a map, whose edges become steps, in the place of radii.
  init(_ codes: [Code], parallaxOf map: NormalisedMap, scale: Float, light: [Float], jobs: Int) {
    let isStretched = map.rampReach > 0
    let plain = SignedRadii(parallaxOf: map, scale: scale, jobs: jobs)
    // Between the extremes of a block before there are those after.
    let blocks = RadiusBlocks(plain, jobs: jobs)
    let radii = StereoOutlines(plain, isStretched: isStretched).sharpened(blocks, jobs: jobs)
    self.init(codes, radii, blocks, edge: StereoLine.step(map.width) / radii.unit, light: light)
  }
}
