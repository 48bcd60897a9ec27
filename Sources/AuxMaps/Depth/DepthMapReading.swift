public import AuxImage
internal import AuxKernels

extension DepthMap {
  /// A depth or disparity map as values in metres or 1/metres, of the size asked for and without holes.
  public struct Reading: Hashable, Sendable {
    package internal(set) var values: DepthMapInterpretation.Values
    /// The width in samples.
    public let width: Int
    /// The height in samples.
    public let height: Int
    /// What the values measure: the map's own quantity.
    public let quantity: DepthQuantity
    /// What was concluded from the samples, and oddities of them.
    public let notes: [MapNote]
    /// Whether the values are as the photo is displayed, or as it is stored; nil where that is not known.
    package let isUpright: Bool?
    /// What the map's options say of holes, which ``values`` never have.
    let holes: DepthMap.Holes?

    /// Reads samples; `photo` is the size that the size asked for refers to, `calibration` that of the samples' camera,
    /// `notes` what is known of them.
    ///
    /// Throws `AuxError` as ``DepthMap/reading(forPhotoOf:)``.
    init(
      _ content: consuming MapContent, options: Options, photo: (width: Int, height: Int),
      calibration: CameraCalibrationData?, notes known: [MapNote], limits: AuxLimits
    ) throws(AuxError) {
      isUpright = content.record?.isUpright
      holes = options.holes
      let isUndescribed = ![nil, .raw].contains(content.kind) && content.record?.quantity == nil
      let options = options.applying(content.record).applying(content.channel)
      try options.check()
      var values: [Float] = []
      var (size, interpretation, notes) = try Self.mark(consume content, options, calibration, into: &values)
      interpretation.mist.map {
        notes.append(.mist($0, isStated: options.mist != nil, hasCamera: calibration != nil))
      }
      if interpretation.mist == nil {
        let rims = MixedRims(width: size.width, height: size.height, quantity: interpretation.quantity)
        let mixed = rims.markHoles(in: &values)
        if mixed > 0 { notes.append(.antialiased(mixed)) }
      }
      if options.convention == nil, interpretation.grayscale == nil, isUndescribed {
        notes += interpretation.quantity.doubts(values)
      }
      // Mist is a distance along the ray.
      if options.isRadial || interpretation.mist != nil && calibration != nil {
        guard let calibration else {
          throw AuxError(
            .usage, "distances along the rays need a camera to become depth", remedy: .stateCamera)
        }
        let camera = RadialDepth.Camera(calibration, width: size.width, height: size.height)
        Self.through(.depth, interpretation.quantity, &values) {
          RadialDepth.planar(fromRadial: $0, width: size.width, height: size.height, camera: camera)
        }
      }
      var (clamped, found) = try interpretation.clamp(&values)
      if let clipped = interpretation.clippedCount {
        clamped += clipped
        if let count = interpretation.outlierCount(in: values) { notes.append(.unevenPrediction(count)) }
      } else if let percent = options.clip {
        clamped += interpretation.clip(&values, percent: percent)
        let clipped = interpretation.quantity.census(of: values)
        guard clipped.low < clipped.high || found.low == found.high else {
          throw AuxError(
            .usage,
            "clip (\(percent) %) makes \(clipped.low) of all samples, which are \(found.low)...\(found.high)")
        }
        found = clipped
      }
      self.notes = known + notes
      var census: SampleCensus? = found
      // The samples that were clamped are counted among those of the map as it was.
      let share = Double(clamped) / Double(size.width * size.height)
      if let target = try options.size?.dimensions(forPhotoOf: photo, limits: limits), target != size {
        // Sizes are changed among disparities, in which a plane stays a plane.
        Self.through(.disparity, interpretation.quantity, &values) {
          Self.resampled($0, from: size, to: target)
        }
        (size, census) = (target, nil)
      }
      self.values = try interpretation.filled(
        consume values, width: size.width, height: size.height,
        clamped: Int((share * Double(size.width * size.height)).rounded()), census: census)
      (width, height) = size
      self.quantity = interpretation.quantity
    }

    /// Puts the values of samples, which are not kept, into `values`; returns their size and what they mean.
    private static func mark(
      _ content: consuming MapContent, _ options: Options, _ calibration: CameraCalibrationData?,
      into values: inout [Float]
    ) throws(AuxError) -> (size: (width: Int, height: Int), DepthMapInterpretation, [MapNote]) {
      var content = content
      let invalid = content.markInvalid(options.invalid ?? [])
      var (map, interpretation) = try interpreted(consume content, options, calibration)
      interpretation.holes = options.holes ?? .fill
      let negative = interpretation.negativeCount(in: map)
      values = try interpretation.marked(taking: &map)
      for index in invalid { values[index] = .nan }
      // Distances have a few negative samples at most, as resampling makes them.
      let notes: [MapNote] = negative * 100 > values.count ? [.negative(negative, of: values.count)] : []
      return ((map.width, map.height), interpretation, notes)
    }

