internal import AuxKernels

extension StoredAuxiliaryImage {
  /// Returns the dictionary that ImageIO hands out: depth data in its native format, mattes as 8-bit codes, others in
  /// the format of their codes.
  ///
  /// `orientation` is that of the primary image; the rows of several planes are never padded. Throws `AuxError` as
  /// ``depthData(in:)`` does, `usage` for float samples with holes, and `unsupported` for colors that cannot be described.
  public func dictionaryRepresentation(
    orientation: ImageOrientation? = nil, rowAlignment: Int = 1
  ) throws(AuxError) -> AuxiliaryDataInfo {
    let isDescribed = packet != nil || metadata != AuxiliaryMetadata()
    let (plane, format): (PixelPlane, PixelFormat)
    switch content {
    case .colours(let planes), .colourGainMap(let planes, _):
      return try AuxiliaryDataInfo(
        colours: planes, orientation: orientation, metadata: isDescribed ? metadata : nil, xmpPacket: packet)
    case .depth: (plane, format) = (try depthData().depthDataMap, nativeFormat)
    case .matte(let codes), .gainMap(let codes, _):
      plane = type.hasWideCodes(codes.sampleType) ? codes : try with8BitCodes().codes
      format = plane.sampleType == .uint16 ? .L016 : .L008
    }
    return AuxiliaryDataInfo(
      plane: plane, pixelFormat: format, rowAlignment: rowAlignment, orientation: orientation,
      metadata: isDescribed ? metadata : nil, xmpPacket: packet)
  }

  /// Creates the stored form of an auxiliary data-info dictionary, as ImageIO does when it is added.
  ///
  /// A map that holds nothing but values of the codes that its metadata announces keeps these codes; any other
  /// is quantised. Throws `AuxError`: `usage` where the dictionary is not of that type or has holes, else as
  /// ``DepthData/init(fromDictionaryRepresentation:limits:)``.
  public init(
    dictionaryRepresentation info: AuxiliaryDataInfo, type: AuxiliaryDataType, limits: AuxLimits = .standard
  ) throws(AuxError) {
    try self.init(dictionaryRepresentation: info, type: type, bits: 8, limits: limits)
  }

  /// Creates the stored form as ``init(dictionaryRepresentation:type:limits:)`` does; a map that is quantised
  /// gets codes of 8 bits, or of 16 for DNG.
  package init(
    dictionaryRepresentation info: AuxiliaryDataInfo, type: AuxiliaryDataType, bits: Int, limits: AuxLimits
  ) throws(AuxError) {
    if let own = info.auxiliaryDataType, own != type {
      throw AuxError(.usage, "the dictionary is of type \(own), not \(type)")
    }
    if type.isDepthData {
      let depth = try DepthData(fromDictionaryRepresentation: info, limits: limits)
      if let kept = StoredAuxiliaryImage(keepingCodesOf: depth, packet: info.xmpPacket) {
        self = kept
      } else {
        try self.init(quantising: depth.values, of: depth, bits: bits)
      }
      return
    }
    if let colours = try info.colourPlanes(limits: limits) {
      try self.init(
        type: type, content: AuxiliaryContent(colours, of: type),
        metadata: info.metadata ?? AuxiliaryMetadata(), packet: info.xmpPacket)
      return
    }
    let codes = try info.plane(
      formats: type.hasWideCodes(.uint16) ? [.L008, .L016] : [.L008], limits: limits)
    guard let stated = info.metadata else {
      try self.init(type: type, codes: codes, metadata: .matte(type))
      return
    }
    try self.init(type: type, codes: codes, metadata: stated, packet: info.xmpPacket)
    if info.xmpPacket == nil, stated.namedType != type {
      // In JPEG only this says what the image is.
      let identity = AuxiliaryMetadata.matte(type)
      metadata.auxiliaryImageType = identity.auxiliaryImageType
      metadata.auxiliaryImageSubType = identity.auxiliaryImageSubType
      metadata.nativeFormat = metadata.nativeFormat ?? identity.nativeFormat
      metadata.storedFormat = metadata.storedFormat ?? identity.storedFormat
    }
  }

  /// Creates the codes that a map was decoded from; nil where it holds other values than theirs.
  private init?(keepingCodesOf depth: DepthData, packet: [UInt8]?) {
    let stated = depth.metadata
    guard let low = stated.floatMinValue, let high = stated.floatMaxValue, low <= high,
      stated.nativeFormat == depth.depthDataType, stated.namedType == depth.auxiliaryDataType,
      stated.intMinValue ?? 0 == 0, stated.intMaxValue ?? 255 == 255,
      let quantity = depth.depthDataType.quantity
    else { return nil }
    let codes = PixelPlane(
      width: depth.depthDataMap.width, height: depth.depthDataMap.height,
      known: .uint8(Quantise.codes8(depth.values, min: Float(low), max: Float(high))))
    let range = CodeRange(quantity: quantity, firstValue: low, lastValue: high)
    guard
      let kept = try? StoredAuxiliaryImage(
        type: depth.auxiliaryDataType, content: .depth(codes, range), metadata: stated, packet: packet),
      let decoded = try? kept.depthData(), decoded.depthDataMap == depth.depthDataMap
    else { return nil }
    self = kept
  }
}
