internal import AuxContainers
public import AuxImage
public import AuxKernels
public import AuxMaps
internal import AuxReader

extension ImageDestination {
  /// Adds a depth or disparity map, quantised as Apple's writer does.
  ///
  /// ```swift
  /// var destination = try ImageDestination(encoding: ImageSource("render.png"), as: .heif)
  /// try destination.addDepth(DepthMap("z.exr", convention: .blender))
  /// let report = try destination.finalize(to: "portrait.heic")
  /// ```
  ///
  /// The map is as the photo is displayed, or with `isUpright` false as it is stored, as `ImageSource.depthData(_:)` returns it,
  /// unless its file says which; `isStretched` allows another aspect ratio than the photo's.
  ///
  /// The report says how far the written image is from the map; the function returns what it will be compared with. A replaced
  /// image's calibration and properties stay where nothing else is given, unless `keepingProperties` is false. Mattes and
  /// gain maps are handled alike.
  /// Throws `AuxError` as `DepthMap.reading(on:)` does, `usage` where the format recorded is not a depth format, and
  /// as ``addAuxiliaryImage(_:encoding:replacing:)``.
  @discardableResult
  public mutating func addDepth(
    _ map: consuming DepthMap, recording: DepthRecording = DepthRecording(),
    isUpright: Bool = true, isStretched: Bool = false,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let old = properties(replacedBy: .disparity, replacing && keepingProperties)
    let attachment: MapAttachment
    do throws(AuxError) {
      attachment = try MapAttachment(
        consume map, on: placement(isUpright, isStretched), recording: recording,
        bits: encoding.codeBits(in: container),
        replacing: old)
    } catch { throw error.offeringRange(of: properties(replacedBy: .disparity, true)) }
    return try add(attachment, encoding, replacing)
  }

  /// Adds a depth or disparity map that is read by bands.
  ///
  /// No copy is made of its samples where each code follows from its own sample: without holes, clamping, turning, resampling and
  /// conventions, and for codes of 8 bits. The codes are those of the same map in memory. The samples are read again when the file
  /// is compared with them; finalizing throws `usage` where they are others. Throws `AuxError` as for a map in memory.
  @discardableResult
  public mutating func addDepth(
    _ samples: DepthSamples, options: DepthMap.Options = DepthMap.Options(),
    recording: DepthRecording = DepthRecording(), isUpright: Bool = true, isStretched: Bool = false,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let old = properties(replacedBy: .disparity, replacing && keepingProperties)
    return try add(
      MapAttachment(
        samples, options: options, on: placement(isUpright, isStretched), recording: recording,
        bits: encoding.codeBits(in: container), replacing: old),
      encoding, replacing)
  }

  /// Adds a matte of samples in memory: 0 is no part of it, white is; floats are 0...1, integers may be 0 and 1.
  ///
  /// Throws `AuxError` with code `usage` where `type` is a type of depth data, a float is not in 0...1, or the aspect
  /// ratio is not the photo's; else as ``addAuxiliaryImage(_:encoding:replacing:)``.
  @discardableResult
  public mutating func addMatte(
    _ samples: PixelPlane, type: AuxiliaryDataType, isUpright: Bool = true, isStretched: Bool = false,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let old = properties(replacedBy: type, replacing && keepingProperties)
    return try add(
      MapAttachment(codes: samples, type: type, on: placement(isUpright, isStretched), replacing: old),
      encoding, replacing)
  }

  /// Adds the matte of a map file, or of a picture whose alpha channel or luma is one.
  ///
  /// The returned `notes` say what was concluded. Throws `AuxError` as
  /// `MatteMap.init(_:component:file:limits:)` does, and where samples in memory would be refused.
  @discardableResult
  public mutating func addMatte(
    _ path: String, type: AuxiliaryDataType, component: MatteMap.Component? = nil,
    file: MapFile.Options = .init(), isUpright: Bool = true, isStretched: Bool = false,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false, keepingProperties: Bool = true
  ) throws(AuxError) -> MapAttachment {
    let old = properties(replacedBy: type, replacing && keepingProperties)
    return try add(
      MapAttachment(
        codesOf: path, file: file, type: type, on: placement(isUpright, isStretched), component: component,
        replacing: old,
        limits: base.limits),
      encoding, replacing)
  }

