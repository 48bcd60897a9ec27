internal import AuxContainers
public import AuxEffects
internal import AuxImage
public import AuxWriter

/// A spatial photo and its cameras.
public struct SpatialRendering: Sendable {
  /// The photo, to be written.
  public let photo: SpatialPhoto
  /// The width of each picture.
  public let width: Int
  /// The height of each picture.
  public let height: Int
  /// The focal length of both cameras, in widths.
  public let focalLength: Double
  /// The distance between the cameras in metres.
  public let baseline: Float

  /// The horizontal field of view in degrees.
  public var fieldOfView: Double { StereoCamera.fieldOfView(focalLength: focalLength) }

  /// Whether the cameras are farther apart than eyes, as a map of far or of nearly equal distances makes them.
  ///
  /// The pair then looks like a view of a scale model.
  public var isWide: Bool { baseline > 0.2 }
}

extension PhotoRenderer {
  /// Returns both eyes' pictures as two parallel cameras see them, for displays that show depth.
  ///
  /// Unlike in other layouts, the views do not converge: that is left to the viewer, so that the infinitely far stays
  /// at infinity. `stereo` gives the nearness in the plane of the picture and, if no baseline is given, the shift
  /// from which the baseline follows. The map's distances must be known. Samples have `bitsPerSample`, 8 or 10;
  /// without it 10 if ``photo`` has 16. Throws `AuxError`: `usage` where field of view, distances or baseline are
  /// known neither from the files nor the options, else as ``pictures(_:_:)`` and `SpatialPhoto` do.
  public func spatialPhoto(
    _ options: SpatialOptions, stereo: Stereo = .standard, quality: Int = ImageDestination.standardQuality,
    bitsPerSample: Int? = nil
  ) throws(AuxError) -> SpatialRendering {
    guard photo.orientation == .up else {
      return try upright().spatialPhoto(
        options, stereo: stereo, quality: quality, bitsPerSample: bitsPerSample)
    }
    let map = try renderMap()
    guard let focal = try focalLength(options, of: map) else {
      throw AuxError(
        .usage, "neither a calibration nor Exif's FocalLengthIn35mmFilm gives the field of view",
        remedy: .stateFieldOfView)
    }
    guard let range = map.nearness.disparityRange else {
      throw AuxError(.usage, "a map of plain codes has no distances", remedy: .stateDisparities)
    }
    let cameras = try Self.cameras(options, stereo, focalLength: Float(focal), range)
    var views = EffectOptions()
    views.stereo = try cameras.stereo(for: range)
    views.layout = .pair
    let eyes = try pictures(.stereo, views)
    let plane = range.lowerBound + stereo.convergence * (range.upperBound - range.lowerBound)
    let camera = try StereoCamera(
      focalLength: focal, baseline: Double(cameras.baseline),
      disparityAdjustment: Double(cameras.disparity(of: plane)))
    let pair = try SpatialPhoto(
      left: eyes[0], right: eyes[1], of: source, metadata: metadata, camera: camera, quality: quality,
      bitsPerSample: bitsPerSample ?? ImageContainer.heif.pictureBits(of: photo.bitsPerSample))
    return SpatialRendering(
      photo: pair, width: photo.width, height: photo.height, focalLength: focal, baseline: cameras.baseline)
  }

  private static func cameras(
    _ options: SpatialOptions, _ stereo: Stereo, focalLength: Float, _ range: ClosedRange<Float>
  ) throws(AuxError) -> ParallelCameras {
    guard let baseline = options.baseline else {
      return try ParallelCameras(
        focalLength: focalLength, maxShift: stereo.maxShift, disparityRange: range)
    }
    return try ParallelCameras(focalLength: focalLength, baseline: baseline)
  }
}

extension PhotoRenderer {
  /// Returns the lens that options ask for, on a map; nil where they ask for none.
  ///
  /// A relative map has the scale that is its own: the blur of an f-number is then relative to that of the photo's own one.
  /// Throws `AuxError` with code `usage` where distances are not known, or those of an opening in metres, or its field of view.
  func lens(_ options: EffectOptions, on map: RenderMap) throws(AuxError) -> SceneLens? {
    guard let lens = options.lens else { return nil }
    guard let range = map.nearness.disparityRange else {
      throw AuxError(
        .usage, "a lens needs distances in metres, and a map of plain codes has none",
        remedy: .stateDisparities)
    }
    let known = try focalLength(SpatialOptions(fieldOfView: lens.fieldOfView), of: map).map(Float.init)
    var (fNumber, note): (Float?, String?)
    func lensOptics(diameter metres: Float) throws(AuxError) -> LensOptics {
      guard map.accuracy != .relative else {
        throw AuxError(
          .usage,
          "an opening in metres needs distances in metres, and those of the map are relative to each other only",
          remedy: .giveMap)
      }
      guard let known else {
        throw AuxError(
          .usage,
          "a lens needs the field of view, and neither a calibration nor Exif's FocalLengthIn35mmFilm gives it",
          remedy: .stateFieldOfView)
      }
      return try LensOptics(focalLength: known, aperture: metres)
    }
    let optics: LensOptics
    switch lens.opening {
    case .diameter(let metres): optics = try lensOptics(diameter: metres)
    case .focalLength(let length, let number):
      fNumber = number
      optics = try lensOptics(diameter: length / number)
    case .fNumber(let number):
      fNumber = number
      let focal = known ?? LensOptics.usualFocalLength(width: photo.width, height: photo.height)
      if known == nil {
        note = "nothing states the field of view: that of 26 mm on 35 mm film is assumed for the f-number"
      }
      optics = try LensOptics(focalLength: focal, fNumber: number, width: photo.width, height: photo.height)
    }
    let (disparities, basis) = Self.scaled(range, of: map)
    let report = LensReport(
      fNumber: fNumber, aperture: optics.aperture * 1000,
      fieldOfView: StereoCamera.fieldOfView(focalLength: Double(optics.focalLength)),
      isFieldOfViewAssumed: known == nil, basis: basis, simulatedFNumber: map.simulatedFNumber)
    return SceneLens(optics: optics, disparities: disparities, report: report, note: note)
  }

