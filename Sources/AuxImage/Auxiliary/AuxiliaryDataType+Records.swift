// The one list of the types of auxiliary images: a new one is a constant and a record here, or in
// AuxiliaryDataType+OtherRecords.swift where ImageIO has no constant for it, and nothing elsewhere.
// Reading, writing, the options of the program and the rules of the validator ask it.

extension AuxiliaryDataType {
  /// Depth in metres.
  public static let depth = AuxiliaryDataType(known: "depth")
  /// Disparity in 1/metres.
  public static let disparity = AuxiliaryDataType(known: "disparity")
  /// The portrait effects matte.
  public static let portraitEffectsMatte = AuxiliaryDataType(known: "portraitEffectsMatte")
  /// The semantic segmentation matte of skin.
  public static let semanticSegmentationSkinMatte = AuxiliaryDataType(known: "semanticSegmentationSkinMatte")
  /// The semantic segmentation matte of hair.
  public static let semanticSegmentationHairMatte = AuxiliaryDataType(known: "semanticSegmentationHairMatte")
  /// The semantic segmentation matte of teeth.
  public static let semanticSegmentationTeethMatte = AuxiliaryDataType(
    known: "semanticSegmentationTeethMatte")
  /// The semantic segmentation matte of glasses.
  public static let semanticSegmentationGlassesMatte = AuxiliaryDataType(
    known: "semanticSegmentationGlassesMatte")
  /// The semantic segmentation matte of sky.
  public static let semanticSegmentationSkyMatte = AuxiliaryDataType(known: "semanticSegmentationSkyMatte")
  /// Apple's HDR gain map.
  public static let hdrGainMap = AuxiliaryDataType(known: "hdrGainMap")
  /// The gain map of ISO 21496-1.
  public static let isoGainMap = AuxiliaryDataType(known: "isoGainMap")
}

extension SemanticSegmentationMatte.MatteType {
  /// Skin.
  public static let skin = Self(known: .semanticSegmentationSkinMatte)
  /// Hair.
  public static let hair = Self(known: .semanticSegmentationHairMatte)
  /// Teeth.
  public static let teeth = Self(known: .semanticSegmentationTeethMatte)
  /// Glasses.
  public static let glasses = Self(known: .semanticSegmentationGlassesMatte)
  /// Sky.
  public static let sky = Self(known: .semanticSegmentationSkyMatte)
}

extension AuxiliaryDataType {
  /// The facts about a type.
  ///
  /// Source: Specs/types.md; Specs/xmp.md, "What ships in which container"; Specs/dng.md, "Semantic masks".
  struct Record: Sendable {
    let type: AuxiliaryDataType
    /// What the type has in common with others; nil for a type without relatives.
    let family: Family?
    /// ImageIO's constant without `kCGImageAuxiliaryDataType`; nil for a type that has none.
    let constant: String?
    /// What a user may call the type.
    var shortName: String?
    /// What an image of the type is.
    let summary: String
    /// The URNs of `auxC` that are read, the one that is written first; the first is also the SemanticName of a
    /// mask in DNG, and in JPEG the `apdi:AuxiliaryImageType` where there is no other.
    var urns: [String] = []
    /// The system or device that wrote such images first.
    let since: String
    /// How it is known that the identifiers mean this.
    let evidence: Evidence
    /// Whether there is one component, be it coded with others: what MIAF says of depth and alpha.
    var isLumaAlone = false
    /// `apdi:AuxiliaryImageType`, where it is not the URN.
    var imageType: String?
    /// `apdi:AuxiliaryImageSubType`.
    var subType: String?
    /// The group, where the family does not say it.
    var otherGroup: AuxiliaryDataType.Group?
    /// The containers whose files hold such images.
    var containers = Set(ImageContainer.allCases.filter(\.holdsAuxiliaryImages))

    /// The group of types that are asked for by one name.
    var group: AuxiliaryDataType.Group? {
      switch family {
      case .depthData: .depthMap
      case .portraitMatte, .semanticMatte: .mattes
      case .gainMap: .gainMap
      case nil: otherGroup
      }
    }
  }

  static let records: [Record] = recordsWithConstants + otherRecords

  private static let recordsWithConstants: [Record] = [
    Record(
      type: .depth, family: .depthData, constant: "Depth", summary: "a depth map", urns: depthURNs,
      since: "iOS 11", evidence: .documented, isLumaAlone: true, imageType: "depth"),
    Record(
      type: .disparity, family: .depthData, constant: "Disparity", summary: "a disparity map",
      urns: depthURNs, since: "iOS 11", evidence: .documented, isLumaAlone: true, imageType: "disparity"),
    Record(
      type: .portraitEffectsMatte, family: .portraitMatte, constant: "PortraitEffectsMatte",
      shortName: "portrait", summary: "a portrait effects matte, 0 = background, white = person",
      urns: ["urn:com:apple:photo:2018:aux:portraiteffectsmatte"], since: "iOS 12", evidence: .documented,
      isLumaAlone: true, imageType: "depth",
      subType: "portraiteffectsmatte"),
    .semanticMatte(
      .semanticSegmentationSkinMatte, "skin", "urn:com:apple:photo:2019:aux:semanticskinmatte",
      since: "iOS 13"),
    .semanticMatte(
      .semanticSegmentationHairMatte, "hair", "urn:com:apple:photo:2019:aux:semantichairmatte",
      since: "iOS 13"),
    .semanticMatte(
      .semanticSegmentationTeethMatte, "teeth", "urn:com:apple:photo:2019:aux:semanticteethmatte",
      since: "iOS 13"),
    .semanticMatte(
      .semanticSegmentationGlassesMatte, "glasses", "urn:com:apple:photo:2020:aux:semanticglassesmatte",
      since: "iOS 14.1"),
    .semanticMatte(
      .semanticSegmentationSkyMatte, "sky", "urn:com:apple:photo:2020:aux:semanticskymatte", since: "iOS 14.3"
    ),
    Record(
      type: .hdrGainMap, family: .gainMap, constant: "HDRGainMap", shortName: "gainmap",
      summary: "an HDR gain map", urns: ["urn:com:apple:photo:2020:aux:hdrgainmap"], since: "iOS 14.1",
      evidence: .documented, containers: [.jpeg, .heif, .avif]),
    Record(
      type: .isoGainMap, family: .gainMap, constant: "ISOGainMap", summary: "a gain map of ISO 21496-1",
      since: "iOS 18", evidence: .documented, containers: [.jpeg, .heif, .avif]),
  ]

  private static let depthURNs = [
    "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth",
  ]
}

extension AuxiliaryDataType.Record {
  /// The record of the matte of a part, as `skin`, which is also its short name.
  fileprivate static func semanticMatte(
    _ type: AuxiliaryDataType, _ part: String, _ urn: String, since: String
  ) -> Self {
    Self(
      type: type, family: .semanticMatte, constant: type.name.prefix(1).uppercased() + type.name.dropFirst(),
      shortName: part, summary: "a \(part) matte", urns: [urn], since: since, evidence: .documented,
      isLumaAlone: true)
  }
}
