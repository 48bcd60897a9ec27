public import AuxKernels

/// An auxiliary image as containers hold it: what it is, its samples with their meaning, and the XMP.
///
/// This is what moves between containers: codes that are carried stay the codes they were.
public struct StoredAuxiliaryImage: Hashable, Sendable {
  /// The kind of image.
  public let type: AuxiliaryDataType
  /// The samples, in the stored grid of the primary image, and what they mean.
  public private(set) var content: AuxiliaryContent
  /// The properties.
  public var metadata: AuxiliaryMetadata
  /// The XMP packet that ``metadata`` was read from, byte for byte; nil where there was none.
  public var packet: [UInt8]?

  /// Creates a stored image.
  ///
  /// Throws `AuxError` with code `usage` where images of the type have other content: depth data need a range, and
  /// metadata of a gain map belong to gain maps of other forms than Apple's.
  public init(
    type: AuxiliaryDataType, content: AuxiliaryContent, metadata: AuxiliaryMetadata, packet: [UInt8]? = nil
  ) throws(AuxError) {
    guard content.isContent(of: type) else {
      throw AuxError(.usage, "an image of type \(type) does not hold \(content.kind)")
    }
    self.init(known: type, content, metadata, packet)
  }

  /// Creates a stored image of codes that is no depth map.
  ///
  /// Throws `AuxError` with code `usage` for a type of depth data.
  public init(
    type: AuxiliaryDataType, codes: PixelPlane, metadata: AuxiliaryMetadata, packet: [UInt8]? = nil
  ) throws(AuxError) {
    try self.init(
      type: type, content: AuxiliaryContent(codes, of: type), metadata: metadata, packet: packet)
  }

  private init(
    known type: AuxiliaryDataType, _ content: AuxiliaryContent, _ metadata: AuxiliaryMetadata,
    _ packet: [UInt8]? = nil
  ) {
    (self.type, self.content, self.metadata, self.packet) = (type, content, metadata, packet)
  }

  /// The codes, 8 or 16 bits each; of several components the first.
  ///
  /// Other codes mean what these meant, and are the only component.
  public var codes: PixelPlane {
    get { content.codes }
    set {
      switch content {
      case .depth(_, let range): content = .depth(newValue, range)
      case .matte, .colours: content = .matte(newValue)
      case .gainMap(_, let metadata), .colourGainMap(_, let metadata): content = .gainMap(newValue, metadata)
      }
    }
  }
  /// What the codes of depth data mean; nil for other images.
  public var range: CodeRange? { if case .depth(_, let range) = content { range } else { nil } }
  /// The width in samples.
  public var width: Int { content.size.width }
  /// The height in samples.
  public var height: Int { content.size.height }

  /// Returns a gain map of one component described in another form, without what it was described by before.
  ///
  /// `metadata` are those of ISO's or Ultra HDR's form, `headroom` is that of Apple's. Throws `AuxError` with code
  /// `unsupported` for other images.
  package func described(
    as form: GainMapForm, _ metadata: GainMapMetadata?, headroom: Double? = nil
  ) throws(AuxError) -> StoredAuxiliaryImage {
    switch content {
    case .gainMap(let codes, _):
      switch form {
      case .apple: .init(known: .hdrGainMap, .gainMap(codes, nil), .matte(.hdrGainMap, headroom: headroom))
      case .iso: .init(known: .isoGainMap, .gainMap(codes, metadata), AuxiliaryMetadata())
      case .ultraHDR: .init(known: .adobeGainMap, .gainMap(codes, metadata), AuxiliaryMetadata())
      }
    case .colourGainMap:
      throw AuxError(.unsupported, "the gain map has several components and is not coded anew")
    case .depth, .matte, .colours: throw AuxError(.unsupported, "\(type) is no gain map")
    }
  }

  /// Changes the samples, which mean what they meant.
  mutating func mapSamples(
    _ codes: (PixelPlane) -> PixelPlane, _ colours: (ColourPlanes) -> ColourPlanes
  ) {
    content = content.map(codes, colours)
  }

  /// Throws `AuxError` with code `unsupported` for an image of several components, which no codec here writes.
  package func checkedForCoding() throws(AuxError) {
    guard let colours = content.colours else { return }
    throw AuxError(
      .unsupported,
      "an image of \(colours.encoding.layout.rawValue) with \(colours.encoding.bitsPerComponent) bits is copied as "
        + "it is coded, and not coded anew")
  }
}

