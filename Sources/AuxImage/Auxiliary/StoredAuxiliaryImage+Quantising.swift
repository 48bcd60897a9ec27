public import AuxKernels

extension StoredAuxiliaryImage {
  /// Creates the 8-bit form of a depth map, as Apple's writer quantises it.
  ///
  /// The range is the minimum and maximum of the map; codes are rounded to nearest; a constant map is code
  /// 0 everywhere. Source: Specs/quantisation.md.
  /// Throws `AuxError` with code `usage` for a map with holes or infinite values, which codes cannot hold.
  package init(quantising depth: DepthData) throws(AuxError) {
    try self.init(quantising: depth.values, of: depth)
  }

  /// Creates the 8-bit form of values in the unit of `depth`, whose map holds them rounded to its format.
  ///
  /// The range is that of the map, so that it is what Apple's writer gives; the codes come from the values
  /// before they were rounded to halves, which brings each code nearest to the given value.
  /// `bits` are 8, or 16 for DNG, whose XMP states the range of 8-bit codes even then.
  /// `bounds` is a range to use instead of the map's; values outside are clamped to it.
  package init(
    quantising values: [Float], of depth: DepthData, bits: Int = 8, between bounds: ClosedRange<Double>? = nil
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
    between bounds: ClosedRange<Double>?
  ) throws(AuxError) {
    guard bits == 8 || bits == 16 else { throw AuxError(.usage, "codes have 8 or 16 bits, not \(bits)") }
    let (low, high) = try native.ends(within: bounds)
    self.init(codes: native.codes(bits: bits, from: low, to: high), of: native, low, high, metadata)
  }

  /// Creates the 8-bit form of a map whose values nobody holds as a whole; `ends` has the range of all of them.
  ///
  /// `forEachBand` hands the values to its argument, band by band from the top, in the quantity of `ends`. Throws what it throws, and
  /// as ``init(quantising:metadata:bits:between:)``.
  package init(
    width: Int, height: Int, quantisingBetween ends: NativeValues, metadata: AuxiliaryMetadata,
    between bounds: ClosedRange<Double>?,
    forEachBand: ((_ values: [Float]) throws(AuxError) -> Void) throws(AuxError) -> Void
  ) throws(AuxError) {
    let (low, high) = try ends.ends(within: bounds)
    var codes: [UInt8] = []
    codes.reserveCapacity(width * height)
    try forEachBand { values throws(AuxError) in codes += ends.codes8(of: values, from: low, to: high) }
    precondition(codes.count == width * height)
    let plane = PixelPlane(width: width, height: height, known: .uint8(codes))
    self.init(codes: plane, of: ends, low, high, metadata)
  }

  private init(
    codes: PixelPlane, of native: NativeValues, _ low: Double, _ high: Double, _ metadata: AuxiliaryMetadata
  ) {
    var metadata = metadata
    metadata.auxiliaryImageType = native.quantity.rawValue
    metadata.auxiliaryImageSubType = nil
    metadata.nativeFormat = native.format
    metadata.storedFormat = .L008
    metadata.intMinValue = 0
    metadata.intMaxValue = 255
    metadata.floatMinValue = low
    metadata.floatMaxValue = high
    let range = CodeRange(quantity: native.quantity, firstValue: low, lastValue: high)
    self.init(known: AuxiliaryDataType(native.quantity), .depth(codes, range), metadata)
  }

