public import AuxImage
public import AuxKernels

/// A depth or disparity map as a file, a renderer or a model gives it: samples, and what they mean.
///
/// ```swift
/// let map = try DepthMap("z.exr", convention: .blender)
/// let metres = try map.reading().depthData(as: .fdep)
/// ```
///
/// Nothing is computed before it is known which photo the map is for: ``reading(forPhotoOf:)`` gives its values,
/// and the destinations of AuxWriter take it as it is.
public struct DepthMap: Hashable, Sendable {
  /// The samples as they were given, with what their file says of them.
  package var content: MapContent
  /// What they mean.
  public var options: Options
  /// The file that errors name; nil for a map in memory.
  public private(set) var path: String?
  /// The accuracy of the depth data that the map was made of; nil for other maps.
  private(set) var accuracy: DepthData.Accuracy?
  /// The bounds of the size that it gets.
  package private(set) var limits = AuxLimits.standard

  /// The samples as they were given.
  public var samples: PixelPlane {
    get { content.samples }
    set { content.samples = newValue }
  }

  /// Creates a map of samples in memory.
  public init(_ samples: PixelPlane, options: Options = Options()) {
    self.init(MapContent(samples), options: options)
  }

  private init(_ content: MapContent, options: Options) {
    self.content = content
    self.options = options
  }

  /// Creates a map of `width * height` values, row by row from the top, NaN where nothing is known.
  ///
  /// They are metres, or 1/metres for a quantity of `disparity`. Throws `AuxError` with code `usage` where
  /// their number is another.
  public init(
    _ values: [Float], width: Int, height: Int, quantity: DepthQuantity = .depth
  ) throws(AuxError) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, count == values.count else {
      throw AuxError(.usage, "\(values.count) values are no map of \(width)x\(height)")
    }
    self.init(
      PixelPlane(width: width, height: height, known: .float(values)),
      options: Options(quantity: quantity))
  }

  /// Creates a map of depth data, whose calibration is the camera.
  public init(_ depth: DepthData) {
    var options = Options(quantity: depth.depthDataType.quantity ?? .depth)
    options.camera = depth.cameraCalibrationData.map(MapCamera.calibration)
    self.init(depth.depthDataMap, options: options)
    accuracy = depth.depthDataAccuracy
  }

  /// Reads a map file of any ``MapFile/Kind``; `-` is standard input.
  ///
  /// A camera in the file, or in one that the convention knows beside it, is the map's where `options` name none. Throws `AuxError` as
  /// ``MapFile/read(_:options:limits:)``.
  public init(
    _ path: String, options: Options = Options(), file: MapFile.Options = .init(),
    limits: AuxLimits = .standard
  ) throws(AuxError) {
    self.init(
      try MapFile.content(at: path, options: file.of(options), limits: limits), options: options)
    self.path = StandardStream.inputName(path)
    self.limits = limits
  }

  /// Reads a map file of a program or a model; `near` and `far`, in metres, where its maps say nothing of these.
  ///
  /// Throws `AuxError` as ``MapFile/read(_:options:limits:)``.
  public init(
    _ path: String, convention: MapConvention, near: Double? = nil, far: Double? = nil,
    limits: AuxLimits = .standard
  ) throws(AuxError) {
    try self.init(
      path, options: Options(convention: convention, near: near, far: far), limits: limits)
  }

  /// Decodes a map file in memory; throws `AuxError` as ``MapFile/decode(_:options:limits:)``.
  public init(
    data: [UInt8], options: Options = Options(), file: MapFile.Options = .init(),
    limits: AuxLimits = .standard
  ) throws(AuxError) {
    self.init(
      try MapFile.content(of: data, options: file.of(options), limits: limits), options: options)
    self.limits = limits
  }
}

extension DepthMap {
  /// Returns the values in metres or 1/metres, without holes.
  ///
  /// `photo` is the stored size of the map's photo, to which the size `half` and intrinsics refer; nil if it is the
  /// size of the map. Throws `AuxError` with code `usage`, which names the map's file, if options contradict one
  /// another or the samples, if there are holes that are not allowed, or nothing but holes.
  public func reading(
    forPhotoOf photo: (width: Int, height: Int)? = nil
  ) throws(AuxError) -> Reading {
    try namingFile { () throws(AuxError) in
      let doubts = try checkMeaning(isUpright: true)
      let calibration = try calibration(ofUprightPhoto: photo)
      return try Reading(
        content, options: options, photo: photo ?? (samples.width, samples.height), calibration: calibration,
        notes: doubts, limits: limits)
    }
  }