  /// Returns the options with nearness in place of a distance in focus, and notes.
  ///
  /// Throws `AuxError` with code `usage` if the map has no distances.
  func focused(
    _ options: EffectOptions, on map: RenderMap
  ) throws(AuxError) -> (options: EffectOptions, notes: [String]) {
    guard let range = map.nearness.disparityRange else {
      throw AuxError(
        .usage, "a focus in meters needs distances, and a map of plain codes has none",
        remedy: .stateDisparities)
    }
    var (focused, notes) = try options.focused(in: range)
    if map.accuracy == .relative {
      notes.append(
        "the distances of the map are relative to each other (accuracy relative): the focus is not in real meters"
      )
    }
    return (focused, notes)
  }

  /// Returns the stereo effect of two cameras that are as far apart as the options say.
  ///
  /// Throws `AuxError` with code `usage` if the map has no distances in meters, the field of view is not known, or the views differ by too
  /// much.
  func stereo(_ options: EffectOptions, on map: RenderMap) throws(AuxError) -> Stereo {
    guard let baseline = options.baseline else { return options.stereo }
    guard let range = map.nearness.disparityRange else {
      throw AuxError(
        .usage, "a baseline needs distances in meters, and a map of plain codes has none",
        remedy: .stateDisparities)
    }
    guard map.accuracy != .relative else {
      throw AuxError(
        .usage,
        "a baseline needs distances in meters, and those of the map are relative to each other only (accuracy relative)",
        remedy: .giveMap)
    }
    let views = try SpatialOptions(baseline: baseline, fieldOfView: options.fieldOfView)
    guard let focal = try focalLength(views, of: map) else {
      throw AuxError(
        .usage,
        "a baseline needs the field of view, and neither a calibration nor Exif's FocalLengthIn35mmFilm gives it",
        remedy: .stateFieldOfView)
    }
    return try ParallelCameras(focalLength: Float(focal), baseline: baseline)
      .stereo(for: range, convergence: options.stereo.convergence)
  }

  /// Returns the disparities of a map as a lens takes them, and what gives them their scale.
  static func scaled(
    _ range: ClosedRange<Float>, of map: RenderMap
  ) -> (disparities: ClosedRange<Float>, basis: LensReport.Basis) {
    guard map.accuracy == .relative else { return (range, .metres) }
    guard map.hasOnlyOrder, range.upperBound > 0 else { return (range, .relative) }
    return (range.lowerBound / range.upperBound...1, .nearest)
  }

  /// Returns the camera of the photo, turned as the photo is: that of the options' field of view, else of the map's
  /// calibration, else of Exif; nil where none is known.
  func camera(_ options: EffectOptions, of map: RenderMap) throws(AuxError) -> CameraCalibrationData? {
    if options.fieldOfView == nil, let calibration = map.calibration {
      return calibration.applyingExifOrientation(turn)
    }
    return try focalLength(SpatialOptions(fieldOfView: options.fieldOfView), of: map).map {
      (focal) throws(AuxError) in
      try .centred(focalLength: focal, width: photo.width, height: photo.height)
    }
  }

  /// Returns the focal length in widths: that of the options, else of the map's calibration, else of Exif; nil where none is
  /// known.
  private func focalLength(_ options: SpatialOptions, of map: RenderMap) throws(AuxError) -> Double? {
    if let known = options.focalLength { return known }
    return try SpatialPhoto.focalLength(
      of: photo, metadata: metadata, calibration: map.calibration, limits: source.limits)
  }

  /// Whether the photo's Exif names a camera: what a program drew has no grain, whatever its textures look like.
  func isOfCamera() throws(AuxError) -> Bool {
    do throws(AuxError) {
      guard let block = try source.primaryMetadata().exif else { return false }
      let camera = try ExifBlock(block, limits: source.limits).camera
      return camera.make != nil || camera.model != nil
    } catch {
      try error.throwIfOfSystem()
      return false
    }
  }
}
