internal import AuxImage
internal import AuxKernels

/// The surfaces of a map, as meshes and normals take them: terraces of 8-bit codes smoothed, outlines made sharp.
struct SpaceSurface {
  /// The depth of each sample of the map in metres as it was given, within the bounds that are kept; NaN elsewhere.
  let depths: [Float]
  /// The disparity of each sample of its surface; NaN where the sample is not kept.
  private(set) var disparities: [Float]
  /// The distance of two codes in 1/metres; 0 for a map of more than 256 values.
  let codeStep: Float
  private let width, height: Int
  private let options: SpaceOptions

  /// Throws `usage` where options are out of range, sizes differ, or no sample is left.
  init(
    depths: [Float], rays: CameraRays, mask: EffectMask?, _ options: SpaceOptions
  ) throws(AuxError) {
    try self.init(depths: depths, width: rays.width, height: rays.height, mask: mask, options)
  }

  /// As above, of a map whose camera does not matter yet.
  init(
    depths given: [Float], width: Int, height: Int, mask: EffectMask?, _ options: SpaceOptions
  ) throws(AuxError) {
    try options.check()
    try PlaneSize.check(width: width, height: height, count: given.count)
    if let mask {
      try PlaneSize.match((mask.width, mask.height), of: "mask", (width, height), of: "map")
    }
    (self.width, self.height, self.options) = (width, height, options)
    var depths = given
    var kept = 0
    var samples = depths.mutableSpan
    for index in 0..<samples.count {
      let depth = samples[index]
      let isKept =
        depth > 0 && depth <= .greatestFiniteMagnitude && depth >= options.near && depth <= options.far
        && mask.map { $0.values[index] >= 0.5 } ?? true
      if isKept { kept += 1 } else { samples[index] = .nan }
    }
    guard kept > 0 else {
      throw AuxError(.usage, "no sample of the map is left: all are holes, or outside of what is kept")
    }
    self.depths = depths
    let raw = Reciprocal.reciprocal(depths)
    let map = try NormalisedMap(width: width, height: height, disparities: raw)
    guard let range = map.disparityRange, map.hasTerraces else {
      (disparities, codeStep) = (raw, 0)
      return
    }
    let extent = range.upperBound - range.lowerBound
    disparities = map.smoothingTerraces(jobs: options.jobs).values.map { range.lowerBound + $0 * extent }
    codeStep = extent / 255
  }

  /// Moves samples between two surfaces to one, by the photo's colours.
  mutating func sharpenOutlines(by photo: PhotoPixels) {
    let guide = GuideReduction.reduce(photo, width: width, height: height, jobs: options.jobs)
    disparities = DepthOutlines.sharpened(
      disparities, guide: guide, width: width, height: height, codeStep: codeStep, jobs: options.jobs)
  }

  /// Returns the surfaces without samples in the air between two whose depths differ by more than the factor of the options.
  func withoutSteps() -> SpaceSurface {
    guard options.maxStep.isFinite else { return self }
    let moves = DepthOutlines.moves(
      disparities, guide: [], width: width, height: height, codeStep: codeStep, nearer: options.maxStep,
      jobs: options.jobs)
    var result = self
    for index in moves.indices where moves[index] != 0 { result.disparities[index] = .nan }
    return result
  }

  /// Returns what sharpening by a photo's colours would do to each sample, as ``DepthOutlines/moves`` has it.
  func outlineMoves(by photo: PhotoPixels) -> [UInt8] {
    let guide = GuideReduction.reduce(photo, width: width, height: height, jobs: options.jobs)
    return DepthOutlines.moves(
      disparities, guide: guide, width: width, height: height, codeStep: codeStep, jobs: options.jobs)
  }

  func grid(_ rays: CameraRays, stride: Int) -> DepthGrid {
    DepthGrid(
      disparities, rays: rays, stride: stride, codeStep: codeStep, maxStep: options.maxStep,
      jobs: options.jobs)
  }
}
