extension FrameFormat: CustomStringConvertible {
  /// The size, then chroma with bits, range and matrix as Y4M names them.
  public var description: String { "\(width)x\(height) \(tag) \(range) \(matrix)" }
}

extension VideoFrame: CustomStringConvertible {
  /// What the planes are.
  public var description: String { "\(format)" }
}

extension RenderMap: CustomStringConvertible {
  /// The nearness.
  public var description: String { "\(nearness)" }
}

extension PhotoRenderer: CustomStringConvertible {
  /// The photo.
  public var description: String { "\(photo)" }
}

extension SpatialRendering: CustomStringConvertible {
  /// The size of a view and the distance of the cameras, as `2 x 4032x3024, 0.065 m`.
  public var description: String { "2 x \(width)x\(height), \(baseline) m" }
}

extension FrameFormat.Chroma: CustomStringConvertible {
  /// The name that Y4M has for it, as `420jpeg`.
  public var description: String { rawValue }
}

extension FrameFormat.Range: CustomStringConvertible {
  /// The name that Y4M has for it, as `FULL`.
  public var description: String { rawValue }
}

extension FrameMatrix: CustomStringConvertible {
  /// The name that Y4M has for it, as `BT709`.
  public var description: String { rawValue }
}

extension Y4MHeader: CustomStringConvertible {
  /// The line, as `YUV4MPEG2 W320 H240 F30:1 Ip A0:0 Cmono XCOLORRANGE=FULL`.
  public var description: String { String(decoding: serialized().dropLast(), as: UTF8.self) }
}
