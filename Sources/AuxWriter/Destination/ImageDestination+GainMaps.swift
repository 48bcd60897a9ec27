internal import AuxContainers
public import AuxImage
public import AuxKernels
public import AuxMaps
internal import AuxReader

extension ImageDestination {
  /// Adds an HDR gain map of samples in memory; floats are 0...1.
  ///
  /// Without `forms` it is described as the gain map that it replaces; else in HEIC in Apple's form, in AVIF in ISO's, and in
  /// JPEG in those of ``PhotoEdit/usualForms(in:)``, or without headroom and metadata in Apple's. `headroom` is a ratio of
  /// luminances of at least 1. With Apple's form and a headroom, samples are Apple's, and other forms approximate that; without
  /// a headroom readers look for the camera's own tags. In ISO's and Ultra HDR's forms alone, codes are linear in
  /// log2 of the gain, from 0 to the headroom. `metadata` say what codes mean instead: for Apple's form they are computed
  /// anew where its gains are others. Without both, codes mean what those of the replaced gain map do. Throws `AuxError`
  /// with code `usage` for another headroom, and where nothing says what codes mean, `unsupported` for a form that the
  /// container does not have, and where a matte would be refused.
  @discardableResult
  public mutating func addGainMap(
    _ samples: PixelPlane, headroom: Double? = nil, forms: [GainMapDescription.Form] = [],
    metadata: GainMapMetadata? = nil, isUpright: Bool = true, isStretched: Bool = false,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let given = metadata.map { GainMapDescription(forms: [], metadata: $0) }
    let plan = try GainMapPlan(self, forms, headroom, given, replacing, keepingProperties)
    let attachment = try MapAttachment(
      codes: samples, type: .hdrGainMap, on: placement(isUpright, isStretched), headroom: plan.headroom,
      replacing: plan.properties)
    return try add(attachment, plan, encoding, replacing)
  }

  /// Adds an HDR gain map of a map file.
  ///
  /// `headroom`, `forms`, `metadata` and errors are as for
  /// ``addGainMap(_:headroom:forms:metadata:isUpright:isStretched:encoding:replacing:keepingProperties:)`` of samples.
  @discardableResult
  public mutating func addGainMap(
    _ path: String, headroom: Double? = nil, forms: [GainMapDescription.Form] = [],
    metadata: GainMapMetadata? = nil,
    file: MapFile.Options = .init(), isUpright: Bool = true, isStretched: Bool = false,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let given = metadata.map { GainMapDescription(forms: [], metadata: $0) }
    let plan = try GainMapPlan(self, forms, headroom, given, replacing, keepingProperties)
    return try add(
      path, plan, file, placement(isUpright, isStretched), encoding, replacing)
  }

  /// Adds an HDR gain map of a map file with a description, as one that was read from a file has it.
  ///
  /// Throws `AuxError` as `addGainMap(_:headroom:forms:metadata:file:isUpright:isStretched:encoding:replacing:keepingProperties:)`,
  /// `unsupported` for what Apple's form cannot express, and where the description states no headroom.
  @discardableResult
  public mutating func addGainMap(
    _ path: String, described description: GainMapDescription, forms: [GainMapDescription.Form] = [],
    file: MapFile.Options = .init(), isUpright: Bool = true, isStretched: Bool = false,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) -> MapAttachment {
    let plan = try GainMapPlan(self, forms, nil, description, replacing, false)
    return try add(
      path, plan, file, placement(isUpright, isStretched), encoding, replacing)
  }

  private mutating func add(
    _ path: String, _ plan: GainMapPlan, _ file: MapFile.Options, _ placement: MapPlacement,
    _ encoding: AuxiliaryEncoding, _ replacing: Bool
  ) throws(AuxError) -> MapAttachment {
    let attachment = try MapAttachment(
      codesOf: path, file: file, type: .hdrGainMap, on: placement, headroom: plan.headroom,
      replacing: plan.properties, limits: base.limits)
    return try add(attachment, plan, encoding, replacing)
  }

  private mutating func add(
    _ attachment: MapAttachment, _ plan: GainMapPlan, _ encoding: AuxiliaryEncoding, _ replacing: Bool
  ) throws(AuxError) -> MapAttachment {
    if let note = plan.note { notes.append(note) }
    return try add(attachment.described(as: plan.forms, by: plan.description), encoding, replacing)
  }

  /// Returns why no browser shows a gain map of these forms in HDR; nil where some do.
  ///
  /// In JPEG, Chromium reads Apple's form only with the tags of Apple's maker's note. Source: Specs/gainmaps.md, "Browsers".
  func browserNote(on forms: [GainMapDescription.Form]) throws(AuxError) -> String? {
    guard forms == [.apple] else { return nil }
    switch container {
    case .avif: return "browsers show SDR: no browser reads Apple's form of gain maps in AVIF"
    case .jpeg:
      let exif = try base.primaryMetadata().exif
      guard exif.flatMap({ AppleMakerNote(exif: $0, limits: base.limits) }) == nil else { return nil }
      return
        "browsers show SDR: they take the headroom of Apple's form from Apple's maker's note, which the photo lacks"
    case .heif, .dng, .png, .tiff, .webp, .exr, .jxl: return nil
    }
  }

