internal import AuxContainers
public import AuxImage
public import AuxKernels
public import AuxMaps
internal import AuxReader

extension ImageDestination {
  /// Adds a depth or disparity map, quantised as Apple's writer does.
  ///
  /// ```swift
  /// let map = try DepthMap("z.exr", convention: .blender)
  /// var destination = try ImageDestination(from: ImageSource("render.jpg"))
  /// try destination.addDepth(map)
  /// let report = try destination.finalize(to: "portrait.jpg")
  /// ```
  ///
  /// The report says how far what was written is from the map; what it will be compared with is returned. Of an image
  /// that is replaced, calibration and properties that nothing else is given for stay, unless `keepingProperties` is
  /// false: so for mattes and gain maps.
  /// Throws `AuxError` as `DepthMap.reading(on:)` does, `usage` where the format recorded is not a depth format, and
  /// as ``addAuxiliaryImage(_:encoding:replacing:)``.
  @discardableResult
  public mutating func addDepth(
    _ map: consuming DepthMap, recording: DepthRecording = DepthRecording(),
    placement options: MapPlacement.Options = [],
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let old = properties(replacedBy: .disparity, replacing && keepingProperties)
    return try add(
      MapAttachment(
        consume map, on: placement(options), recording: recording, bits: encoding.codeBits(in: container),
        replacing: old),
      encoding, replacing)
  }

  /// Adds a matte of samples in memory: 0 is no part of it, white is; floats are 0...1, integers may be 0 and 1.
  ///
  /// Throws `AuxError` with code `usage` where `type` is of depth data, a float is no number of 0...1, or the aspect
  /// ratio is not the photo's; else as ``addAuxiliaryImage(_:encoding:replacing:)``.
  @discardableResult
  public mutating func addMatte(
    _ samples: PixelPlane, type: AuxiliaryDataType, placement options: MapPlacement.Options = [],
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let old = properties(replacedBy: type, replacing && keepingProperties)
    return try add(
      MapAttachment(codes: samples, type: type, on: placement(options), replacing: old), encoding, replacing)
  }

  /// Adds the matte of a map file, or of a picture whose alpha channel or luma is one.
  ///
  /// What was concluded stands in the `notes` of what is returned. Throws `AuxError` as
  /// `Matte.init(_:component:file:limits:)` does, and where samples in memory would be refused.
  @discardableResult
  public mutating func addMatte(
    _ path: String, type: AuxiliaryDataType, component: Matte.Component? = nil,
    file: MapFile.Options = .init(), placement options: MapPlacement.Options = [],
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let old = properties(replacedBy: type, replacing && keepingProperties)
    return try add(
      MapAttachment(
        codesOf: path, file: file, type: type, on: placement(options), component: component, replacing: old,
        limits: base.limits),
      encoding, replacing)
  }

  /// Adds an HDR gain map of samples in memory; floats are 0...1.
  ///
  /// `headroom` is a ratio of luminances of at least 1. In Apple's form, without it readers look for the camera's own
  /// tags. In ISO's and Ultra HDR's form, `metadata` say what codes mean; without them codes are linear in log2 of the
  /// gain, from none to the headroom, and without both, as of the gain map that is replaced. Throws `AuxError` with code
  /// `usage` for another headroom, and where nothing says what codes mean, `unsupported` for Ultra HDR's form outside
  /// JPEG, and where a matte would be refused.
  @discardableResult
  public mutating func addGainMap(
    _ samples: PixelPlane, headroom: Double? = nil, form: GainMapForm = .apple,
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
  /// `headroom`, `form` and `metadata` as for
  /// ``addGainMap(_:headroom:form:metadata:placement:encoding:replacing:keepingProperties:)`` of samples, and so what it
  /// throws.
  @discardableResult
  public mutating func addGainMap(
    _ path: String, headroom: Double? = nil, form: GainMapForm = .apple, metadata: GainMapMetadata? = nil,
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
  func meaning(
    of form: GainMapForm, _ headroom: Double?, _ metadata: GainMapMetadata?, _ keepsOld: Bool
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
    if keepsOld, let old = present(.hdrGainMap).first?.gainMap,
      old.metadata != nil || old.appleHeadroom != nil
    {
      let kept = try old.metadataForISO()
      if kept.channels.count == 1 { return kept }
    }
    throw AuxError(.usage, "a gain map of the form \(form.rawValue) needs a headroom")
  }

  /// Adds the data-info dictionary of a property list, as `AuxiliaryDataInfo.reading(propertyList:limits:)` reads it.
  ///
  /// Throws `AuxError` that names the file as that does, `usage` where nothing says what the dictionary is of or
  /// where its aspect ratio is not the photo's; else as ``addAuxiliaryDataInfo(_:type:encoding:replacing:)``.
  @discardableResult
  public mutating func addAuxiliaryDataInfo(
    propertyList path: String, placement options: MapPlacement.Options = [],
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) -> MapAttachment {
    let attachment: MapAttachment
    do throws(AuxError) {
      let bytes = try InputFile.read(path, limits: base.limits)
      let (info, type) = try AuxiliaryDataInfo.reading(propertyList: bytes, limits: base.limits)
      guard let type else {
        // A format that is neither of depth nor of codes is the reason to report.
        if info.description.pixelFormat != .L008 {
          _ = try DepthData(dictionaryRepresentation: info, limits: base.limits)
        }
        throw AuxError(
          .usage, "neither PixelFormat nor metadata gives the type; add AuxiliaryDataType to its description")
      }
      attachment = try MapAttachment(
        dictionary: info, type: type, on: placement(options), bits: encoding.codeBits(in: container),
        limits: base.limits)
    } catch { throw error.about(StandardStream.inputName(path)) }
    return try add(attachment, encoding, replacing)
  }

  private func placement(_ options: MapPlacement.Options) throws(AuxError) -> MapPlacement {
    guard let primary else { throw AuxError(.usage, "a lone auxiliary image has no photo to lie on") }
    return MapPlacement(on: primary, options)
  }

  /// Returns the properties of the image that one of that type replaces; nil where there is none, or none is kept.
  private func properties(replacedBy type: AuxiliaryDataType, _ isKept: Bool) -> AuxiliaryMetadata? {
    guard isKept else { return nil }
    guard let addition = additions.first(where: { Self.isSame($0.type, type) }) else {
      guard let image = present(type).first, image.failure == nil else { return nil }
      // DNG has the range in tags of its own.
      var metadata = image.metadata
      if metadata.floatMinValue == nil, let bounds = image.valueBounds {
        (metadata.floatMinValue, metadata.floatMaxValue) = (bounds.min, bounds.max)
        metadata.nativeFormat = metadata.nativeFormat ?? image.pixelFormat
      }
      return metadata
    }
    switch addition.content {
    case .codes(let image, _, _): return addition.carried == nil ? nil : image.metadata
    case .coded: return nil
    }
  }

  private mutating func add(
    _ attachment: MapAttachment, _ encoding: AuxiliaryEncoding, _ replacing: Bool
  ) throws(AuxError) -> MapAttachment {
    var encoding = encoding
    // Who paints on a map wants no other sample to change.
    if attachment.keepsRange { encoding.largestError = 1 }
    try addAuxiliaryImage(attachment.image, encoding: encoding, replacing: replacing)
    additions[additions.count - 1].attachment = attachment
    return attachment
  }
}