  /// Returns the values in the stored grid of a photo; throws as ``reading(forPhotoOf:)`` does, and `usage` if the map does
  /// not have the aspect ratio of the photo and may not be stretched.
  public func reading(on placement: MapPlacement) throws(AuxError) -> Reading {
    var map = self
    return try map.takeReading(on: placement)
  }

  /// Returns what ``reading(on:)`` does, and keeps no samples, so that there is no second copy of them.
  ///
  /// The map keeps its size and the other content of its file.
  mutating func takeReading(on placement: MapPlacement) throws(AuxError) -> Reading {
    let path = path
    do throws(AuxError) {
      let placement = placement.applying(content.record)
      let doubts = try checkMeaning(isUpright: placement.beginsAtTop)
      let calibration = try calibration(on: placement)
      return try Reading(
        takeContent(placed: placement), options: options,
        photo: (width: placement.photo.width, height: placement.photo.height), calibration: calibration,
        notes: doubts, limits: limits)
    } catch { throw path.map(error.about) ?? error }
  }

  /// Returns the values of the map in its own size, as ``reading(forPhotoOf:)``.
  ///
  /// The samples of a map that nobody else holds become the values, without a second array.
  package consuming func intoReading() throws(AuxError) -> Reading {
    let path = path
    do throws(AuxError) {
      let doubts = try checkMeaning(isUpright: true)
      let size = (width: samples.width, height: samples.height)
      let calibration = try calibration(ofUprightPhoto: nil)
      return try Reading(
        takeContent(), options: options, photo: size, calibration: calibration, notes: doubts, limits: limits)
    } catch { throw path.map(error.about) ?? error }
  }

  private mutating func takeContent(placed placement: MapPlacement) throws(AuxError) -> MapContent {
    var placed = takeContent()
    placed.samples = try placement.placed(placed.samples)
    placed.record?.isUpright = false
    return placed
  }

  /// Returns what the file holds, and keeps all of it but the samples.
  private mutating func takeContent() -> MapContent {
    let taken = content
    _ = content.samples.takeStorage()
    return taken
  }

  /// Where the samples come from, and what they are taken for.
  public var source: MapSource {
    MapSource(
      path: path, channel: content.channel, array: content.array,
      convention: options.applying(content.channel).convention, unit: options.unit,
      pixelOrigin: statedCamera?.origin)
  }

  /// The camera: that of the options, or the one that the file, or one beside it, states.
  public var camera: MapCamera? { statedCamera?.camera }

  private var statedCamera: StatedCamera? { options.statedCamera ?? content.statedCamera }

  /// Returns the map with a camera in pixels of the map where its numbers name no size, as arrays have it.
  ///
  /// Throws `AuxError` with code `usage` where the principal point is outside the map.
  package func withIntrinsicsOfMap() throws(AuxError) -> DepthMap {
    var map = self
    try map.options.takeIntrinsics(ofMapWith: (samples.width, samples.height))
    return map
  }

  /// Returns the calibration of the camera in the stored grid of a photo; nil where there is no camera.
  ///
  /// Throws `AuxError` as ``MapCamera/calibration(on:)``.
  package func calibration(on placement: MapPlacement) throws(AuxError) -> CameraCalibrationData? {
    try camera?.calibration(on: placement.applying(content.record))
  }

  /// Returns the calibration for a photo of that size, or of the map's own.
  ///
  /// A matrix next to a map may be of a photo that is not there. It is passed over unless values are computed of it.
  private func calibration(
    ofUprightPhoto photo: (width: Int, height: Int)?
  ) throws(AuxError) -> CameraCalibrationData? {
    let size = photo ?? (samples.width, samples.height)
    do throws(AuxError) {
      return try calibration(on: MapPlacement(on: PrimaryImage(width: size.width, height: size.height)))
    } catch {
      guard photo == nil, case .intrinsics? = camera, options.camera == nil, !options.needsCamera else {
        throw error
      }
      return nil
    }
  }

  /// What was taken from the file's record.
  var notes: [MapNote] {
    let origin = options.pixelOrigin == nil ? statedCamera?.origin : nil
    let others =
      (content.isLossy ? [MapNote.lossyCodes] : []) + (content.unread.map { [.arrayUnread($0)] } ?? [])
      + (origin.map { [.pixelOrigin($0)] } ?? [])
    guard let record = content.record else { return others }
    return record.isUpright == false || options.applying(record) != options
      || options.grayRecord(content) != nil
      ? others + [.recordRead(record)] : others
  }

  private func namingFile<Result>(
    _ body: () throws(AuxError) -> Result
  ) throws(AuxError) -> Result {
    do throws(AuxError) {
      return try body()
    } catch { throw path.map(error.about) ?? error }
  }
}
