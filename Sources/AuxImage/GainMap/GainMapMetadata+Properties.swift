extension GainMapMetadata {
  /// The namespace of Adobe's gain map properties, by which Ultra HDR describes a map.
  package static let namespace = "http://ns.adobe.com/hdr-gain-map/1.0/"

  /// The property by which ImageIO's description differs from Ultra HDR's, which has the same namespace.
  private static let toneMapMark = "AlternateHeadroom"

  /// Whether properties describe a gain map as ImageIO of iOS 18 exports it, with the prefix HDRToneMap.
  ///
  /// The headrooms are those of the base and of the alternate rendition, as in ISO 21496-1; readers of Ultra HDR do not know
  /// the description. Source: Specs/gainmaps.md, "ImageIO's HDRToneMap".
  package static func areOfToneMap(_ properties: [XMPProperty]) -> Bool {
    properties.contains { $0.namespace == namespace && $0.name == toneMapMark }
  }

  /// Reads the properties of a gain map in Adobe's namespace, Ultra HDR's or ImageIO's; nil where `Version` is not among
  /// them.
  ///
  /// Throws `unsupported` for a version that is not 1.0, and `malformed` where a property that must be there is missing or no
  /// number, for an HDRCapacityMax below HDRCapacityMin, and as ``check()``. Source: Adobe, Gain map specification 1.0;
  /// Specs/gainmaps.md, "Ultra HDR" and "ImageIO's HDRToneMap".
  package init?(properties: [XMPProperty]) throws(AuxError) {
    let own = properties.filter { $0.namespace == Self.namespace }
    guard let version = own.first(where: { $0.name == "Version" }) else { return nil }
    let isToneMap = Self.areOfToneMap(own)
    let prefix = isToneMap ? "HDRToneMap" : "hdrgm"
    guard let text = version.text, NumberText.number(text) == 1 else {
      throw AuxError(
        .unsupported, "\(prefix):Version is \((version.text ?? "").debugDescription), and readers know 1.0",
        place: "XMP")
    }
    func numbers(_ name: String, standard: Double?) throws(AuxError) -> [Double] {
      guard let members = own.first(where: { $0.name == name })?.members else {
        if let standard { return [standard] }
        throw AuxError(.malformed, "\(prefix):\(name) is missing", place: "XMP")
      }
      let numbers = members.compactMap(NumberText.number)
      guard numbers.count == members.count, numbers.count == 1 || numbers.count == 3,
        numbers.allSatisfy(\.isFinite)
      else {
        throw AuxError(.malformed, "\(prefix):\(name) is not one number or three", place: "XMP")
      }
      return numbers
    }
    let minima = try numbers("GainMapMin", standard: 0)
    let maxima = try numbers("GainMapMax", standard: nil)
    let gammas = try numbers("Gamma", standard: 1)
    let sdr = try numbers("OffsetSDR", standard: 1.0 / 64)
    let hdr = try numbers("OffsetHDR", standard: 1.0 / 64)
    let isBaseHDR = Self.statedBaseIsHDR(in: own) ?? false
    let headrooms: (base: Double, alternate: Double)
    if isToneMap {
      headrooms = (
        try numbers("BaseHeadroom", standard: 0)[0], try numbers(Self.toneMapMark, standard: nil)[0]
      )
    } else {
      let low = try numbers("HDRCapacityMin", standard: 0)[0]
      let high = try numbers("HDRCapacityMax", standard: nil)[0]
      guard low <= high else {
        throw AuxError(
          .malformed, "hdrgm:HDRCapacityMax \(high) is below hdrgm:HDRCapacityMin \(low)", place: "XMP")
      }
      headrooms = isBaseHDR ? (high, low) : (low, high)
    }
    let count = [minima, maxima, gammas, sdr, hdr].contains { $0.count == 3 } ? 3 : 1
    let channels = (0..<count).map { index in
      func of(_ list: [Double]) -> Double { list.count == 3 ? list[index] : list[0] }
      return Channel(
        gainMin: of(minima), gainMax: of(maxima), gamma: of(gammas),
        baseOffset: of(isBaseHDR ? hdr : sdr), alternateOffset: of(isBaseHDR ? sdr : hdr))
    }
    self.init(
      channels: channels, baseHeadroom: headrooms.base, alternateHeadroom: headrooms.alternate)
    do throws(AuxError) { try check() } catch { throw error.within("XMP") }
  }

  /// Returns what `BaseRenditionIsHDR` states; nil where it states nothing.
  package static func statedBaseIsHDR(in properties: [XMPProperty]) -> Bool? {
    properties.first { $0.namespace == namespace && $0.name == "BaseRenditionIsHDR" }?.text
      .flatMap(NumberText.boolean)
  }

  /// The `hdrgm` properties; the inverse of ``init(properties:)``.
  package var properties: [XMPProperty] {
    func property(_ name: String, _ values: [Double]) -> XMPProperty {
      let texts = values.map(NumberText.member)
      let isOne = values.allSatisfy { $0 == values[0] }
      return XMPProperty(
        namespace: Self.namespace, prefix: "hdrgm", name: name, value: isOne ? .text(texts[0]) : .seq(texts))
    }
    func flag(_ name: String, _ text: String) -> XMPProperty {
      XMPProperty(namespace: Self.namespace, prefix: "hdrgm", name: name, value: .text(text))
    }
    let base = channels.map(\.baseOffset)
    let alternate = channels.map(\.alternateOffset)
    return [
      flag("Version", "1.0"), property("GainMapMin", channels.map(\.gainMin)),
      property("GainMapMax", channels.map(\.gainMax)), property("Gamma", channels.map(\.gamma)),
      property("OffsetSDR", isBaseHDR ? alternate : base),
      property("OffsetHDR", isBaseHDR ? base : alternate),
      property("HDRCapacityMin", [min(baseHeadroom, alternateHeadroom)]),
      property("HDRCapacityMax", [max(baseHeadroom, alternateHeadroom)]),
      flag("BaseRenditionIsHDR", isBaseHDR ? "True" : "False"),
    ]
  }
}
