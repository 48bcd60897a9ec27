public import AuxImage
public import AuxKernels

/// The samples of an auxiliary image or of depth data, and what they mean, ready for a map file of any kind.
public struct MapExport: Hashable, Sendable {
  /// The samples.
  public internal(set) var plane: PixelPlane
  /// What they are: a format of depth data, `L008`, or `L016` for 16-bit codes.
  public let pixelFormat: PixelFormat
  /// The ends of the codes of the image, in the unit of the samples; nil where nothing states them.
  private let codeEnds: ClosedRange<Double>?
  /// What is known beside the samples; what codes mean is added where samples become codes.
  let record: MapRecord
  /// The unit that distances are written in, as ``init(distancesOf:in:orientation:)`` asks for; nil for metres, and for codes over a range.
  var distances: DistanceScale?

  /// Takes depth data as they are; `isUpright` says whether that is as the photo is displayed, or as it is stored.
  public init(_ depth: DepthData, isUpright: Bool? = nil) {
    plane = depth.depthDataMap
    pixelFormat = depth.depthDataType
    codeEnds = nil
    var record = MapRecord(
      type: depth.auxiliaryDataType, quantity: pixelFormat.quantity, isUpright: isUpright)
    record.hasUnknownScale = depth.metadata.accuracy == .relative
    self.record = record
  }

  /// Takes the values of a map for a file of a kind, as a format or as distances of a unit.
  ///
  /// Throws `AuxError` with code `usage` for a format that is not of depth data.
  package init(
    _ reading: DepthMap.Reading, as format: PixelFormat?, in unit: DistanceScale?, for kind: MapFile.Kind
  ) throws(AuxError) {
    let format = unit == nil ? format ?? kind.usualFormat(of: reading.nativeFormat) : .fdep
    let keepsHoles = reading.keepsHoles(in: kind, hasUnit: unit != nil)
    self.init(try reading.depthData(as: format, keepsHoles: keepsHoles), isUpright: reading.isUpright)
    distances = unit
  }

  /// Takes an auxiliary image as it is stored or, with the photo's orientation, turned as the photo is displayed; if it has
  /// several components, only the first.
  ///
  /// Depth data are decoded to `format` or, without one, to their native format; `L008` gives the stored codes, which
  /// mattes and gain maps always give. Throws `AuxError` as `StoredAuxiliaryImage.depthData(in:)`.
  public init(
    _ image: StoredAuxiliaryImage, as format: PixelFormat? = nil, orientation: ImageOrientation? = nil
  ) throws(AuxError) {
    let samples: PixelPlane
    var ends: ClosedRange<Double>?
    var record = MapRecord(type: image.type, isUpright: orientation != nil)
    switch image.content {
    case .depth(_, let range) where format != .L008:
      let depth = try image.depthData(in: format)
      samples = depth.depthDataMap
      pixelFormat = depth.depthDataType
      record.quantity = pixelFormat.quantity
      ends = pixelFormat.quantity.flatMap(range.ends(as:))
    case .depth(let codes, let range):
      samples = codes
      pixelFormat = codes.sampleType == .uint16 ? .L016 : .L008
      (record.quantity, record.black, record.white) = (range.quantity, range.firstValue, range.lastValue)
    case .matte, .gainMap, .colours, .colourGainMap:
      samples = image.codes
      pixelFormat = samples.sampleType == .uint16 ? .L016 : .L008
    }
    record.hasUnknownScale = image.type.isDepthData && image.metadata.accuracy == .relative
    self.record = record
    codeEnds = ends
    plane = Orient.apply((orientation ?? .up).rawValue, to: samples)
  }

  /// Returns the bytes of a map file, in the form that readers of its kind expect.
  ///
  /// PNG holds codes, or depth data with 16 bits over the range of the image's codes, white = near. PFM and
  /// OpenEXR hold real values, mattes as 0...1; the others the samples as they are. PNG, TIFF and OpenEXR say what they
  /// hold, for ``DepthMap`` and ``MatteMap`` to read it back. Throws `AuxError` as
  /// `MapFile.encode(_:as:channel:record:)`.
  public func encoded(as kind: MapFile.Kind, channel: String? = nil) throws(AuxError) -> [UInt8] {
    try coded(as: kind, channel: channel).bytes
  }

