// The types that ImageIO has no constant for. Each is named by its URN, as an unknown one is, so that files which have it
// are read alike before and after it came into the list.

extension AuxiliaryDataType {
  /// Opacity: the largest code is opaque.
  public static let alpha = AuxiliaryDataType(known: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")
  /// Apple's small picture in linear light.
  public static let linearThumbnail = apple2023("linearthumbnail")
  /// Apple's map of what a photographic style changes; mid-gray is no change.
  public static let styleDeltaMap = apple2023("styledeltamap")
  /// Apple's confidence map of constant colour.
  public static let constantColorConfidenceMap = apple2023("constantcolorconfidencemap")
  /// Samsung's gain map.
  public static let samsungGainMap = AuxiliaryDataType(known: "urn:com:samsung:photo:2024:aux:hdrgainmap")
  /// Adobe's gain map; in JPEG, an image whose XMP has `hdrgm:Version`.
  public static let adobeGainMap = AuxiliaryDataType(known: "urn:com:photo:aux:hdrgainmap")

  /// How sure each sample of Google's depth map is: the largest code is certain.
  public static let depthConfidence = AuxiliaryDataType(known: "android/confidencemap")

  private static func apple2023(_ name: String) -> AuxiliaryDataType {
    AuxiliaryDataType(known: "tag:apple.com,2023:photo:aux:\(name)")
  }

  static let otherRecords: [Record] =
    [
      .other(
        .alpha, "alpha", "an alpha plane", also: ["urn:mpeg:hevc:2015:auxid:1"],
        since: "ISO/IEC 23008-12:2017", .documented, isLumaAlone: true),
      .other(.linearThumbnail, "linearthumbnail", "a small picture in linear light", since: "iOS 18", .files),
      .other(.styleDeltaMap, "styledeltamap", "a map of what a style changes", since: "iOS 18", .files),
      .other(
        .constantColorConfidenceMap, "constantcolorconfidencemap", "a confidence map of constant colour",
        since: "iOS 18", .reported),
      .other(
        .samsungGainMap, "samsunggainmap", "Samsung's gain map", since: "Galaxy S24", .files, group: .gainMap),
      .other(
        .adobeGainMap, "adobegainmap", "Adobe's gain map", since: "Adobe Camera Raw", .files, group: .gainMap),
      .other(
        .depthConfidence, "confidence", "a confidence map of depth", also: ["GDepth:Confidence"],
        since: "Android 4.4", .documented, isLumaAlone: true),
    ] + apple2026.map { .apple2026($0) }

  /// What Apple's identifiers of 2026 end in.
  private static let apple2026 = [
    "semanticnosematte", "skinmattev2", "nonfaceskin", "lips", "teethv2", "person", "glassesv2", "eyebrows",
    "tattoo", "hands", "ears", "faceskin", "semanticpersoninstances",
  ]
}

extension AuxiliaryDataType.Record {
  fileprivate static func other(
    _ type: AuxiliaryDataType, _ shortName: String, _ summary: String, also urns: [String] = [],
    since: String, _ evidence: AuxiliaryDataType.Evidence, isLumaAlone: Bool = false,
    group: AuxiliaryDataType.Group? = nil
  ) -> Self {
    Self(
      type: type, family: nil, constant: nil, shortName: shortName, summary: summary,
      urns: [type.name] + urns,
      since: since, evidence: evidence, isLumaAlone: isLumaAlone, otherGroup: group,
      containers: [.jpeg, .heif, .avif])
  }

  fileprivate static func apple2026(_ name: String) -> Self {
    other(
      AuxiliaryDataType(known: "tag:apple.com,2026:photo:aux:\(name)"), name, "a matte, \(name)",
      since: "iOS 27", .reported, group: .mattes)
  }
}
