extension GainMapDescription.Form {
  /// Whether files of a container describe gain maps that way.
  package func isHeld(by container: ImageContainer) -> Bool {
    switch self {
    case .apple, .iso: AuxiliaryDataType.isoGainMap.isHeld(by: container)
    case .ultraHDR: container == .jpeg
    }
  }
}

extension GainMapDescription {
  /// Returns the forms in which a gain map is described that is copied into a container, replaced or encoded again there.
  ///
  /// A new gain map has no forms yet. Its form is Apple's in HEIC, ISO's in AVIF, and in JPEG Apple's without a headroom, else
  /// ``usualForms(in:)``. No reader of AVIF reads Apple's form, and if only other metadata state the headroom, Apple's form
  /// loses it. In JPEG, Ultra HDR comes with ISO's form, which more readers take. Source: Specs/gainmaps.md, "Which form
  /// where".
  package func forms(in container: ImageContainer) -> [Form] {
    let statesGains = metadata != nil || (appleHeadroom ?? 0) > 1
    if forms.isEmpty {
      switch container {
      case .avif: return [.iso]
      case .jpeg where statesGains: return Self.usualForms(in: .jpeg)
      default: return [.apple]
      }
    }
    var kept = forms.filter { $0.isHeld(by: container) }
    if statesGains, container == .avif || metadata != nil && appleHeadroom == nil {
      kept.removeAll { $0 == .apple }
    }
    if kept.contains(.ultraHDR), !kept.contains(.iso) { kept.append(.iso) }
    return kept.isEmpty ? [.iso] : Form.allCases.filter(kept.contains)
  }

  /// Returns the forms of a gain map that most readers of a container know.
  ///
  /// In JPEG ISO 21496-1 and Ultra HDR, in HEIC Apple's and ISO's as iOS 18 writes them, in AVIF ISO's; none in others.
  package static func usualForms(in container: ImageContainer) -> [Form] {
    switch container {
    case .jpeg: [.iso, .ultraHDR]
    case .heif: [.apple, .iso]
    case .avif: [.iso]
    case .dng, .png, .tiff, .webp, .exr, .jxl: []
    }
  }

  /// Returns the description with another headroom of Apple's form, a ratio of luminances.
  ///
  /// Throws `usage` where metadata of ISO's or Ultra HDR's form alone say what samples mean.
  package func stating(headroom: Double) throws(AuxError) -> GainMapDescription {
    guard metadata == nil || appleHeadroom != nil else {
      throw AuxError(.usage, "the gain map's own metadata state its headroom and the meaning of its samples")
    }
    return GainMapDescription(forms: forms, appleHeadroom: headroom)
  }
}

extension AuxiliaryDataType {
  /// The type of a gain map that is described in these forms: Apple's where that is one of them.
  fileprivate init(gainMapIn forms: [GainMapDescription.Form]) {
    self = forms.contains(.apple) ? .hdrGainMap : forms.contains(.ultraHDR) ? .adobeGainMap : .isoGainMap
  }
}

extension AuxiliaryContent {
  /// The forms that describe a gain map of that type, as far as they follow from it.
  func gainMapForms(of type: AuxiliaryDataType) -> [GainMapDescription.Form] {
    switch self {
    case .depth, .matte, .colours: []
    case .gainMap(_, let metadata), .colourGainMap(_, let metadata):
      switch type {
      case .hdrGainMap: metadata == nil ? [.apple] : [.apple, .iso]
      case .adobeGainMap: metadata == nil ? [] : [.ultraHDR]
      default: metadata == nil ? [] : [.iso]
      }
    }
  }
}

extension StoredAuxiliaryImage {
  /// The most by which a gain may differ that is described in another form, in stops: with what coding adds, less than 0.05.
  private static let largestDeviation = 0.04
  /// The most by which gains of Apple's form may differ from those of the form that stays exact, in stops.
  private static let largestApproximation = 0.25

  /// Returns a gain map that `description` says the meaning of, described in other forms.
  ///
  /// Samples stay where the new forms give them the same gains within 0.04 stops; else they are converted. Of several forms, the
  /// one that the source has stays exact and the others approximate it: Apple's form that of ISO's and Ultra HDR's within
  /// 0.25 stops. Throws `AuxError` with code `unsupported` where nothing states a headroom, where Apple's form cannot
  /// express the gains, and where Ultra HDR's alone would be unreadable. Source: Specs/gainmaps.md, "Conversion".
  package func described(
    as forms: [GainMapDescription.Form], by description: GainMapDescription
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard type.isGainMap else { throw AuxError(.unsupported, "\(type) is no gain map") }
    if forms.contains(.apple), let one = try withOneComponent() {
      return try one.described(as: forms, by: description)
    }
    guard content.colours == nil || !forms.contains(.apple) else {
      throw GainMapMetadata.refusedByApple("it has three components, and these have one")
    }
    if let metadata = description.metadata, forms.contains(.ultraHDR), !forms.contains(.iso) {
      try metadata.checkUltraHDRAlone()
    }
    if let metadata = description.metadata, description.appleHeadroom == nil {
      guard forms.contains(.apple) else { return renamed(as: forms, metadata, headroom: nil) }
      return try describedForApple(as: forms, metadata)
    }
    // The camera's own tags state the headroom as before.
    let stated = description.headroomSource == .makerNote ? nil : description.appleHeadroom
    if forms == [.apple] { return renamed(as: forms, nil, headroom: stated) }
    guard let headroom = description.appleHeadroom else { throw GainMapDescription.unknownHeadroom }
    if let metadata = description.metadata { return renamed(as: forms, metadata, headroom: stated) }
    let fitted = try GainMapMetadata(appleHeadroom: headroom)
    let apples = GainCurve(GainMapDescription(forms: [.apple], appleHeadroom: headroom))
    guard !forms.contains(.apple), let apples, let curve = GainCurve(fitted),
      curve.deviation(from: apples, of: try usedCodes()) > Self.largestDeviation
    else { return renamed(as: forms, fitted, headroom: stated) }
    return try withCodes(curve.codes(of: apples)).renamed(as: forms, fitted, headroom: nil)
  }