  /// Returns the bytes as ``encoded(as:channel:)`` does, and the distances that 16-bit codes of a unit do not hold; nil for
  /// other files.
  package func coded(
    as kind: MapFile.Kind, channel: String? = nil
  ) throws(AuxError) -> (bytes: [UInt8], unfit: Unfit?) {
    let (samples, record, unfit) = samples(for: kind.form)
    return (try MapFile.encode(samples, as: kind, channel: channel, record: record), unfit)
  }

  /// What goes beside raw samples; nil for an image of a type that would not be found again.
  package var rawSidecar: RawSidecar? {
    samples(for: .samples).record.map {
      RawSidecar(width: plane.width, height: plane.height, pixelFormat: pixelFormat, record: $0)
    }
  }

  /// The smallest and the largest value of depth data in their unit, or code of a matte or a gain map.
  ///
  /// Nil where no sample is finite.
  package var bounds: ClosedRange<Double>? {
    if let codes = plane.codeBounds { return codes }
    let range =
      if case .half(let bits) = plane.storage { Half.finiteRange(bits) } else {
        Quantise.finiteRange(realValues)
      }
    return range.map { Double($0.min)...Double($0.max) }
  }

  /// What black and white of a PNG of depth data mean, in their unit, the smaller one first: the range of the image's
  /// codes, or else the smallest and the largest value. Nil for codes, and where no sample is finite.
  package var codeRange: ClosedRange<Double>? {
    guard pixelFormat.quantity != nil else { return nil }
    return codeEnds ?? bounds
  }

  /// Whether the scale of depth data is unknown, as the accuracy `relative` says.
  package var hasUnknownScale: Bool { record.hasUnknownScale && pixelFormat.quantity != nil }

  /// The values of black and white in a file of gray values between two ends; nil for other samples.
  private var ends: (black: Double, white: Double)? {
    guard let quantity = pixelFormat.quantity, let range = codeRange else { return nil }
    return quantity == .disparity
      ? (range.lowerBound, range.upperBound) : (range.upperBound, range.lowerBound)
  }

  /// Returns the bytes of a file as ``coded(as:channel:)`` does, and what they hold.
  package func summarized(as kind: MapFile.Kind) throws(AuxError) -> (bytes: [UInt8], summary: Summary) {
    let (bytes, unfit) = try coded(as: kind)
    var summary = Summary(pixelFormat: pixelFormat, unit: distances)
    summary.unfit = unfit
    if kind.form == .codes, distances == nil { (summary.black, summary.white) = (ends?.black, ends?.white) }
    return (bytes, summary)
  }

  private func samples(
    for form: MapFile.Kind.Form
  ) -> (plane: PixelPlane, record: MapRecord?, unfit: Unfit?) {
    // A type that has no name of its own would not be found again.
    var record = AuxiliaryDataType(name: record.type.name) == record.type ? record : nil
    if let distances {
      record?.distances = distances
      let (plane, unfit) = scaled(by: distances, for: form)
      return (plane, record, unfit)
    }
    switch (form, pixelFormat.quantity) {
    case (.codes, let quantity?):
      record?.black = ends?.black
      record?.white = ends?.white
      return (stretched(whiteIsLarge: quantity == .disparity), record, nil)
    case (.values, nil):
      // Parts of 0...1: no other field of the file holds the ends.
      return (PixelPlane(width: plane.width, height: plane.height, known: .float(realValues)), record, nil)
    case (.codes, nil), (.values, _), (.samples, _): return (plane, record, nil)
    }
  }

