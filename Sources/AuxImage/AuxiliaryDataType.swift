/// The kind of an auxiliary image, as ImageIO's `kCGImageAuxiliaryDataType…` constants name it.
///
/// A kind without such a constant is named by its URN. Source: Specs/heif.md, "auxC URNs".
public struct AuxiliaryDataType: Hashable, Sendable {
  /// The constant without its prefix and with a small first letter, or the URN.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// Depth in metres.
  public static let depth = AuxiliaryDataType("depth")
  /// Disparity in 1/metres.
  public static let disparity = AuxiliaryDataType("disparity")
  /// The portrait effects matte.
  public static let portraitEffectsMatte = AuxiliaryDataType("portraitEffectsMatte")
  /// The semantic segmentation matte of skin.
  public static let semanticSegmentationSkinMatte = AuxiliaryDataType("semanticSegmentationSkinMatte")
  /// The semantic segmentation matte of hair.
  public static let semanticSegmentationHairMatte = AuxiliaryDataType("semanticSegmentationHairMatte")
  /// The semantic segmentation matte of teeth.
  public static let semanticSegmentationTeethMatte = AuxiliaryDataType("semanticSegmentationTeethMatte")
  /// The semantic segmentation matte of glasses.
  public static let semanticSegmentationGlassesMatte = AuxiliaryDataType("semanticSegmentationGlassesMatte")
  /// The semantic segmentation matte of sky.
  public static let semanticSegmentationSkyMatte = AuxiliaryDataType("semanticSegmentationSkyMatte")
  /// Apple's HDR gain map.
  public static let hdrGainMap = AuxiliaryDataType("hdrGainMap")
  /// The gain map of ISO 21496-1.
  public static let isoGainMap = AuxiliaryDataType("isoGainMap")

  /// The ten types that have a constant.
  public static let known: [AuxiliaryDataType] = rows.map(\.type)

  /// The five semantic segmentation mattes.
  public static let semanticMattes: [AuxiliaryDataType] = [
    .semanticSegmentationSkinMatte, .semanticSegmentationHairMatte, .semanticSegmentationTeethMatte,
    .semanticSegmentationGlassesMatte, .semanticSegmentationSkyMatte,
  ]

  private static let rows: [(type: AuxiliaryDataType, short: String?, urn: String?)] = [
    (.depth, nil, "urn:mpeg:hevc:2015:auxid:2"),
    (.disparity, nil, "urn:mpeg:hevc:2015:auxid:2"),
    (.portraitEffectsMatte, "portrait", "urn:com:apple:photo:2018:aux:portraiteffectsmatte"),
    (.semanticSegmentationSkinMatte, "skin", "urn:com:apple:photo:2019:aux:semanticskinmatte"),
    (.semanticSegmentationHairMatte, "hair", "urn:com:apple:photo:2019:aux:semantichairmatte"),
    (.semanticSegmentationTeethMatte, "teeth", "urn:com:apple:photo:2019:aux:semanticteethmatte"),
    (.semanticSegmentationGlassesMatte, "glasses", "urn:com:apple:photo:2020:aux:semanticglassesmatte"),
    (.semanticSegmentationSkyMatte, "sky", "urn:com:apple:photo:2020:aux:semanticskymatte"),
    (.hdrGainMap, "gainmap", "urn:com:apple:photo:2020:aux:hdrgainmap"),
    (.isoGainMap, nil, nil),
  ]

  /// Creates the type that a user names: the constant's name, its short form or a URN.
  public init?(name: String) {
    if let row = Self.rows.first(where: { $0.type.name == name || $0.short == name }) {
      self = row.type
    } else if name.hasPrefix("urn:") || name.hasPrefix("tag:") {
      self.init(urn: name)
    } else {
      return nil
    }
  }

  /// Creates the type that an auxiliary image's URN names; an unknown URN is kept as the name.
  ///
  /// The URNs of depth give ``disparity``, which is what their images hold unless the XMP says otherwise.
  public init(urn: String) {
    if urn == "urn:mpeg:mpegB:cicp:systems:auxiliary:depth" || urn == AuxiliaryDataType.depth.urn {
      self = .disparity
    } else {
      self = Self.rows.first { $0.urn == urn }?.type ?? AuxiliaryDataType(urn)
    }
  }

  /// The URN that Apple's HEIF files use for this type, or nil for ``isoGainMap``.
  public var urn: String? {
    guard let row = Self.rows.first(where: { $0.type == self }) else { return name }
    return row.urn
  }

  /// The name of ImageIO's constant, or nil for a type that has none.
  public var constantName: String? {
    guard Self.rows.contains(where: { $0.type == self }), let first = name.first else { return nil }
    let capital = self == .hdrGainMap ? "HDRGainMap" : self == .isoGainMap ? "ISOGainMap" : nil
    return "kCGImageAuxiliaryDataType" + (capital ?? first.uppercased() + name.dropFirst())
  }

  /// Whether the values are depth or disparity.
  public var isDepthData: Bool { self == .depth || self == .disparity }
}

extension AuxiliaryDataType: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