    private static func interpreted(
      _ content: MapContent, _ options: Options, _ calibration: CameraCalibrationData?
    ) throws(AuxError) -> (PixelPlane, DepthMapInterpretation) {
      guard let convention = options.convention else {
        return try options.interpretation(of: content).spreading(content.samples, of: content)
      }
      let (map, interpretation) = try convention.reading(
        of: content, options: options, calibration: calibration)
      return interpretation.spreading(map, of: content)
    }

    /// Disparities of another size; what mixes background and a surface is as far as the farthest surface at most.
    static func resampled(
      _ disparities: [Float], from size: (width: Int, height: Int), to target: (width: Int, height: Int)
    ) -> [Float] {
      var resampled = Resample.edgeRespecting(
        disparities, width: size.width, height: size.height, toWidth: target.width, toHeight: target.height,
        discontinuity: Resample.defaultDiscontinuity(disparities))
      guard let farthest = disparities.lazy.filter({ $0 > 0 }).min() else { return resampled }
      var samples = resampled.mutableSpan
      for index in 0..<samples.count where samples[index] > 0 && samples[index] < farthest {
        samples[index] = farthest
      }
      return resampled
    }

    /// Puts in place of values what `body` makes of them as another quantity.
    static func through(
      _ wanted: DepthQuantity, _ quantity: DepthQuantity, _ values: inout [Float],
      _ body: ([Float]) -> [Float]
    ) {
      if quantity != wanted { Reciprocal.invert(&values) }
      values = body(values)
      if quantity != wanted { Reciprocal.invert(&values) }
    }
  }
}

extension DepthMap.Reading {
  /// Returns the values as depth data of a format; nil for 32-bit floats of the map's own quantity.
  ///
  /// `keepsHoles` leaves NaN where a hole was filled. Throws `AuxError` with code `usage` for a format that is not of
  /// depth data.
  public func depthData(
    as format: PixelFormat? = nil, metadata: AuxiliaryMetadata = AuxiliaryMetadata(), keepsHoles: Bool = false
  ) throws(AuxError) -> DepthData {
    let format = format ?? nativeFormat
    if keepsHoles {
      let plane = PixelPlane(width: width, height: height, known: .float(values.valuesWithHoles))
      return try DepthData(depthDataType: nativeFormat, depthDataMap: plane, metadata: metadata)
        .converting(toDepthDataType: format)
    }
    return DepthData(
      values: try values(in: format), width: width, height: height, depthDataType: format, metadata: metadata)
  }

  /// Returns true if a map file of a kind keeps the holes; `hasUnit` is true if it holds lengths in a unit.
  package func keepsHoles(in kind: MapFile.Kind, hasUnit: Bool) -> Bool {
    holes ?? .keep == .keep && (hasUnit || kind.form != .codes)
  }

  /// The format of 32-bit floats of the map's own quantity.
  public var nativeFormat: PixelFormat { quantity.float32Format }

  /// Returns the values in the unit of a format, not rounded to it.
  func values(in format: PixelFormat) throws(AuxError) -> [Float] {
    guard let wanted = format.quantity else { throw format.depthFormatError }
    return wanted == quantity ? values.values : Reciprocal.reciprocal(values.values)
  }
}

extension RadialDepth.Camera {
  /// The camera of a calibration for a map of the same picture.
  init(_ calibration: CameraCalibrationData, width: Int, height: Int) {
    let matrix = calibration.intrinsicMatrix
    let size = calibration.intrinsicMatrixReferenceDimensions
    self = RadialDepth.Camera(fx: matrix[0], fy: matrix[4], cx: matrix[6], cy: matrix[7]).scaled(
      horizontally: Double(width) / size.width, vertically: Double(height) / size.height)
  }
}

extension MapContent {
  /// Makes NaN of floats with one of these values, and returns the indices of integers with one.
  fileprivate mutating func markInvalid(_ invalid: [Double]) -> [Int] {
    guard !invalid.isEmpty else { return [] }
    let (width, height) = (samples.width, samples.height)
    func indices<Code: BinaryInteger>(_ codes: [Code]) -> [Int] {
      let wanted = Set(invalid.compactMap { Code(exactly: $0) })
      return codes.indices.filter { wanted.contains(codes[$0]) }
    }
    switch samples.storage {
    case .uint8(let codes): return indices(codes)
    case .uint16(let codes): return indices(codes)
    case .float, .half:
      let wanted = Set(invalid.map { Float($0) })
      let values = samples.floats.map { wanted.contains($0) ? .nan : $0 }
      samples = PixelPlane(width: width, height: height, known: .float(values))
      return []
    }
  }
}

extension DepthQuantity {
  /// The disparity in 1/meters that most of a scene seldom exceeds.
  private static let usualDisparity: Float = 10

  /// Returns warnings about values whose unit nothing but the caller states.
  fileprivate func doubts(_ values: [Float]) -> [MapNote] {
    guard self == .disparity else { return [] }
    let known = values.count { $0 > 0 && $0 < .infinity }
    let near = values.count { $0 > Self.usualDisparity && $0 < .infinity }
    return near * 2 > known ? [.pixelDisparities(near, of: known)] : []
  }
}