  /// Returns 16-bit codes over ``codeRange``, white = near; holes are black.
  private func stretched(whiteIsLarge: Bool) -> PixelPlane {
    let codes: [UInt16]
    switch (codeRange, plane.storage) {
    case (let ends?, .half(let bits)):
      codes = Half.codes(bits) { Self.stretched($0, over: ends, whiteIsLarge: whiteIsLarge) }
    case (let ends?, _): codes = Self.stretched(realValues, over: ends, whiteIsLarge: whiteIsLarge)
    case (nil, _): codes = [UInt16](repeating: 0, count: plane.width * plane.height)
    }
    return PixelPlane(width: plane.width, height: plane.height, known: .uint16(codes))
  }

  private static func stretched(
    _ values: [Float], over ends: ClosedRange<Double>, whiteIsLarge: Bool
  ) -> [UInt16] {
    var codes = Quantise.codes16(values, min: Float(ends.lowerBound), max: Float(ends.upperBound))
    if !whiteIsLarge {
      for index in codes.indices where !values[index].isNaN { codes[index] = 65535 - codes[index] }
    }
    return codes
  }

  /// The samples as floats: depth data in its unit, codes as 0...1.
  var realValues: [Float] {
    switch plane.storage {
    case .float(let values): values
    case .half(let bits): Half.decode(bits)
    case .uint8(let codes): codes.map { Float($0) / 255 }
    case .uint16(let codes): codes.map { Float($0) / 65535 }
    }
  }
}

extension CodeRange {
  /// The ends as `quantity`; nil where they are the same, and where an end is infinitely far or a reciprocal of none.
  fileprivate func ends(as quantity: DepthQuantity) -> ClosedRange<Double>? {
    let (low, high) = bounds(as: quantity)
    guard low < high, low.isFinite, high.isFinite, quantity == self.quantity || low > 0 else { return nil }
    return low...high
  }
}

/// An auxiliary image of several components, ready for a file of its own.
package struct ColourExport: Hashable, Sendable {
  /// The components as they are coded, turned where that was asked for.
  package let colours: ColourPlanes

  /// Takes an image, turned as `orientation` asks for.
  package init(_ colours: ColourPlanes, orientation: ImageOrientation = .up) {
    self.colours = colours.applyingExifOrientation(orientation)
  }

  /// Returns the image in another size, all samples mixed.
  package func resized(toWidth width: Int, height: Int) -> ColourExport {
    guard width != colours.width || height != colours.height else { return self }
    let whole = ResampleWindow(
      left: 0, top: 0, right: Double(colours.width), bottom: Double(colours.height))
    return ColourExport(colours.resampled(whole, toWidth: width, toHeight: height))
  }

  /// Returns the bytes of a file, and whether the ICC profile was written; nil without one.
  ///
  /// PNG, TIFF and NPY hold red, green and blue, of 8 bits where the codes have 8, else spread over 16. Raw samples are
  /// those of `ColourPlanes.data()`: planes one after the other. NPY and raw samples have no place for a
  /// profile. Throws `AuxError`: `unsupported` for kinds that hold one component, and for a matrix that is not known;
  /// else as the codec.
  package func encoded(as kind: MapFile.Kind) throws(AuxError) -> (bytes: [UInt8], keepsProfile: Bool?) {
    let (bytes, keepsProfile) = try kind.encode(colours)
    return (bytes, colours.iccProfile == nil ? nil : keepsProfile)
  }

  /// The smallest and the largest code of the components as they are coded.
  package var bounds: ClosedRange<Double> {
    let bounds = colours.components.compactMap(\.codeBounds)
    return (bounds.map(\.lowerBound).min() ?? 0)...(bounds.map(\.upperBound).max() ?? 0)
  }
}

extension PixelPlane {
  /// The smallest and the largest code; nil for floats and halves, and without samples.
  fileprivate var codeBounds: ClosedRange<Double>? {
    switch storage {
    case .uint8(let codes): CodeBounds.of(codes).map { Double($0.lowerBound)...Double($0.upperBound) }
    case .uint16(let codes): CodeBounds.of(codes).map { Double($0.lowerBound)...Double($0.upperBound) }
    case .float, .half: nil
    }
  }
}