extension StoredAuxiliaryImage {
  /// Creates the 8-bit form of a depth map, as Apple's writer quantises it.
  ///
  /// The range is the minimum and maximum of the map; codes are rounded to nearest; a constant map is code
  /// 0 everywhere. Source: Specs/quantisation.md.
  /// Throws `AuxError` with code `usage` for a map with holes or infinite values, which codes cannot hold.
  public init(quantising depth: DepthData) throws(AuxError) {
    try self.init(quantising: depth.values, of: depth)
  }

  /// Creates the 8-bit form of values in the unit of `depth`, whose map holds them rounded to its format.
  ///
  /// The range is that of the map, so that it is what Apple's writer gives; the codes come from the values
  /// before they were rounded to halves, which brings each code nearest to what was given.
  /// `bits` are 8, or 16 for DNG, whose XMP states the range of 8-bit codes even then.
  /// `bounds` is another range to take instead of that of the map; what lies beyond becomes its end.
  package init(
    quantising values: [Float], of depth: DepthData, bits: Int = 8, between bounds: ClosedRange<Float>? = nil
  ) throws(AuxError) {
    guard let quantity = depth.depthDataType.quantity else {
      preconditionFailure("depth data have a quantity")
    }
    let native = try NativeValues(
      values, of: quantity, width: depth.depthDataMap.width, height: depth.depthDataMap.height,
      in: depth.depthDataType)
    try self.init(quantising: native, metadata: depth.metadata, bits: bits, between: bounds)
  }

  /// As ``init(quantising:of:bits:between:)``, of values that need not be in the unit of the format.
  package init(
    quantising native: NativeValues, metadata: AuxiliaryMetadata, bits: Int,
    between bounds: ClosedRange<Float>?
  ) throws(AuxError) {
    guard bits == 8 || bits == 16 else { throw AuxError(.usage, "codes have 8 or 16 bits, not \(bits)") }
    let (least, greatest) = try native.mapRange()
    let (low, high) = bounds.map { ($0.lowerBound, $0.upperBound) } ?? (least, greatest)
    var metadata = metadata
    metadata.auxiliaryImageType = native.quantity.rawValue
    metadata.auxiliaryImageSubType = nil
    metadata.nativeFormat = native.format
    metadata.storedFormat = .L008
    metadata.intMinValue = 0
    metadata.intMaxValue = 255
    metadata.floatMinValue = Double(low)
    metadata.floatMaxValue = Double(high)
    let range = CodeRange(quantity: native.quantity, atZero: Double(low), atMax: Double(high))
    self.init(
      known: AuxiliaryDataType(native.quantity),
      .depth(native.codes(bits: bits, from: low, to: high), range), metadata)
  }

  /// Returns the image with 8-bit codes: 16-bit codes rounded, float samples quantised; one of several components
  /// as it is.
  ///
  /// Throws `AuxError` with code `usage` for float samples with holes.
  public func with8BitCodes() throws(AuxError) -> StoredAuxiliaryImage {
    guard content.colours == nil else { return self }
    switch codes.storage {
    case .uint8: return self
    case .uint16:
      var narrow = self
      narrow.codes = try codes(bits: 8)
      return narrow
    case .half, .float: return try StoredAuxiliaryImage(quantising: depthData())
    }
  }

  /// Returns the codes with 8 or 16 bits: those of 16 are rounded, those of 8 spread.
  ///
  /// Throws `AuxError` with code `usage` for another number of bits, and as ``with8BitCodes()`` for float samples.
  public func codes(bits: Int) throws(AuxError) -> PixelPlane {
    let codes = codes
    return switch (bits, codes.storage) {
    case (8, .uint8), (16, .uint16): codes
    case (8, .uint16(let wide)):
      PixelPlane(
        width: codes.width, height: codes.height, storage: .uint8(Codes.narrow(wide)))
    case (16, .uint8(let narrow)):
      PixelPlane(
        width: codes.width, height: codes.height, storage: .uint16(narrow.map { UInt16($0) * 257 }))
    case (8, _), (16, _): try with8BitCodes().codes(bits: bits)
    default: throw AuxError(.usage, "codes have 8 or 16 bits, not \(bits)")
    }
  }

