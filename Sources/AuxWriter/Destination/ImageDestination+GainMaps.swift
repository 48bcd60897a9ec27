public import AuxImage
public import AuxKernels
public import AuxMaps
internal import AuxReader

extension ImageDestination {
  /// Adds an HDR gain map of samples in memory; floats are 0...1.
  ///
  /// `headroom` is a ratio of luminances of at least 1. In Apple's form, without it readers look for the camera's own
  /// tags. In ISO's and Ultra HDR's form, `metadata` say what codes mean; without them codes are linear in log2 of the
  /// gain, from 0 to the headroom; without both, the metadata of the replaced gain map stay. Throws `AuxError` with code
  /// `usage` for another headroom, and where nothing says what codes mean, `unsupported` for Ultra HDR's form outside
  /// JPEG, and where a matte would be refused.
  @discardableResult
  public mutating func addGainMap(
    _ samples: PixelPlane, headroom: Double? = nil, form: GainMapDescription.Form = .apple,
    metadata: GainMapMetadata? = nil, placement options: MapPlacement.Options = [],
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let meaning = try meaning(of: form, headroom, metadata, replacing && keepingProperties)
    let old = form == .apple ? properties(replacedBy: .hdrGainMap, replacing && keepingProperties) : nil
    let attachment = try MapAttachment(
      codes: samples, type: .hdrGainMap, on: placement(options), headroom: form == .apple ? headroom : nil,
      replacing: old)
    return try add(attachment.described(as: form, meaning), encoding, replacing)
  }

  /// Adds an HDR gain map of a map file.
  ///
  /// `headroom`, `form`, `metadata` and errors are as for
  /// ``addGainMap(_:headroom:form:metadata:placement:encoding:replacing:keepingProperties:)`` of samples.
  @discardableResult
  public mutating func addGainMap(
    _ path: String, headroom: Double? = nil, form: GainMapDescription.Form = .apple,
    metadata: GainMapMetadata? = nil,
    file: MapFile.Options = .init(), placement options: MapPlacement.Options = [],
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let meaning = try meaning(of: form, headroom, metadata, replacing && keepingProperties)
    let old = form == .apple ? properties(replacedBy: .hdrGainMap, replacing && keepingProperties) : nil
    let attachment = try MapAttachment(
      codesOf: path, file: file, type: .hdrGainMap, on: placement(options),
      headroom: form == .apple ? headroom : nil, replacing: old, limits: base.limits)
    return try add(attachment.described(as: form, meaning), encoding, replacing)
  }

  /// Returns what the codes of a gain map in ISO's or Ultra HDR's form mean; nil in Apple's.
  private func meaning(
    of form: GainMapDescription.Form, _ headroom: Double?, _ metadata: GainMapMetadata?, _ keepsOld: Bool
  ) throws(AuxError) -> GainMapMetadata? {
    switch form {
    case .apple: return nil
    case .ultraHDR where container != .jpeg:
      throw AuxError(.unsupported, "Ultra HDR is a form of JPEG, not of \(container.rawValue)")
    case .iso where !AuxiliaryDataType.isoGainMap.isHeld(by: container):
      throw AuxError(.unsupported, "\(container.rawValue) holds no gain map of ISO 21496-1")
    case .iso, .ultraHDR: break
    }
    if let metadata { return metadata }
    if let headroom { return try GainMapMetadata(headroom: headroom) }
    if keepsOld, let old = composition.present(.hdrGainMap).first?.gainMap,
      old.metadata != nil || old.appleHeadroom != nil
    {
      let kept = try old.metadataForISO()
      if kept.channels.count == 1 { return kept }
    }
    throw AuxError(.usage, "a gain map of the form \(form.rawValue) needs a headroom")
  }

  /// Adds an HDR gain map of a map file with a description, as one that was read from a file has it.
  ///
  /// What `form` cannot express is refused: `GainMapDescription/headroomForApple()` and
  /// `GainMapDescription/metadataForISO()` say what that is. Throws `AuxError` as these, and as
  /// `addGainMap(_:headroom:form:metadata:file:placement:encoding:replacing:keepingProperties:)`.
  @discardableResult
  public mutating func addGainMap(
    _ path: String, described description: GainMapDescription, form: GainMapDescription.Form = .apple,
    file: MapFile.Options = .init(), placement options: MapPlacement.Options = [],
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) -> MapAttachment {
    try addGainMap(
      path, headroom: form == .apple ? description.headroomForApple() : nil, form: form,
      metadata: form == .apple ? nil : description.metadataForISO(), file: file, placement: options,
      encoding: encoding, replacing: replacing)
  }

  /// Describes the gain map that the photo has in another form; its codes stay, as far as the codec keeps them.
  ///
  /// From Apple's form ISO's metadata follow by Apple's public formula, with a gamma that comes nearest to it, where the
  /// headroom is known. Throws `AuxError`: `missingImage` without a gain map, `unsupported` where the form cannot say
  /// what the map means, or the container has no such form, or the map has several components.
  public mutating func describeGainMap(
    as form: GainMapDescription.Form, encoding: AuxiliaryEncoding = .init()
  ) throws(AuxError) {
    let carried = composition.additions.lazy.compactMap(\.carried).first { $0.type.isGainMap }
    guard let old = carried ?? composition.present(.hdrGainMap).first else {
      throw AuxError(.missingImage, "the photo has no gain map to describe")
    }
    let source = origins.last { $0.owns(old) } ?? base
    let stored = try source.stored(old)
    let description = old.gainMap ?? GainMapDescription(forms: [])
    let known = try meaning(
      of: form, nil, form == .apple ? nil : description.metadataForISO(), false)
    let headroom = form == .apple ? try description.headroomForApple() : nil
    try addAuxiliaryImage(
      stored.described(as: form, known, headroom: headroom), encoding: encoding, replacing: true)
  }
}
