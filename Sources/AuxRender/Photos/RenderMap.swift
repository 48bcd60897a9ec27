internal import AuxContainers
public import AuxEffects
public import AuxImage
internal import AuxKernels
public import AuxMaps
public import AuxReader

/// The map of a photo for effects: nearness in the photo's stored grid, and the camera where it is known.
public struct RenderMap: Hashable, Sendable {
  /// The nearness, as the photo is stored.
  public let nearness: NormalisedMap
  /// The calibration of the camera.
  public let calibration: CameraCalibrationData?
  /// How far the distances of the photo's own map are to be trusted; nil where its file does not say, and for a map that was
  /// given.
  public private(set) var accuracy: DepthData.Accuracy?
  /// Whether it is the photo's own GDepth, whose distances have the unit of Google's other properties.
  private(set) var isGDepth = false
  /// Whether its distances have an order and no scale.
  private(set) var hasOnlyOrder = false
  /// The f-number whose blur the photo's maker simulates; nil where its own map does not say.
  public private(set) var simulatedFNumber: Float?
  /// How many samples of a map that was given were background, holes, or clamped; nil where it is not known.
  public private(set) var counts: DepthMap.SampleCounts?

  /// Creates a map of nearness, as a model gives it.
  public init(_ nearness: NormalisedMap, calibration: CameraCalibrationData? = nil) {
    (self.nearness, self.calibration) = (nearness, calibration)
  }

  /// How much a phone enlarged a GDepth map of the photo's own size, at least: its outlines are steps of some pixels.
  static let enlargement = 4

  /// Takes the photo's own depth map.
  ///
  /// GDepth of the photo's own size is an estimate that a phone enlarged: it is made smaller, so that effects bring it to the
  /// photo's size along the photo's edges, as other maps.
  /// Throws `AuxError`: `missingImage` where it has none, saying what it has, `malformed` where no sample has a
  /// usable value, else as `ImageSource.depthData(_:)`.
  public init(of source: ImageSource) throws(AuxError) {
    guard let image = source.auxiliaryImages.first(where: { $0.type.isDepthData }) else {
      let types = source.auxiliaryImages.map(\.type.name)
      throw AuxError(
        .missingImage,
        "the photo has no depth map (it has "
          + (types.isEmpty ? "no auxiliary images" : types.joined(separator: ", ")) + ")",
        remedy: source.stereoPair == nil ? .giveMap : .takeEyes)
    }
    let depth = try source.depthData(image)
    var nearness = try Self.normalised(depth)
    if let primary = source.primary {
      nearness = nearness.reduced(toFit: (primary.width, primary.height))
      if image.embeddedForm == .gdepth, primary.width == image.width, primary.height == image.height {
        nearness = nearness.reduced(by: Self.enlargement)
      }
    }
    self.init(nearness, calibration: depth.cameraCalibrationData)
    accuracy = depth.metadata.accuracy
    isGDepth = image.embeddedForm == .gdepth
    hasOnlyOrder =
      accuracy == .relative && image.embeddedForm != nil && depth.depthDataType.quantity == .depth
    simulatedFNumber = PortraitEffect.simulatedFNumber(of: depth.metadata)
  }

  /// Takes another depth or disparity map than the photo's own.
  ///
  /// It is as the photo is displayed, or with `isUpright` false as it is stored, unless its file says which.
  /// Codes of a disparity map are nearness, white the nearest, where nothing else is known. Throws `AuxError`:
  /// `missingImage` where the source has no primary image, `malformed` where no sample has a usable value, else as
  /// `DepthMap.reading(on:)`; it names the map's file.
  public init(
    _ map: DepthMap, on source: ImageSource, isUpright: Bool = true, isStretched: Bool = false
  ) throws(AuxError) {
    guard let primary = source.primary else { throw AuxError(.missingImage, "there is no primary image") }
    let placement = MapPlacement(on: primary, isUpright: isUpright, isStretched: isStretched)
    do throws(AuxError) {
      let calibration = try map.calibration(on: placement)
      let nearness: NormalisedMap
      var counts: DepthMap.SampleCounts?
      if map.hasOnlyNearness {
        nearness = try NormalisedMap(codes: placement.placed(map.samples))
      } else {
        let reading = try map.reading(on: placement)
        (nearness, counts) = (try Self.normalised(reading), reading.values.counts)
      }
      self.init(nearness.reduced(toFit: (primary.width, primary.height)), calibration: calibration)
      self.counts = counts
    } catch { throw map.path.map(error.about) ?? error }
  }

  private static func normalised(_ reading: DepthMap.Reading) throws(AuxError) -> NormalisedMap {
    // The effects know better what to do with holes than to take them for measured.
    try normalised(reading.depthData(keepsHoles: true))
  }

  /// Throws `malformed` where nothing of the map is of use: that is the file's fault.
  private static func normalised(_ depth: DepthData) throws(AuxError) -> NormalisedMap {
    do throws(AuxError) {
      return try NormalisedMap(normalising: depth)
    } catch { throw AuxError(.malformed, error.reason) }
  }
}

extension DepthMap {
  /// Whether all that is known of the samples is that they are codes whose white is near.
  fileprivate var hasOnlyNearness: Bool {
    samples.sampleType.isInteger && options.quantity == .disparity && options.minDisparity == nil
      && options.convention == nil
  }
}