  /// Returns the depth data that the codes stand for, in `format` or, without one, the native format.
  ///
  /// A float format is filled from the codes directly, without the rounding of the native halves.
  /// Throws `AuxError` with code `unsupported` where the image is not of depth data, `usage` where `format`
  /// is not.
  public func depthData(in format: PixelFormat? = nil) throws(AuxError) -> DepthData {
    guard case .depth(let codes, let range) = content else { throw notDepthData }
    let format = format ?? nativeFormat
    guard let quantity = format.quantity else { throw format.depthFormatError }
    if case .uint8(let codes8) = codes.storage, format.sampleType == .half, quantity == range.quantity,
      max(abs(range.atZero), abs(range.atMax)) <= 65504
    {
      // The usual case: a table of 256 halves.
      let halves = Quantise.halves(fromCodes8: codes8, atZero: range.atZero, atMax: range.atMax)
      let map = PixelPlane(width: codes.width, height: codes.height, storage: .half(halves))
      return DepthData(type: format, map: map, metadata: metadata)
    }
    var values: [Float]
    switch codes.storage {
    case .uint8(let codes):
      values = Quantise.values(fromCodes8: codes, atZero: range.atZero, atMax: range.atMax)
    case .uint16(let codes):
      values = Quantise.values(fromCodes16: codes, atZero: range.atZero, atMax: range.atMax)
    case .half(let bits): values = Half.decode(bits)
    case .float(let samples): values = samples
    }
    if quantity != range.quantity { Reciprocal.invert(&values) }
    return DepthData(
      values: values, width: codes.width, height: codes.height, depthDataType: format, metadata: metadata)
  }

  /// Returns how far the values of `quantity` that the codes stand for are from others, of as many samples.
  ///
  /// There is no array of the values of 8-bit codes. Throws `AuxError` as ``depthData(in:)``.
  package func difference(
    from given: [Float], in quantity: DepthQuantity
  ) throws(AuxError) -> (max: Double, mean: Double, count: Int) {
    guard case .depth(let codes, let range) = content, case .uint8(let codes8) = codes.storage else {
      return Difference.compare(given, try depthData(in: quantity.float32Format).values)
    }
    var table = Quantise.values(fromCodes8: Array(0...255), atZero: range.atZero, atMax: range.atMax)
    if quantity != range.quantity { Reciprocal.invert(&table) }
    return Difference.compare(given, codes: codes8, table: table)
  }

  /// The error of an image that is asked for depth data.
  package var notDepthData: AuxError { AuxError(.unsupported, "\(type) is not depth data") }

  /// The format that readers hand the image out in.
  public var nativeFormat: PixelFormat { metadata.nativeFormat(for: type) }
}

extension AuxiliaryMetadata {
  /// Returns the format in which readers hand out an image of that type: the one named, else Apple's.
  package func nativeFormat(for type: AuxiliaryDataType) -> PixelFormat {
    if let nativeFormat, type.isDepthData == (nativeFormat.quantity != nil) { return nativeFormat }
    return switch type.quantity {
    case .disparity: .hdis
    case .depth: .hdep
    case nil: .L008
    }
  }

  /// Returns the properties that identify a matte or a gain map, as Apple's JPEG files have them.
  ///
  /// In HEIF the auxC URN identifies semantic mattes, so that only the version stays there.
  /// Source: Specs/xmp.md, "What ships in which container".
  package static func matte(_ type: AuxiliaryDataType, headroom: Double? = nil) -> AuxiliaryMetadata {
    var metadata = AuxiliaryMetadata()
    metadata.nativeFormat = .L008
    metadata.storedFormat = .L008
    (metadata.auxiliaryImageType, metadata.auxiliaryImageSubType) = type.xmpNames
    switch type.family {
    case .portraitMatte: metadata.portraitEffectsMatteVersion = 65537
    case .semanticMatte: metadata.semanticSegmentationMatteVersion = 65536
    case .gainMap:
      metadata.hdrGainMapVersion = headroom == nil ? 65536 : 131072
      metadata.hdrGainMapHeadroom = headroom
    case .depthData, nil: break
    }
    return metadata
  }
}
