extension FrameFormat: CustomStringConvertible {
  /// The size, the chroma and the range as Y4M names them.
  public var description: String { "\(width)x\(height) \(chroma.rawValue) \(range.rawValue)" }
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
