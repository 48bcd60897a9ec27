public import AuxImage
public import AuxKernels

/// What an auxiliary image or depth data has to say, ready for a map file of any kind.
public struct MapExport: Hashable, Sendable {
  /// The samples.
  public let plane: PixelPlane
  /// What they are: a format of depth data, `L008`, or `L016` for 16-bit codes.
  public let pixelFormat: PixelFormat

  /// Takes depth data as they are.
  public init(_ depth: DepthData) {
    plane = depth.depthDataMap
    pixelFormat = depth.depthDataType
  }

  /// Takes an auxiliary image, turned as `orientation` asks for.
  ///
  /// Depth data are decoded to `format` or, without one, to their native format; `L008` gives the stored codes, which
  /// mattes and gain maps always give. Throws `AuxError` as `StoredAuxiliaryImage.depthData(in:)`.
  public init(
    _ image: StoredAuxiliaryImage, as format: PixelFormat? = nil, orientation: ImageOrientation = .up
  ) throws(AuxError) {
    let samples: PixelPlane
    if image.type.isDepthData, format != .L008 {
      let depth = try image.depthData(in: format)
      samples = depth.depthDataMap
      pixelFormat = depth.depthDataType
    } else {
      samples = image.codes
      pixelFormat = samples.sampleType == .uint16 ? .L016 : .L008
    }
    plane = Orient.apply(orientation.rawValue, to: samples)
  }

  /// Returns the bytes of a map file, in the form that readers of its kind expect.
  ///
  /// PNG holds codes, or depth data with 16 bits between smallest and largest value, white = near. PFM and
  /// OpenEXR hold real values, mattes as 0...1; the others the samples as they are. Throws `AuxError` as
  /// ``MapFile/encode(_:as:channel:)``.
  public func encoded(as kind: MapFile.Kind, channel: String? = nil) throws(AuxError) -> [UInt8] {
    try MapFile.encode(samples(for: kind.form), as: kind, channel: channel)
  }

  private func samples(for form: MapFile.Kind.Form) -> PixelPlane {
    switch (form, pixelFormat.quantity) {
    case (.codes, let quantity?): stretched(whiteIsLarge: quantity == .disparity)
    case (.values, nil): PixelPlane(width: plane.width, height: plane.height, storage: .float(realValues))
    case (.codes, nil), (.values, _), (.samples, _): plane
    }
  }

  /// Returns 16-bit codes between the smallest and the largest value, white = near; holes are black.
  private func stretched(whiteIsLarge: Bool) -> PixelPlane {
    let values = realValues
    guard let (low, high) = Quantise.finiteRange(values) else {
      return PixelPlane(
        width: plane.width, height: plane.height,
        storage: .uint16([UInt16](repeating: 0, count: values.count)))
    }
    var codes = Quantise.codes16(values, min: low, max: high)
    if !whiteIsLarge {
      for index in codes.indices where !values[index].isNaN { codes[index] = 65535 - codes[index] }
    }
    return PixelPlane(width: plane.width, height: plane.height, storage: .uint16(codes))
  }

  /// The samples as floats: depth data in its unit, codes as 0...1.
  private var realValues: [Float] {
    switch plane.storage {
    case .float(let values): values
    case .half(let bits): Half.decode(bits)
    case .uint8(let codes): codes.map { Float($0) / 255 }
    case .uint16(let codes): codes.map { Float($0) / 65535 }
    }
  }
}
