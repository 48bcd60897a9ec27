extension PixelPlane: CustomStringConvertible {
  /// The size and the kind of sample, as `768x576 half`; never the samples, of which there are millions.
  public var description: String { "\(width)x\(height) \(sampleType)" }
}

extension PixelPlane.Storage: CustomStringConvertible {
  /// The number and the kind of the samples.
  public var description: String {
    switch self {
    case .uint8(let samples): "\(samples.count) uint8"
    case .uint16(let samples): "\(samples.count) uint16"
    case .half(let samples): "\(samples.count) half"
    case .float(let samples): "\(samples.count) float"
    }
  }
}
