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
  /// The forms in which a container gets a gain map that is described in `forms`, or a new one where these are empty.
  ///
  /// No reader of AVIF takes Apple's form, and of a map whose headroom only other metadata state Apple's says too little.
  package func forms(in container: ImageContainer) -> [Form] {
    let isApplesAlone = metadata == nil && !forms.isEmpty && (appleHeadroom ?? 0) <= 1
    var kept = forms.filter { $0.isHeld(by: container) }
    if !isApplesAlone, container == .avif || metadata != nil && appleHeadroom == nil {
      kept.removeAll { $0 == .apple }
    }
    guard kept.isEmpty else { return kept }
    return forms.isEmpty && container != .avif ? [.apple] : [.iso]
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

  /// Returns a gain map that `description` says the meaning of, described in other forms.
  ///
  /// Codes stay what they are where the new forms give them the same gains within 0.04 stops; else they are computed anew, for
  /// Apple's form or for ISO's and Ultra HDR's. Several forms describe one meaning: with Apple's among them, codes are
  /// Apple's and the metadata of the others come nearest to it. Throws `AuxError` with code `unsupported` where nothing
  /// states a headroom, and what Apple's form does not express. Source: Specs/gainmaps.md, "Conversion".
  package func described(
    as forms: [GainMapDescription.Form], by description: GainMapDescription
  ) throws(AuxError) -> StoredAuxiliaryImage {
    guard type.isGainMap else { throw AuxError(.unsupported, "\(type) is no gain map") }
    guard content.colours == nil || !forms.contains(.apple) else {
      throw GainMapMetadata.refusedByApple("it has three components, and these have one")
    }
    if let metadata = description.metadata, description.appleHeadroom == nil {
      guard forms.contains(.apple) else { return renamed(as: forms, metadata, headroom: nil) }
      return try codedForApple(as: forms, metadata)
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

  /// Returns the gain map in Apple's form, and in others beside it, from metadata of ISO's or Ultra HDR's.
  private func codedForApple(
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
    if apples.deviation(from: curve, of: used) <= Self.largestDeviation {
      return renamed(as: forms, metadata, headroom: headroom)
    }
    let codes = apples.codes(of: curve)
    guard apples.deviation(from: curve, of: used, as: codes) <= Self.largestDeviation else {
      throw GainMapMetadata.refusedByApple("8 bits are too few for its gains")
    }
    let fitted = forms == [.apple] ? nil : try GainMapMetadata(appleHeadroom: headroom)
    return try withCodes(codes).renamed(as: forms, fitted, headroom: headroom)
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
      width: width, height: height, storage: .uint8(codes.map { table[Int($0)] }))
    return changed
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
