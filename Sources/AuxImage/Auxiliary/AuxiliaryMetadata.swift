extension DepthData {
  /// How good a depth map is as a whole, as `AVDepthData.Quality`.
  public enum Quality: String, Hashable, Sendable, CaseIterable {
    /// Not good enough for effects that are sensitive to it.
    case low
    /// Good.
    case high
  }

  /// What the values of a depth map are accurate in, as `AVDepthData.Accuracy`.
  public enum Accuracy: String, Hashable, Sendable, CaseIterable {
    /// Order and ratios of distances are good; the scale is uncertain.
    case relative
    /// Accurate in metres.
    case absolute
  }
}

/// The XMP properties of one auxiliary image as typed values.
///
/// ``other`` keeps properties that have no member, or whose text does not fit it; they are written back as they came.
/// Source: Specs/xmp.md.
public struct AuxiliaryMetadata: Hashable, Sendable {
  /// `apdi:AuxiliaryImageType`: `disparity`, `depth` or a URN.
  package var auxiliaryImageType: String?
  /// `apdi:AuxiliaryImageSubType`: `portraiteffectsmatte` or absent.
  package var auxiliaryImageSubType: String?
  /// `apdi:NativeFormat`: the format in which ImageIO returns the image.
  public var nativeFormat: PixelFormat?
  /// `apdi:StoredFormat`: the format of the coded samples.
  public var storedFormat: PixelFormat?
  /// `apdi:IntMinValue`: the smallest code.
  package var intMinValue: Int?
  /// `apdi:IntMaxValue`: the largest code.
  package var intMaxValue: Int?
  /// `apdi:FloatMinValue`: the value of the smallest code, in metres or 1/metres.
  public var floatMinValue: Double?
  /// `apdi:FloatMaxValue`: the value of the largest code, in metres or 1/metres.
  public var floatMaxValue: Double?

  package var depthDataVersion: Int?
  /// `depthData:Quality`.
  public var quality: DepthData.Quality?
  /// `depthData:Accuracy`.
  public var accuracy: DepthData.Accuracy?
  /// `depthData:Filtered`.
  public var isFiltered: Bool?
  /// The calibration, present only where all its required properties are.
  public var calibration: CameraCalibrationData?

  package var portraitEffectsMatteVersion: Int?
  package var semanticSegmentationMatteVersion: Int?
  package var hdrGainMapVersion: Int?
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
  package var namedType: AuxiliaryDataType? {
    AuxiliaryDataType(imageType: auxiliaryImageType, subType: auxiliaryImageSubType)
  }

  /// The identifier as the packet spells it: the sub-type, else the type.
  package var identifier: String? { auxiliaryImageSubType ?? auxiliaryImageType }
}

extension AuxiliaryMetadata {
  /// Returns the format in which readers hand out an image of that type: the one named, else Apple's.
  package func nativeFormat(for type: AuxiliaryDataType) -> PixelFormat {
    if let nativeFormat, type.isDepthData == (nativeFormat.quantity != nil) { return nativeFormat }
    return switch type.quantity {
    case .disparity: .hdis
    case .depth: .hdep
    case nil: .L008
    }
  }

  /// Returns the properties that identify a matte or a gain map, as Apple's JPEG files have them.
  ///
  /// In HEIF the auxC URN identifies semantic mattes, so that only the version stays there.
  /// Source: Specs/xmp.md, "What ships in which container".
  package static func matte(_ type: AuxiliaryDataType, headroom: Double? = nil) -> AuxiliaryMetadata {
    var metadata = AuxiliaryMetadata()
    metadata.nativeFormat = .L008
    metadata.storedFormat = .L008
    (metadata.auxiliaryImageType, metadata.auxiliaryImageSubType) = type.xmpNames
    switch type.family {
    case .portraitMatte: metadata.portraitEffectsMatteVersion = 65537
    case .semanticMatte: metadata.semanticSegmentationMatteVersion = 65536
    case .gainMap:
      metadata.hdrGainMapVersion = headroom == nil ? 65536 : 131072
      metadata.hdrGainMapHeadroom = headroom
    case .depthData, nil: break
    }
    return metadata
  }
}
