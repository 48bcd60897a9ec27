public import AuxKernels

/// An auxiliary image as containers hold it: integer codes, what they mean, and the XMP.
///
/// This is what moves between containers: codes that are carried stay the codes they were.
public struct StoredAuxiliaryImage: Hashable, Sendable {
  /// The kind of image.
  public var type: AuxiliaryDataType
  /// The codes, 8 or 16 bits each, in the stored grid of the primary image; luma of an image with ``colours``.
  public var codes: PixelPlane
  /// The components of an image that has several; nil for one of ``codes`` alone.
  ///
  /// Such an image is carried from file to file as it is coded; it is not coded anew.
  public private(set) var colours: ColourPlanes?
  /// What the codes of a depth map mean; nil for mattes and gain maps.
  public var range: CodeRange?
  /// The properties.
  public var metadata: AuxiliaryMetadata
  /// The XMP packet that ``metadata`` was read from, byte for byte; nil where there was none.
  public var packet: [UInt8]?
  /// What the codes of a gain map mean by ISO's or Ultra HDR's form; nil for all else, Apple's form among them.
  public var gainMap: GainMapMetadata?

  /// Creates a stored image.
  public init(
    type: AuxiliaryDataType, codes: PixelPlane, range: CodeRange? = nil, metadata: AuxiliaryMetadata,
    packet: [UInt8]? = nil
  ) {
    self.type = type
    self.codes = codes
    self.range = range
    self.metadata = metadata
    self.packet = packet
  }

  /// Creates a stored image of several components.
  public init(
    type: AuxiliaryDataType, colours: ColourPlanes, metadata: AuxiliaryMetadata, packet: [UInt8]? = nil
  ) {
    self.init(type: type, codes: colours.firstCodes, metadata: metadata, packet: packet)
    self.colours = colours
  }

  /// Puts other codes, or other components, in place of those that there are.
  mutating func replaceSamples(_ codes: PixelPlane, _ colours: ColourPlanes?) {
    self.codes = colours?.firstCodes ?? codes
    self.colours = colours
  }

  /// Throws `AuxError` with code `unsupported` for an image of several components, which no codec here writes.
  package func checkedForCoding() throws(AuxError) {
    guard let colours else { return }
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
    self.init(
      type: AuxiliaryDataType(native.quantity), codes: native.codes(bits: bits, from: low, to: high),
      range: CodeRange(quantity: native.quantity, atZero: Double(low), atMax: Double(high)),
      metadata: metadata)
  }

  /// Returns the image with 8-bit codes: 16-bit codes rounded, float samples quantised; one of several components
  /// as it is.
  ///
  /// Throws `AuxError` with code `usage` for float samples with holes.
  public func with8BitCodes() throws(AuxError) -> StoredAuxiliaryImage {
    switch codes.storage {
    case _ where colours != nil: return self
    case .uint8: return self
    case .uint16(let wide):
      var image = self
      image.codes = PixelPlane(
        width: codes.width, height: codes.height,
        storage: .uint8(Quantise.codes8(fromCodes16: wide)))
      return image
    case .half, .float: return try StoredAuxiliaryImage(quantising: depthData())
    }
  }

  /// Returns the codes with 8 or 16 bits: those of 16 are rounded, those of 8 spread.
  ///
  /// Throws `AuxError` with code `usage` for another number of bits, and as ``with8BitCodes()`` for float samples.
  public func codes(bits: Int) throws(AuxError) -> PixelPlane {
    switch (bits, codes.storage) {
    case (8, .uint8), (16, .uint16): codes
    case (8, .uint16(let wide)):
      PixelPlane(
        width: codes.width, height: codes.height, storage: .uint8(Quantise.codes8(fromCodes16: wide)))
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
    guard let range, type.isDepthData else {
      throw AuxError(.unsupported, "\(type) is not depth data")
    }
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
    guard let range, type.isDepthData, case .uint8(let codes8) = codes.storage else {
      return Difference.compare(given, try depthData(in: quantity.float32Format).values)
    }
    var table = Quantise.values(fromCodes8: Array(0...255), atZero: range.atZero, atMax: range.atMax)
    if quantity != range.quantity { Reciprocal.invert(&table) }
    return Difference.compare(given, codes: codes8, table: table)
  }

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
