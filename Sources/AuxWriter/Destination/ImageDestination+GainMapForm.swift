public import AuxImage
public import AuxMaps
internal import AuxReader

extension ImageDestination {
  /// Adds an HDR gain map of a map file with a description, as one that was read from a file has it.
  ///
  /// What `form` cannot express is refused: `GainMapDescription/headroomForApple()` and
  /// `GainMapDescription/metadataForISO()` say what that is. Throws `AuxError` as these, and as
  /// `addGainMap(_:headroom:form:metadata:file:placement:encoding:replacing:keepingProperties:)`.
  @discardableResult
  public mutating func addGainMap(
    _ path: String, described description: GainMapDescription, form: GainMapForm = .apple,
    file: MapFile.Options = .init(), placement options: MapPlacement.Options = [],
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) -> MapAttachment {
    switch form {
    case .apple:
      try addGainMap(
        path, headroom: description.headroomForApple(), file: file, placement: options, encoding: encoding,
        replacing: replacing)
    case .iso, .ultraHDR:
      try addGainMap(
        path, form: form, metadata: description.metadataForISO(), file: file, placement: options,
        encoding: encoding, replacing: replacing)
    }
  }

  /// Describes the gain map that the photo has in another form; its codes stay, as far as the codec keeps them.
  ///
  /// From Apple's form ISO's metadata follow by Apple's public formula, with a gamma that comes nearest to it, where the
  /// headroom is known. Throws `AuxError`: `missingImage` where there is none, `unsupported` where the form cannot say
  /// what the map means, or the container has no such form, or the map has several components.
  public mutating func describeGainMap(
    as form: GainMapForm, encoding: AuxiliaryEncoding = .init()
  ) throws(AuxError) {
    let carried = additions.lazy.compactMap(\.carried).first { $0.type.isGainMap }
    guard let old = carried ?? present(.hdrGainMap).first else {
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