  /// Returns the image with 8-bit codes: 16-bit codes rounded, float samples quantised; one of several components
  /// as it is.
  ///
  /// Throws `AuxError` with code `usage` for float samples with holes.
  package func with8BitCodes() throws(AuxError) -> StoredAuxiliaryImage {
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
  /// Throws `AuxError` with code `usage` for another number of bits, and for float samples with holes.
  public func codes(bits: Int) throws(AuxError) -> PixelPlane {
    let codes = codes
    return switch (bits, codes.storage) {
    case (8, .uint8), (16, .uint16): codes
    case (8, .uint16(let wide)):
      PixelPlane(
        width: codes.width, height: codes.height, known: .uint8(Codes.narrow(wide)))
    case (16, .uint8(let narrow)):
      PixelPlane(
        width: codes.width, height: codes.height, known: .uint16(narrow.map { UInt16($0) * 257 }))
    case (8, _), (16, _): try with8BitCodes().codes(bits: bits)
    default: throw AuxError(.usage, "codes have 8 or 16 bits, not \(bits)")
    }
  }

  /// Returns the depth data that the codes represent, in `format` or, without one, the native format.
  ///
  /// A float format is filled from the codes directly, without the rounding of the native halves.
  /// Throws `AuxError` with code `unsupported` where the image is not of depth data, `usage` where `format`
  /// is not.
  public func depthData(in format: PixelFormat? = nil) throws(AuxError) -> DepthData {
    guard case .depth(let codes, let range) = content else { throw notDepthData }
    let format = format ?? nativeFormat
    guard let quantity = format.quantity else { throw format.depthFormatError }
    if case .uint8(let codes8) = codes.storage, format.sampleType == .half, quantity == range.quantity,
      max(abs(range.firstValue), abs(range.lastValue)) <= 65504
    {
      // The usual case: a table of 256 halves.
      let halves = Quantise.halves(
        fromCodes8: codes8, firstValue: range.firstValue, lastValue: range.lastValue)
      let map = PixelPlane(width: codes.width, height: codes.height, known: .half(halves))
      return DepthData(type: format, map: map, metadata: metadata)
    }
    var values: [Float]
    switch codes.storage {
    case .uint8(let codes):
      values = Quantise.values(fromCodes8: codes, firstValue: range.firstValue, lastValue: range.lastValue)
    case .uint16(let codes):
      values = Quantise.values(fromCodes16: codes, firstValue: range.firstValue, lastValue: range.lastValue)
    case .half(let bits): values = Half.decode(bits)
    case .float(let samples): values = samples
    }
    if quantity != range.quantity { Reciprocal.invert(&values) }
    return DepthData(
      values: values, width: codes.width, height: codes.height, depthDataType: format, metadata: metadata)
  }

  /// Returns how far the values that the codes represent, in `quantity`, are from others, of as many samples.
  ///
  /// There is no array of the values of 8-bit codes. Throws `AuxError` as ``depthData(in:)``.
  package func difference(
    from given: [Float], in quantity: DepthQuantity
  ) throws(AuxError) -> (max: Double, mean: Double, count: Int) {
    guard case .depth(let codes, let range) = content, case .uint8(let codes8) = codes.storage else {
      return Difference.compare(given, try depthData(in: quantity.float32Format).values)
    }
    return Difference.compare(given, codes: codes8, table: range.table8(in: quantity))
  }

  /// Returns the codes of depth data of 8 bits and the value that each code has in `quantity`; nil for others.
  ///
  /// The values are those of ``depthData(in:)`` as floats, for callers that need no array of them.
  package func valueTable(in quantity: DepthQuantity) -> (codes: [UInt8], values: [Float])? {
    guard case .depth(let codes, let range) = content, case .uint8(let codes8) = codes.storage else {
      return nil
    }
    return (codes8, range.table8(in: quantity))
  }

  /// The error of an image that is asked for depth data.
  package var notDepthData: AuxError { AuxError(.unsupported, "\(type) is not depth data") }

  /// The format that readers hand the image out in.
  package var nativeFormat: PixelFormat { metadata.nativeFormat(for: type) }
}

extension CodeRange {
  /// Returns the value of each code of 8 bits in `quantity`.
  fileprivate func table8(in quantity: DepthQuantity) -> [Float] {
    var table = Quantise.values(fromCodes8: Array(0...255), firstValue: firstValue, lastValue: lastValue)
    if quantity != self.quantity { Reciprocal.invert(&table) }
    return table
  }
}

/// Values of a depth map as depth data of a format would have them, without a copy of them.
package struct NativeValues: Sendable {
  package let values: [Float]
  package let width: Int
  package let height: Int
  package let format: PixelFormat
  package let quantity: DepthQuantity
  /// Whether a value in the unit of the format is 1 over one that was given.
  private let isReciprocal: Bool
  /// The range of the values in the unit of the format, not rounded to it; nil where none is finite.
  package let range: Quantise.FiniteRange?

  /// Creates the values of a map that measures `given`; throws `usage` for a format that is not of depth data.
  package init(
    _ values: [Float], of given: DepthQuantity, width: Int, height: Int, in format: PixelFormat
  ) throws(AuxError) {
    precondition(values.count == width * height)
    guard let quantity = format.quantity else { throw format.depthFormatError }
    (self.values, self.width, self.height) = (values, width, height)
    (self.format, self.quantity) = (format, quantity)
    isReciprocal = quantity != given
    range = Quantise.finiteRange(values, reciprocal: isReciprocal)
  }

  /// Returns the values of the first and the last code: `bounds`, or else the range of the map.
  func ends(within bounds: ClosedRange<Double>?) throws(AuxError) -> (low: Double, high: Double) {
    let own = try mapRange()
    return bounds.map { ($0.lowerBound, $0.upperBound) } ?? (Double(own.low), Double(own.high))
  }

  /// Returns the range of the map, whose values are rounded to the format.
  ///
  /// Throws `AuxError` with code `usage` for a map with holes or infinite values, which codes cannot hold.
  func mapRange() throws(AuxError) -> (low: Float, high: Float) {
    guard let range, range.isOfAll else {
      let hole = values.firstIndex { !(isReciprocal ? Reciprocal.inverse($0) : $0).isFinite } ?? 0
      throw AuxError(
        .usage, "the map has no finite value at (\(hole % width), \(hole / width)), and 8-bit codes hold none"
      )
    }
    // Rounding keeps the order.
    return (rounded(range.min), rounded(range.max))
  }

  /// True if the farthest distance is beyond half floats, of which the format is: it becomes infinite, or the greatest half.
  package var exceedsHalves: Bool {
    guard format.sampleType == .half, let range else { return false }
    return quantity == .depth ? range.max > Half.greatest : range.min > 0 && rounded(range.min) == 0
  }

  private func rounded(_ value: Float) -> Float {
    guard format.sampleType == .half else { return value }
    return Half.float(Half.bits(min(max(value, -Half.greatest), Half.greatest)))
  }

  /// Returns the 8-bit codes of other values of the same map.
  func codes8(of values: [Float], from low: Double, to high: Double) -> [UInt8] {
    Quantise.codes8(values, min: Float(low), max: Float(high), reciprocal: isReciprocal)
  }

  /// Returns the codes of the values between two ends, as `Quantise` makes them.
  func codes(bits: Int, from low: Double, to high: Double) -> PixelPlane {
    let storage: PixelPlane.Storage =
      bits == 16
      ? .uint16(Quantise.codes16(values, min: Float(low), max: Float(high), reciprocal: isReciprocal))
      : .uint8(codes8(of: values, from: low, to: high))
    return PixelPlane(width: width, height: height, known: storage)
  }
}

extension PixelFormat {
  /// The error of a format that is asked for and not of depth data.
  package var depthFormatError: AuxError {
    AuxError(.usage, "\(name) is no format of depth data; use hdis, fdis, hdep or fdep")
  }
}