  /// Describes the gain map that the photo has in other forms, or without `forms` in those that it has.
  ///
  /// Its coded bytes stay where its codes mean the same in the new forms within 0.04 stops; else the codes are computed and
  /// coded anew. From Apple's form ISO's metadata follow by Apple's public formula, with a gamma that comes nearest to it,
  /// where the headroom is known, or `headroom` states it. Throws `AuxError`: `missingImage` without a gain map,
  /// `unsupported` where a form cannot say what the map means, or the container does not have it, `usage` for a headroom
  /// of a map whose own metadata state one.
  public mutating func describeGainMap(
    as forms: [GainMapDescription.Form] = [], headroom: Double? = nil, encoding: AuxiliaryEncoding = .init()
  ) throws(AuxError) {
    let carried = composition.additions.lazy.compactMap(\.carried).first { $0.type.isGainMap }
    guard let old = carried ?? composition.present(.hdrGainMap).first else {
      throw AuxError(.missingImage, "the photo has no gain map to describe")
    }
    let source = origins.last { $0.owns(old) } ?? base
    var description = old.gainMap ?? GainMapDescription(forms: [])
    if let headroom { description = try description.stating(headroom: headroom) }
    let forms = try GainMapPlan.checked(forms.isEmpty ? description.forms(in: container) : forms, container)
    if let note = try browserNote(on: forms) { notes.append(note) }
    try addAuxiliaryImage(
      source.stored(old).described(as: forms, by: description), encoding: encoding, replacing: true)
    composition.additions[composition.additions.count - 1].described = old
  }
}

/// The forms of a gain map that is to be added, and what its codes mean.
struct GainMapPlan {
  let forms: [GainMapDescription.Form]
  let description: GainMapDescription
  /// The headroom of Apple's form, where the caller gives one.
  let headroom: Double?
  /// The properties of the replaced image that stay.
  let properties: AuxiliaryMetadata?
  /// Why browsers show SDR; nil where some show HDR.
  let note: String?

  init(
    _ destination: ImageDestination, _ asked: [GainMapDescription.Form], _ headroom: Double?,
    _ given: GainMapDescription?, _ replacing: Bool, _ keepingProperties: Bool
  ) throws(AuxError) {
    let old = replacing ? destination.replacedGainMap : nil
    let unknown = GainMapDescription(
      forms: [], appleHeadroom: headroom ?? given?.appleHeadroom, metadata: given?.metadata)
    forms =
      try asked.isEmpty
      ? (old ?? unknown).forms(in: destination.container) : Self.checked(asked, destination.container)
    let hasApples = forms.contains(.apple)
    self.headroom = hasApples ? headroom ?? given?.appleHeadroom : nil
    properties =
      hasApples ? destination.properties(replacedBy: .hdrGainMap, replacing && keepingProperties) : nil
    var known = given ?? GainMapDescription(forms: [], appleHeadroom: hasApples ? headroom : nil)
    if given == nil, let headroom, !hasApples {
      known.metadata = try GainMapMetadata(headroom: headroom)
    } else if given == nil, headroom == nil, keepingProperties, let old,
      old.hasOneComponent
    {
      known = old
    }
    guard known.metadata != nil || known.appleHeadroom != nil || forms == [.apple] else {
      let reason =
        keepingProperties && old.map { !$0.hasOneComponent } ?? false
        ? ", and that of the map it replaces is of three components" : ""
      throw AuxError(
        .usage, "a gain map of the form \(forms[0].rawValue) needs a headroom\(reason)",
        remedy: .stateHeadroom)
    }
    description = known
    note = try destination.browserNote(on: forms)
  }

  /// Returns each form once; throws `unsupported` for one that the container does not have.
  static func checked(
    _ forms: [GainMapDescription.Form], _ container: ImageContainer
  ) throws(AuxError) -> [GainMapDescription.Form] {
    for form in forms where !form.isHeld(by: container) {
      throw AuxError(
        .unsupported,
        form == .ultraHDR
          ? "Ultra HDR is a form of JPEG, not of \(container.rawValue)"
          : "\(container.rawValue) holds no gain map of the form \(form.rawValue)")
    }
    return GainMapDescription.Form.allCases.filter(forms.contains)
  }
}

extension GainMapDescription {
  fileprivate var hasOneComponent: Bool { (metadata?.channels.count ?? 1) == 1 }
}

extension ImageDestination {
  /// What is said of the gain map that another one would replace, in the forms that it has here.
  fileprivate var replacedGainMap: GainMapDescription? {
    guard let addition = composition.additions.first(where: { $0.type.isGainMap }) else {
      return composition.present(.hdrGainMap).first?.gainMap
    }
    guard var known = addition.carried?.gainMap else { return nil }
    known.forms = addition.gainMapForms
    return known
  }
}