  /// Adds the data-info dictionary of a property list, as `AuxiliaryDataInfo.reading(propertyList:limits:)` reads it, whose samples
  /// are as the photo is stored.
  ///
  /// Throws `AuxError` that names the file as that does, `usage` where nothing gives the type of the dictionary or where its aspect ratio is not the photo's; else as ``addAuxiliaryDataInfo(_:type:encoding:replacing:)``.
  @discardableResult
  public mutating func addAuxiliaryDataInfo(
    propertyList path: String, isStretched: Bool = false,
    encoding: AuxiliaryEncoding = .init(), replacing: Bool = false
  ) throws(AuxError) -> MapAttachment {
    let attachment: MapAttachment
    do throws(AuxError) {
      let bytes = try InputFile.read(path, limits: base.limits)
      let (info, type) = try AuxiliaryDataInfo.reading(propertyList: bytes, limits: base.limits)
      guard let type else {
        // A format that is neither of depth nor of codes is the reason to report.
        if info.description.pixelFormat != .L008 {
          _ = try DepthData(fromDictionaryRepresentation: info, limits: base.limits)
        }
        throw AuxError(
          .usage, "neither PixelFormat nor metadata gives the type; add AuxiliaryDataType to its description")
      }
      attachment = try MapAttachment(
        dictionary: info, type: type, on: placement(false, isStretched),
        bits: encoding.codeBits(in: container),
        limits: base.limits)
    } catch { throw error.about(StandardStream.inputName(path)) }
    return try add(attachment, encoding, replacing)
  }

  func placement(_ isUpright: Bool, _ isStretched: Bool) throws(AuxError) -> MapPlacement {
    guard let primary else { throw AuxError(.usage, "a lone auxiliary image has no photo for a map") }
    return MapPlacement(on: primary, isUpright: isUpright, isStretched: isStretched)
  }

  /// Returns the properties of the image that one of that type replaces; nil without one, or where they are not kept.
  func properties(replacedBy type: AuxiliaryDataType, _ isKept: Bool) -> AuxiliaryMetadata? {
    guard isKept else { return nil }
    guard let addition = composition.additions.first(where: { $0.type.sharesPlace(with: type) }) else {
      guard let image = composition.present(type).first, image.failure == nil else { return nil }
      // DNG has the range in tags of its own.
      var metadata = image.metadata
      if metadata.floatMinValue == nil, let bounds = image.valueBounds {
        (metadata.floatMinValue, metadata.floatMaxValue) = (bounds.min, bounds.max)
        metadata.nativeFormat = metadata.nativeFormat ?? image.pixelFormat
      }
      return metadata
    }
    switch addition.content {
    case .codes(let image, _): return addition.carried == nil ? nil : image.metadata
    case .copied: return nil
    }
  }

  mutating func add(
    _ attachment: MapAttachment, _ encoding: AuxiliaryEncoding, _ replacing: Bool
  ) throws(AuxError) -> MapAttachment {
    var encoding = encoding
    // In a retouched matte, samples that are not retouched should not change.
    if attachment.keepsRange { encoding.largestError = 1 }
    try addAuxiliaryImage(attachment.image, encoding: encoding, replacing: replacing)
    composition.additions[composition.additions.count - 1].attachment = attachment
    return attachment
  }
}

extension AuxError {
  /// Returns the error with the range of the photo's own map where the ends of codes are missing: a map file that was edited
  /// in another program may have lost what it said of them.
  fileprivate func offeringRange(of own: AuxiliaryMetadata?) -> AuxError {
    guard let remedy, [.stateDistances, .stateDisparities, .stateMetres].contains(remedy), let own,
      let low = own.floatMinValue, let high = own.floatMaxValue, let quantity = own.nativeFormat?.quantity
    else { return self }
    let (unit, offer) =
      quantity == .disparity ? ("1/m", Remedy.takeOwnDisparities) : ("m", Remedy.takeOwnDistances)
    return AuxError(
      code, "\(reason); the photo's own map is of \(low)...\(high) \(unit)", offset: offset, place: place,
      path: path,
      remedy: offer)
  }
}