  /// Returns the gain map in Apple's form, and possibly in others, from metadata of ISO's or Ultra HDR's.
  ///
  /// Alone, Apple's form gets samples of its own. With other forms, these stay exact.
  private func describedForApple(
    as forms: [GainMapDescription.Form], _ metadata: GainMapMetadata
  ) throws(AuxError) -> StoredAuxiliaryImage {
    let used = try usedCodes()
    guard let curve = GainCurve(metadata) else {
      throw GainMapMetadata.refusedByApple(
        metadata.baseHeadroom == 0 ? "its metadata are unusable" : "the base rendition is not SDR")
    }
    let headroom = try metadata.headroomForApple(of: used)
    guard let apples = GainCurve(GainMapDescription(forms: [.apple], appleHeadroom: headroom)) else {
      throw GainMapMetadata.refusedByApple("it brightens nothing")
    }
    let deviation = apples.deviation(from: curve, of: used)
    guard forms == [.apple] else {
      guard deviation <= Self.largestApproximation else {
        throw GainMapMetadata.refusedByApple(
          "with the samples of the other form its gains would be up to \(NumberText.decimals(deviation, 2)) stops off"
        )
      }
      return renamed(as: forms, metadata, headroom: headroom)
    }
    if deviation <= Self.largestDeviation { return renamed(as: forms, nil, headroom: headroom) }
    let codes = apples.codes(of: curve)
    guard apples.deviation(from: curve, of: used, as: codes) <= Self.largestDeviation else {
      throw GainMapMetadata.refusedByApple("8 bits are too few for its gains")
    }
    return try withCodes(codes).renamed(as: forms, nil, headroom: headroom)
  }

  /// Returns the codes of 8 bits that the samples have, in order.
  private func usedCodes() throws(AuxError) -> [UInt8] {
    guard case .uint8(let codes) = try with8BitCodes().codes.storage else { return Array(0...255) }
    var isUsed = [Bool](repeating: false, count: 256)
    for code in codes { isUsed[Int(code)] = true }
    return (0...255).filter { isUsed[Int($0)] }
  }

  /// Returns the gain map with each code replaced.
  private func withCodes(_ table: [UInt8]) throws(AuxError) -> StoredAuxiliaryImage {
    var changed = try with8BitCodes()
    guard case .uint8(let codes) = changed.codes.storage else { return changed }
    changed.codes = PixelPlane(
      width: width, height: height, known: .uint8(codes.map { table[Int($0)] }))
    return changed
  }

  /// Returns a gain map of three equal components with one of them; nil for others.
  private func withOneComponent() throws(AuxError) -> StoredAuxiliaryImage? {
    guard case .colourGainMap(let planes, let metadata) = content, metadata?.channels.count ?? 1 == 1 else {
      return nil
    }
    let rgb = ColourPlanes(rgb: try planes.rgb(), keepingBits: true).components
    guard rgb.allSatisfy({ $0.storage == rgb[0].storage }) else { return nil }
    var one = self
    one.content = .gainMap(rgb[0], metadata)
    return one
  }

  /// Repeats the samples of a gain map of one component for red, green and blue.
  package mutating func repeatComponent() {
    guard case .gainMap(let samples, let metadata) = content, case .uint8(let bytes) = samples.storage else {
      return
    }
    let gray = PhotoPixels(width: samples.width, height: samples.height, channels: 1, known: .uint8(bytes))
    content = .colourGainMap(ColourPlanes(rgb: gray), metadata)
  }

  /// Changes the metadata of a gain map, if it has any.
  package mutating func mapGainMapMetadata(_ change: (inout GainMapMetadata) -> Void) {
    guard var metadata = content.gainMapMetadata else { return }
    change(&metadata)
    switch content {
    case .gainMap(let samples, _): content = .gainMap(samples, metadata)
    case .colourGainMap(let planes, _): content = .colourGainMap(planes, metadata)
    case .depth, .matte, .colours: break
    }
  }

  /// Returns the gain map in other forms; its codes mean what they are said to mean.
  ///
  /// What Apple's properties say stays, unless another headroom is given.
  private func renamed(
    as forms: [GainMapDescription.Form], _ metadata: GainMapMetadata?, headroom: Double?
  ) -> StoredAuxiliaryImage {
    let metadata = forms == [.apple] ? nil : metadata
    let content: AuxiliaryContent =
      switch content {
      case .colours(let planes), .colourGainMap(let planes, _): .colourGainMap(planes, metadata)
      case .depth(let codes, _), .matte(let codes), .gainMap(let codes, _): .gainMap(codes, metadata)
      }
    let isKept = type == .hdrGainMap && (headroom == nil || headroom == self.metadata.hdrGainMapHeadroom)
    var (properties, packet) = (AuxiliaryMetadata(), [UInt8]?.none)
    if forms.contains(.apple), isKept {
      (properties, packet) = (self.metadata, self.packet)
      // Metadata of Ultra HDR are written anew, from what the codes mean now.
      properties.other.removeAll { $0.namespace == GainMapMetadata.namespace }
      if properties != self.metadata { packet = nil }
    } else if forms.contains(.apple) {
      properties = .matte(.hdrGainMap, headroom: headroom)
    }
    return StoredAuxiliaryImage(
      known: AuxiliaryDataType(gainMapIn: forms), content, properties, packet, forms: forms)
  }
}
