internal import AuxImage
internal import AuxKernels

extension DepthMap: CustomStringConvertible {
  /// The samples, as `64x48 float`.
  public var description: String { "\(content.samples)" }
}

extension MapConvention: CustomStringConvertible {
  /// The name, as `depth-anything`.
  public var description: String { rawValue }
}

extension DepthMapReading: CustomStringConvertible {
  /// The values and where they come from, as `depth 64x48, 3 holes, 10 background`.
  public var description: String { "\(quantity) \(width)x\(height), \(values.counts)" }
}

extension SampleCounts: CustomStringConvertible {
  /// The counts, as `3 holes, 10 background, 0 clamped`.
  public var description: String { "\(holes) holes, \(background) background, \(clamped) clamped" }
}

extension MapAttachment: CustomStringConvertible {
  /// The image to attach.
  public var description: String { "\(image)" }
}

extension MapExport: CustomStringConvertible {
  /// The samples to write and their format, as `64x48 float, fdep`.
  public var description: String { "\(plane), \(pixelFormat)" }
}

extension MapDifference: CustomStringConvertible {
  /// The differences and their unit, as `max 0.002 m, mean 0.001 m`.
  public var description: String { "max \(max) \(unit), mean \(mean) \(unit)" }
}

extension MapDifference.Unit: CustomStringConvertible {
  /// The symbol, as `1/m`.
  public var description: String { rawValue }
}

extension LengthUnit: CustomStringConvertible {
  /// The symbol, as `mm`.
  public var description: String { rawValue }
}

extension MapFile.Kind: CustomStringConvertible {
  /// The extension of files, as `npy`.
  public var description: String { rawValue }
}
