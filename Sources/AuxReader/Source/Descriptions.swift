internal import AuxImage

extension ImageSource: CustomStringConvertible {
  /// The path, the container and what the file holds.
  public var description: String {
    var text = (path.map { "\($0): " } ?? "") + "\(container)"
    if let primary { text += " \(primary.width)x\(primary.height) \(primary.orientation)" }
    return text + auxiliaryImages.map { ", \($0)" }.joined()
  }
}

extension AuxiliaryImage: CustomStringConvertible {
  /// The type, the size, the format and the codec, as `disparity 768x576 hdis (hevc)`.
  public var description: String { "\(type) \(width)x\(height) \(pixelFormat) (\(codec))" }
}
