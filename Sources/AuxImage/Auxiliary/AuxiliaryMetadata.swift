/// The XMP properties of one auxiliary image as typed values.
///
/// Properties that have no member of their own, or whose text does not fit it, stand in ``other`` and
/// are written back as they came. Source: Specs/xmp.md.
public struct AuxiliaryMetadata: Hashable, Sendable {
  /// `apdi:AuxiliaryImageType`: `disparity`, `depth` or a URN.
  public var auxiliaryImageType: String?
  /// `apdi:AuxiliaryImageSubType`: `portraiteffectsmatte` or absent.
  public var auxiliaryImageSubType: String?
  /// `apdi:NativeFormat`: the format that readers hand out.
  public var nativeFormat: PixelFormat?
  /// `apdi:StoredFormat`: the format of the coded samples.
  public var storedFormat: PixelFormat?
  /// `apdi:IntMinValue`: the smallest code.
  public var intMinValue: Int?
  /// `apdi:IntMaxValue`: the largest code.
  public var intMaxValue: Int?
  /// `apdi:FloatMinValue`: the value of the smallest code, in metres or 1/metres.
  public var floatMinValue: Double?
  /// `apdi:FloatMaxValue`: the value of the largest code, in metres or 1/metres.
  public var floatMaxValue: Double?

  /// `depthData:DepthDataVersion`.
  public var depthDataVersion: Int?
  /// `depthData:Quality`.
  public var quality: DepthData.Quality?
  /// `depthData:Accuracy`.
  public var accuracy: DepthData.Accuracy?
  /// `depthData:Filtered`.
  public var isFiltered: Bool?
  /// The calibration, present only where all its required properties are.
  public var calibration: CameraCalibrationData?

  /// `portraitEffectsMatte:PortraitEffectsMatteVersion`.
  public var portraitEffectsMatteVersion: Int?
  /// `semanticSegmentationMatte:SemanticSegmentationMatteVersion`.
  public var semanticSegmentationMatteVersion: Int?
  /// `HDRGainMap:HDRGainMapVersion`.
  public var hdrGainMapVersion: Int?
  /// `HDRGainMap:HDRGainMapHeadroom`, a ratio of luminances.
  public var hdrGainMapHeadroom: Double?

  /// Every other property, in the order of the packet.
  public var other: [XMPProperty] = []

  /// Creates empty metadata.
  public init() {}
}

extension AuxiliaryMetadata {
  /// The kind of auxiliary image that the properties name, or nil where they name none.
  ///
  /// The sub-type goes first: a portrait matte is typed `depth`.
  public var namedType: AuxiliaryDataType? {
    AuxiliaryDataType(imageType: auxiliaryImageType, subType: auxiliaryImageSubType)
  }

  /// The identifier as the packet spells it: the sub-type, else the type.
  public var identifier: String? { auxiliaryImageSubType ?? auxiliaryImageType }
}
